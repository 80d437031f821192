package note

import (
	"unicode"
	"unicode/utf8"
)

// countWords counts runs of letters and digits, and each Han, kana and Hangul
// character by itself. An apostrophe does not end a word.
func countWords(b []byte) int {
	n, inWord := 0, false
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf {
			i++
			letter := wordASCII[c]
			if letter && !inWord {
				n++
			}
			inWord = letter || inWord && c == '\''
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		i += size
		switch {
		case ideographic(r):
			n++
			inWord = false
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if !inWord {
				n++
			}
			inWord = true
		case !unicode.IsMark(r) && r != '’':
			inWord = false
		}
	}
	return n
}

// wordASCII marks ASCII letters and digits.
var wordASCII = func() (word [utf8.RuneSelf]bool) {
	for c := range byte(utf8.RuneSelf) {
		word[c] = isLetter(c) || c >= '0' && c <= '9'
	}
	return word
}()

func ideographic(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return true
	case r >= 0xff01 && r <= 0xff5e, r >= 0x3001 && r <= 0x3004:
		return false // full-width forms and CJK punctuation
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
