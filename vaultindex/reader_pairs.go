package vaultindex

import "math/bits"

// pairSet says of every two neighbouring bytes whether a text may hold them, A
// to Z as a to z. Most texts lack some pair of what is looked for, and asking
// for a few pairs is much faster than going through the text. It is a power of
// two of bits; nil says nothing.
type pairSet []uint64

// Texts longer than this have no pairSet, in bytes: they hold most pairs.
const longestPaired = 64 << 10

// pairsOf makes the pairSet of a text: about one bit a byte.
func pairsOf(text []byte) pairSet {
	if len(text) > longestPaired {
		return nil
	}
	set := make(pairSet, 1<<bits.Len(uint(len(text)/64)))
	shift := set.shift()
	for i := 1; i < len(text); i++ {
		at := pairHash(text[i-1], text[i]) >> shift
		set[at/64] |= 1 << (at % 64)
	}
	return set
}

// shift takes a hash to a place in the set.
func (s pairSet) shift() int { return 32 - 6 - bits.TrailingZeros(uint(len(s))) }

// mayHold tells whether a text may hold all of the pairs, which are given by
// their hashes.
func (s pairSet) mayHold(pairs []uint32) bool {
	if s == nil {
		return true
	}
	shift := s.shift()
	for _, hash := range pairs {
		if at := hash >> shift; s[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// pairHashes are the hashes of the pairs of a text.
func pairHashes(text string) []uint32 {
	var hashes []uint32
	for i := 1; i < len(text); i++ {
		hashes = append(hashes, pairHash(text[i-1], text[i]))
	}
	return hashes
}

func pairHash(a, b byte) uint32 {
	return (uint32(lowerOf[a])<<8 | uint32(lowerOf[b])) * 2654435761 // Knuth's multiplier: the high bits are the best
}

// lowerOf takes A to Z to a to z.
var lowerOf = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if i >= 'A' && i <= 'Z' {
			table[i] |= 0x20
		}
	}
	return table
}()
