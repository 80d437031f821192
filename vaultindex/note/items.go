package note

import (
	"bytes"
	"unicode/utf8"
)

// task records a list item whose first line, from its content on, starts with
// `[c] ` (F3). marker is where the item begins.
func (c *collector) task(marker int, line seg) {
	b := bytes.TrimRight(c.src[line.start:line.stop], "\r\n")
	if len(b) < 3 || b[0] != '[' {
		return
	}
	r, size := utf8.DecodeRune(b[1:])
	rest := b[1+size:]
	if r == ']' || len(rest) == 0 || rest[0] != ']' {
		return
	}
	if rest = rest[1:]; len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' {
		return
	}
	if !c.admit(marker) {
		return
	}
	c.note.Tasks = append(c.note.Tasks, Task{
		Mark: clone(b[1 : 1+size]), Text: clone(bytes.TrimSpace(rest)), Done: r != ' ',
		Span: c.lines.span(marker, line.start+len(b)),
	})
}

// callout records a quote whose first line starts with `[!type]` (F3). A fold
// mark and `|metadata` are allowed and dropped.
func (c *collector) callout(first []byte, span seg) {
	if !bytes.HasPrefix(first, []byte("[!")) {
		return
	}
	end := bytes.IndexAny(first, "]\n")
	if end < 3 || first[end] != ']' || !c.admit(span.start) {
		return
	}
	kind, _, _ := bytes.Cut(first[2:end], []byte{'|'})
	title, _, _ := bytes.Cut(first[end+1:], newline)
	if len(title) > 0 && (title[0] == '+' || title[0] == '-') {
		title = title[1:]
	}
	c.note.Callouts = append(c.note.Callouts, Callout{
		Type:  clone(bytes.ToLower(bytes.TrimSpace(kind))),
		Title: clone(bytes.TrimSpace(title)),
		Span:  c.lines.span(span.start, span.stop),
	})
}
