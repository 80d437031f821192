package note

import "bytes"

// scanner reads block structure line by line, for notes that are too large or
// too deeply nested for the CommonMark parser. It knows fences, HTML and math
// blocks, headings, list items, quotes and paragraphs; it does not know lazy
// continuation or code indented inside lists.
type scanner struct {
	c *collector

	lines  []seg // the paragraph so far
	item   int   // where its list item begins, -1 outside one
	before seg   // the last finished block; none at first
	blank  bool  // the line before was blank

	quote    *seg // the quote the lines stand in; grows with every line
	callouts int  // how many callouts stood before it

	inList     bool // a list is open, so an indented line is its text, not code
	list       int  // where it begins
	listQuoted bool // it stands inside the quote
	inNote     bool // a footnote is open, which may be indented below too

	fence   []byte // the open fence's characters, nil outside code
	html    htmlKind
	inMath  bool
	lastEnd int // offset of the last `$$`
}

// line is one line of the file without the markers of the containers around it.
type line struct {
	start, stop int // with its line break
	text        int // where its own text starts, spaces skipped
	indent      int // columns of white space before text
	quoted      bool
	marker      int // where its innermost list marker begins, -1 without one
}

// scan reads the body from offset start on.
func (c *collector) scan(start int) {
	s := scanner{c: c, item: -1, blank: true, before: seg{-1, -1}}
	s.lastEnd = lastMath(c.src)
	for at := start; at < len(c.src); {
		next := nextLine(c.src, at)
		s.line(s.strip(at, next))
		at = next
	}
	s.flush()
	s.endQuote()
}

// strip takes a line's quote and list markers off.
func (s *scanner) strip(start, stop int) line {
	l := line{start: start, stop: stop, text: start, marker: -1}
	src := s.c.src
	// Whether a marker is a break is seen at the line's end, so markers without
	// end would cost its length squared: what is nested deeper is text.
	for range maxNesting {
		l.indent = 0
		for l.text < stop && (src[l.text] == ' ' || src[l.text] == '\t') {
			l.indent++
			if src[l.text] == '\t' {
				l.indent += 3
			}
			l.text++
		}
		if l.text >= stop {
			return l
		}
		if src[l.text] == '>' && (l.indent < 4 || s.indented()) {
			l.quoted = true
			l.text++
			continue
		}
		n := s.listMarker(l)
		if n == 0 {
			return l
		}
		l.marker = l.text
		l.text += n
	}
	return l
}

// listMarker returns the length of the list marker at l.text, 0 for none.
func (s *scanner) listMarker(l line) int {
	if s.verbatim() || l.indent >= 4 && !s.indented() || isBreak(s.c.src[l.text:l.stop]) {
		return 0
	}
	b := s.c.src[l.text:l.stop]
	n := 0
	for n < len(b) && n < 9 && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	switch {
	case n >= len(b):
		return 0
	case n > 0 && b[n] != '.' && b[n] != ')':
		return 0
	case n == 0 && b[0] != '-' && b[0] != '*' && b[0] != '+':
		return 0
	}
	if n++; n < len(b) && b[n] > ' ' {
		return 0
	}
	return n
}

// isBreak recognises a thematic break: three or more of one of - * _.
func isBreak(b []byte) bool {
	n := 0
	for _, c := range b {
		switch {
		case c <= ' ':
		case c == b[0] && (c == '-' || c == '*' || c == '_'):
			n++
		default:
			return false
		}
	}
	return n >= 3
}

// indented reports that text may be indented without being code.
func (s *scanner) indented() bool { return s.inList || s.inNote }

func (s *scanner) verbatim() bool { return s.fence != nil || s.html != 0 || s.inMath }

// line decides what one line is.
func (s *scanner) line(l line) {
	text := bytes.TrimRight(s.c.src[l.text:l.stop], " \t\r\n")
	if s.quote != nil && !l.quoted && (len(text) == 0 || len(s.lines) == 0) {
		s.flush()
		s.endQuote()
		s.fence, s.html, s.inMath = nil, 0, false
	}
	if s.verbatim() {
		s.inside(l, text)
		return
	}
	if len(text) == 0 && l.marker < 0 {
		s.flush()
		s.blank = true
		return
	}
	s.enter(l, text)
	if !s.opens(l, text) {
		s.lines = append(s.lines, seg{l.text, l.stop})
	}
	s.blank = false
}

// inside passes a line of code, HTML or math, and ends it where that closes.
func (s *scanner) inside(l line, text []byte) {
	s.before.stop = lineEnd(s.c.src, l.start)
	switch {
	case s.fence != nil:
		if len(text) >= len(s.fence) && l.indent < 4 && len(bytes.Trim(text, string(s.fence[:1]))) == 0 {
			s.fence = nil
		}
	case s.html != 0:
		if htmlCloses(s.html, text) {
			s.html = 0
		}
	case hasMathFence(text):
		s.inMath = false
	}
}

