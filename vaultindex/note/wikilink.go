package note

import "bytes"

// wikiMemory holds the last pair of brackets looked for, so that a run of
// openers or closers is not searched again for each of them.
type wikiMemory struct {
	from, to    int // the answer holds for openers in [from, to)
	open, shut  int // the last [[ before the next ]] of the line; shut < 0: none
	start, line int // the line ends at line, seen from start on
}

// wikiEnd returns the offset behind the wikilink that opens at buf[i], or 0.
// Only `]]` ends a link, on the same line, and the last `[[` before it opens it
// (W4).
func (s *inlineScanner) wikiEnd(i int) int {
	if s.peek(i+1) != '[' {
		return 0
	}
	m := &s.wiki
	if i < m.from || i >= m.to {
		s.findWiki(i)
	}
	if m.shut < 0 || m.open != i || len(bytes.TrimSpace(s.text.buf[i+2:m.shut])) == 0 {
		return 0
	}
	return m.shut + 2
}

func (s *inlineScanner) findWiki(i int) {
	buf := s.text.buf
	start, line := s.wiki.start, s.wiki.line
	if i < start || i >= line { // looked for once a line, however many links it holds
		start, line = i, len(buf)
		if at := bytes.IndexByte(buf[i:], '\n'); at >= 0 {
			line = i + at
		}
		s.c.work += line - i
	}
	shut := bytes.Index(buf[min(i+2, line):line], []byte("]]"))
	if shut < 0 {
		s.c.work += line - i
		s.wiki = wikiMemory{from: i, to: line, shut: -1, start: start, line: line}
		return
	}
	s.c.work += shut
	shut += i + 2
	open := i + bytes.LastIndex(buf[i:shut], []byte("[["))
	s.wiki = wikiMemory{from: i, to: shut, shut: shut, open: open, start: start, line: line}
	if shut+2 < line && buf[shut+2] == ']' && endsInFootnote(buf[open:shut]) {
		s.wiki.shut++
	}
}

// endsInFootnote reports that a link's target ends in an open `#[^id`, whose
// bracket is the first of the three that follow (W3).
func endsInFootnote(target []byte) bool {
	at := bytes.LastIndex(target, []byte("#[^"))
	return at >= 0 && !bytes.ContainsAny(target[at:], "]|")
}

// open handles a '[' at buf[at]; start is the '!' before it, if any.
func (s *inlineScanner) open(start, at int, image bool) int {
	if end := s.wikiEnd(at); end > 0 && s.wikilink(start, at, end) {
		s.dead = len(s.brackets)
		return end
	}
	s.brackets = append(s.brackets, bracket{pos: at, image: image})
	return at + 1
}

// wikilink records [[…]] or ![[…]]; it reports false when there is no target.
func (s *inlineScanner) wikilink(start, at, end int) bool {
	l, ok := wikiTarget(s.text.buf[at+2 : end-2])
	if !ok {
		return false
	}
	l.Embed = start < at
	s.c.addLink(l, s.text.at(start), s.text.end(end))
	return true
}

// wikiTarget reads what stands between the brackets: path, subpath, `|`,
// display (W2, W3, W5). In a table the bar is written `\|` (W7). Nothing is
// percent-decoded (M7).
func wikiTarget(inner []byte) (Link, bool) {
	target, display, piped := bytes.Cut(inner, []byte{'|'})
	if piped {
		target = bytes.TrimSuffix(target, []byte{'\\'})
	}
	target = bytes.TrimSpace(target)
	if len(target) == 0 {
		return Link{}, false
	}
	l := Link{Kind: Wikilink, Display: clone(bytes.TrimSpace(display)), HasDisplay: piped}
	l.Path, l.Subpath = splitTarget(clone(target))
	return l, true
}
