package graph

import "slices"

// maxKey is the longest name, in bytes, that is looked for in texts: no file
// system takes a longer one. It bounds how many names can end at one place.
const maxKey = 255

// automaton finds every one of many keys in a text in one pass (Aho and
// Corasick): its work grows with the text and what is found, not with the
// number of keys. The nodes are in breadth-first order, so the children of one
// stand together, by label. It takes about 17 bytes a node.
type automaton struct {
	first []int32 // children of i are first[i] up to first[i+1]
	label []byte  // of the edge that leads to i
	fail  []int32 // the longest proper suffix of i that is a node
	found []int32 // the longest suffix of i, i included, that is a key; 0 for none
	size  []uint8 // length of the key that ends at i, 0 for none
	root  [256]int32
}

// newAutomaton returns the automaton of keys; empty ones and those above
// maxKey are left out. It reorders keys.
func newAutomaton(keys []string) *automaton {
	keys = slices.DeleteFunc(keys, func(k string) bool { return k == "" || len(k) > maxKey })
	slices.Sort(keys)
	a := &automaton{}
	parents := a.grow(slices.Compact(keys))
	for i := a.first[0]; i < a.first[1]; i++ {
		a.root[a.label[i]] = i
	}
	a.link(parents)
	return a
}

// grow makes the tree of keys, which are sorted, and returns every node's
// parent.
func (a *automaton) grow(keys []string) (parents []int32) {
	type span struct{ from, to, depth int32 } // the keys below a node
	nodes := []span{{0, int32(len(keys)), 0}}
	a.label, parents = []byte{0}, []int32{0}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		a.first = append(a.first, int32(len(nodes)))
		size := uint8(0)
		if n.from < n.to && len(keys[n.from]) == int(n.depth) {
			size = uint8(n.depth)
			n.from++
		}
		a.size = append(a.size, size)
		for n.from < n.to {
			label, to := keys[n.from][n.depth], n.from+1
			for to < n.to && keys[to][n.depth] == label {
				to++
			}
			nodes = append(nodes, span{n.from, to, n.depth + 1})
			a.label, parents = append(a.label, label), append(parents, int32(i))
			n.from = to
		}
	}
	a.first = append(a.first, int32(len(nodes)))
	a.first, a.label, a.size = slices.Clip(a.first), slices.Clip(a.label), slices.Clip(a.size)
	return parents
}

// link works out fail and found, parents before children.
func (a *automaton) link(parents []int32) {
	a.fail, a.found = make([]int32, len(parents)), make([]int32, len(parents))
	for i := int32(1); int(i) < len(parents); i++ {
		if p := parents[i]; p != 0 {
			a.fail[i] = a.step(a.fail[p], a.label[i])
		}
		a.found[i] = a.found[a.fail[i]]
		if a.size[i] > 0 {
			a.found[i] = i
		}
	}
}

// step returns the node after reading b in node i.
func (a *automaton) step(i int32, b byte) int32 {
	for i != 0 {
		if next := a.child(i, b); next != 0 {
			return next
		}
		i = a.fail[i]
	}
	return a.root[b]
}

func (a *automaton) child(i int32, b byte) int32 {
	from, to := a.first[i], a.first[i+1]
	if to-from > 8 {
		at, ok := slices.BinarySearch(a.label[from:to], b)
		if ok {
			return from + int32(at)
		}
		return 0
	}
	for ; from < to; from++ {
		if a.label[from] == b {
			return from
		}
	}
	return 0
}

// scan calls hit for every occurrence of a key, by its end, the longest of one
// end first.
func (a *automaton) scan(text []byte, hit func(start, end int)) {
	i := int32(0)
	for at, b := range text {
		i = a.step(i, b)
		for k := a.found[i]; k != 0; k = a.found[a.fail[k]] {
			hit(at+1-int(a.size[k]), at+1)
		}
	}
}