// enter opens and closes the containers around a line of text.
func (s *scanner) enter(l line, text []byte) {
	if l.quoted && s.quote == nil {
		s.flush()
		s.quote, s.callouts = &seg{l.start, l.start}, len(s.c.note.Callouts)
		s.c.callout(text, seg{l.start, lineEnd(s.c.src, l.start)})
	}
	if s.quote != nil {
		s.quote.stop = lineEnd(s.c.src, l.start)
	}
	s.inNote = s.inNote && (!s.blank || l.indent >= 2)
	switch {
	case l.marker >= 0:
		s.flush()
		if s.item = l.marker; !s.inList {
			s.inList, s.list, s.listQuoted = true, l.marker, s.quote != nil
		}
		s.c.task(l.marker, seg{l.text, l.stop})
	case s.blank && l.indent < 2:
		s.inList = false
	}
}

// opens handles a line that is a block of its own or starts one, and reports
// whether it was one.
func (s *scanner) opens(l line, text []byte) bool {
	if len(text) == 0 {
		return true
	}
	if l.indent >= 4 && !s.indented() {
		return len(s.lines) == 0 && s.skip(l)
	}
	switch text[0] {
	case '#':
		return s.atx(l, text)
	case '=', '-':
		return s.setext(l, text) || isBreak(text) && s.skip(l)
	case '*', '_':
		return isBreak(text) && s.skip(l)
	case '`', '~':
		return s.openFence(l, text)
	case '<':
		return s.openHTML(l, text)
	case '$':
		if s.inMath = opensMath(text) && s.lastEnd >= l.stop; s.inMath {
			return s.skip(l)
		}
	case '[':
		s.footnote(l, text)
	}
	return false
}

// skip ends the paragraph before a line that is no text, and reports true.
func (s *scanner) skip(l line) bool {
	s.flush()
	s.before = seg{l.text, lineEnd(s.c.src, l.start)}
	return true
}

func (s *scanner) openHTML(l line, text []byte) bool {
	kind := htmlOpens(text, len(s.lines) > 0)
	if kind == 0 {
		return false
	}
	if kind >= htmlBlock || !htmlCloses(kind, text) {
		s.html = kind
	}
	return s.skip(l)
}

func (s *scanner) openFence(l line, text []byte) bool {
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return false
	}
	s.fence = text[:n]
	return s.skip(l)
}

func (s *scanner) footnote(l line, text []byte) {
	if id, n := footnoteLabel(text); n > 0 && !l.quoted && l.marker < 0 {
		s.flush()
		s.inNote = true
		s.c.addFootnote(id, seg{l.text, lineEnd(s.c.src, l.start)})
	}
}

// atx reads `# heading`; only one outside lists and quotes starts a section.
func (s *scanner) atx(l line, text []byte) bool {
	level := 0
	for level < len(text) && text[level] == '#' {
		level++
	}
	if level > 6 || level < len(text) && text[level] != ' ' && text[level] != '\t' {
		return false
	}
	s.flush()
	from := l.text + skipSpace(text, level)
	body := bytes.TrimRight(text[from-l.text:], "#")
	if len(body) > 0 && body[len(body)-1] > ' ' {
		body = text[from-l.text:] // the marks are part of the last word
	}
	to := from + len(bytes.TrimRight(body, " \t"))
	var segs []seg
	if to > from {
		segs = []seg{{from, to}}
	}
	span := seg{l.text, lineEnd(s.c.src, l.start)}
	if s.before = span; l.quoted || l.marker >= 0 || s.inList && l.indent >= 2 {
		s.c.inline(segs)
		return true
	}
	s.c.heading(level, segs, span)
	return true
}

// setext reads the underline of a heading.
func (s *scanner) setext(l line, text []byte) bool {
	if len(s.lines) == 0 || s.item >= 0 || l.quoted || l.indent > 3 || len(bytes.Trim(text, string(text[:1]))) > 0 {
		return false
	}
	level := 1
	if text[0] == '-' {
		level = 2
	}
	span := seg{s.lines[0].start, lineEnd(s.c.src, l.start)}
	s.c.heading(level, s.lines, span)
	s.lines, s.before = s.lines[:0], span
	return true
}

// flush hands the paragraph on and notes the block id at its end (HB7).
func (s *scanner) flush() {
	if len(s.lines) == 0 {
		return
	}
	last := &s.lines[len(s.lines)-1]
	span := seg{s.lines[0].start, lineEnd(s.c.src, last.start)}
	last.stop = span.stop
	if s.item >= 0 {
		span.start = s.item
	}
	s.blockID(span)
	s.c.text(s.lines)
	s.before = span
	if s.inList {
		s.before.start = s.list
	}
	s.lines, s.item = s.lines[:0], -1
}

func (s *scanner) blockID(span seg) {
	id, alone, ok := trailingID(s.c.src, s.lines)
	switch {
	case !ok:
	case s.quote != nil: // named when the quote ends, see endQuote
		s.before = span
	case alone && s.item < 0:
		if s.before.stop >= 0 {
			s.c.addBlock(id, s.before)
		}
	default:
		s.c.addBlock(id, span)
	}
}

// endQuote closes the quote; a block id at its very end names it.
func (s *scanner) endQuote() {
	if s.quote == nil {
		return
	}
	start := max(lineStart(s.c.src, s.quote.stop), s.quote.start)
	if id, _, ok := trailingID(s.c.src, []seg{{start, s.quote.stop}}); ok {
		s.c.addBlock(id, *s.quote)
	}
	for i := s.callouts; i < len(s.c.note.Callouts); i++ {
		s.c.note.Callouts[i].Span.End = s.quote.stop
	}
	s.before, s.quote = *s.quote, nil
	s.inList = s.inList && !s.listQuoted
}
