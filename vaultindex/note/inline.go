package note

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// inlineScanner reads the links and tags of one run of text from left to right.
// Emphasis means nothing to links or tags, so it is not parsed; that, and the
// small memories below, keep the work linear in the length of the run whatever
// it holds.
type inlineScanner struct {
	c    *collector
	text runText

	brackets []bracket // open [ and ![
	dead     int       // brackets below this index hold a link and cannot be one
	closed   int       // where the link that was closed last began

	ticks  map[int][]int // backtick runs by length; nil until the first is met
	wiki   wikiMemory
	noMath int             // no inline math closes before this offset
	noEnd  map[string]bool // closers that do not occur in the rest
	markup int             // bytes read while looking for HTML tags, see angle
}

type bracket struct {
	pos    int
	image  bool
	nested bool // another bracket closed inside
}

// special marks the bytes at which something may start or end.
var special = func() (s [256]bool) {
	for _, c := range []byte("\\`[]!<#$") {
		s[c] = true
	}
	return s
}()

func (s *inlineScanner) run() {
	buf := s.text.buf
	for i := 0; i < len(buf); {
		if !special[buf[i]] {
			i++
			continue
		}
		next := s.step(i)
		if s.c.plain != nil && next > i+1 {
			s.passed(i, next)
		}
		i = next
	}
	s.c.work += len(buf) + s.markup
}

// step handles the special byte at i and returns where to go on.
func (s *inlineScanner) step(i int) int {
	switch s.text.buf[i] {
	case '\\':
		return s.escape(i)
	case '`':
		return s.codeSpan(i)
	case '[':
		return s.open(i, i, false)
	case '!':
		if s.peek(i+1) == '[' {
			return s.open(i, i+1, true)
		}
	case ']':
		return s.close(i)
	case '<':
		return s.angle(i)
	case '#':
		return s.tag(i)
	case '$':
		return s.math(i)
	}
	return i + 1
}

func (s *inlineScanner) peek(i int) byte {
	if i < len(s.text.buf) {
		return s.text.buf[i]
	}
	return 0
}

// escape passes a backslash and what it escapes (T6: `\#x` is no tag).
func (s *inlineScanner) escape(i int) int {
	if isASCIIPunct(s.peek(i + 1)) {
		return i + 2
	}
	return i + 1
}

func isASCIIPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z')
}

// codeSpan passes `code`, in which nothing counts (W13).
func (s *inlineScanner) codeSpan(i int) int {
	if s.ticks == nil {
		s.ticks = tickRuns(s.text.buf)
	}
	end := i
	for s.peek(end) == '`' {
		end++
	}
	n := end - i
	runs := s.ticks[n]
	for len(runs) > 0 && runs[0] < end {
		runs = runs[1:]
	}
	s.ticks[n] = runs
	if len(runs) == 0 {
		return end
	}
	return runs[0] + n
}

// tickRuns finds every run of backticks, by its length.
func tickRuns(buf []byte) map[int][]int {
	runs := map[int][]int{}
	for i := 0; ; {
		at := bytes.IndexByte(buf[i:], '`')
		if at < 0 {
			return runs
		}
		start := i + at
		for i = start; i < len(buf) && buf[i] == '`'; i++ {
		}
		runs[i-start] = append(runs[i-start], start)
	}
}

// tag reads an inline tag (T1, T3): '#' at the start of a line or after white
// space.
func (s *inlineScanner) tag(i int) int {
	buf := s.text.buf
	if i > 0 && !spaceBefore(buf, i) {
		return i + 1
	}
	end := tagEnd(buf, i+1)
	name := trimTag(buf[i+1 : end])
	if hasNonDigit(name) {
		s.c.addTag(name, s.text.at(i), s.text.end(i+1+len(name)))
	}
	return end
}

func spaceBefore(buf []byte, i int) bool {
	if c := buf[i-1]; c < utf8.RuneSelf {
		return c == ' ' || c >= '\t' && c <= '\r'
	}
	r, _ := utf8.DecodeLastRune(buf[:i])
	return unicode.IsSpace(r)
}

// math passes $…$ on one line and $$…$$ within one block; nothing in them
// counts. A dollar before a space, or one that never closes, is money.
func (s *inlineScanner) math(i int) int {
	buf := s.text.buf
	if s.peek(i+1) == '$' {
		if end := s.find(i+2, "$$"); end >= 0 {
			return end + 2
		}
		return i + 2
	}
	next := s.peek(i + 1)
	if i < s.noMath || next == 0 || next == ' ' || next == '\t' || next == '\n' || next == '\r' {
		return i + 1
	}
	for p := i + 1; p < len(buf) && buf[p] != '\n'; p++ {
		s.c.work++
		switch buf[p] {
		case '\\':
			if s.peek(p+1) != '\n' {
				p++
			}
		case '[': // W8: a dollar inside a wikilink closes nothing
			if end := s.wikiEnd(p); end > 0 {
				p = end - 1
			}
		case '$':
			if closesMath(buf, p) {
				return p + 1
			}
		}
		s.noMath = p
	}
	return i + 1
}

func closesMath(buf []byte, p int) bool {
	if c := buf[p-1]; c == ' ' || c == '\t' {
		return false
	}
	return p+1 >= len(buf) || buf[p+1] < '0' || buf[p+1] > '9'
}

// find returns where closer next occurs from offset i, or -1. It remembers what
// does not occur, so a missing closer is looked for once.
func (s *inlineScanner) find(i int, closer string) int {
	if s.noEnd[closer] || i > len(s.text.buf) {
		return -1
	}
	at := bytes.Index(s.text.buf[i:], []byte(closer))
	s.c.work += max(at, 0)
	if at < 0 {
		s.c.work += len(s.text.buf) - i
		if s.noEnd == nil {
			s.noEnd = map[string]bool{}
		}
		s.noEnd[closer] = true
		return -1
	}
	return i + at
}
