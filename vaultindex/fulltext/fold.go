package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// FoldMark begins the term under which a word with accents is found without
// them. A word without accents has no such term, so a query for "cafe" can
// rank "cafe" above "café".
const FoldMark = "\x01"

// letterFolds are letters that Unicode does not decompose but people leave
// out all the same.
var letterFolds = strings.NewReplacer(
	"ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ß", "ss",
	"æ", "ae", "œ", "oe", "ı", "i", "ħ", "h", "ŧ", "t",
)

// foldWord removes accents from a lower-cased word.
func foldWord(word string) string {
	decomposed := norm.NFKD.String(word)
	kept := strings.Map(func(r rune) rune {
		if isAccent(r) {
			return -1
		}
		return r
	}, decomposed)
	return letterFolds.Replace(norm.NFC.String(kept))
}

// isAccent reports whether r is a mark that people leave out when they type:
// Latin, Greek and Cyrillic accents, Hebrew and Arabic points. Vowel signs of
// Indic scripts are letters in all but name and stay.
func isAccent(r rune) bool {
	return r >= 0x300 && r <= 0x36F || r >= 0x591 && r <= 0x5C7 ||
		r >= 0x64B && r <= 0x65F || r == 0x670
}

// lowerRune lower-cases one rune the same way on both sides of a search: the
// final sigma is a sigma and the dotted capital İ is an i (rule 4.12).
func lowerRune(r rune) rune {
	switch r {
	case 'ς':
		return 'σ'
	case 'İ':
		return 'i'
	}
	return unicode.ToLower(r)
}

// narrowRune turns the full-width form of an ASCII character into it.
func narrowRune(r rune) rune {
	if r >= 0xFF01 && r <= 0xFF5E {
		return r - 0xFEE0
	}
	return r
}

// exactWord is the form of a word that is kept beside the folded one: lower
// case, composed, full-width letters narrowed.
func exactWord(word []byte) string {
	var b strings.Builder
	b.Grow(len(word))
	for len(word) > 0 {
		r, n := utf8.DecodeRune(word)
		b.WriteRune(lowerRune(narrowRune(r)))
		word = word[n:]
	}
	return norm.NFC.String(b.String())
}

// Fold is the form of a text in which words that differ only in case, width
// or accents are equal. It is for comparing names, not for showing.
func Fold(s string) string { return foldWord(exactWord([]byte(s))) }
