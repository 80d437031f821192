package note

import (
	"bytes"
	"cmp"
	"slices"
)

// plain collects, while a note is read, where its running text stands and what
// of it is not plain: links, code, math, markup, tags.
type plain struct {
	text, mute []seg
}

// Plain returns where the plain text of a Markdown note stands, at most a line
// at a time and in order: paragraphs, headings, items and cells, without
// frontmatter, code, math, HTML, links of every kind, addresses and tags. What
// a note merely says stands there and nowhere else.
func Plain(raw []byte) []Span {
	c := newCollector(&Note{}, raw)
	c.plain = &plain{}
	c.body(c.frontmatter())
	c.finish()
	p := c.plain
	byStart := func(a, b seg) int { return cmp.Compare(a.start, b.start) }
	slices.SortStableFunc(p.mute, byStart)
	slices.SortStableFunc(p.text, byStart)
	var out []Span
	for _, piece := range without(p.text, joined(p.mute)) {
		if len(bytes.TrimSpace(raw[piece.start:piece.stop])) > 0 {
			out = append(out, c.lines.span(piece.start, piece.stop))
		}
	}
	return out
}

// joined makes one of sorted ranges that overlap.
func joined(ranges []seg) []seg {
	var out []seg
	for _, r := range ranges {
		if last := len(out) - 1; last >= 0 && r.start <= out[last].stop {
			out[last].stop = max(out[last].stop, r.stop)
			continue
		}
		out = append(out, r)
	}
	return out
}

// without cuts holes out of text; both are sorted and do not overlap.
func without(text, holes []seg) []seg {
	var out []seg
	for _, t := range text {
		for len(holes) > 0 && holes[0].stop <= t.start {
			holes = holes[1:]
		}
		at := t.start
		for _, h := range holes {
			if h.start >= t.stop {
				break
			}
			if h.start > at {
				out = append(out, seg{at, h.start})
			}
			at = max(at, h.stop)
		}
		if at < t.stop {
			out = append(out, seg{at, t.stop})
		}
	}
	return out
}

// take notes the lines of running text, and the addresses in them.
func (p *plain) take(src []byte, segs []seg) {
	for _, s := range segs {
		for s.stop > s.start && (src[s.stop-1] == '\n' || src[s.stop-1] == '\r') {
			s.stop--
		}
		if s.start == s.stop {
			continue
		}
		p.text = append(p.text, s)
		p.addresses(src, s)
	}
}

// addresses mutes every word with `://` in it.
func (p *plain) addresses(src []byte, s seg) {
	for at := s.start; ; {
		i := bytes.Index(src[at:s.stop], []byte("://"))
		if i < 0 {
			return
		}
		start, stop := at+i, at+i
		for start > at && src[start-1] > ' ' {
			start--
		}
		for stop < s.stop && src[stop] > ' ' {
			stop++
		}
		p.mute = append(p.mute, seg{start, stop})
		at = stop
	}
}

// passed mutes what the inline scanner passed in one step from i to next.
func (s *inlineScanner) passed(i, next int) {
	switch s.text.buf[i] {
	case '\\':
		return
	case '!', '[':
		if next <= i+2 { // brackets that may open a Markdown link
			return
		}
	case ']':
		i = s.closed
	}
	s.c.plain.mute = append(s.c.plain.mute, seg{s.text.at(i), s.text.end(next)})
}
