package graph

// slotsPerPage is how many nodes are copied when one of them changes: 2 KB.
const slotsPerPage = 256

// slots holds the nodes by the number of their vertex, copied on write a page
// at a time, by the same rules as table. It makes the way from a vertex to its
// node two loads, which every walk over links takes once a link.
type slots struct {
	pages []*page
	free  []int32 // numbers to give out again; never written once published
	used  int32
}

type page struct {
	generation uint64
	nodes      [slotsPerPage]*node
}

func (s *slots) next() slots {
	pages := make([]*page, len(s.pages), len(s.pages)+1)
	copy(pages, s.pages)
	return slots{pages: pages, free: append([]int32(nil), s.free...), used: s.used}
}

func (s *slots) get(number int32) *node {
	return s.pages[number/slotsPerPage].nodes[number%slotsPerPage]
}

func (s *slots) set(generation uint64, number int32, n *node) {
	at := &s.pages[number/slotsPerPage]
	if (*at).generation != generation {
		own := **at
		own.generation = generation
		*at = &own
	}
	(*at).nodes[number%slotsPerPage] = n
}

// take returns a number that no vertex has. A number is safe to give out again
// because every link to its last holder was resolved anew when that went.
func (s *slots) take(generation uint64) int32 {
	if last := len(s.free) - 1; last >= 0 {
		number := s.free[last]
		s.free = s.free[:last]
		return number
	}
	if int(s.used) == len(s.pages)*slotsPerPage {
		s.pages = append(s.pages, &page{generation: generation})
	}
	s.used++
	return s.used - 1
}

func (s *slots) release(generation uint64, number int32) {
	s.set(generation, number, nil)
	s.free = append(s.free, number)
}
