package vaultindex

import (
	"strings"
)

// blockKind tells what a run of lines is, as far as excerpts need to know.
type blockKind uint8

const (
	proseBlock blockKind = iota
	listBlock
	quoteBlock
	tableBlock
	codeBlock
	queryBlock   // code that asks a plugin, no text of the author's
	headingBlock // its text is in outline.headings
	frontBlock   // frontmatter
)

// block is a run of lines of one kind. Offsets are bytes of the text.
type block struct {
	kind       blockKind
	start, end int // without the last line break
	first      int // line, from 1
	last       int
	heading    int // index of the heading it stands under, -1 for none
	text       string
}

// heading is a line that titles what follows.
type outlineHeading struct {
	level  int
	text   string
	parent int // index of the heading above, -1 for none
	line   int
	start  int
}

// outline is a file cut into blocks. It is made from the bytes at hand and
// not from the index, so it fits them even when the file has just changed.
type outline struct {
	text     string
	blocks   []block
	headings []outlineHeading
	comments []span // what the author hid from readers
	proof    *proof // what beside words was looked for; nil for nothing
}

func splitBlocks(text string) []block { return outlineOf(text).blocks }

// outlineOf cuts a file in one pass over its lines.
func outlineOf(text string) *outline {
	c := &cutter{outline: &outline{text: text}, heading: -1, line: 1}
	c.frontmatter()
	for c.pos < len(text) {
		c.step()
	}
	c.flush()
	c.outline.comments = commentsOf(c.outline)
	return c.outline
}

type cutter struct {
	*outline
	pos     int
	line    int
	heading int
	open    bool // the last of blocks may grow
}

// next returns the line at hand without its break, and where the one after
// begins.
func (c *cutter) next() (line string, after int) {
	rest := c.text[c.pos:]
	end := strings.IndexByte(rest, '\n')
	if end < 0 {
		return strings.TrimSuffix(rest, "\r"), len(c.text)
	}
	return strings.TrimSuffix(rest[:end], "\r"), c.pos + end + 1
}

func (c *cutter) flush() { c.open = false }

// frontmatter takes the block of properties at the very start.
func (c *cutter) frontmatter() {
	body := strings.TrimPrefix(c.text, "\ufeff")
	c.pos = len(c.text) - len(body)
	first, after := c.next()
	if first != "---" {
		return
	}
	at, line := c.pos, c.line
	c.pos, c.line = after, c.line+1
	for c.pos < len(c.text) {
		text, after := c.next()
		if strings.TrimRight(text, " \t") == "---" {
			c.add(frontBlock, at, c.pos+len(text), line)
			c.pos, c.line = after, c.line+1
			c.flush()
			return
		}
		c.pos, c.line = after, c.line+1
	}
	c.pos, c.line = at, line
}

// add appends a block that ends with the line at hand.
func (c *cutter) add(kind blockKind, start, end, first int) {
	c.blocks = append(c.blocks, block{
		kind: kind, start: start, end: end, first: first, last: c.line,
		heading: c.heading, text: c.text[start:end],
	})
}

// step takes one line, or one fenced block.
func (c *cutter) step() {
	text, after := c.next()
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		c.flush()
	case fence(trimmed) != "":
		c.fenced(fence(trimmed), trimmed)
		return
	case atxLevel(text) > 0:
		c.title(atxLevel(text), strings.Trim(trimmed, "# \t"), text)
	case c.open && setext(trimmed) > 0 && c.lastIsOneLine():
		c.underline(setext(trimmed), text)
	case rule(trimmed):
		c.flush()
	default:
		c.grow(kindOf(text), text)
	}
	c.pos, c.line = after, c.line+1
}

func (c *cutter) title(level int, text, raw string) {
	c.flush()
	c.addHeading(outlineHeading{level: level, text: text, line: c.line, start: c.pos})
	c.add(headingBlock, c.pos, c.pos+len(raw), c.line)
}

func (c *cutter) addHeading(h outlineHeading) {
	h.parent = c.heading
	for h.parent >= 0 && c.headings[h.parent].level >= h.level {
		h.parent = c.headings[h.parent].parent
	}
	c.headings = append(c.headings, h)
	c.heading = len(c.headings) - 1
}

func (c *cutter) lastIsOneLine() bool {
	b := c.blocks[len(c.blocks)-1]
	return b.kind == proseBlock && b.first == b.last
}

// underline makes the line above a Setext heading.
func (c *cutter) underline(level int, raw string) {
	b := &c.blocks[len(c.blocks)-1]
	c.addHeading(outlineHeading{level: level, text: strings.TrimSpace(b.text), line: b.first, start: b.start})
	b.kind, b.heading, b.last, b.end = headingBlock, c.heading, c.line, c.pos+len(raw)
	b.text = c.text[b.start:b.end]
	c.flush()
}

