package graph

import (
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// vertex is the identity of a file: it lives as long as something is at its
// path, whatever becomes of the contents. Lists and links point to vertices,
// so a changed note does not touch what links to it.
type vertex struct {
	path   vaultpath.Path
	fold   string // path as comparisons see it
	units  int32  // length of fold in UTF-16 units, which is how Obsidian measures paths (4.7)
	number int32  // in slots
}

func byPath(a, b *vertex) int { return cmp.Compare(a.path, b.path) }

// byLength is the order of preference among files of one name: the shortest
// path first (4.7), ties by folded path (4.8), so that those that differ only
// in case stand together.
func byLength(a, b *vertex) int {
	return cmp.Or(cmp.Compare(a.units, b.units), cmp.Compare(a.fold, b.fold), byPath(a, b))
}

// postings says, for each key, which files stand under it, in a fixed order.
type postings[K cmp.Ordered] struct {
	table[K, []*vertex]
	order func(a, b *vertex) int
}

func (p *postings[K]) next() postings[K] { return postings[K]{p.table.next(), p.order} }

// edits collects the changes to one postings, so that each list is copied once
// an update, however many of its entries change.
type edits[K cmp.Ordered] map[K]*edit

type edit struct{ add, del []*vertex }

func (e edits[K]) at(key K) *edit {
	at := e[key]
	if at == nil {
		at = new(edit)
		e[key] = at
	}
	return at
}

// move files v under the keys of new instead of those of old. Both are sorted
// and without duplicates.
func (e edits[K]) move(v *vertex, old, new []K) {
	for len(old) > 0 || len(new) > 0 {
		switch {
		case len(new) == 0 || len(old) > 0 && old[0] < new[0]:
			at := e.at(old[0])
			at.del, old = append(at.del, v), old[1:]
		case len(old) == 0 || new[0] < old[0]:
			at := e.at(new[0])
			at.add, new = append(at.add, v), new[1:]
		default:
			old, new = old[1:], new[1:]
		}
	}
}

// apply makes the edits. Keys are kept as own returns them: that of an edit may
// be a part of a note's packed text, and would keep all of it.
func (p *postings[K]) apply(generation uint64, e edits[K], own func(K) K) {
	for key, change := range e {
		list := merge(p.get(key), change.add, change.del, p.order)
		if len(list) == 0 {
			p.remove(generation, key)
		} else {
			p.set(generation, own(key), list)
		}
	}
}

// merge returns list, which is sorted, with add and without del, in a slice of
// its own. The entries of del are in list, those of add are not.
func merge(list, add, del []*vertex, order func(a, b *vertex) int) []*vertex {
	slices.SortFunc(add, order)
	slices.SortFunc(del, order)
	out := make([]*vertex, 0, len(list)+len(add)-len(del))
	for len(add) > 0 || len(del) > 0 {
		removing := len(add) == 0 || len(del) > 0 && order(del[0], add[0]) < 0
		if removing {
			at, _ := slices.BinarySearchFunc(list, del[0], order)
			out, list, del = append(out, list[:at]...), list[at+1:], del[1:]
			continue
		}
		at, _ := slices.BinarySearchFunc(list, add[0], order)
		out = append(append(out, list[:at]...), add[0])
		list, add = list[at:], add[1:]
	}
	return append(out, list...)
}
