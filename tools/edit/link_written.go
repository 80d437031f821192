package edit

import (
	"bytes"
	"errors"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

var (
	errNotFound = errors.New("its target cannot be told apart in the text; change it by hand")
	errNoForm   = errors.New("no way to write it would mean the new file; choose a name without # ^ [ ] and |")
)

// container is what a link stands in, which decides how its characters are
// written.
type container uint8

const (
	inNote container = iota
	inDoubleQuotes
	inSingleQuotes
	inJSON
	inBase // an expression in YAML, where a name with quotes cannot stand
)

// written is a link as it stands in a file, with what it says once the escapes
// of its container are undone.
type written struct {
	text []byte // unescaped
	at   []int  // where text[i] stands in the file, and where the text ends
	in   container
	link note.Link
	tail *tail // Markdown links: where the destination stands
}

// writtenLink reads the link's own bytes.
func writtenLink(raw []byte, l site) *written {
	start, end := l.Span.Start, l.Span.End
	w := &written{link: l.Link, in: l.in}
	if l.Kind == note.CanvasFile {
		start, end = start+1, max(start+1, end-1)
	}
	w.unescape(raw, start, end)
	return w
}

// quotesAround tells in which quotation marks the property link at offset at
// stands.
func quotesAround(raw []byte, at int) container {
	before := bytes.TrimRight(raw[:at], " \t!")
	switch {
	case bytes.HasSuffix(before, []byte{'"'}):
		return inDoubleQuotes
	case bytes.HasSuffix(before, []byte{'\''}):
		return inSingleQuotes
	}
	return inNote
}

// unescape fills text and at from the bytes [start, end).
func (w *written) unescape(raw []byte, start, end int) {
	for i := start; i < end; {
		size, plain := 1, raw[i:i+1]
		switch {
		case (w.in == inDoubleQuotes || w.in == inJSON) && raw[i] == '\\' && i+1 < end:
			size, plain = escapeAt(raw[i:end])
		case w.in == inSingleQuotes && raw[i] == '\'' && i+1 < end && raw[i+1] == '\'':
			size = 2
		}
		for _, c := range plain {
			w.text, w.at = append(w.text, c), append(w.at, i)
		}
		i += size
	}
	w.at = append(w.at, end)
}

// raw returns where a range of the text stands in the file.
func (w *written) raw(s span) span { return span{w.at[s.start], w.at[s.end]} }

// find returns where the path stands in the text.
func (w *written) find() (span, bool) {
	switch {
	case w.link.Kind == note.CanvasFile, w.in == inBase && !bytes.HasPrefix(w.text, []byte("[[")):
		return span{0, len(w.text)}, true
	case w.link.Kind == note.Wikilink:
		return w.wikiPath()
	}
	return w.markdownPath()
}

// wikiPath finds the path behind [[.
func (w *written) wikiPath() (span, bool) {
	start := bytes.Index(w.text, []byte("[["))
	if start < 0 {
		return span{}, false
	}
	start += 2
	end := len(w.text)
	if i := bytes.IndexAny(w.text[start:], "#|"); i >= 0 {
		end = start + i
	} else if i := bytes.LastIndex(w.text, []byte("]]")); i >= start {
		end = i
	}
	if end < len(w.text) && w.text[end] == '|' && end > start && w.text[end-1] == '\\' {
		end--
	}
	s := trimmed(w.text, start, end)
	return s, string(w.text[s.start:s.end]) == w.link.Path
}

// trimmed returns [start, end) without white space around it.
func trimmed(b []byte, start, end int) span {
	part := b[start:end]
	start += len(part) - len(bytes.TrimLeft(part, " \t\r\n"))
	return span{start, max(start, start+len(bytes.TrimSpace(part)))}
}

// display finds the text that is shown.
func (w *written) display() (span, bool) {
	var s span
	if w.link.Kind == note.Wikilink {
		bar := bytes.IndexByte(w.text, '|')
		shut := bytes.LastIndex(w.text, []byte("]]"))
		if bar < 0 || shut < bar {
			return span{}, false
		}
		s = trimmed(w.text, bar+1, shut)
	} else {
		open := bytes.IndexByte(w.text, '[')
		if w.tail == nil || open < 0 || w.tail.open-2 < open {
			return span{}, false
		}
		s = span{open + 1, w.tail.open - 2}
	}
	return s, string(w.text[s.start:s.end]) == w.link.Display
}

// keepsExt reports that the link names a note with its `.md`, or must: what is
// no note's name keeps its extension anyway.
func (w *written) keepsExt() bool {
	return strings.HasSuffix(strings.ToLower(w.link.Path), ".md")
}

// holds reports that a link of this kind can name the path at all: a wikilink
// has no escapes.
func (w *written) holds(path string) bool {
	switch {
	case w.in == inBase && strings.ContainsAny(path, "\"'\\"):
		return false
	case w.link.Kind != note.Wikilink:
		return true
	}
	return !strings.ContainsAny(path, "#|\n") && !strings.Contains(path, "]]") && !strings.Contains(path, "[[") && !strings.HasSuffix(path, "]")
}

// encode writes a path as the link's target, with the escapes of its syntax and
// then of its container.
func (w *written) encode(path string) []byte {
	if w.tail != nil {
		path = w.tail.encode(path)
	}
	return w.escape(path)
}

// escape writes text into the container.
func (w *written) escape(s string) []byte {
	switch w.in {
	case inDoubleQuotes, inJSON:
		return []byte(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s))
	case inSingleQuotes:
		return []byte(strings.ReplaceAll(s, "'", "''"))
	}
	return []byte(s)
}

// described adds to the patches of one link what it was and what it becomes.
func described(raw []byte, l note.Link, edits []linkPatch) []linkPatch {
	if len(edits) == 2 && edits[1].start < edits[0].start {
		edits[0], edits[1] = edits[1], edits[0]
	}
	var now []byte
	at := l.Span.Start
	for _, e := range edits {
		now = append(append(now, raw[at:e.start]...), e.text...)
		at = e.end
	}
	now = append(now, raw[at:l.Span.End]...)
	edits[0].change = &LinkChange{Line: l.Span.Line, Old: string(raw[l.Span.Start:l.Span.End]), New: string(now)}
	return edits
}
