package fetch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOf writes the text of a tree as a browser would lay it out, roughly: a
// line for each block, an empty one around paragraphs, items with a dash, cells
// with a bar between.
func textOf(n *html.Node) string {
	w := &textWriter{}
	w.node(n)
	return w.b.String()
}

type textWriter struct {
	b      strings.Builder
	breaks int    // line breaks due before the next text
	space  bool   // white space is due before the next text
	lead   string // what the next text begins with
	pre    int    // how many elements keep their white space
	held   string // line breaks that are part of such an element when more comes
	items  int    // how many list items are around the text
}

func (w *textWriter) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
		return
	case html.ElementNode, html.DocumentNode:
	default:
		return
	}
	if n.DataAtom == atom.Br {
		w.breaks++
		return
	}
	w.edge(n.DataAtom)
	switch n.DataAtom {
	case atom.Li:
		w.lead += "- "
		w.items++
		defer func() { w.items-- }()
	case atom.Td, atom.Th:
		w.nextCell(n)
	case atom.Pre, atom.Plaintext:
		w.pre++
		defer func() { w.pre--; w.held = "" }()
	case atom.Script, atom.Style, atom.Head:
		return
	}
	for c := range n.ChildNodes() {
		w.node(c)
	}
	w.edge(n.DataAtom)
}

// edge is where an element begins or ends.
func (w *textWriter) edge(a atom.Atom) {
	switch {
	case w.lead != "": // the item or cell itself is the beginning
	case spaced[a] && (w.items == 0 || !list[a]):
		w.breaks = max(w.breaks, 2)
	case block[a] && a != atom.Td && a != atom.Th:
		w.breaks = max(w.breaks, 1)
	}
}

// nextCell puts a bar before a cell that is not the first of its row.
func (w *textWriter) nextCell(n *html.Node) {
	for p := n.PrevSibling; p != nil; p = p.PrevSibling {
		if p.Type == html.ElementNode {
			w.breaks, w.space = 0, false
			w.lead += " | "
			return
		}
	}
}

func (w *textWriter) text(s string) {
	if w.pre > 0 {
		w.preformatted(s)
		return
	}
	for s != "" {
		if r, _ := utf8.DecodeRuneInString(s); unicode.IsSpace(r) {
			w.space = true
			s = strings.TrimLeftFunc(s, unicode.IsSpace)
			continue
		}
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		w.begin()
		w.b.WriteString(s[:end])
		s = s[end:]
	}
}

// preformatted writes text with its white space, but for empty lines at its
// beginning and end.
func (w *textWriter) preformatted(s string) {
	body := strings.TrimRight(s, "\n")
	if body == "" {
		w.held += s
		return
	}
	if w.breaks == 0 && w.b.Len() > 0 {
		w.b.WriteString(w.held)
	} else {
		body = strings.TrimLeft(body, "\n")
	}
	w.held = ""
	w.begin()
	w.b.WriteString(body)
	w.held = s[len(strings.TrimRight(s, "\n")):]
}

// begin writes what is due before text.
func (w *textWriter) begin() {
	switch {
	case w.b.Len() == 0:
	case w.breaks > 0:
		w.b.WriteString("\n\n"[:min(w.breaks, 2)])
	case w.space && w.lead == "":
		w.b.WriteByte(' ')
	}
	w.b.WriteString(w.lead)
	w.breaks, w.space, w.lead = 0, false, ""
}
