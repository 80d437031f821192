package graph

import "iter"

// Targets tells where the links of file i lead: it fills in, for each link in the
// order of Packed.Links, the target's place among all files by path, or NoTarget.
// It returns false when that is not known. It may be called by several goroutines.
type Targets func(i int, into []int32) bool

// NoTarget stands for the target of an unresolved link.
const NoTarget = -1

// Restore is Build of files for which it is known where their links lead, as
// Targets of a graph of just these paths and links told: resolving is most of
// what a graph costs. The files are sorted by path.
func Restore(files []*File, known Targets) *Graph {
	if !inOrder(files) {
		return Build(files)
	}
	return New().core.build(files, known)
}

// recall fills in where the links of n lead, if that is known. A place where no
// file is makes it unknown.
func (b *build) recall(p *part, n *node) bool {
	if b.known == nil {
		return false
	}
	if cap(p.numbers) < len(n.out) {
		p.numbers = make([]int32, 2*len(n.out))
	}
	numbers := p.numbers[:len(n.out)]
	if !b.known(int(n.number), numbers) {
		return false
	}
	for i, at := range numbers {
		switch {
		case at == NoTarget:
			n.out[i] = nil
		case at < 0 || int(at) >= len(b.sorted):
			return false
		default:
			n.out[i] = b.sorted[at]
		}
	}
	return true
}

// Targets yields the files by path, and for each of its links the place of the
// target among them, or NoTarget. The places hold until the next file.
func (g *Graph) Targets() iter.Seq2[*File, []int32] {
	return func(yield func(*File, []int32) bool) {
		places := make([]int32, g.core.slots.used)
		for i, v := range g.core.sorted {
			places[v.number] = int32(i)
		}
		var room []int32
		for n := range g.all() {
			room = room[:0]
			for _, to := range n.out {
				if to == nil {
					room = append(room, NoTarget)
				} else {
					room = append(room, places[to.number])
				}
			}
			if !yield(n.file, room) {
				return
			}
		}
	}
}
