package vaultpath

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
	if caseless(s) {
		return lowerASCII(s)
	}
	return foldFully(s)
}

func foldFully(s string) string {
	s = special.Replace(normalise(s))
	return norm.NFC.String(strings.Map(unicode.ToLower, s))
}

// caseless tells whether only the ASCII letters of s have a case, and every
// other character is composed already and joins no neighbour: Han, kana, Hangul
// and their punctuation. Names in these scripts are folded as fast as in ASCII.
func caseless(s string) bool {
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
		case r >= '\u3400' && r <= '\u9fff': // Han
		case r >= '\u3041' && r <= '\u3096', r >= '\u30a0' && r <= '\u30ff': // kana, without the marks
		case r >= '\uac00' && r <= '\ud7a3': // Hangul; a vowel or final that could join is none of these
		case r >= '\u3001' && r <= '\u3029', r >= '\u2010' && r <= '\u2027', r >= '\uff01' && r <= '\uff20':
		default:
			return false
		}
	}
	return true
}

// lowerASCII lowers A to Z and leaves everything else.
func lowerASCII(s string) string {
	i := 0
	for i < len(s) && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for ; i < len(b); i++ {
		if b[i] >= 'A' && b[i] <= 'Z' {
			b[i] |= 0x20
		}
	}
	return string(b)
}

var special = strings.NewReplacer("ς", "σ", "Σ", "σ", "İ", "i\u0307")

// Fold returns the key under which Obsidian compares the path.
func (p Path) Fold() string { return Fold(string(p)) }
