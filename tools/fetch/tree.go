package fetch

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of a tree. They make every later walk over it cheap, whatever the page
// is made of; pages that people read stay far below.
const (
	maxNodes = 200_000 // elements and pieces of text
	maxDepth = 100     // elements inside each other; deeper ones melt into their parent
	maxJSON  = 256 << 10
)

// tree is a page as elements and text. It is built from the tokens of the HTML
// by one pass of work that is linear in them. The rules of the standard for
// what a stray tag means are followed in the common cases only: its own
// algorithm can make millions of elements of a few tags.
type tree struct {
	doc, html, head, body *html.Node

	base   *url.URL
	open   []*html.Node // from body down to where text goes now
	melted int          // open elements that have no node of their own
	hidden int          // how many of open lie in something that is not shown, 0 = none
	nodes  int
	json   int // bytes of metadata taken in
	cut    bool
}

// parseTree reads a page that was found at the address.
func parseTree(source string, at *url.URL) *tree {
	t := &tree{base: at, doc: &html.Node{Type: html.DocumentNode}}
	t.html, t.head, t.body = element(atom.Html), element(atom.Head), element(atom.Body)
	t.doc.AppendChild(t.html)
	t.html.AppendChild(t.head)
	t.html.AppendChild(t.body)
	t.open = []*html.Node{t.body}
	z := html.NewTokenizer(strings.NewReader(source))
	var raw *html.Node // the element whose text comes next, unparsed
	for {
		switch z.Next() {
		case html.ErrorToken:
			return t
		case html.TextToken:
			t.text(raw, z)
		case html.StartTagToken, html.SelfClosingTagToken:
			raw = t.start(z)
		case html.EndTagToken:
			name, _ := z.TagName()
			t.end(atom.Lookup(name))
			raw = nil
		}
		if t.nodes > maxNodes {
			t.cut = true
			return t
		}
	}
}

func element(a atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: a, Data: a.String()}
}

func (t *tree) top() *html.Node { return t.open[len(t.open)-1] }

// text puts text where it belongs: into raw, when that is set.
func (t *tree) text(raw *html.Node, z *html.Tokenizer) {
	if raw != nil && raw.DataAtom == atom.Script && t.json+len(z.Raw()) > maxJSON {
		return
	}
	into := t.top()
	if raw != nil {
		into = raw
	}
	s := string(z.Text())
	if s == "" || holdsNoText[into.DataAtom] && strings.TrimSpace(s) == "" {
		return
	}
	if raw != nil && raw.DataAtom == atom.Script {
		t.json += len(s)
	}
	t.nodes++
	into.AppendChild(&html.Node{Type: html.TextNode, Data: s})
}

// start opens the element of a tag. It returns the element when its text comes
// unparsed.
func (t *tree) start(z *html.Tokenizer) (raw *html.Node) {
	name, more := z.TagName()
	a := atom.Lookup(name)
	if a == 0 || renamed[a] != 0 {
		a = renamed[a]
	}
	n := element(a)
	shownAs := t.attributes(n, z, more)
	switch a {
	case atom.Html, atom.Body:
		t.adopt(n)
		return nil
	case atom.Head:
		return nil
	case atom.Base:
		t.rebase(n)
		return nil
	}
	t.nodes++
	if place, ok := t.unparsed(n); ok {
		if place != nil {
			place.AppendChild(n)
		}
		return n
	}
	t.imply(a)
	if !shownAs || dropped[a] {
		t.hide(n)
		return nil
	}
	switch {
	case void[a]:
		t.top().AppendChild(n)
	case len(t.open) >= maxDepth:
		t.melted++
	default:
		t.top().AppendChild(n)
		t.push(n)
	}
	return nil
}

// unparsed tells where an element goes whose text is no HTML, or that is said
// in the head of a page; nil = nowhere.
func (t *tree) unparsed(n *html.Node) (place *html.Node, ok bool) {
	switch n.DataAtom {
	case atom.Title:
		if t.hidden > 0 || hasChild(t.head, atom.Title) {
			return nil, true
		}
		return t.head, true
	case atom.Meta, atom.Link:
		return t.head, true
	case atom.Script:
		if strings.EqualFold(attr(n, "type"), "application/ld+json") {
			return t.head, true
		}
		return nil, true
	case atom.Style, atom.Textarea, atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Xmp:
		return nil, true
	case atom.Plaintext:
		return t.top(), true
	}
	return nil, false
}

func hasChild(n *html.Node, a atom.Atom) bool {
	for c := range n.ChildNodes() {
		if c.DataAtom == a {
			return true
		}
	}
	return false
}

// hide opens an element that is not shown: it has a place on the stack and none
// in the tree.
func (t *tree) hide(n *html.Node) {
	switch {
	case void[n.DataAtom]:
	case t.hidden > 0:
		if len(t.open) >= maxDepth {
			t.melted++
			return
		}
		t.push(n)
	default: // even below the greatest depth, or it would be shown
		t.melted = 0
		t.push(n)
		t.hidden = len(t.open)
	}
}

func (t *tree) push(n *html.Node) { t.open = append(t.open, n) }

// popTo closes open elements until n are left.
func (t *tree) popTo(n int) {
	t.open = t.open[:n]
	t.melted = 0
	if len(t.open) < t.hidden {
		t.hidden = 0
	}
}

// end closes the nearest element of the name, with all in it. A tag inside a
// cell of a table closes nothing outside of it.
func (t *tree) end(a atom.Atom) {
	if renamed[a] != 0 || a == 0 {
		a = renamed[a]
	}
	if t.melted > 0 {
		t.melted--
		return
	}
	if void[a] {
		return
	}
	for i := len(t.open) - 1; i > 0; i-- {
		switch at := t.open[i].DataAtom; {
		case at == a:
			t.popTo(i)
			return
		case cell[at] && !tabular[a]:
			return
		}
	}
}

// imply closes what a start tag ends without saying so: a paragraph, an item, a
// cell, a row.
func (t *tree) imply(a atom.Atom) {
	if t.melted > 0 {
		return
	}
	for _, rule := range implied[a] {
		t.close(rule)
	}
	if block[a] {
		t.close(closing{ends: atom.P, within: block})
	}
}

func (t *tree) close(c closing) {
	for i := len(t.open) - 1; i > 0; i-- {
		switch at := t.open[i].DataAtom; {
		case at == c.ends:
			t.popTo(i)
			return
		case c.within[at]:
			return
		}
	}
}

// adopt takes over what a second html or body tag says.
func (t *tree) adopt(n *html.Node) {
	to := t.html
	if n.DataAtom == atom.Body {
		to = t.body
	}
	if len(to.Attr) == 0 {
		to.Attr = n.Attr
	}
}

// rebase makes the address of a base tag what relative ones are relative to.
func (t *tree) rebase(n *html.Node) {
	if u, err := url.Parse(attr(n, "href")); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		t.base = u
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
