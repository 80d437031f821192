package vaultindex

import (
	"sort"
	"strings"
)

// commentsOf finds %% … %% and <!-- … -->, in the order of the text. One that
// is never closed goes on to the end, as in Obsidian. In code there are none.
func commentsOf(o *outline) []span {
	if !strings.Contains(o.text, "%%") && !strings.Contains(o.text, "<!--") {
		return nil
	}
	var all []span
	end := "" // what closes the open comment
	for _, b := range o.blocks {
		if b.kind == frontBlock || b.kind == codeBlock || b.kind == queryBlock {
			continue
		}
		for at := b.start; at < b.end; {
			if end != "" {
				at, end = closeComment(o.text[:b.end], at, end, all)
				continue
			}
			var start int
			if start, end = openComment(o.text[at:b.end]); end == "" {
				break
			}
			all = append(all, span{at + start, len(o.text)})
			at += start + 2
		}
	}
	return all
}

// openComment finds the next comment of a text and what will close it.
func openComment(text string) (start int, end string) {
	percent, html := strings.Index(text, "%%"), strings.Index(text, "<!--")
	switch {
	case percent >= 0 && (html < 0 || percent < html):
		return percent, "%%"
	case html >= 0:
		return html, "-->"
	}
	return 0, ""
}

// closeComment ends the last comment where its closing sign stands, if it does
// in this text.
func closeComment(text string, at int, end string, all []span) (int, string) {
	i := strings.Index(text[at:], end)
	if i < 0 {
		return len(text), end
	}
	at += i + len(end)
	all[len(all)-1].end = at
	return at, ""
}

// commented reports whether a part of the text touches a comment.
func (o *outline) commented(start, end int) bool {
	i := sort.Search(len(o.comments), func(i int) bool { return o.comments[i].end > start })
	return i < len(o.comments) && o.comments[i].start < end
}
