package edit

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// heading is a heading of a note with the section below it, in lines and bytes.
type heading struct {
	text     string
	level    int
	line     int   // its first line, from 1
	bodyLine int   // the line after it
	lastLine int   // the last line of its section
	start    int   // where its line begins
	body     int   // where the line after it begins
	ownEnd   int   // where its first sub-heading begins, else end
	end      int   // where its section ends
	above    []int // the headings it stands below, outermost first
	setext   bool
}

// headingsOf returns the headings of a parsed note in order. Those in a comment
// of the author's are left out: they are text, not structure.
func headingsOf(raw []byte, n *note.Note) []heading {
	rs := regions(raw, n)
	var out []heading
	for _, h := range n.Headings {
		if regionAt(rs, h.Span.Line) == inComment {
			continue
		}
		start := lineStart(raw, h.Span.Start)
		out = append(out, heading{
			text: h.Text, level: h.Level, line: h.Span.Line, start: start,
			body: nextLine(raw, max(start, h.Span.End-1)), setext: raw[h.Span.Start] != '#',
		})
	}
	closeSections(raw, n, out)
	return out
}

// closeSections tells where every section ends, by lines and bytes, and what it
// stands below (HB4).
func closeSections(raw []byte, n *note.Note, hs []heading) {
	var open []int
	closeTo := func(level, at, line int) {
		for len(open) > 0 && hs[open[len(open)-1]].level >= level {
			h := &hs[open[len(open)-1]]
			h.end, h.lastLine = at, line
			open = open[:len(open)-1]
		}
	}
	for i := range hs {
		h := &hs[i]
		closeTo(h.level, h.start, h.line-1)
		h.bodyLine = h.line + strings.Count(string(raw[h.start:h.body]), "\n")
		if h.body == len(raw) && h.body > 0 && raw[h.body-1] != '\n' {
			h.bodyLine++
		}
		h.above = append([]int(nil), open...)
		open = append(open, i)
	}
	closeTo(0, len(raw), n.Lines)
	for i := range hs {
		hs[i].ownEnd = hs[i].end
		if i+1 < len(hs) && hs[i+1].start < hs[i].end {
			hs[i].ownEnd = hs[i+1].start
		}
	}
}

// pathOf writes where a heading stands: "# A > ## B".
func pathOf(hs []heading, h heading) string {
	var steps []string
	for _, i := range h.above {
		steps = append(steps, hs[i].marked())
	}
	return strings.Join(append(steps, h.marked()), " > ")
}

// marked returns the heading as an ATX line.
func (h heading) marked() string {
	return strings.TrimSpace(strings.Repeat("#", h.level) + " " + h.text)
}

// paths lists headings for a message.
func paths(hs []heading) []string {
	var out []string
	for _, h := range hs[:min(len(hs), 100)] {
		out = append(out, pathOf(hs, h))
	}
	return out
}
