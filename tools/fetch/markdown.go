package fetch

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markdownOf writes a tree as Markdown. Its work and its output are linear in
// the tree: what could multiply, such as lines inside of many quotations or a
// link around many paragraphs, has a bound.
func markdownOf(n *html.Node) string {
	w := &markdownWriter{}
	w.node(n)
	return w.b.String()
}

const (
	maxFrames   = 12 // lists and quotations inside each other
	maxRepeated = 4  // how often a link around several blocks is written
)

// markdownWriter writes text as it comes, and keeps back what depends on what
// comes next: line breaks, spaces, marks that open.
type markdownWriter struct {
	b      strings.Builder
	frames []frame
	spans  []span
	breaks int    // line breaks due before the next text
	space  bool   // white space is due before the next text
	lead   string // what the next text begins with
	flat   int    // > 0: in a heading or a cell, where lines cannot end
	cells  int    // > 0: in a cell
}

// frame is a list item or a quotation around the text.
type frame struct {
	marker string // on its first line
	indent string // on the others
	begun  bool
}

// span is a mark around text within a line.
type span struct {
	opening, closing string
	written          bool
	times            int // how often it may still be written
}

func (w *markdownWriter) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
	case html.DocumentNode:
		w.children(n)
	case html.ElementNode:
		w.element(n)
	}
}

func (w *markdownWriter) children(n *html.Node) {
	for c := range n.ChildNodes() {
		w.node(c)
	}
}

func (w *markdownWriter) element(n *html.Node) {
	a := n.DataAtom
	w.edge(a)
	switch a {
	case atom.Br:
		if w.breaks = min(w.breaks+1, 2); w.breaks == 2 && w.flat == 0 {
			w.closeSpans() // no mark reaches over an empty line
		}
	case atom.Hr:
		w.leaf("---")
	case atom.Img:
		w.image(n)
	case atom.Pre, atom.Plaintext:
		w.code(n)
	case atom.Code, atom.Kbd, atom.Samp:
		w.leaf(quoted(strings.Join(strings.Fields(rawText(n)), " ")))
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
	case atom.Ul, atom.Ol, atom.Menu:
		w.list(n)
	case atom.Li:
		w.framed(n, frame{marker: "- ", indent: "  "})
	case atom.Blockquote:
		w.framed(n, frame{marker: "> ", indent: "> "})
	case atom.Table:
		w.table(n)
	case atom.A:
		w.spanned(n, linkSpan(attr(n, "href")))
	case atom.Strong, atom.B:
		w.spanned(n, span{opening: "**", closing: "**"})
	case atom.Em, atom.I:
		w.spanned(n, span{opening: "*", closing: "*"})
	case atom.Del, atom.S:
		w.spanned(n, span{opening: "~~", closing: "~~"})
	case atom.Script, atom.Style, atom.Head:
	default:
		w.children(n)
	}
	w.edge(a)
}

// edge is where a block begins or ends. Marks do not reach over it: they close
// here and open again with the next text.
func (w *markdownWriter) edge(a atom.Atom) {
	switch {
	case !block[a] || a == atom.Body:
		return
	case w.flat > 0:
		w.space = true
		return
	case len(w.frames) > 0 && !w.frames[len(w.frames)-1].begun: // the item itself is the beginning
	case a == atom.Li || a == atom.Dt || a == atom.Dd || list[a] && len(w.frames) > 0:
		w.breaks = max(w.breaks, 1)
	default:
		w.breaks = max(w.breaks, 2)
	}
	w.closeSpans()
}

func (w *markdownWriter) closeSpans() {
	for i := len(w.spans) - 1; i >= 0; i-- {
		if s := &w.spans[i]; s.written {
			w.b.WriteString(s.closing)
			s.written = false
		}
	}
}

// spanned writes the children of n between marks, which are left out where one
// of the kind is open, and where nothing comes between them.
func (w *markdownWriter) spanned(n *html.Node, s span) {
	for i := range w.spans {
		if w.spans[i].opening == s.opening {
			s.opening = ""
		}
	}
	if s.opening == "" {
		w.children(n)
		return
	}
	s.times = maxRepeated
	w.spans = append(w.spans, s)
	w.children(n)
	last := len(w.spans) - 1
	if w.spans[last].written {
		w.b.WriteString(s.closing)
	}
	w.spans = w.spans[:last]
}

func linkSpan(href string) span {
	if href == "" {
		return span{}
	}
	return span{opening: "[", closing: "](" + linkTarget(href) + ")"}
}

// linkTarget writes an address so that nothing in it ends a link.
func linkTarget(address string) string { return targetEscapes.Replace(escapeBytes(address)) }

