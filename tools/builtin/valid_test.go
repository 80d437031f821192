package builtin

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// validUTF8 says of every text what utf8.Valid does, wherever in it a character
// begins, and of every three bytes.
func TestValidUTF8IsThatOfUTF8(t *testing.T) {
	check := func(text []byte) {
		if got, want := validUTF8(text), utf8.Valid(text); got != want {
			t.Fatalf("%x is valid: %v, want %v", text, got, want)
		}
	}
	edges := []byte{0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xee, 0xef, 0xf0, 0xf4, 0xf5, 0xff}
	for lead := range 256 {
		for _, second := range edges {
			for _, third := range edges {
				check(append([]byte{byte(lead), second, third}, "abcdefgh"...))
				check(append([]byte{'a', byte(lead), second, third, 0xbf}, "猫abcdefgh"...))
			}
		}
	}
	parts := []string{"a", "abcdefghij", "é", "猫", "字猫", "😀", "\xed\xa0\x80", "\xe0\x80\x80", "\xff", "\xe7", "\xe7\x8c"}
	rapid.Check(t, func(rt *rapid.T) {
		var text bytes.Buffer
		for _, part := range rapid.SliceOfN(rapid.SampledFrom(parts), 0, 12).Draw(rt, "parts") {
			text.WriteString(part)
		}
		check(text.Bytes())
	})
}
