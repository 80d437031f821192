package edit

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// piece is where text goes: over the bytes [start, at), whole lines. before and
// after are the lines the text joins, where it does.
type piece struct {
	start, at     int
	before, after []byte
	same          []byte // the text around, in which it may stand already
	fresh         bool   // it is the first text of its section
	indent        []byte // what stands before every line of it
}

// apply writes the text into the piece with the file's line ends and looks at
// the result.
func (p piece) apply(raw []byte, n *note.Note, text string) (Edited, error) {
	if !utf8.Valid(raw) {
		return Edited{}, refuse(BinaryFile, "The file is not UTF-8 text; its bytes are not edited")
	}
	if !utf8.ValidString(text) {
		return Edited{}, refuse(InvalidArgument, "The text must be valid UTF-8")
	}
	body := bytes.TrimRight(bytes.TrimLeft(toLF([]byte(text)), "\n"), " \t\n")
	if p.hasAlready(body) {
		return Edited{}, refuse(NoChange, "The text %s stands there already; nothing was added", quote(string(body)))
	}
	end := lineEndAt(raw, p.start)
	written := withEnds(p.join(raw, p.indented(body)), end)
	after := splice(raw, p.start, p.at, written)
	if bytes.Equal(after, raw) {
		return Edited{}, refuse(NoChange, "The section or block already reads so; there is nothing to change")
	}
	if err := unharmed(raw, after, n, p.start, p.at, p.start+len(written)); err != nil {
		return Edited{}, err
	}
	lines := linesOf(raw, p.start, p.at)
	if p.start == p.at {
		lines = Lines{lineOf(raw, p.start) - 1, lineOf(raw, p.start) - 1}
	}
	return Edited{After: after, Lines: lines}, nil
}

func (p piece) indented(body []byte) []byte {
	if len(p.indent) == 0 || len(body) == 0 {
		return body
	}
	var out []byte
	for _, line := range splitLines(body) {
		if !bytes.HasPrefix(line, p.indent) {
			out = append(out, p.indent...)
		}
		out = append(out, line...)
	}
	return out
}

// join adds the line breaks and blank lines that the text needs around it, with
// plain line feeds.
func (p piece) join(raw, body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	var out []byte
	if p.start > 0 && raw[p.start-1] != '\n' {
		out = append(out, '\n')
	}
	if len(p.before) > 0 && !oneBlock(p.before, firstLine(body, 0)) {
		out = append(out, '\n')
	}
	out = append(out, body...)
	if p.at == len(raw) && len(raw) > 0 && raw[len(raw)-1] != '\n' {
		return out // the file has no final line end
	}
	out = append(out, '\n')
	if p.at < len(raw) && p.blankAfter(firstLine(raw, p.at), body) {
		out = append(out, '\n')
	}
	return out
}

// blankAfter tells whether a blank line must come before next, so that it stays
// a block of its own.
func (p piece) blankAfter(next, body []byte) bool {
	switch {
	case isBlank(next) || oneBlock(lastLine(body, 0, len(body)), next):
		return false
	case isATX(next): // interrupts anything; a blank line is only for the looks
		return p.fresh
	}
	return true
}

var (
	listLine = regexp.MustCompile(`^[ \t>]*([-*+]|\d{1,9}[.)])([ \t]|$)`)
	atxLine  = regexp.MustCompile(`^ {0,3}#{1,6}([ \t]|$)`)
)

func isATX(line []byte) bool { return atxLine.Match(line) }

// oneBlock reports that two lines belong together without a blank line between:
// items of a list, rows of a table, lines of a quote.
func oneBlock(a, b []byte) bool {
	if listLine.Match(a) && listLine.Match(b) {
		return true
	}
	a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] {
		return false
	}
	return a[0] == '|' || a[0] == '>'
}
