package note

import (
	"bytes"

	"github.com/yuin/goldmark/util"
)

// maxLabel is the longest label of a reference, as in CommonMark.
const maxLabel = 999

// refUse is a [text][label], [label][] or [label] that may be a link once all
// definitions are known (M5).
type refUse struct {
	label   string
	display string
	embed   bool
	start   int
	end     int
}

// reference remembers a possible reference link that ends its text at closing.
// It reports whether something was remembered, and the offset behind it.
func (s *inlineScanner) reference(b bracket, closing int) (int, bool) {
	buf := s.text.buf
	label, end := buf[b.pos+1:closing], closing+1
	if !s.c.hasDefs || len(label) > 0 && label[0] == '^' {
		return 0, false
	}
	plain := !b.nested
	if s.peek(closing+1) == '[' {
		second, ok := plainLabel(buf, closing+2)
		s.c.work += len(second)
		if ok {
			end = closing + 3 + len(second)
			if len(bytes.TrimSpace(second)) > 0 {
				label, plain = second, true
			}
		}
	}
	if !plain || len(label) > maxLabel || len(bytes.TrimSpace(label)) == 0 || s.c.room <= 0 {
		return 0, false
	}
	start := b.pos
	if b.image {
		start--
	}
	s.c.room--
	s.c.uses = append(s.c.uses, refUse{
		label: util.ToLinkReference(label), display: s.c.displayed(buf[b.pos+1 : closing]),
		embed: b.image, start: s.text.at(start), end: s.text.end(end),
	})
	return end, end > closing+1
}

// plainLabel returns the text up to the next ']'; it reports false, with what it
// passed, when a '[' or nothing comes first.
func plainLabel(buf []byte, i int) ([]byte, bool) {
	p := i
	for ; p < len(buf) && p-i <= maxLabel; p++ {
		switch buf[p] {
		case '\\':
			p++
		case '[':
			return buf[i:p], false
		case ']':
			return buf[i:p], true
		}
	}
	return buf[i:min(p, len(buf))], false
}

// resolveUses makes links of the uses whose label is defined.
func (c *collector) resolveUses() {
	for _, u := range c.uses {
		dest, ok := c.defs[u.label]
		if !ok {
			continue
		}
		if l, ok := markdownTarget([]byte(dest)); ok {
			l.Kind, l.Embed = ReferenceLink, u.embed
			l.Display, l.HasDisplay = u.display, u.display != ""
			l.Span = c.lines.span(u.start, u.end)
			c.note.Links = append(c.note.Links, l)
			if c.plain != nil {
				c.plain.mute = append(c.plain.mute, seg{u.start, u.end})
			}
		}
	}
}

// takeDefinitions records the `[label]: dest "title"` lines a paragraph starts
// with and returns the lines after them. Each definition is one line and not
// indented (M5); the first of a label wins.
func (c *collector) takeDefinitions(segs []seg) []seg {
	for c.hasDefs && len(segs) > 0 && !c.indented(segs[0].start) {
		label, dest, ok := parseDefinition(c.src[segs[0].start:segs[0].stop])
		if !ok {
			return segs
		}
		key := util.ToLinkReference(label)
		if c.defs == nil {
			c.defs = map[string]string{}
		}
		if _, twice := c.defs[key]; !twice && len(c.defs) < MaxFacts {
			c.defs[key] = string(dest)
		}
		segs = segs[1:]
	}
	return segs
}

// indented reports that only white space stands before off on its line.
func (c *collector) indented(off int) bool {
	before := c.src[lineStart(c.src, off):off]
	return len(before) > 0 && len(bytes.TrimSpace(before)) == 0
}

func parseDefinition(line []byte) (label, dest []byte, ok bool) {
	if len(line) == 0 || line[0] != '[' {
		return nil, nil, false
	}
	label, ok = plainLabel(line, 1)
	colon := 2 + len(label)
	if !ok || len(bytes.TrimSpace(label)) == 0 || label[0] == '^' || colon >= len(line) || line[colon] != ':' {
		return nil, nil, false
	}
	start := skipSpace(line, colon+1)
	dest, end, ok := definitionDestination(line, start)
	if !ok || end == start {
		return nil, nil, false
	}
	rest := skipSpace(line, end)
	if rest < len(line) {
		t, titled := parseTitle(line, rest)
		if !titled || rest == end || skipSpace(line, t) < len(line) {
			return nil, nil, false
		}
	}
	return label, dest, true
}

// definitionDestination is parseDestination where a ')' may stand unmatched.
func definitionDestination(line []byte, i int) (dest []byte, end int, ok bool) {
	if i < len(line) && line[i] == '<' {
		return angleDestination(line, i+1)
	}
	end = i
	for end < len(line) && line[end] > ' ' {
		end++
	}
	return line[i:end], end, true
}
