package edit

import "bytes"

// form is how a value is written.
type form uint8

const (
	nothing      form = iota // `key:`
	oneLine                  // a scalar on the key's line
	flowList                 // [a, b], maybe over several lines
	blockList                // items below, each behind a dash
	severalLines             // any other value that goes on below the key's line
)

// entry is a property as it is written. Offsets are those of the file.
type entry struct {
	form    form
	colon   int  // behind the colon
	value   span // the value's own bytes, without a comment behind it
	line    int  // the end of the key's line, before its line end
	end     int  // the end of the entry, before its line end
	quoted  byte // the quotation mark of a scalar, 0 for none
	items   []piecesOf
	dash    []byte // block lists: what stands before the dashes
	comment bool   // flow lists: a comment stands inside
}

// piecesOf is one item of a list: its own bytes, and for block lists whole lines.
type piecesOf struct {
	span
	quoted byte
}

// open reads how a property is written.
func (f *frontmatter) open(p property) (entry, error) {
	e := entry{line: textEnd(f.raw, p.span.start), end: p.span.end}
	e.line = min(e.line, e.end)
	colon, ok := afterKey(f.raw[p.span.start:e.line])
	if !ok {
		return e, f.unsafe(p, 0)
	}
	e.colon = p.span.start + colon
	at := e.colon
	for at < e.line && (f.raw[at] == ' ' || f.raw[at] == '\t') {
		at++
	}
	e.value = span{at, at}
	rest := f.raw[at:e.line]
	switch {
	case len(rest) == 0 || rest[0] == '#':
		e.value = span{e.colon, e.colon}
		f.below(&e, p)
	case rest[0] == '[':
		f.flow(&e, p)
	default:
		f.scalar(&e, rest)
	}
	return e, nil
}

// afterKey returns the length of `key:`, plain or quoted.
func afterKey(line []byte) (int, bool) {
	at := 0
	switch {
	case len(line) == 0 || bytes.IndexByte([]byte("?&*!"), line[0]) >= 0:
		return 0, false
	case line[0] == '"' || line[0] == '\'':
		n := quotedLength(line)
		if n == 0 {
			return 0, false
		}
		at = n
	}
	for ; at < len(line); at++ {
		if line[at] == ':' && (at+1 == len(line) || line[at+1] == ' ' || line[at+1] == '\t') {
			return at + 1, true
		}
	}
	return 0, false
}

// quotedLength returns the length of the quoted scalar at the start of b, 0 when
// it does not end there.
func quotedLength(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch {
		case b[i] == '\\' && b[0] == '"':
			i++
		case b[i] == b[0] && b[0] == '\'' && i+1 < len(b) && b[i+1] == '\'':
			i++
		case b[i] == b[0]:
			return i + 1
		}
	}
	return 0
}

// scalar reads a value that begins on the key's line and is no list in brackets.
func (f *frontmatter) scalar(e *entry, rest []byte) {
	e.form = oneLine
	if e.end > e.line {
		e.form, e.value.end = severalLines, e.end
		return
	}
	n := 0
	if rest[0] == '"' || rest[0] == '\'' {
		if n = quotedLength(rest); n > 0 {
			e.quoted = rest[0]
		}
	}
	if n == 0 {
		n = len(bytes.TrimRight(rest[:commentAt(rest)], " \t"))
	}
	e.value.end = e.value.start + n
}

// commentAt returns where a comment begins behind a plain scalar, or the end.
func commentAt(line []byte) int {
	for i := 1; i < len(line); i++ {
		if line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t') {
			return i
		}
	}
	return len(line)
}

// below reads a value that begins below the key's line, if there is one.
func (f *frontmatter) below(e *entry, p property) {
	if e.end <= e.line {
		return
	}
	list, ok := p.value.([]any)
	e.form = severalLines
	if ok && f.blockItems(e) && len(e.items) == len(list) {
		e.form = blockList
	}
}

// blockItems finds the items of a list below a key. Lines deeper than the dashes
// belong to the item before; blank lines and comments to none.
func (f *frontmatter) blockItems(e *entry) bool {
	for at := nextLine(f.raw, e.line); at < e.end; at = nextLine(f.raw, at) {
		line := f.raw[at:min(e.end, textEnd(f.raw, at))]
		text := bytes.TrimLeft(line, " ")
		indent := line[:len(line)-len(text)]
		dash := len(text) > 0 && text[0] == '-' && (len(text) == 1 || text[1] == ' ' || text[1] == '\t')
		if len(e.items) == 0 && dash {
			e.dash = indent
		}
		next := min(nextLine(f.raw, at), max(e.end, at))
		switch {
		case dash && bytes.Equal(indent, e.dash):
			e.items = append(e.items, piecesOf{span{at, next}, quoteOf(bytes.TrimLeft(text[1:], " "))})
		case isBlank(line) || text[0] == '#':
		case len(e.items) > 0 && len(indent) > len(e.dash):
			e.items[len(e.items)-1].end = next
		default:
			return false
		}
	}
	return len(e.items) > 0
}

func quoteOf(text []byte) byte {
	if len(text) > 0 && (text[0] == '"' || text[0] == '\'') {
		return text[0]
	}
	return 0
}

// flow reads a list in brackets.
func (f *frontmatter) flow(e *entry, p property) {
	e.form = severalLines
	end := f.flowItems(e)
	if end < 0 {
		e.value.end = e.end
		return
	}
	e.value.end = end
	if list, ok := p.value.([]any); ok && len(list) == len(e.items) {
		e.form = flowList
	}
}

// flowItems finds the items between brackets and returns where the list ends, or
// -1.
func (f *frontmatter) flowItems(e *entry) int {
	depth, from := 1, -1
	for at := e.value.start + 1; at < e.end; at++ {
		c := f.raw[at]
		switch {
		case (c == '"' || c == '\'') && (from < 0 || f.raw[at-1] == ' ' || depth > 1):
			n := quotedLength(f.raw[at:e.end])
			if n == 0 {
				return -1
			}
			if from < 0 {
				from = at
			}
			at += n - 1
			continue
		case c == '#' && bytes.IndexByte([]byte(" \t\n"), f.raw[at-1]) >= 0:
			e.comment = true
			at = textEnd(f.raw, at) - 1
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		switch {
		case depth == 0 || depth == 1 && c == ',':
			f.flowItem(e, from, at)
			if from = -1; depth == 0 {
				return at + 1
			}
		case from < 0 && bytes.IndexByte([]byte(" \t\r\n"), c) < 0:
			from = at
		}
	}
	return -1
}

func (f *frontmatter) flowItem(e *entry, from, to int) {
	if from < 0 {
		return
	}
	to = from + len(bytes.TrimRight(f.raw[from:to], " \t\r\n"))
	e.items = append(e.items, piecesOf{span{from, to}, quoteOf(f.raw[from:to])})
}
