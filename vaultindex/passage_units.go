package vaultindex

import (
	"strings"
	"unicode/utf8"
)

// Bounds of one passage.
const (
	maxUnitLines = 6
	maxUnitRunes = 420
)

// unit is a candidate for a passage: a part of one block, or a sentence and the
// list it introduces.
type unit struct {
	kind       blockKind
	start, end int // bytes of the outline's text
	first      int // line, from 1
	heading    int // index of the heading above, -1 for none
	block      int // index of the block
}

// unitsOf lists the candidates of a note: blocks that are short enough, and
// windows over those that are not.
func unitsOf(o *outline) []unit {
	var all []unit
	for i, b := range o.blocks {
		switch b.kind {
		case frontBlock, queryBlock, headingBlock:
			continue
		}
		whole := unit{kind: b.kind, start: b.start, end: b.end, first: b.first, heading: b.heading, block: i}
		if fits(b.text) {
			all = append(all, whole)
		} else {
			all = append(all, windows(b, i)...)
		}
		if u, ok := introduced(o, i); ok {
			all = append(all, u)
		}
	}
	return all
}

func fits(text string) bool {
	return strings.Count(text, "\n") < maxUnitLines && utf8.RuneCountInString(text) <= maxUnitRunes
}

// windows are runs of sentences, or of lines where lines mean something, as
// long as fits. Each begins one further than the one before.
func windows(b block, index int) []unit {
	parts := sentences(b.text, b.kind != proseBlock)
	var all []unit
	for i := range parts {
		end := i
		for end+1 < len(parts) && fits(b.text[parts[i].start:parts[end+1].end]) {
			end++
		}
		for last := i; last <= end; last++ {
			if last != end && last-i > 2 {
				continue // one, two, three sentences, or all that fit
			}
			start, stop := parts[i].start, parts[last].end
			all = append(all, unit{
				kind: b.kind, start: b.start + start, end: b.start + stop,
				first: b.first + strings.Count(b.text[:start], "\n"), heading: b.heading, block: index,
			})
		}
	}
	return all
}

// introduced joins a line that ends in a colon to the list after it.
func introduced(o *outline, i int) (unit, bool) {
	if i+1 >= len(o.blocks) {
		return unit{}, false
	}
	b, next := o.blocks[i], o.blocks[i+1]
	text := strings.TrimSpace(b.text)
	colon := strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
	if b.kind != proseBlock || next.kind != listBlock || !colon || !fits(o.text[b.start:next.end]) {
		return unit{}, false
	}
	return unit{kind: listBlock, start: b.start, end: next.end, first: b.first, heading: b.heading, block: i}, true
}
