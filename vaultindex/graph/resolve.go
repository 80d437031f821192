package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// place is where a link stands.
type place struct {
	self *vertex // nil when the file is not in the graph
	dir  string  // its folder, folded
}

// request is what a link asks for, folded once.
type request struct {
	link string // as written
	key  string // folded
	last string // its last segment
	stem string
	hash uint64 // of stem
}

func requestOf(link string) request {
	r := request{link: link, key: vaultpath.Fold(link)}
	r.last = lastSegment(r.key)
	r.stem = stem(r.last)
	r.hash = hashOf(r.stem)
	return r
}

// resolve returns what a link means, nil when nothing. Aliases play no part
// (4.11), nor do hidden files, which are not in the tables (F5).
func (c *core) resolve(r request, at place) *vertex {
	link, key := r.link, r.key
	if link == "" {
		return at.self // 4.1
	}
	name, candidates := c.named(r)
	if len(candidates) == 0 {
		return nil
	}
	key = strings.TrimSuffix(key, r.last) + name
	switch {
	case strings.HasPrefix(key, "./"), strings.HasPrefix(key, "../"):
		return exact(candidates, path.Join(at.dir, key), link) // 4.3
	case key[0] == '/':
		return exact(candidates, key[1:], link) // 4.4
	}
	if v := candidates[0]; len(candidates) == 1 { // the usual case needs no ranking
		if endsIn(v.fold, key) {
			return v
		}
		return nil
	}
	if v := exact(candidates, key, link); v != nil {
		return v // 4.5
	}
	if own := below(at.dir, name); endsIn(own, key) {
		if v := exact(candidates, own, link); v != nil {
			return v // 4.6
		}
	}
	return shortest(candidates, key, link)
}

// named settles which file name a link's last segment means: as written if it
// has a dot and such a file exists anywhere, else with ".md" (4.2). All the
// candidates have the segment's stem, but not all of them that name.
func (c *core) named(r request) (name string, candidates []*vertex) {
	last := r.last
	candidates = c.names.at(r.stem, r.hash)
	if strings.Contains(last, ".") {
		for _, v := range candidates {
			if lastSegment(v.fold) == last {
				return last, candidates
			}
		}
	}
	return last + noteExt, candidates
}

// shortest returns the first candidate whose path ends in key (4.7-4.10).
// Candidates come in the order of preference.
func shortest(candidates []*vertex, key, link string) *vertex {
	for i, v := range candidates {
		if endsIn(v.fold, key) {
			return exact(candidates[i:], v.fold, link)
		}
	}
	return nil
}

// exact returns the candidate at a folded path. Where a file system holds
// several that differ only in case, the one spelt as the link is comes first;
// Obsidian leaves that open.
func exact(candidates []*vertex, fold, link string) *vertex {
	var found *vertex
	for _, v := range withFold(candidates, fold) {
		if found == nil || spelt(v, link) && !spelt(found, link) {
			found = v
		}
	}
	return found
}

// withFold returns the part of a list of one stem that has that folded path:
// mostly none or one.
func withFold(list []*vertex, fold string) []*vertex {
	want := measured{fold, utf16Len(fold)}
	at, _ := slices.BinarySearchFunc(list, want, (*vertex).compareTo)
	end := at
	for end < len(list) && list[end].fold == fold {
		end++
	}
	return list[at:end]
}

// measured is a folded path as byLength sees it.
type measured struct {
	fold  string
	units int32
}

// compareTo orders a vertex against want, never as equal: what it finds is the
// first vertex that is not before want.
func (v *vertex) compareTo(want measured) int {
	return cmp.Or(cmp.Compare(v.units, want.units), cmp.Compare(v.fold, want.fold), 1)
}

// spelt reports whether v is what link says, case included.
func spelt(v *vertex, link string) bool {
	written, p := strings.TrimLeft(normal(link), "./"), string(v.path)
	return endsIn(p, written) || endsIn(p, written+noteExt)
}

// Resolve returns the file that a link to linkpath means in the file from
// (rules 4.1-4.15). linkpath is without subpath; from need not exist.
func (l Lens) Resolve(linkpath string, from vaultpath.Path) (vaultpath.Path, bool) {
	at := place{dir: parent(from.Fold())}
	if n := l.core.at(from); n != nil {
		at.self = n.vertex
	}
	v := l.core.resolve(requestOf(linkpath), at)
	if v == nil || !l.sees(v) {
		return "", false
	}
	return v.path, true
}
