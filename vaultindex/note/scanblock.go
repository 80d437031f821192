package note

import "bytes"

// starts reports that a line begins a block that interrupts a paragraph.
func (s *scanner) starts(l line, text []byte) bool {
	switch text[0] {
	case '#':
		return atxLevel(text) > 0
	case '-', '*', '_':
		return isBreak(text)
	case '`', '~':
		return fenceLength(text) > 0
	case '<':
		return htmlOpens(text, true) != 0
	case '$':
		return s.opensMath(l, text)
	case '[':
		_, n := footnoteLabel(text)
		return n > 0
	}
	return false
}

func (s *scanner) openHTML(l line, text []byte) bool {
	kind := htmlOpens(text, len(s.lines) > 0)
	if kind == 0 {
		return false
	}
	if kind >= htmlBlock || !htmlCloses(kind, text) {
		s.html, s.itemOnly = kind, s.inItem(l)
	}
	return s.skip(l)
}

// inItem reports that a block belongs to a list item.
func (s *scanner) inItem(l line) bool { return l.marker >= 0 || s.inList && l.indent >= 2 }

func (s *scanner) opensMath(l line, text []byte) bool {
	return opensMath(text) && s.lastEnd >= l.stop
}

func (s *scanner) openFence(l line, text []byte) bool {
	n := fenceLength(text)
	if n == 0 {
		return false
	}
	s.fence, s.itemOnly = text[:n], s.inItem(l)
	return s.skip(l)
}

// fenceLength counts the marks of a fence that opens with text, 0 for none.
func fenceLength(text []byte) int {
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return 0
	}
	return n
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
	level := atxLevel(text)
	if level == 0 {
		return false
	}
	s.flush()
	s.item = -1
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

// atxLevel counts the marks of an ATX heading, 0 for none.
func atxLevel(text []byte) int {
	level := 0
	for level < len(text) && text[level] == '#' {
		level++
	}
	if level > 6 || level < len(text) && text[level] != ' ' && text[level] != '\t' {
		return 0
	}
	return level
}

// setext reads the underline of a heading.
func (s *scanner) setext(l line, text []byte) bool {
	if len(s.lines) == 0 || s.indented() || s.quote != nil || l.indent > 3 || len(bytes.Trim(text, string(text[:1]))) > 0 {
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
