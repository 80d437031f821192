package note

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonOffsets tells where each byte of a decoded JSON string stands in its
// literal, quotes included, and where the text ends; nil when literal does not
// decode to size bytes the way encoding/json does it.
func jsonOffsets(literal []byte, size int) []int32 {
	if len(literal) < 2 {
		return nil
	}
	at := make([]int32, 0, size+1)
	for i := 1; i < len(literal)-1; {
		raw, decoded := jsonChar(literal[i : len(literal)-1])
		if len(at)+decoded > size {
			return nil
		}
		for range decoded {
			at = append(at, int32(i))
		}
		i += raw
	}
	if len(at) != size {
		return nil
	}
	return append(at, int32(len(literal)-1))
}

// jsonChar returns how many bytes the first character of a JSON text takes, and
// how many it decodes to.
func jsonChar(b []byte) (raw, decoded int) {
	if b[0] != '\\' || len(b) < 2 {
		r, n := utf8.DecodeRune(b)
		return n, utf8.RuneLen(r) // what is broken shows as U+FFFD
	}
	if b[1] != 'u' {
		return 2, 1
	}
	r := jsonUnit(b)
	if !utf16.IsSurrogate(r) {
		return 6, utf8.RuneLen(r)
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, jsonUnit(b[6:])); pair != utf8.RuneError {
			return 12, utf8.RuneLen(pair)
		}
	}
	return 6, utf8.RuneLen(utf8.RuneError)
}

// jsonUnit reads \uXXXX.
func jsonUnit(b []byte) rune {
	if len(b) < 6 {
		return utf8.RuneError
	}
	v, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(v)
}
