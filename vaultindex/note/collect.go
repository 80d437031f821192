package note

import (
	"bytes"
	"slices"
)

// collector gathers the facts of one file. Both readers of block structure
// (goldmark in walk.go, the bounded scanner in scan.go) hand it the same pieces:
// runs of text, list items, quotes.
type collector struct {
	note    *Note
	src     []byte // the whole raw file
	lines   lineTable
	scratch []byte // reused by newText
	room    int    // facts still allowed
	display int    // bytes of link text still kept, see displayed
	work    int    // bytes looked at by the inline scanner, for the tests that bound it
	hasDefs bool   // the file may define link references
	defs    map[string]string
	uses    []refUse
	plain   *plain // set when the plain text is asked for
}

func newCollector(n *Note, raw []byte) *collector {
	return &collector{
		note: n, src: raw, lines: newLineTable(raw), room: MaxFacts,
		display: 2*len(raw) + 1024,
		hasDefs: bytes.Contains(raw, []byte("]:")),
	}
}

// admit takes one fact's worth of room. The first refusal leaves a problem.
func (c *collector) admit(start int) bool {
	c.room--
	if c.room == -1 {
		c.note.problem(ProblemTooMany, c.lines.line(start),
			"The note holds too many links, tags and headings; those from here on were left out.")
	}
	return c.room >= 0
}

// finish resolves reference links and puts everything in document order.
func (c *collector) finish() {
	c.resolveUses()
	n := c.note
	sortBySpan(n.Links, func(l Link) Span { return l.Span })
	sortBySpan(n.Blocks, func(b Block) Span { return b.Span })
	slices.SortStableFunc(n.Problems, func(a, b Problem) int { return a.Line - b.Line })
	closeSections(n, c.src)
}

func sortBySpan[T any](s []T, span func(T) Span) {
	less := func(a, b T) int { return span(a).Start - span(b).Start }
	if !slices.IsSortedFunc(s, less) {
		slices.SortStableFunc(s, less)
	}
}

// closeSections ends every heading's section at the next heading of its level
// or above (HB4).
func closeSections(n *Note, src []byte) {
	var open []*Heading
	for i := range n.Headings {
		h := &n.Headings[i]
		for len(open) > 0 && open[len(open)-1].Level >= h.Level {
			last := open[len(open)-1]
			last.End, last.EndLine = lineStart(src, h.Span.Start), h.Span.Line-1
			open = open[:len(open)-1]
		}
		open = append(open, h)
	}
	for _, h := range open {
		h.End, h.EndLine = len(src), max(n.Lines, h.Span.Line)
	}
}

// text reads the lines of one paragraph: reference definitions first, then a
// table if there is one, the rest as running text.
func (c *collector) text(segs []seg) {
	segs = c.takeDefinitions(segs)
	row := tableStart(c.src, segs)
	if row < 0 {
		c.inline(segs)
		return
	}
	c.inline(segs[:row])
	for _, s := range segs[row:] {
		c.row(s)
	}
}

func (c *collector) inline(segs []seg) {
	if len(segs) == 0 {
		return
	}
	if c.plain != nil {
		c.plain.take(c.src, segs)
	}
	s := inlineScanner{c: c, text: newText(c.src, segs, &c.scratch)}
	s.run()
}

func (c *collector) heading(level int, segs []seg, span seg) {
	c.inline(segs)
	if !c.admit(span.start) {
		return
	}
	var text []byte
	for i, s := range segs {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, bytes.TrimSpace(c.src[s.start:s.stop])...)
	}
	c.note.Headings = append(c.note.Headings, Heading{
		Level: level,
		Text:  clone(text),
		Span:  c.lines.span(span.start, span.stop),
	})
}

// displayed copies a link's text. Images nest, so the texts of n links could
// take n² bytes; honest ones stay far below the bound.
func (c *collector) displayed(b []byte) string {
	if c.display -= len(b); c.display < 0 {
		return ""
	}
	return clone(b)
}

func (c *collector) addLink(l Link, start, end int) {
	if c.admit(start) {
		l.Span = c.lines.span(start, end)
		c.note.Links = append(c.note.Links, l)
	}
}

// MaxTag is the longest tag, in bytes, that is kept. Obsidian names no bound,
// but a tag of n levels stands for n tags, and one line of slashes must not.
const MaxTag = 1024

func (c *collector) addTag(name []byte, start, end int) {
	if len(name) > MaxTag {
		c.invalidTag(string(name), c.lines.span(start, end).Line)
		return
	}
	if c.admit(start) {
		c.note.Tags = append(c.note.Tags, Tag{Name: clone(name), Span: c.lines.span(start, end)})
	}
}

func (c *collector) addBlock(id []byte, span seg) {
	if c.admit(span.start) {
		c.note.Blocks = append(c.note.Blocks, Block{ID: clone(id), Span: c.lines.span(span.start, span.stop)})
	}
}

func (c *collector) addFootnote(id []byte, span seg) {
	if c.admit(span.start) {
		c.note.Footnotes = append(c.note.Footnotes, Footnote{ID: clone(id), Span: c.lines.span(span.start, span.stop)})
	}
}
