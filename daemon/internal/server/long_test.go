package server

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A long prompt is replayed in pieces that are text, and together are the prompt.
func TestPieces(t *testing.T) {
	for _, text := range []string{"", "abc", strings.Repeat("茶", 100), strings.Repeat("a🗂️", 50), strings.Repeat("\x80", 40)} {
		for size := 4; size < 20; size++ {
			all := pieces(text, size)
			if strings.Join(all, "") != text {
				t.Fatalf("%q in pieces of %d: %q", text, size, all)
			}
			if slices.ContainsFunc(all, func(p string) bool { return len(p) > size || utf8.ValidString(text) && !utf8.ValidString(p) }) {
				t.Errorf("%q in pieces of %d: %q", text, size, all)
			}
		}
	}
}

// Of a hit's tags as many are told as leave room for a hundred hits.
func TestFewTags(t *testing.T) {
	long := strings.Repeat("x", 1000)
	if got := fewTags(slices.Repeat([]string{long}, 200)); len(got) != maxHitTags/1000 {
		t.Errorf("%d tags are told", len(got))
	}
	if got := fewTags([]string{"a", "b"}); len(got) != 2 {
		t.Errorf("%v", got)
	}
}