var targetEscapes = strings.NewReplacer("(", "%28", ")", "%29", `\`, "%5C", "|", "%7C")

func (w *markdownWriter) framed(n *html.Node, f frame) {
	if len(w.frames) >= maxFrames || w.flat > 0 {
		w.children(n)
		return
	}
	w.frames = append(w.frames, f)
	w.children(n)
	w.closeSpans()
	w.frames = w.frames[:len(w.frames)-1]
}

func (w *markdownWriter) list(n *html.Node) {
	number := 1
	if start, err := strconv.Atoi(attr(n, "start")); err == nil {
		number = start
	}
	for c := range n.ChildNodes() {
		if c.DataAtom != atom.Li || n.DataAtom != atom.Ol {
			w.node(c)
			continue
		}
		marker := strconv.Itoa(number) + ". "
		number++
		w.edge(atom.Li)
		w.framed(c, frame{marker: marker, indent: strings.Repeat(" ", len(marker))})
		w.edge(atom.Li)
	}
}

func (w *markdownWriter) heading(n *html.Node) {
	if w.flat > 0 {
		w.children(n)
		return
	}
	w.flat++
	w.lead = strings.Repeat("#", int(n.Data[1]-'0')) + " "
	w.space = false
	w.children(n)
	w.closeSpans()
	w.flat--
	w.lead = ""
}

func (w *markdownWriter) image(n *html.Node) {
	src := attr(n, "src")
	if src == "" {
		return
	}
	w.leaf("![" + w.escaped(line(attr(n, "alt"), 300)) + "](" + linkTarget(src) + ")")
}

// leaf writes what is Markdown already.
func (w *markdownWriter) leaf(s string) {
	if s == "" {
		return
	}
	w.begin()
	if w.cells > 0 {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	w.b.WriteString(s)
}

// code writes text that keeps its white space, fenced.
func (w *markdownWriter) code(n *html.Node) {
	text := strings.Trim(clean(rawText(n)), "\n")
	if w.flat > 0 || text == "" {
		w.leaf(quoted(strings.Join(strings.Fields(text), " ")))
		return
	}
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	w.leaf(fence + codeLanguage(n))
	for l := range strings.SplitSeq(text, "\n") {
		w.newLine()
		w.b.WriteString(l)
	}
	w.newLine()
	w.b.WriteString(fence)
}

// quoted is code within a line.
func quoted(s string) string {
	if s == "" {
		return ""
	}
	n := longestRun(s)
	if n == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", n+1)
	return fence + " " + s + " " + fence
}

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if run++; s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// codeLanguage is the language that a block of code or the element in it names
// with a class.
func codeLanguage(n *html.Node) string {
	classes := attr(n, "class")
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Code {
			classes += " " + attr(c, "class")
		}
	}
	for class := range strings.FieldsSeq(classes) {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-"} {
			if name, ok := strings.CutPrefix(class, prefix); ok && len(name) <= 20 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+#-") == "" {
				return name
			}
		}
	}
	return ""
}

// rawText is the text of a tree with its white space.
func rawText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.DataAtom == atom.Br:
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// text writes the words of a text.
func (w *markdownWriter) text(s string) {
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
		first := w.begin()
		w.word(s[:end], first)
		s = s[end:]
	}
}

// begin writes what is due before text. It tells whether the text is the first
// of its line.
func (w *markdownWriter) begin() (first bool) {
	switch {
	case w.b.Len() == 0:
		w.startLine(false)
		first = true
	case w.breaks > 0 && (w.flat == 0 || w.lead != ""):
		if w.breaks > 1 {
			w.b.WriteByte('\n')
			w.startLine(true)
		}
		w.newLine()
		first = true
	case w.breaks > 0 || w.space:
		w.b.WriteByte(' ')
	}
	w.b.WriteString(w.lead)
	w.breaks, w.space, w.lead = 0, false, ""
	for i := range w.spans {
		if s := &w.spans[i]; !s.written && s.times > 0 {
			w.b.WriteString(s.opening)
			s.written = true
			s.times--
		}
	}
	return first
}

func (w *markdownWriter) newLine() {
	w.b.WriteByte('\n')
	w.startLine(false)
}

// startLine writes what the frames put before a line; before an empty one only
// those that have begun, and no space at its end.
func (w *markdownWriter) startLine(empty bool) {
	var before strings.Builder
	for i := range w.frames {
		f := &w.frames[i]
		switch {
		case f.begun:
			before.WriteString(f.indent)
		case !empty:
			before.WriteString(f.marker)
			f.begun = true
		}
	}
	if empty {
		w.b.WriteString(strings.TrimRight(before.String(), " "))
		return
	}
	w.b.WriteString(before.String())
}

// word writes text between two spaces, with a backslash before what would be
// Markdown.
func (w *markdownWriter) word(s string, first bool) {
	number := strings.TrimLeft(s, "0123456789")
	switch {
	case !first:
	case startsBlock(s):
		w.b.WriteByte('\\')
	case len(number) < len(s) && (number == "." || number == ")"):
		s = strings.TrimSuffix(s, number) + `\` + number
		w.b.WriteString(s)
		return
	}
	w.b.WriteString(w.escaped(s))
}

// startsBlock tells whether a word would begin a heading, a quotation, an item
// or a line.
func startsBlock(s string) bool {
	switch s[0] {
	case '#', '>', '+', '=':
		return true
	case '-':
		return s == "-" || strings.HasPrefix(s, "--")
	}
	return false
}

// escaped puts a backslash before the characters that mean something within a
// line. An underscore inside a word means nothing.
func (w *markdownWriter) escaped(s string) string {
	if !strings.ContainsAny(s, "\\`*_[]<~|") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := range len(s) {
		c := s[i]
		switch c {
		case '\\', '`', '*', '[', ']', '<':
			b.WriteByte('\\')
		case '_':
			if i == 0 || i == len(s)-1 {
				b.WriteByte('\\')
			}
		case '~':
			if strings.HasPrefix(s[i:], "~~") {
				b.WriteByte('\\')
			}
		case '|':
			if w.cells > 0 {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
