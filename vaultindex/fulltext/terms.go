package fulltext

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// termSet numbers the terms of a field in the order in which they come. It is
// made for a hundred thousand short terms that are asked for a million times:
// their bytes lie side by side, and a place in the table is eight bytes. Its
// memory is used again.
type termSet struct {
	slots []slot // a power of two of them, some free
	text  []byte
	ends  []uint32 // of each term in text
	order []sortable
}

// slot is a term's place by its hash.
type slot struct {
	hash uint32
	id   int32 // number of the term, from 1; 0 is free
}

var termSeed = maphash.MakeSeed()

func (s *termSet) len() int { return len(s.ends) }

func (s *termSet) clear() {
	clear(s.slots)
	s.text, s.ends = s.text[:0], s.ends[:0]
}

// term is that of a number, until the next is added.
func (s *termSet) term(id int32) []byte {
	start := uint32(0)
	if id > 0 {
		start = s.ends[id-1]
	}
	return s.text[start:s.ends[id]]
}

// number is that of a term, and whether it was known. A new term is added.
func (s *termSet) number(term []byte) (id int32, known bool) {
	if 4*(len(s.ends)+1) > 3*len(s.slots) {
		s.grow()
	}
	hash := uint32(maphash.Bytes(termSeed, term))
	at := s.free(hash, term)
	if found := s.slots[at].id; found > 0 {
		return found - 1, true
	}
	s.text = append(s.text, term...)
	s.ends = append(s.ends, uint32(len(s.text)))
	s.slots[at] = slot{hash, int32(len(s.ends))}
	return int32(len(s.ends)) - 1, false
}

// free is where a term stands, or the free place where it would.
func (s *termSet) free(hash uint32, term []byte) uint32 {
	mask := uint32(len(s.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		here := s.slots[at]
		if here.id == 0 || here.hash == hash && bytes.Equal(s.term(here.id-1), term) {
			return at
		}
	}
}

// minSlots is the size of the smallest table.
const minSlots = 64

func (s *termSet) grow() {
	old := s.slots
	s.slots = make([]slot, max(2*len(old), minSlots))
	mask := uint32(len(s.slots) - 1)
	for _, one := range old {
		if one.id == 0 {
			continue
		}
		at := one.hash & mask
		for s.slots[at].id != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = one
	}
}

// sortable is a term with its first eight bytes, which decide nearly always.
type sortable struct {
	head uint64
	id   int32
}

// sorted are the terms in the order of their bytes, until the next call.
func (s *termSet) sorted() []sortable {
	s.order = s.order[:0]
	for id := range int32(len(s.ends)) {
		var head [8]byte
		copy(head[:], s.term(id))
		s.order = append(s.order, sortable{binary.BigEndian.Uint64(head[:]), id})
	}
	slices.SortFunc(s.order, func(a, b sortable) int {
		switch {
		case a.head < b.head:
			return -1
		case a.head > b.head:
			return 1
		}
		return bytes.Compare(s.term(a.id), s.term(b.id))
	})
	return s.order
}
