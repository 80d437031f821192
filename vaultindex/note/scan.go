package note

import "bytes"

// scanner reads block structure line by line, for notes that are too large or
// too deeply nested for the CommonMark parser. It knows fences, HTML and math
// blocks, headings, list items, quotes and paragraphs; it does not tell lists
// that follow each other apart, and knows no code indented inside them.
type scanner struct {
	c *collector

	lines  []seg // the paragraph so far
	item   int   // where its list item begins, -1 outside one
	before seg   // the last finished block; none at first

	quote    *seg // the quote the lines stand in; grows with every line
	callouts int  // how many callouts stood before it

	inList     bool // a list is open, so an indented line is its text, not code
	list       int  // where it begins
	listQuoted bool // it stands inside the quote
	inNote     bool // a footnote is open, which may be indented below too

	fence    []byte // the open fence's characters, nil outside code
	html     htmlKind
	inMath   bool
	itemOnly bool // the open fence, HTML or math ends with its list item
	lastEnd  int  // offset of the last `$$`
}

// line is one line of the file without the markers of the containers around it.
type line struct {
	start, stop int // with its line break
	text        int // where its own text starts, spaces skipped
	indent      int // columns of white space before text
	quoted      bool
	quote       int // where its first quote marker begins, if quoted
	marker      int // where its innermost list marker begins, -1 without one
}

// scan reads the body from offset start on.
func (c *collector) scan(start int) {
	s := scanner{c: c, item: -1, before: seg{-1, -1}}
	s.lastEnd = lastMath(c.src)
	for at := start; at < len(c.src); {
		next := nextLine(c.src, at)
		l := s.strip(at, next)
		if s.leaves(l) {
			s.endVerbatim()
			l = s.strip(at, next)
		}
		s.line(l)
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
		if src[l.text] == '>' && (l.indent < 4 || s.indented()) && (s.quote != nil || !s.verbatim()) {
			if !l.quoted {
				l.quoted, l.quote = true, l.text
			}
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
	if n++; n < len(b) && b[n] > ' ' || s.underlines(b) {
		return 0
	}
	return n
}

// underlines reports that a lone dash is the underline of a Setext heading: an
// empty item interrupts no paragraph.
func (s *scanner) underlines(b []byte) bool {
	return b[0] == '-' && len(s.lines) > 0 && !s.inList && s.quote == nil && len(bytes.TrimSpace(b)) == 1
}

// indented reports that text may be indented without being code.
func (s *scanner) indented() bool { return s.inList || s.inNote }

func (s *scanner) verbatim() bool { return s.fence != nil || s.html != 0 || s.inMath }

func (s *scanner) endVerbatim() { s.fence, s.html, s.inMath = nil, 0, false }

// leaves reports that a line stands outside the quote or the list item in which
// code, HTML or math is open, and so ends it.
func (s *scanner) leaves(l line) bool {
	if !s.verbatim() {
		return false
	}
	blank := len(bytes.TrimSpace(s.c.src[l.text:l.stop])) == 0
	return s.quote != nil && !l.quoted || s.itemOnly && l.indent < 2 && !blank
}

// line decides what one line is.
func (s *scanner) line(l line) {
	text := bytes.TrimRight(s.c.src[l.text:l.stop], " \t\r\n")
	if s.quote != nil && !l.quoted && !s.lazy(l, text) {
		s.flush()
		s.endQuote()
	}
	if s.verbatim() {
		s.inside(l, text)
		return
	}
	if len(text) == 0 && l.marker < 0 {
		s.flush()
		return
	}
	s.enter(l, text)
	if !s.opens(l, text) {
		s.lines = append(s.lines, seg{l.text, l.stop})
	}
}

// lazy reports that a line without the quote's marker goes on with a paragraph
// of the quote: text, and nothing that starts a block.
func (s *scanner) lazy(l line, text []byte) bool {
	if len(s.lines) == 0 || len(text) == 0 || l.marker >= 0 {
		return false
	}
	return l.indent >= 4 || !s.starts(l, text)
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
		s.quote, s.callouts = &seg{l.quote, l.quote}, len(s.c.note.Callouts)
		s.c.callout(text, seg{l.quote, lineEnd(s.c.src, l.start)})
	}
	if s.quote != nil {
		s.quote.stop = lineEnd(s.c.src, l.start)
	}
	open := len(s.lines) > 0 // so a line that is not indented may still go on with it
	s.inNote = s.inNote && (open || l.indent >= 2)
	switch {
	case l.marker >= 0:
		s.flush()
		if s.item = l.marker; !s.inList {
			s.inList, s.list, s.listQuoted = true, l.marker, s.quote != nil
		}
		s.c.task(l.marker, seg{l.text, l.stop})
	case !open && l.indent < 2:
		s.inList, s.item = false, -1
	}
}

// opens handles a line that is a block of its own or starts one, and reports
// whether it was one.
func (s *scanner) opens(l line, text []byte) bool {
	if len(text) == 0 { // an empty item
		s.before = seg{l.marker, lineEnd(s.c.src, l.start)}
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
		if s.inMath = s.opensMath(l, text); s.inMath {
			s.itemOnly = s.inItem(l)
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
	s.item = -1
	s.before = seg{l.text, lineEnd(s.c.src, l.start)}
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
