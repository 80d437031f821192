package vaultindex

import (
	"sort"
	"strings"
)

// commentsOf finds %% … %% and <!-- … -->, in the order of the text. One that
// is never closed goes on to the end, as in Obsidian. In code there are none.
func commentsOf(o *outline) []span {
	c := commentScan{text: o.text}
	for _, b := range o.blocks {
		if b.kind != frontBlock && b.kind != codeBlock && b.kind != queryBlock {
			c.block(b.start, b.end)
		}
	}
	return c.all
}

// commentScan goes through a text once, whatever comments it holds.
type commentScan struct {
	text string
	all  []span
	end  string // what closes the open comment, "" outside of one
	work int    // bytes looked at, for the test that bounds it
}

// block reads one block of the text.
func (c *commentScan) block(at, stop int) {
	for at < stop {
		if c.end != "" {
			at = c.close(at, stop)
		} else {
			at = c.open(at, stop)
		}
	}
}

// open goes on to behind the sign that opens the next comment.
func (c *commentScan) open(at, stop int) int {
	i := strings.IndexAny(c.text[at:stop], "%<")
	if i < 0 {
		c.work += stop - at
		return stop
	}
	c.work += i + 1
	at += i
	switch rest := c.text[at:stop]; {
	case strings.HasPrefix(rest, "%%"):
		c.end = "%%"
	case strings.HasPrefix(rest, "<!--"):
		c.end = "-->"
	default:
		return at + 1
	}
	c.all = append(c.all, span{at, len(c.text)})
	return at + 2
}

// close goes on to behind the sign that ends the open comment, if it is in this
// block.
func (c *commentScan) close(at, stop int) int {
	i := strings.Index(c.text[at:stop], c.end)
	if i < 0 {
		c.work += stop - at
		return stop
	}
	at += i + len(c.end)
	c.work += i + len(c.end)
	c.all[len(c.all)-1].end, c.end = at, ""
	return at
}

// commented reports whether a part of the text touches a comment.
func (o *outline) commented(start, end int) bool {
	i := sort.Search(len(o.comments), func(i int) bool { return o.comments[i].end > start })
	return i < len(o.comments) && o.comments[i].start < end
}
