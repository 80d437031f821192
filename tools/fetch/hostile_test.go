package fetch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools/fetch"
)

// hostile makes pages of about n bytes that are cheap to send and dear to read.
func hostile(n int) map[string]string {
	rep := func(s string) string { return strings.Repeat(s, n/len(s)) }
	var attrs strings.Builder
	for i := 0; attrs.Len() < n; i++ {
		fmt.Fprintf(&attrs, "a%d=1 ", i)
	}
	pages := map[string]string{
		"deep lines":     strings.Repeat("<blockquote><ul><li>", 40) + rep("x<br>"),
		"deep article":   strings.Repeat("<div class=article>", 95) + rep("<p>hello, world, and some more words, okay</p>"),
		"long attribute": "<p class=" + rep("a") + ">x", "many attributes": "<p " + attrs.String() + ">x",
		"one cell": "<table><tr><td>" + rep("x") + "<tr><td>y", "metadata": `<script type="application/ld+json">` + rep("[") + "</script><p>x",
		"code": "<code>" + rep("`"), "linked lines": "<a href=/" + strings.Repeat("u", 1500) + ">" + rep("<p>x"), "heading": "<h1>" + rep("x<br>"),
		"unclosed": "<title>" + rep("x"), "spans": "<table>" + rep("<tr><td colspan=9999 rowspan=9999>x"), "bars": "<table><tr><td>a<td>" + rep("|"),
	}
	for _, s := range []string{"<div>", "<div>x", "<b>x", "<b><i><s>", "<p>x</p>", "<ul><li>x", "<blockquote>x", "lorem ipsum ", "x", "*", "_a_", "[", "\\", "-\n", "1. a\n", "&amp;", "&#", "<", "\n\n",
		"<br>", "<table><tr><td>x", "<td>x", "<tr><td>x<td>y", "<a href=x>y</a>", "<img src=x alt=y>", "a<!-- -->", "<pre>x", "<h1>x</h1>", "<ol><li>x</ol>", "</div>", "<hr>", "<dt>x<dd>y", "<svg>", "<p hidden>",
		"<form><input>x", "<strong>x</strong>y", "<a href=/x><p>y", "<noscript>", "<option>x", "<base href=https://a.example.net/>", "\x00", "\u200b", "<title>x</title>"} {
		pages[s] = rep(s)
	}
	return pages
}

// Work on a page is linear in it, whatever it is made of: what is counted here
// is what the work is done on, and what comes out.
func TestHostilePages(t *testing.T) { // R136, contracts 2.1.4
	const size = 30_000
	for name, source := range hostile(size) {
		if depth, nodes := fetch.Depth(source); depth > fetch.MaxDepth+3 || nodes > fetch.MaxNodes+5 {
			t.Errorf("%s: depth %d, %d nodes", name, depth, nodes)
		}
		for _, mode := range []fetch.Mode{fetch.Text, fetch.Markdown} {
			doc, err := fetch.Read([]byte(source), "text/html; charset=utf-8", mode, 0)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if len(doc.Text) > 16*size || len(doc.Title) > 2000 {
				t.Errorf("%s: %d bytes of %s, %d of title", name, len(doc.Text), mode, len(doc.Title))
			}
		}
	}
}

func TestAMillionTags(t *testing.T) { // contracts 2.1.4: the body cap full of them
	for _, s := range []string{"<b>x", "<li><ul>"} {
		source := strings.Repeat(s, 5*mib/len(s))
		depth, nodes := fetch.Depth(source)
		doc, err := fetch.Read([]byte(source), "text/html; charset=utf-8", fetch.Markdown, 0)
		if err != nil || !doc.Cut || depth > fetch.MaxDepth+3 || nodes > fetch.MaxNodes+5 {
			t.Errorf("%s: depth %d, %d nodes, cut %v, %v", s, depth, nodes, doc.Cut, err)
		}
	}
}
