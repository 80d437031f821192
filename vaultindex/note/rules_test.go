package note

import (
	"fmt"
	"testing"
)

// parsed spells all of a note that rules speak of, one fact a word of the
// tables below: links, property links, tags, headings.
func parsed(in string) []string {
	n := Parse([]byte(in))
	out := linkTexts(n.Links)
	for _, l := range n.PropertyLinks {
		out = append(out, l.Key+"="+linkText(l))
	}
	for _, t := range tagNames(n) {
		out = append(out, "#"+t)
	}
	for _, h := range n.Headings {
		out = append(out, fmt.Sprintf("h%d %s", h.Level, h.Text))
	}
	return out
}

// Section 3: where links and tags count, place by place.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ id, in, facts string }{
		{"3.fence", "```\n[[a]] #b [c](d.md)\n```\n\n~~~ x\n[[a]] #b\n~~~", ""},
		{"3.fence unclosed", "```\n[[a]] #b\n\n[[c]]", ""},
		{"3.fence in a list", "- x\n  ```\n  [[a]] #b\n  ```\n- [[c]] #d", "c;#d"},
		{"3.fence in a quote", "> ```\n> [[a]] #b\n> ```\n> [[c]]", "c"},
		{"3.code", "`[[a]] #b` ``[[c]] ` #d`` [[e]] #f", "e;#f"},
		{"3.comment inline", "x %% [[a]] #b %% y", "a;#b"},
		{"3.comment block", "%%\n[[a]]\n\n- [[b]] #c\n%%", "a;b;#c"},
		{"3.comment four signs", "%%%% [[a]] #b\n\n[[c]]", "a;c;#b"},
		{"3.callout", "> [!note] [[a]] #b\n> [[c]] #d", "a;c;#b;#d"},
		{"3.quote", "> [[a]] #b\n[[c]]", "a;c;#b"},
		{"3.list", "- [[a]] #b\n  1. [[c]]\n\n     [[d]]", "a;c;d;#b"},
		{"3.table", "| [[a]] | #b |\n| --- | --- |\n| [[c\\|d]] | `[[e]]` #f |", "a;c|d;#b;#f"},
		{"3.footnote", "x[^1] ^[inline [[a]]]\n\n[^1]: [[b]] #c", "a;b;#c"},
		{"3.heading", "## See [[a]] #b\n\nU [[c]]\n---", "a;c;#b;h2 See [[a]] #b;h2 U [[c]]"},
		{"3.frontmatter", "---\nup: \"[[a]]\"\ntext: 'x #b'\ntags: c\n---\n", "up=a;#c"},
		{"3.mermaid", "```mermaid\ngraph TD\nA[a] --> B[b]\nclass A,B internal-link;\n```", ""},
		{"3.query", "```dataview\nLIST FROM [[a]] AND #b\n```\n\n`= [[c]].x`", ""},
		{"3.math", "$[[a]] #b$\n\n$$\n[[c]]\n#d\n$$", ""},
		{"3.html", "<div>\n[[a]] #b\n</div>\n\n<!-- [[c]] #d -->", ""},
	} {
		same(t, c.id, parsed(c.in), list(c.facts))
	}
}

