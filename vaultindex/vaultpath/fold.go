package vaultpath

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the key under which two spellings of a name are the same to
// Obsidian: NFC, plain spaces, lower case (rules 4.12, 4.13). It is the one
// folding used everywhere, on both sides of every comparison.
//
// Lower-casing in JavaScript depends on the place of a Greek sigma in its word,
// in Go it does not: all three sigmas fold to σ. The dotted capital İ folds to
// i and a combining dot, as in JavaScript, so it never meets a plain i.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = special.Replace(normalise(s))
	return norm.NFC.String(strings.Map(unicode.ToLower, s))
}

var special = strings.NewReplacer("ς", "σ", "Σ", "σ", "İ", "i\u0307")

// Fold returns the key under which Obsidian compares the path.
func (p Path) Fold() string { return Fold(string(p)) }
