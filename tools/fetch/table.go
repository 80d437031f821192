package fetch

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxColumns is how wide a table gets in Markdown.
const maxColumns = 60

// table writes a table of data as one of Markdown, its first row as the head.
// A table that only arranges a page is read as the blocks in it.
func (w *markdownWriter) table(n *html.Node) {
	var rows []*html.Node
	nested, columns := false, 0
	for c := range n.Descendants() {
		switch c.DataAtom {
		case atom.Table:
			nested = true
		case atom.Tr:
			rows = append(rows, c)
			columns = max(columns, len(cellsOf(c)))
		}
	}
	if nested || columns < 2 || w.flat > 0 {
		w.children(n)
		return
	}
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Caption {
			w.node(c)
		}
	}
	written := 0
	for _, row := range rows {
		if cells := cellsOf(row); len(cells) > 0 {
			w.row(cells, written == 0)
			written++
		}
	}
}

// cellsOf returns the cells of a row, with nil for each further column that one
// of them spans.
func cellsOf(row *html.Node) []*html.Node {
	var cells []*html.Node
	for c := range row.ChildNodes() {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
			continue
		}
		span, err := strconv.Atoi(attr(c, "colspan"))
		if err != nil {
			span = 1
		}
		for i := 0; i < max(span, 1) && len(cells) < maxColumns; i++ {
			if i == 0 {
				cells = append(cells, c)
			} else {
				cells = append(cells, nil)
			}
		}
	}
	return cells
}

func (w *markdownWriter) row(cells []*html.Node, head bool) {
	if head {
		w.breaks = 2
	} else {
		w.breaks = 1
	}
	w.begin()
	w.b.WriteString("|")
	w.flat++
	w.cells++
	for _, c := range cells {
		w.breaks, w.space = 0, true
		if c != nil {
			w.children(c)
		}
		w.closeSpans()
		w.b.WriteString(" |")
	}
	w.flat--
	w.cells--
	w.breaks, w.space = 1, false
	if head {
		w.newLine()
		w.b.WriteString("|" + strings.Repeat(" --- |", len(cells)))
	}
}