// Rules no other table shows.
func TestRules(t *testing.T) {
	for _, c := range []struct{ id, in, facts string }{
		{"W3 footnote", "[[N#[^1]]] ![[N#[^a b]]] [[#[^x]|shown]] [[c]]", "N#[^1];!N#[^a b];#[^x]|shown;c"},
		{"W3 footnote in a table", "| a |\n|---|\n| [[N#[^1]\\|x]] [[M#[^2]]] |", "N#[^1]|x;M#[^2]"},
		{"W3 not a footnote", "[[a]]] [[b#[c]]]", "a;b#[c"},
		{"W5", "[[ x ]] ![[ x |y]] [[ x # h ]]", "x;!x|y;x# h"},
		{"W7 both bars", "[[a\\|b]] [[c|d]]\n\n| x |\n|---|\n| [[e\\|f]] ![[i.png\\|200]] |", "a|b;c|d;e|f;!i.png|200"},
		{"W9 suggester", "[[##q]] [[^^q]]", "##q;^^q"},
		{"W10 odd names", "[[a:b]] [[a%%b]] [[a^b]]", "a:b;a%%b;a^b"},
		{"W1 kinds", "[[x.canvas]] [[x.base]] [[d/Fig 1.png]]", "x.canvas;x.base;d/Fig 1.png"},
		{"embed sizes", "![[a.png|100]] ![[a.png|100x200]] ![[d.pdf#page=2&selection=1,2,3,4]] ![[d.pdf#height=400]]",
			"!a.png|100;!a.png|100x200;!d.pdf#page=2&selection=1,2,3,4;!d.pdf#height=400"},
		{"N01 what a rename needs", "[[folder/2|2]]", "folder/2|2"},
		{"N03", "```ad-note\n[[target]]\n```", ""},
		{"W11", "[[note#head]]", "note#head"},
		{"M3 self", "[x](#A%20b) [y](#^id)", "md:#A b|x;md:#^id|y"},
		{"M4 sizes", "![alt|100](x.png) ![100](https://e.x/i.png) ![100](y.png)", "!md:x.png|alt|100;!md:y.png|100"},
		{"M4 schemes", "[a](obsidian://open?vault=x) [b](file:///x.md) [c](zotero:x) [d](//host/x.md)", ""},
		{"M5 image", "![alt][i]\n\n[i]: <my pic.png> 'T'", "!ref:my pic.png|alt"},
		{"M8", "[f](folder/) [g](folder)", "md:folder/|f;md:folder|g"},
		{"T1 stops", "#a'b #c\"d #e!f #g.h #i:j #k@l #m(n #o[p #q{r #s~t #u\\v #w=x", "#a;#c;#e;#g;#i;#k;#m;#o;#q;#s;#u;#w"},
		{"T1 starts", "x\t#a\u00a0#b\u2003#c x#d -#e “#f", "#a;#b;#c"},
		{"T2 punctuation", "#标签、后文 #标签：x #ａ！ #one…two #‘q’", "#标签、后文;#标签：x;#ａ！;#one"},
		{"T2 emoji", "#👨\u200d👩 #⚙\ufe0f/x #📚b", "#👨;#⚙\ufe0f/x;#📚b"},
		{"T4", "#a/b/c #a/b #a", "#a/b/c;#a/b;#a"},
		{"T6 kinds", "<a title=\"#x\">y</a> <https://h/p#x> https://h/p#x [[n#x]] [l](n.md#x)", "n#x;md:n.md#x|l"},
		{"T7 string", "---\ntags: one\n---", "#one"},
		{"T7 no legacy", "---\ntag: [a]\ntags: a b\n---", ""},
		{"T7 null", "---\ntags:\n---\n#x", "#x"},
		{"HB5 levels", "# a\n###### b\n####### c\n#d\n   # e\n    # f", "#d;h1 a;h6 b;h1 e"},
		{"HB5 trailing", "# a #\n## b \\#\n### c###", "h1 a;h2 b \\#;h3 c###"},
		{"HB6", "## Daily Note\n[x](#daily-note)", "md:#daily-note|x;h2 Daily Note"},
		{"6.6 list", "---\nrelated:\n  - \"[[a]]\"\n  - \"[[b|c]]\"\n  - \"[d](e.md)\"\n---", "related.0=a;related.1=b|c;related.2=md:e.md|d"},
		{"6.6 brackets", "---\na: \"[[[x]]\"\nb: \"[[y]]]\"\nc: \"[[z]w]]\"\nd: \"[[]]\"\n---", "c=z]w"},
		{"6.6 footnote", "---\nup: \"[[N#[^1]]]\"\n---", "up=N#[^1]"},
		{"6.6 unquoted", "---\nup: [[a]]\n---", ""},
		{"6.6 longer text", "---\nup: see [[a]] there\n---", ""},
		{"6.6 two links", "---\nup: \"[[a]], [[b]]\"\ndown: \"[[a]] and [[b]]\"\nside: '[c](d.md), [e](f.md)'\n---", ""},
		{"F15", "---\n# kept\ntags: [a]\ndate: 2026-06-29\nq: \"x\"\n---", "#a"},
	} {
		same(t, c.id, parsed(c.in), list(c.facts))
	}
}

// HB3, HB4, H03: an embedded heading is its section with all below it.
func TestEmbeddedSection(t *testing.T) {
	in := "# N\n\n## S\n\na\n\n### S1\n\nb\n\n#### S2\n\nc\n\n## T\n\nd"
	n := Parse([]byte(in))
	if got := in[n.Headings[1].Span.Start:n.Headings[1].End]; got != "## S\n\na\n\n### S1\n\nb\n\n#### S2\n\nc\n\n" {
		t.Errorf("H03: the section is %q", got)
	}
}