// grow adds a line to the open block, or opens one. Indented lines and lazy
// continuations belong to the list or quote before them.
func (c *cutter) grow(kind blockKind, raw string) {
	if c.open {
		b := &c.blocks[len(c.blocks)-1]
		lazy := kind == proseBlock && (b.kind == listBlock || b.kind == quoteBlock)
		if b.kind == kind || lazy {
			b.end, b.last = c.pos+len(raw), c.line
			b.text = c.text[b.start:b.end]
			return
		}
	}
	c.add(kind, c.pos, c.pos+len(raw), c.line)
	c.open = true
}

// fenced takes a code block to its closing fence or the end of the file.
func (c *cutter) fenced(mark, opening string) {
	c.flush()
	at, first := c.pos, c.line
	kind := codeBlock
	if queryLanguages[strings.ToLower(language(opening))] {
		kind = queryBlock
	}
	_, after := c.next()
	for after < len(c.text) {
		c.pos, c.line = after, c.line+1
		var text string
		text, after = c.next()
		if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, mark) && strings.Trim(trimmed, mark[:1]) == "" {
			break
		}
	}
	text, after := c.next()
	c.add(kind, at, c.pos+len(text), first)
	c.pos, c.line = after, c.line+1
}

// queryLanguages are code blocks that plugins turn into something else.
var queryLanguages = wordSet("dataview dataviewjs query base bases tasks tracker chart mermaid button excalidraw kanban")

func language(opening string) string {
	info := strings.TrimSpace(strings.TrimLeft(opening, "`~"))
	if i := strings.IndexAny(info, " {\t"); i >= 0 {
		info = info[:i]
	}
	return info
}

// fence is the run of signs that opens a code block, "" for none.
func fence(line string) string {
	for _, sign := range []string{"`", "~"} {
		n := len(line) - len(strings.TrimLeft(line, sign))
		if n >= 3 && (sign == "~" || !strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}

// atxLevel is the level of a heading with number signs, 0 for none (HB5).
func atxLevel(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	rest := line[indent:]
	n := len(rest) - len(strings.TrimLeft(rest, "#"))
	if indent > 3 || n == 0 || n > 6 || n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0
	}
	return n
}

func setext(line string) int {
	switch {
	case strings.Trim(line, "=") == "":
		return 1
	case strings.Trim(line, "-") == "":
		return 2
	}
	return 0
}

// rule reports whether a line is a thematic break.
func rule(line string) bool {
	bare := strings.ReplaceAll(line, " ", "")
	return len(bare) >= 3 && (strings.Trim(bare, "-") == "" || strings.Trim(bare, "*") == "" || strings.Trim(bare, "_") == "")
}

func kindOf(line string) blockKind {
	trimmed := strings.TrimLeft(line, " \t")
	switch {
	case trimmed[0] == '>':
		return quoteBlock
	case trimmed[0] == '|':
		return tableBlock
	case listMark(trimmed) > 0:
		return listBlock
	}
	return proseBlock
}

// listMark is the length of a list item's mark with its space, 0 for none.
func listMark(s string) int {
	if len(s) > 1 && strings.IndexByte("-*+", s[0]) >= 0 && (s[1] == ' ' || s[1] == '\t') {
		return 2
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits > 0 && digits < 10 && len(s) > digits+1 && (s[digits] == '.' || s[digits] == ')') && s[digits+1] == ' ' {
		return digits + 2
	}
	return 0
}

// path is the headings a block stands under, outermost first.
func (o *outline) path(heading int) []string {
	var up []string
	for ; heading >= 0; heading = o.headings[heading].parent {
		up = append([]string{o.headings[heading].text}, up...)
	}
	return up
}

// headingAt is the text of the nearest heading at or above a line.
func (o *outline) headingAt(line int) string {
	text := ""
	for _, h := range o.headings {
		if h.line > line {
			break
		}
		text = h.text
	}
	return text
}

// searched leaves out the marks in what is not the author's text.
func (o *outline) searched(found marks) marks {
	var others []span
	for _, b := range o.blocks {
		if b.kind == frontBlock || b.kind == queryBlock {
			others = append(others, span{b.start, b.end})
		}
	}
	return found.outside(others)
}

func texts(blocks []block) []string {
	var all []string
	for _, b := range blocks {
		if b.kind != frontBlock {
			all = append(all, b.text)
		}
	}
	return all
}

// sections are the texts from each heading to the next of the same or a higher
// level (HB4), and what stands before the first.
func sections(text string) []string {
	o := outlineOf(text)
	var all []string
	if len(o.headings) == 0 || o.headings[0].start > 0 {
		end := len(text)
		if len(o.headings) > 0 {
			end = o.headings[0].start
		}
		all = append(all, text[:end])
	}
	for i, h := range o.headings {
		end := len(text)
		for _, later := range o.headings[i+1:] {
			if later.level <= h.level {
				end = later.start
				break
			}
		}
		all = append(all, text[h.start:end])
	}
	return all
}
