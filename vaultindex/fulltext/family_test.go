package fulltext

import (
	"slices"
	"testing"
)

func TestFamilies(t *testing.T) {
	for _, tc := range []struct{ word, other string }{
		{"give", "gave"}, {"gave", "given"}, {"feed", "fed"}, {"good", "better"}, {"knives", "knife"},
	} {
		if !slices.Contains(inflections(tc.word), tc.other) {
			t.Errorf("%q is not looked for as %q", tc.word, tc.other)
		}
	}
	for _, tc := range []struct{ word, other string }{
		{"decide", "decisions"}, {"decisions", "decide"}, {"decided", "decision"}, {"describe", "description"},
		{"treatment", "treat"}, {"rotate", "rotation"}, {"introduction", "introduced"}, {"teach", "teacher"},
	} {
		if !slices.Contains(derivations(tc.word), tc.other) {
			t.Errorf("%q is not looked for as %q, only %q", tc.word, tc.other, derivations(tc.word))
		}
	}
	for _, word := range []string{"tea", "庄子", "a1b2", ""} {
		if got := derivations(word); len(got) > 0 {
			t.Errorf("%q is looked for as %q", word, got)
		}
	}
}

// A word of the same family is found, but the word itself comes first.
func TestDerivedComesAfterExact(t *testing.T) {
	r := readerOf(t, storeOf(t, body("a.md", "what we decide"), body("b.md", "the decisions"), body("c.md", "nothing")))
	if got := paths(ask(t, r, "decide")); got != "a.md b.md" {
		t.Errorf("decide finds %q", got)
	}
}
