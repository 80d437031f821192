package vaultpath

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// TestFoldOfCaselessScripts holds that the short way of folding is the long one
// (4.12, 4.13), for every character it takes, alone and beside any other.
func TestFoldOfCaselessScripts(t *testing.T) {
	taken := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		s := string(r)
		if r == utf8.RuneError || !caseless(s) {
			continue
		}
		taken++
		if short, long := lowerASCII(s), foldFully(s); short != long {
			t.Errorf("%U folds to %q the short way, to %q the long way", r, short, long)
		}
		if p := norm.NFC.PropertiesString(s); p.CCC() != 0 || !p.BoundaryBefore() {
			t.Errorf("%U may join the character before it", r)
		}
	}
	if taken < 30_000 {
		t.Errorf("only %d characters go the short way", taken)
	}
	alphabet := []rune("Aaz猫が\u304b\u3099カ한\u1112\u1161\u11abİΣς\u00a0\u202f e\u0301É「」！，Ａ\ufa0e/.")
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom(alphabet)).Draw(t, "name")
		if got, want := Fold(s), foldFully(s); got != want {
			t.Fatalf("Fold(%q) = %q, the long way %q", s, got, want)
		}
	})
}
