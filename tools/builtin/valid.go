package builtin

import (
	number "encoding/binary" // the package has a binary of its own
	"unicode/utf8"
)

// validUTF8 is utf8.Valid, twice as fast where a text is Chinese: there every
// character has three bytes. A search through a large vault checks every file.
func validUTF8(p []byte) bool {
	for len(p) >= 8 {
		switch head := number.LittleEndian.Uint64(p); {
		case head&0x8080808080808080 == 0:
			p = p[8:]
		case head&0x80 == 0:
			p = p[1:]
		case head&0xC0C0F0 == 0x8080E0 && p[0] != 0xE0 && p[0] != 0xED:
			p = p[3:] // E0 and ED do not go with every second byte
		default:
			r, n := utf8.DecodeRune(p)
			if r == utf8.RuneError && n == 1 {
				return false
			}
			p = p[n:]
		}
	}
	return utf8.Valid(p)
}
