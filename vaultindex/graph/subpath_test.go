package graph

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// TestResolveSubpath holds HB1-HB9. A heading is "level text" and stands on
// the line of its place in the list; want 0 means not found.
func TestResolveSubpath(t *testing.T) {
	h := func(level int, text string) note.Heading { return note.Heading{Level: level, Text: text} }
	tests := []struct {
		id       string
		headings []note.Heading
		subpath  string
		want     int
	}{
		{"H01", []note.Heading{h(1, "Statement"), h(1, "Other"), h(2, "Statement")}, "#Statement", 1},
		{"H04", []note.Heading{h(1, "It\u2019s")}, "#It\u2019s", 1},
		{"H04 other apostrophe", []note.Heading{h(1, "It\u2019s")}, "#It's", 0},
		{"H06", []note.Heading{h(2, "📚 Modules")}, "#modules", 0},
		{"H06 whole", []note.Heading{h(2, "📚 Modules")}, "#📚 Modules", 1},
		{"H07", []note.Heading{h(1, "12345")}, "#^12345", 0},
		{"H15", []note.Heading{h(1, "Head")}, "#head", 1},
		{"W19", []note.Heading{h(1, "See [[Other]]")}, "#See Other", 1},
		{"M05", []note.Heading{h(1, "Intro"), h(2, "test")}, "#test", 2},
		{"W9", []note.Heading{h(1, "H")}, "##H", 1},
		{"HB1 punctuation", []note.Heading{h(1, "What? (a/b): c")}, "#what a b c", 1},
		{"HB1 dash stays", []note.Heading{h(1, "Daily Note")}, "#daily-note", 0},
		{"HB1 only punctuation", []note.Heading{h(1, "???"), h(1, "!!!"), h(1, "")}, "#!!!", 2},
		{"HB1 CJK", []note.Heading{h(1, "方法、结果")}, "#方法、结果", 1},
		{"HB3 walk", []note.Heading{h(1, "A"), h(2, "X"), h(1, "C"), h(2, "B")}, "#C#B", 4},
		{"HB3 deeper", []note.Heading{h(1, "A"), h(2, "X"), h(3, "B")}, "#A#B", 3},
		{"HB3 second A", []note.Heading{h(1, "A"), h(2, "X"), h(1, "A"), h(2, "B")}, "#A#B", 4},
		{"HB3 not below", []note.Heading{h(1, "A"), h(1, "B")}, "#A#B", 0},
		{"HB3 not itself", []note.Heading{h(1, "A")}, "#A#A", 0},
		{"HB8 id as heading", []note.Heading{h(1, "Other")}, "#id", 0},
		{"HB8 heading of that name", []note.Heading{h(1, "id")}, "#id", 1},
		{"whole file", nil, "", 1},
		{"whole file, sign", nil, "#", 1},
	}
	for _, test := range tests {
		t.Run(test.id, func(t *testing.T) {
			f := file(t, "N.md")
			amend(f, func(n *note.Note) {
				n.Headings = test.headings
				for i := range n.Headings {
					n.Headings[i].Span.Line = i + 1
				}
				n.Blocks = []note.Block{{ID: "id", Span: note.Span{Line: 99}}}
			})
			got, ok := Build([]*File{f}).ResolveSubpath(f.Path, test.subpath)
			if got.Line != test.want || ok != (test.want > 0) {
				t.Errorf("%s is line %d, %v; want line %d", test.subpath, got.Line, ok, test.want)
			}
		})
	}
}

// TestResolveBlocksAndFootnotes holds H07, H12, H16, HB7, HB9.
func TestResolveBlocksAndFootnotes(t *testing.T) {
	f := file(t, "N.md")
	amend(f, func(n *note.Note) {
		n.Headings = []note.Heading{{Level: 1, Text: "12345"}, {Level: 1, Text: "1"}}
		n.Blocks = []note.Block{{ID: "12345", Span: note.Span{Line: 2}}, {ID: "Ex-322", Span: note.Span{Line: 4}}}
		n.Footnotes = []note.Footnote{{ID: "Note", Span: note.Span{Line: 9}}}
	})
	g := Build([]*File{f, file(t, "x.pdf")})
	for subpath, line := range map[string]int{"#^12345": 2, "#^ex-322": 4, "#[^note]": 9, "#12345#^12345": 2, "#^": 0, "#^gone": 0, "#[^1]": 0} {
		got, ok := g.ResolveSubpath(f.Path, subpath)
		if got.Line != line || ok != (line > 0) || ok && got.Heading != nil {
			t.Errorf("%s is %+v, %v; want line %d and no heading", subpath, got, ok, line)
		}
	}
	if _, ok := g.ResolveSubpath("x.pdf", "#page=3"); !ok {
		t.Error("a page of a PDF is not found")
	}
	if _, ok := g.ResolveSubpath("gone.md", "#A"); ok {
		t.Error("a heading of a missing note is found")
	}
}

// A subpath as long as a note costs its length once, not once a heading, and a
// path of more headings than there are levels finds nothing.
func TestHostileSubpaths(t *testing.T) {
	f := noteFile(t, "N.md", strings.Repeat("# a\n## a\n### a\n#### a\n##### a\n###### a\n", 3_000))
	g := Build([]*File{f})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, sub := range []string{"#" + strings.Repeat("b!", 1<<19), strings.Repeat("#a", 1<<19)} {
		if got, ok := g.ResolveSubpath(f.Path, sub); ok {
			t.Errorf("%.10s… is %+v", sub, got)
		}
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 256<<20 {
		t.Errorf("%d MiB were allocated", (after.TotalAlloc-before.TotalAlloc)>>20)
	}
	if got, ok := g.ResolveSubpath(f.Path, "#a#a#a#a#a#a"); !ok || got.Line != 6 {
		t.Errorf("six levels are %+v, %v", got, ok)
	}
}

// TestSubpathStaysInItsNote holds H13: only the named note is looked at.
func TestSubpathStaysInItsNote(t *testing.T) {
	a, b := file(t, "a.md"), file(t, "b.md")
	amend(b, func(n *note.Note) { n.Headings = []note.Heading{{Level: 1, Text: "two"}} })
	if got, ok := Build([]*File{a, b}).ResolveSubpath(a.Path, "#two"); ok {
		t.Errorf("#two of b.md is found in a.md: %+v", got)
	}
}
