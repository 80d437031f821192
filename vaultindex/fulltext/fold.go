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
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		n := writePlain(&b, s)
		s = s[n:]
		if n = hardPrefix(s); n > 0 {
			b.WriteString(foldWord(exactWord([]byte(s[:n]))))
			s = s[n:]
		}
	}
	return b.String()
}

// writePlain folds the beginning of a text that needs no tables: ASCII, its
// full-width forms and Han characters. It returns the length.
func writePlain(b *strings.Builder, s string) int {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			b.WriteByte(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !isPlain(r) {
			return i
		}
		b.WriteRune(lowerRune(narrowRune(r)))
		i += n
	}
	return len(s)
}

// hardPrefix is the length of the beginning of a text that is not plain.
func hardPrefix(s string) int {
	for i, r := range s {
		if isPlain(r) {
			return i
		}
	}
	return len(s)
}

// isPlain reports whether a character folds by itself: no mark joins it, and it
// has no other form but case and width.
func isPlain(r rune) bool {
	return r < utf8.RuneSelf || r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0x3001 && r <= 0x3011 || r >= 0xFF01 && r <= 0xFF5E
}
