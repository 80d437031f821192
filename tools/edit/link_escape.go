package edit

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escapeAt reads the escape at the start of b, as JSON and YAML's double quotes
// write them, and returns its length and what it stands for.
func escapeAt(b []byte) (size int, plain []byte) {
	switch b[1] {
	case 'n':
		return 2, []byte{'\n'}
	case 't':
		return 2, []byte{'\t'}
	case 'r':
		return 2, []byte{'\r'}
	case 'b':
		return 2, []byte{'\b'}
	case 'f':
		return 2, []byte{'\f'}
	case 'x':
		return hexEscape(b, 2)
	case 'u':
		return unicodeEscape(b)
	case 'U':
		return hexEscape(b, 8)
	}
	return 2, b[1:2]
}

// hexEscape reads a letter and so many digits.
func hexEscape(b []byte, digits int) (size int, plain []byte) {
	if len(b) < 2+digits {
		return len(b), nil
	}
	v, err := strconv.ParseUint(string(b[2:2+digits]), 16, 32)
	if err != nil || v > utf8.MaxRune {
		v = utf8.RuneError
	}
	return 2 + digits, utf8.AppendRune(nil, rune(v))
}

// unicodeEscape reads \uXXXX, and a second one where both are a surrogate pair.
func unicodeEscape(b []byte) (size int, plain []byte) {
	size, plain = hexEscape(b, 4)
	if len(b) < 12 || b[6] != '\\' || b[7] != 'u' {
		return size, plain
	}
	high, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	low, err2 := strconv.ParseUint(string(b[8:12]), 16, 16)
	if pair := utf16.DecodeRune(rune(high), rune(low)); err == nil && err2 == nil && pair != utf8.RuneError {
		return 12, utf8.AppendRune(nil, pair)
	}
	return size, plain
}