// F14, F15: a property's range is its own lines, so that a writer can change
// one key and nothing else; a date stays text.
func TestPropertyRanges(t *testing.T) {
	in := "---\nalias: [X]  # note\ndate: 2026-06-29\n# about tags\ntags:\n  - a # first\n  - \"b\"\n\nlast: 'q'\n---\n"
	var got []string
	for _, p := range Parse([]byte(in)).Properties {
		got = append(got, in[p.Span.Start:p.Span.End])
		if p.Key == "date" && p.Value != any("2026-06-29") {
			t.Errorf("F15: the date is %#v", p.Value)
		}
	}
	same(t, "F14", got, []string{"alias: [X]  # note", "date: 2026-06-29", "tags:\n  - a # first\n  - \"b\"", "last: 'q'"})
	in = "---\n{\"a\": 1, \"b\": [2]}\n---\n" // 6.4: JSON is YAML
	a := Parse([]byte(in)).Properties[0].Span
	same(t, "6.4 JSON", []string{in[a.Start:a.End]}, []string{`"a": 1`})
}

// 6.8: names differ not by case, but each is kept as written; null is a value.
func TestPropertyNames(t *testing.T) {
	n := Parse([]byte("---\nStatus: a\nempty:\nALIASES: [x]\nTags: [y]\n---\n"))
	same(t, "6.8 aliases", n.Aliases, []string{"x"})
	same(t, "6.8 tags", tagNames(n), []string{"y"})
	if len(n.Properties) != 4 || n.Properties[0].Key != "Status" || n.Properties[1].Value != nil {
		t.Errorf("6.8: properties %+v", n.Properties)
	}
}

// HB7: where an id stands and what it names.
func TestBlockIDPlaces(t *testing.T) {
	for _, c := range []struct{ id, in, blocks string }{
		{"HB7 item", "- a ^one\n- b\n  c ^two", "one=- a ^one;two=- b\n  c ^two"},
		{"HB7 list", "- a\n- b\n\n^all", "all=- a\n- b"},
		{"HB7 callout", "> [!n] t\n> x\n\n^call", "call=> [!n] t\n> x"},
		{"HB7 part of a table", "| a ^x |\n|---|\n| b ^y |", ""},
		{"HB7 digits and dash", "p ^1-a", "1-a=p ^1-a"},
		{"HB7 underscore", "p ^a_b", ""},
		{"HB7 heading", "# H ^h\n\nx", ""},
		{"HB8", "# 12345\n\np ^12345", "12345=p ^12345"},
	} {
		var got []string
		for _, b := range Parse([]byte(c.in)).Blocks {
			got = append(got, b.ID+"="+c.in[b.Span.Start:b.Span.End])
		}
		same(t, c.id, got, list(c.blocks))
	}
}

// HB9: a definition's id has no space and is kept as written.
func TestFootnoteRules(t *testing.T) {
	in := "a[^Big] b[^no way] c^[inline]\n\n[^Big]: x\n[^no way]: y\n[^small]: z\n"
	var got []string
	for _, f := range Parse([]byte(in)).Footnotes {
		got = append(got, f.ID)
	}
	same(t, "HB9", got, []string{"Big", "small"})
}

// F1: which cards count; F2: a base has no links, and its YAML is checked.
func TestCanvasAndBaseRules(t *testing.T) {
	canvas := `{"nodes":[{"type":"file","file":"a.md","subpath":"#^x"},{"type":"text","text":"[[b]]\n\n![c](d.png)"},{"type":"link","url":"a.md"},{"type":"group","label":"[[e]]"}],"edges":[{"label":"[[f]]"}],"metadata":{"x":[1]}}`
	same(t, "F1", linkTexts(ParseCanvas([]byte(canvas)).Links), []string{"canvas:a.md#^x", "b", "!md:d.png|c"})
	same(t, "F2", codes(ParseBase([]byte("views:\n  - type: table\n    own: 1\n"))), nil)
	same(t, "F2 fence", parsed("```base\nfilters: file.hasTag(\"x\")\n[[a]] #b\n```"), nil)
}

// F3: any character marks a task, only a space leaves it open.
func TestTaskMarks(t *testing.T) {
	n := Parse([]byte("- [ ] a\n- [x] b\n- [-] c\n- [?] d\n- [X] e\n"))
	var got []string
	for _, k := range n.Tasks {
		got = append(got, fmt.Sprint(k.Mark, k.Done))
	}
	same(t, "F3", got, []string{" false", "xtrue", "-true", "?true", "Xtrue"})
}
