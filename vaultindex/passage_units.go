package vaultindex

import "strings"

// Bounds of one passage. Code is quoted whole or not at all, and a table without
// its head says little, so they may be longer.
const (
	maxUnitLines = 8
	maxUnitRunes = 420
	maxUnitBytes = 4 << 10 // of one sentence, which is never cut
	maxCodeLines = 20      // of code or a table
	maxCodeRunes = 800
)

// unit is a candidate for a passage: a part of one block, or a sentence and the
// list or code it introduces.
type unit struct {
	kind       blockKind
	start, end int  // bytes of the outline's text
	first      int  // line, from 1
	heading    int  // index of the heading above, -1 for none
	block      int  // index of the block
	item       bool // one item of a list that fits as a whole
}

// unitsOf lists the candidates of a note: blocks that are short enough, their
// items, and windows over those that are not.
func unitsOf(o *outline) []unit {
	var all []unit
	for i, b := range o.blocks {
		switch b.kind {
		case frontBlock, queryBlock, headingBlock:
			continue
		case codeBlock:
			if fitsCode(b.text) {
				all = append(all, (&unitCutter{block: b, index: i}).unit(0, len(b.text)))
			}
			continue
		}
		all = append(all, o.parts(b, i)...)
		if u, ok := introduced(o, i); ok {
			all = append(all, u)
		}
	}
	return all
}

// unitCutter makes units of the parts of a block that it is asked for in order.
// It counts the lines before each from where the one before began.
type unitCutter struct {
	block
	index    int
	at, line int // where the last unit began: byte of the text, line
	work     int // bytes looked at, for the test that bounds it
}

// unit is a part of a block, in bytes of its text.
func (c *unitCutter) unit(start, end int) unit {
	if c.line == 0 || start < c.at {
		c.at, c.line = 0, c.first
	}
	c.work += start - c.at
	c.line += strings.Count(c.text[c.at:start], "\n")
	c.at = start
	return unit{
		kind: c.kind, start: c.start + start, end: c.start + end,
		first: c.line, heading: c.heading, block: c.index,
	}
}

// parts are the candidates within one block of text.
func (o *outline) parts(b block, index int) []unit {
	whole := fits(b.text) || b.kind == tableBlock && fitsCode(b.text)
	if !whole || o.commented(b.start, b.end) {
		return o.windows(&unitCutter{block: b, index: index})
	}
	c := &unitCutter{block: b, index: index}
	all := []unit{c.unit(0, len(b.text))}
	if b.kind != listBlock || b.first == b.last {
		return all
	}
	for _, item := range bullets(b.text) {
		u := c.unit(item.start, item.end)
		u.item = true
		all = append(all, u)
	}
	return all
}

// bullets are the items of a list, with what is indented below them. Numbered
// items are steps, and belong together.
func bullets(text string) []span {
	var all []span
	at := 0
	for line := range strings.Lines(text) {
		end := at + len(strings.TrimRight(line, "\r\n"))
		switch {
		case listMark(line) == 2:
			all = append(all, span{at, end})
		case listMark(line) > 2:
			return nil
		case len(all) > 0:
			all[len(all)-1].end = end
		}
		at += len(line)
	}
	return all
}

func fits(text string) bool { return bounded(text, maxUnitLines, maxUnitRunes) }

func fitsCode(text string) bool { return bounded(text, maxCodeLines, maxCodeRunes) }

func bounded(text string, lines, runes int) bool {
	return shortEnough(text, runes) && strings.Count(text, "\n") < lines
}

// tableHead is how many lines of a table have no content.
const tableHead = 2

// windows are runs of sentences, or of lines where lines mean something, as
// long as fits. Each begins one further than the one before. Sentences with
// comments are left out.
func (o *outline) windows(b *unitCutter) []unit {
	parts := sentences(b.text, b.kind != proseBlock)
	hidden := func(i int) bool { return o.commented(b.start+parts[i].start, b.start+parts[i].end) }
	var all []unit
	for i := range parts {
		if b.kind == tableBlock && i < tableHead {
			continue
		}
		end := i
		for end+1 < len(parts) && !hidden(end+1) && fits(b.text[parts[i].start:parts[end+1].end]) {
			end++
		}
		for last := i; last <= end && !hidden(i); last++ {
			if last != end && last-i > 2 {
				continue // one, two, three sentences, or all that fit
			}
			if start, stop := parts[i].start, parts[last].end; stop-start <= maxUnitBytes && !cutsFence(b.text[start:stop]) {
				all = append(all, b.unit(start, stop))
			}
		}
	}
	return all
}

// cutsFence reports whether a text has one end of a code block without the
// other, as within a quote.
func cutsFence(text string) bool {
	fences := 0
	for line := range strings.Lines(text) {
		if fence(strings.Trim(line, "> \t\r\n")) != "" {
			fences++
		}
	}
	return fences%2 == 1
}

// introduced joins a line that ends in a colon to the list or code after it,
// and a paragraph to a table.
func introduced(o *outline, i int) (unit, bool) {
	if i+1 >= len(o.blocks) {
		return unit{}, false
	}
	b, next := o.blocks[i], o.blocks[i+1]
	text := strings.TrimSpace(b.text)
	colon := strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
	if b.kind != proseBlock || !colon && next.kind != tableBlock || o.commented(b.start, next.end) {
		return unit{}, false
	}
	whole := o.text[b.start:next.end]
	if next.kind == listBlock && fits(whole) || (next.kind == codeBlock || next.kind == tableBlock) && fitsCode(whole) {
		return unit{kind: next.kind, start: b.start, end: next.end, first: b.first, heading: b.heading, block: i}, true
	}
	return unit{}, false
}
