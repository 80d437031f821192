package vaultindex

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A set of pairs never denies what a text holds, in either case, and denies most
// of what it does not.
func TestPairsDenyNothingThatIsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		part := string(text[from:rapid.IntRange(from, len(text)).Draw(t, "to")])
		set := pairsOf(text)
		for _, needed := range []string{part, string(bytes.ToUpper([]byte(part))), strings.Map(lowerRune, part)} {
			if isASCIIVariant(part, needed) && !set.mayHold(pairHashes(needed)) {
				t.Fatalf("%q is denied in %q", needed, text)
			}
		}
	})
	set := pairsOf([]byte(strings.Repeat("the cat sat on the mat ", 100)))
	for _, absent := range []string{"dog", "zebra", "猫", "tac", "at  "} {
		if set.mayHold(pairHashes(absent)) {
			t.Errorf("%q is not denied", absent)
		}
	}
	if long := pairsOf(make([]byte, longestPaired+1)); long != nil || !long.mayHold(pairHashes("dog")) {
		t.Error("a long text denies something")
	}
}

func lowerRune(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r | 0x20
	}
	return r
}

// isASCIIVariant tells whether two texts differ in the case of A to Z at most.
func isASCIIVariant(a, b string) bool {
	return strings.Map(lowerRune, a) == strings.Map(lowerRune, b) && len(a) == len(b)
}
