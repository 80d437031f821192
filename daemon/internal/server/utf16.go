package server

import (
	"sort"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// utf16At converts byte offsets of a file to UTF-16 code units, as Obsidian
// counts (F12): a BOM, which Obsidian strips on reading, counts nothing.
//
// It keeps one mark every stride, so a conversion looks at one short stretch and
// not at the whole file: a note may have 100,000 headings.
type utf16At struct {
	raw   []byte
	marks []mark
}

// mark is a byte offset, at the start of a rune, and its UTF-16 offset.
type mark struct{ at, units int }

// stride is how many bytes lie between marks, at least. A mark costs 16 bytes, so
// the marks of a file take an eighth of its size.
const stride = 128

func newUTF16(raw []byte) *utf16At {
	u := &utf16At{raw: raw, marks: []mark{{0, 0}}}
	at, units := 0, 0
	if len(raw) >= 3 && string(raw[:3]) == "\xef\xbb\xbf" {
		at = 3
		u.marks = append(u.marks, mark{3, 0})
	}
	for next := at + stride; at < len(raw); {
		if at >= next {
			u.marks = append(u.marks, mark{at, units})
			next = at + stride
		}
		size, n := runeAt(raw[at:])
		at += size
		units += n
	}
	return u
}

// runeAt returns the size of the rune in bytes and in UTF-16 code units.
func runeAt(raw []byte) (size, units int) {
	r, size := utf8.DecodeRune(raw)
	if r > 0xFFFF {
		return size, 2
	}
	return size, 1
}

func (u *utf16At) units(at int) int {
	i := sort.Search(len(u.marks), func(i int) bool { return u.marks[i].at > at }) - 1
	pos, units := u.marks[i].at, u.marks[i].units
	if pos == 0 && len(u.marks) > 1 && u.marks[1].units == 0 {
		return 0 // inside the BOM
	}
	for pos < at && pos < len(u.raw) {
		size, n := runeAt(u.raw[pos:])
		pos += size
		units += n
	}
	return units
}

func (u *utf16At) place(s note.Span) protocol.Place {
	return protocol.Place{Line: s.Line, Start: u.units(s.Start), End: u.units(s.End)}
}
