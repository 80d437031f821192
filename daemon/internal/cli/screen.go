package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// screen is an output that a person may be looking at. What a note, a name, a model
// or a provider says must not move the cursor, change the title or reorder what is
// read: controls are shown, not sent. All that commands print goes through one.
type screen struct{ w io.Writer }

// errReaderLeft says that nobody reads what is written any more.
var errReaderLeft = errors.New("the reader of the output has left")

// Write shows p, which holds whole characters.
func (s screen) Write(p []byte) (int, error) {
	if _, err := s.w.Write(visible(p)); leftReader(err) {
		return 0, errReaderLeft
	} else if err != nil {
		return 0, err
	}
	return len(p), nil
}

// oneLine makes a name fit for a line of output: what would break the line, as a line
// break in a file's name does, becomes a sign. The screen sees to other controls.
func oneLine(name string) string { return lineBreaks.Replace(name) }

var lineBreaks = strings.NewReplacer("\r\n", "␍␊", "\n", "␊", "\u2028", "<U+2028>", "\u2029", "<U+2029>")

// visible puts a visible sign in place of each control character but line break and
// tab, of each character that reorders text, and of bytes that are no UTF-8. A line
// break of Windows becomes a plain one.
func visible(p []byte) []byte {
	if !bytes.ContainsFunc(p, isHarmful) {
		return p
	}
	p = bytes.ReplaceAll(p, []byte("\r\n"), []byte("\n"))
	var b bytes.Buffer
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		switch {
		case !isHarmful(r):
			b.Write(p[:size])
		case r < ' ':
			b.WriteRune(0x2400 + r) // ␛ for escape
		case r == 0x7f:
			b.WriteRune(0x2421)
		case r == utf8.RuneError:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
		p = p[size:]
	}
	return b.Bytes()
}

// isHarmful tells the controls C0 and C1, the bidirectional embeddings, overrides
// and isolates, and what is not UTF-8.
func isHarmful(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ', r >= 0x7f && r <= 0x9f, r == utf8.RuneError:
		return true
	}
	return reorders(r)
}

func reorders(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// escaped writes as \u what JSON may hold as it is and a terminal should not get:
// DEL, C1, and what reorders text. In JSON they can only stand in strings.
func escaped(document []byte) []byte {
	if !bytes.ContainsFunc(document, isRawInJSON) {
		return document
	}
	var b bytes.Buffer
	for _, r := range string(document) {
		if isRawInJSON(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

func isRawInJSON(r rune) bool { return r >= 0x7f && r <= 0x9f || reorders(r) }
