package note

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

// walker turns goldmark's tree of blocks into facts. base is where the parsed
// body starts in the raw file.
type walker struct {
	c    *collector
	base int
}

// place says what a block stands in.
type place struct {
	top   bool // directly in the document
	item  *seg // the list item it stands directly in
	first bool // it is that item's first block
	quote *seg // the outermost quote around it
}

func (w *walker) children(parent ast.Node, at place) {
	var before *seg
	at.first = true
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		span := w.extent(n)
		w.block(n, span, at, before)
		before, at.first = &span, false
	}
}

func (w *walker) block(n ast.Node, span seg, at place, before *seg) {
	inside := place{quote: at.quote}
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n, span, at)
	case *ast.Paragraph, *ast.TextBlock:
		segs := w.segs(n)
		w.blockID(segs, span, at, before)
		w.c.text(segs)
	case *ast.ListItem:
		w.taskOf(n, span)
		inside.item = &span
		w.children(n, inside)
	case *ast.List:
		w.children(n, inside)
	case *ast.Blockquote:
		w.calloutOf(n, span)
		if inside.quote == nil {
			inside.quote = &span
		}
		w.children(n, inside)
	case *footnoteNode:
		w.c.addFootnote(n.id, span)
		w.children(n, inside)
	}
}

// heading records a heading of the document; one inside a list or quote starts
// no section (HB5), but its links and tags count.
func (w *walker) heading(n *ast.Heading, span seg, at place) {
	if at.top {
		w.c.heading(n.Level, w.segs(n), span)
		return
	}
	w.c.inline(w.segs(n))
}

// blockID records what a `^id` at the end of the lines names (HB7): the block
// before when it stands alone, the item of an item's first paragraph (H16), the
// whole quote at the end of one, else the paragraph.
func (w *walker) blockID(segs []seg, span seg, at place, before *seg) {
	id, alone, ok := trailingID(w.c.src, segs)
	switch {
	case !ok:
	case at.quote != nil:
		if span.stop >= at.quote.stop {
			w.c.addBlock(id, *at.quote)
		}
	case at.item != nil && (at.first || alone):
		w.c.addBlock(id, *at.item)
	case alone && before != nil:
		w.c.addBlock(id, *before)
	case !alone:
		w.c.addBlock(id, span)
	}
}

func (w *walker) taskOf(item *ast.ListItem, span seg) {
	if child := item.FirstChild(); child != nil && isText(child) {
		if segs := w.segs(child); len(segs) > 0 {
			w.c.task(span.start, segs[0])
		}
	}
}

func (w *walker) calloutOf(quote *ast.Blockquote, span seg) {
	if child := quote.FirstChild(); child != nil && isText(child) {
		if segs := w.segs(child); len(segs) > 0 {
			w.c.callout(w.c.src[segs[0].start:segs[0].stop], span)
		}
	}
}

func isText(n ast.Node) bool {
	return n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock
}

// segs returns the lines of a block as ranges of the raw file.
func (w *walker) segs(n ast.Node) []seg {
	lines := n.Lines()
	out := make([]seg, 0, lines.Len())
	for i := range lines.Len() {
		l := lines.At(i)
		if l.Start < l.Stop {
			out = append(out, seg{l.Start + w.base, l.Stop + w.base})
		}
	}
	return out
}

// extent returns where a block begins and ends, its last line break left out.
func (w *walker) extent(n ast.Node) seg {
	start := w.start(n)
	for last := n.LastChild(); last != nil && last.Type() == ast.TypeBlock; last = n.LastChild() {
		n = last
	}
	return seg{start, max(start, w.leafEnd(n))}
}

func (w *walker) start(n ast.Node) int {
	if lines := n.Lines(); isText(n) && lines.Len() > 0 {
		return lines.At(0).Start + w.base
	}
	if n.Pos() >= 0 {
		return min(n.Pos()+w.base, len(w.c.src))
	}
	return w.base
}

func (w *walker) leafEnd(n ast.Node) int {
	if skip, ok := n.(*skipNode); ok {
		return lineEnd(w.c.src, max(w.start(n), skip.stop+w.base-1))
	}
	end := w.start(n)
	if lines := n.Lines(); lines.Len() > 0 {
		last := lines.At(lines.Len() - 1)
		end = max(last.Start, last.Stop-1) + w.base
	}
	end = lineEnd(w.c.src, min(end, len(w.c.src)))
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		return w.afterFence(end)
	case *ast.Heading:
		return w.afterUnderline(n, end)
	}
	return end
}

// afterFence adds the closing fence, which goldmark does not keep.
func (w *walker) afterFence(end int) int {
	start := nextLine(w.c.src, end)
	next := lineEnd(w.c.src, start)
	line := bytes.Trim(w.c.src[start:next], "> \t")
	if len(line) >= 3 && (len(bytes.Trim(line, "`")) == 0 || len(bytes.Trim(line, "~")) == 0) {
		return next
	}
	return end
}

// afterUnderline adds a Setext heading's underline. An ATX heading's text starts
// behind its marks, a Setext heading's where the heading does.
func (w *walker) afterUnderline(n *ast.Heading, end int) int {
	if n.Lines().Len() == 0 || n.Lines().At(0).Start+w.base > w.start(n) {
		return end
	}
	return lineEnd(w.c.src, nextLine(w.c.src, end))
}
