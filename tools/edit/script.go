package edit

// Myers' comparison in linear memory, with the two measures git takes against
// inputs that share little: lines that only one side has never enter the
// search, and a search that costs too much splits where it has come furthest.
// The result is then still right, only not the shortest.

// maxCost is the edit cost after which a search for the middle gives up. It
// bounds the work of a comparison to about maxCost times the lines.
const maxCost = 256

// script finds what differs between two sequences of line numbers.
type script struct {
	a, b      []int32 // the lines both sides have, in order
	goneA     []bool  // by place in a: not kept
	newB      []bool  // by place in b: not there before
	fwd, back []int   // furthest x by diagonal, shifted by offset
	offset    int
}

// changedLines tells for every line of both sides whether it is not in the other
// at that place.
func changedLines(before, after [][]byte) (gone, added []bool) {
	ids, a, b := intern(before, after)
	gone, added = make([]bool, len(a)), make([]bool, len(b))
	s := &script{}
	var atA, atB []int
	s.a, atA = shared(a, b, len(ids), gone)
	s.b, atB = shared(b, a, len(ids), added)
	s.goneA, s.newB = make([]bool, len(s.a)), make([]bool, len(s.b))
	s.compare(0, len(s.a), 0, len(s.b))
	for i, at := range atA {
		gone[at] = s.goneA[i]
	}
	for i, at := range atB {
		added[at] = s.newB[i]
	}
	return gone, added
}

// intern numbers the different lines.
func intern(before, after [][]byte) (ids map[string]int32, a, b []int32) {
	ids = make(map[string]int32, len(before))
	number := func(lines [][]byte) []int32 {
		out := make([]int32, len(lines))
		for i, line := range lines {
			id, ok := ids[string(line)]
			if !ok {
				id = int32(len(ids))
				ids[string(line)] = id
			}
			out[i] = id
		}
		return out
	}
	return ids, number(before), number(after)
}

// shared returns the lines of one side that the other has too, with their
// places, and marks the rest.
func shared(own, other []int32, ids int, mark []bool) (kept []int32, at []int) {
	has := make([]bool, ids)
	for _, id := range other {
		has[id] = true
	}
	for i, id := range own {
		if mark[i] = !has[id]; has[id] {
			kept, at = append(kept, id), append(at, i)
		}
	}
	return kept, at
}

// compare marks what differs between a[a0:a1] and b[b0:b1].
func (s *script) compare(a0, a1, b0, b1 int) {
	for {
		for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
			a0, b0 = a0+1, b0+1
		}
		for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
			a1, b1 = a1-1, b1-1
		}
		if a0 == a1 || b0 == b1 {
			break
		}
		x, y := s.middle(a0, a1, b0, b1)
		if x-a0+y-b0 < a1-x+b1-y { // the shorter part on the stack
			s.compare(a0, x, b0, y)
			a0, b0 = x, y
			continue
		}
		s.compare(x, a1, y, b1)
		a1, b1 = x, y
	}
	for ; a0 < a1; a0++ {
		s.goneA[a0] = true
	}
	for ; b0 < b1; b0++ {
		s.newB[b0] = true
	}
}

// middle returns a point of a shortest way through the rectangle, or after
// maxCost steps the furthest point reached. It is never a corner, so both parts
// are smaller.
func (s *script) middle(a0, a1, b0, b1 int) (x, y int) {
	n, m := a1-a0, b1-b0
	s.reset(min(n+m, 2*maxCost+2))
	delta, odd := n-m, (n-m)%2 != 0
	for d := 0; ; d++ {
		for k := -d; k <= d; k += 2 {
			x := s.forward(a0, b0, n, m, d, k)
			if r := delta - k; odd && r >= -(d-1) && r <= d-1 && x >= 0 && s.back[s.offset+r] >= 0 && x+s.back[s.offset+r] >= n {
				return a0 + x, b0 + x - k
			}
		}
		for k := -d; k <= d; k += 2 {
			x := s.backward(a1, b1, n, m, d, k)
			if r := delta - k; !odd && r >= -d && r <= d && x >= 0 && s.fwd[s.offset+r] >= 0 && x+s.fwd[s.offset+r] >= n {
				return a1 - x, b1 - (x - k)
			}
		}
		if d >= maxCost {
			x, y := s.furthest(n, m, d)
			return a0 + x, b0 + y
		}
	}
}

// reset makes room for diagonals from -size to size.
func (s *script) reset(size int) {
	need := 2*size + 5
	if len(s.fwd) < need {
		s.fwd, s.back = make([]int, need), make([]int, need)
	}
	s.offset = size + 2
}

// forward extends the way on diagonal k by one edit and what is equal after it.
// A way that leaves the rectangle is -1.
func (s *script) forward(a0, b0, n, m, d, k int) int {
	x := enters(s.fwd, s.offset, d, k)
	y := x - k
	if x < 0 || x > n || y < 0 || y > m {
		s.fwd[s.offset+k] = -1
		return -1
	}
	for x < n && y < m && s.a[a0+x] == s.b[b0+y] {
		x, y = x+1, y+1
	}
	s.fwd[s.offset+k] = x
	return x
}

// backward does the same from the far corner.
func (s *script) backward(a1, b1, n, m, d, k int) int {
	x := enters(s.back, s.offset, d, k)
	y := x - k
	if x < 0 || x > n || y < 0 || y > m {
		s.back[s.offset+k] = -1
		return -1
	}
	for x < n && y < m && s.a[a1-1-x] == s.b[b1-1-y] {
		x, y = x+1, y+1
	}
	s.back[s.offset+k] = x
	return x
}

// enters returns where a way of d edits enters diagonal k: from above or from the
// left, whichever came further.
func enters(v []int, offset, d, k int) int {
	if d == 0 {
		return 0
	}
	down, right := -1, -1
	if k < d {
		down = v[offset+k+1]
	}
	if k > -d && v[offset+k-1] >= 0 {
		right = v[offset+k-1] + 1
	}
	return max(down, right)
}

// furthest returns the point of the forward ways that is furthest from the
// start, corners left out.
func (s *script) furthest(n, m, d int) (x, y int) {
	best := 0
	for k := -d; k <= d; k += 2 {
		at := s.fwd[s.offset+k]
		if at < 0 || at == n && at-k == m {
			continue
		}
		if at+at-k > best {
			best, x, y = at+at-k, at, at-k
		}
	}
	return x, y
}
