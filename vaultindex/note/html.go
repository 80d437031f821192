package note

import (
	"bytes"
	"strings"
)

// angle passes an autolink or a piece of raw HTML, in which nothing counts
// (T6), or the '<' alone.
func (s *inlineScanner) angle(i int) int {
	buf := s.text.buf
	rest := buf[i+1:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		return s.until(i, i+4, "-->")
	case bytes.HasPrefix(rest, []byte("![CDATA[")):
		return s.until(i, i+9, "]]>")
	case bytes.HasPrefix(rest, []byte("?")):
		return s.until(i, i+2, "?>")
	case len(rest) > 1 && rest[0] == '!' && isLetter(rest[1]):
		return s.until(i, i+2, ">")
	}
	if end := autolinkEnd(buf, i+1); end > 0 {
		return end
	}
	if s.markup > markupBudget*len(buf) {
		return i + 1
	}
	end, ok := tagMarkup(buf, i+1)
	s.markup += end - i
	if !ok {
		return i + 1
	}
	return end
}

// markupBudget bounds how often, on average, a byte is read again as part of a
// supposed HTML tag. Quotes can be arranged so that many tags seem to begin and
// none ends.
const markupBudget = 8

// until passes everything to closer, or only the '<' when there is none.
func (s *inlineScanner) until(i, from int, closer string) int {
	if end := s.find(from, closer); end >= 0 {
		return end + len(closer)
	}
	return i + 1
}

// autolinkEnd returns the offset behind <scheme:…> or <name@host>, or 0.
func autolinkEnd(buf []byte, i int) int {
	mark := false
	for p := i; p < len(buf); p++ {
		switch c := buf[p]; {
		case c == '>':
			if mark {
				return p + 1
			}
			return 0
		case c == ':' || c == '@':
			mark = mark || p > i
		case c <= ' ' || c == '<':
			return 0
		}
	}
	return 0
}

// tagMarkup reads an open or closing HTML tag whose name starts at buf[i] (or
// its '/'). It returns the offset behind it, or how far it came.
func tagMarkup(buf []byte, i int) (end int, ok bool) {
	closing := i < len(buf) && buf[i] == '/'
	if closing {
		i++
	}
	if i >= len(buf) || !isLetter(buf[i]) {
		return i, false
	}
	i = tagNameEnd(buf, i)
	for {
		p := skipSpace(buf, i)
		switch {
		case p >= len(buf):
			return p, false
		case buf[p] == '>':
			return p + 1, true
		case buf[p] == '/' && !closing && p+1 < len(buf) && buf[p+1] == '>':
			return p + 2, true
		case p == i || closing:
			return p, false
		}
		if i, ok = attribute(buf, p); !ok {
			return i, false
		}
	}
}

func tagNameEnd(buf []byte, i int) int {
	for i < len(buf) && (isLetter(buf[i]) || buf[i] >= '0' && buf[i] <= '9' || buf[i] == '-') {
		i++
	}
	return i
}

// attribute reads one attribute with its value, if it has one.
func attribute(buf []byte, i int) (end int, ok bool) {
	name := skipUntil(buf, i, "\"'>/=<`")
	if name == i {
		return i, false
	}
	eq := skipSpace(buf, name)
	if eq >= len(buf) || buf[eq] != '=' {
		return name, true
	}
	v := skipSpace(buf, eq+1)
	if v >= len(buf) {
		return v, false
	}
	if q := buf[v]; q == '"' || q == '\'' {
		at := bytes.IndexByte(buf[v+1:], q)
		if at < 0 {
			return len(buf), false
		}
		return v + 2 + at, true
	}
	end = skipUntil(buf, v, "\"'=<>`")
	return end, end > v
}

// skipUntil passes everything but white space and the stop characters.
func skipUntil(buf []byte, i int, stops string) int {
	for i < len(buf) && buf[i] > ' ' && strings.IndexByte(stops, buf[i]) < 0 {
		i++
	}
	return i
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
