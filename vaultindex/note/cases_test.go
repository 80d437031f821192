package note

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// linkText spells a link the way the tables below do: ! for an embed, the kind
// where it is not a wikilink, path, subpath, display.
func linkText(l Link) string {
	s := l.Path + l.Subpath
	if l.HasDisplay {
		s += "|" + l.Display
	}
	switch l.Kind {
	case MarkdownLink:
		s = "md:" + s
	case ReferenceLink:
		s = "ref:" + s
	case CanvasFile:
		s = "canvas:" + s
	}
	if l.Embed {
		s = "!" + s
	}
	return s
}

func linkTexts(links []Link) (out []string) {
	for _, l := range links {
		out = append(out, linkText(l))
	}
	return out
}

func tagNames(n *Note) (out []string) {
	for _, t := range n.Tags {
		out = append(out, t.Name)
	}
	return out
}

func headingTexts(n *Note) (out []string) {
	for _, h := range n.Headings {
		out = append(out, fmt.Sprintf("%d %s", h.Level, h.Text))
	}
	return out
}

func codes(n *Note) (out []string) {
	for _, p := range n.Problems {
		out = append(out, p.Code)
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// list splits a table's cell; "" is no entry.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ";")
}

// Rules W1–W10 with their cases, and the table "where links and tags count".
func TestLinks(t *testing.T) {
	for _, c := range []struct{ id, in, links string }{
		{"W1", "[[Note]] [[folder/Note]] [[Fig 1.png]]", "Note;folder/Note;Fig 1.png"},
		{"W2", "[[a#b#c|d#e]]", "a#b#c|d#e"},
		{"W3", "[[Note#H1#H2]] [[#H]] [[Note#^id]] [[#^id]] [[N#[^1]]]", "Note#H1#H2;#H;Note#^id;#^id;N#[^1]"},
		{"W01", "[[Sq]uare]]", "Sq]uare"},
		{"W02", "[[Nested [[Inner]] x]]", "Inner"},
		{"W4 newline", "[[a\nb]]", ""},
		{"W4 crlf", "[[a\r\nb]] [[c]]\r\n", "c"},
		{"W4 three", "[[[a]]]", "a"},
		{"W4 inner spaces", "[[a  b]]", "a  b"},
		{"W04", "[[ wikilink ]] and [[ wikilink |w]]", "wikilink;wikilink|w"},
		{"W6", "[[https://example.com]]", "https://example.com"},
		{"W05", "| a | b |\n|---|---|\n| x | [[idx#H\\|H]] |", "idx#H|H"},
		{"W7 raw bar", "| a | b |\n|---|---|\n| [[idx|H]] | x |", ""},
		{"W7 embed", "| a |\n|---|\n| ![[i.png\\|200]] |", "!i.png|200"},
		{"W07", "prose [[a/b\\|P]] outside", "a/b|P"},
		{"W7 backslash", `[[a\b]]`, `a\b`},
		{"W08", "[[file.md#head|name]]", "file.md#head|name"},
		{"W8 dollar", "costs $5 [[a$b]] and [[c$d]]", "a$b;c$d"},
		{"W8 emphasis", "*a [[b*c]] _d [[e_f]]", "b*c;e_f"},
		{"W9", "[[Note##H]]", "Note##H"},
		{"W10", "| [[#Network]] | x |\n|---|---|\n| a | [[#Network]] |", "#Network;#Network"},
		{"W13", "`[[wikilink]]` ``a ` [[b]]`` [[c]]", "c"},
		{"W14", "~~~md\n[[Ignored Fenced]] #ignored\n~~~\n[[x]]", "x"},
		{"W16", "```ad-note\n[[x]]\n![[x.jpg]] #t\n```", ""},
		{"W17", "> [!note] T\n> [[x]]", "x"},
		{"W19", "# See [[Other]]", "Other"},
		{"embeds", "![[i.png|100x50]] ![[d.pdf#page=2]] ![[x.base#View]]", "!i.png|100x50;!d.pdf#page=2;!x.base#View"},
		{"escaped", `\[[a]] \![[b]]`, "b"},
		{"empty", "[[]] [[ ]] [[|x]] ![[]]", ""},
		{"comment", "%% [[a]] %%\n\n%%\n[[b]]\n%%", "a;b"},
		{"places", "- [[a]]\n\n> [[b]]\n\n[^1]: [[c]]\n\n    [[d]]", "a;b;c;d"},
		{"unclosed code", "`a [[b]]", "b"},
		{"math", "$[[a]]$ $$[[b]]$$\n\n$$\n[[c]]\n\n[[d]]\n$$\n[[e]]", "e"},
		{"money", "$5 [[a]] and $6 [[b]]", "a;b"},
		{"open math", "$$\n[[a]]", "a"},
		{"html", "<div>\n[[a]]\n</div>\n\n<!-- [[b]]\n\n[[c]] -->\n\n[[d]] <!-- [[e]] --> <b>[[f]]</b>", "d;f"},
		{"indented code", "a\n\n    [[b]]\n\n[[c]]", "c"},
		{"list text is no code", "- a\n\n    [[b]]", "b"},
		{"M7", "![[a%20b.jpg]]", "!a%20b.jpg"},
	} {
		same(t, c.id, linkTexts(Parse([]byte(c.in)).Links), list(c.links))
	}
}

// Rules M1–M8 with their cases.
func TestMarkdownLinks(t *testing.T) {
	for _, c := range []struct{ id, in, links string }{
		{"M02", "[z](Sub/My%20Note.md)", "md:Sub/My Note.md|z"},
		{"M03", "[w](Sub/My Note.md)", ""},
		{"M2 angle", `[w](<Sub/My Note.md>) [t](a.md "title")`, "md:Sub/My Note.md|w;md:a.md|t"},
		{"M05", "[xxx](#test)", "md:#test|xxx"},
		{"M06", "[a](Target.md#Heading)", "md:Target.md#Heading|a"},
		{"M08", "![](a%20(b).png)", "!md:a (b).png"},
		{"M09", "[x](50%.md)", "md:50%.md|x"},
		{"M9 broken UTF-8", "[x](%ff.md)", "md:%ff.md|x"},
		{"M4", "[x](https://e.x/a.md) ![y](http://e.x/i.png) [z](mailto:a@b.c) <https://e.x/#y>", ""},
		{"M4 embed", "![alt|100](x.png)", "!md:x.png|alt|100"},
		{"M3", "[r](../Research/Target.md#Section) [s](./a) [t](a)", "md:../Research/Target.md#Section|r;md:./a|s;md:a|t"},
		{"nested image", "[![alt](i.png)](n.md)", "md:n.md|![alt](i.png);!md:i.png|alt"},
		{"link in link", "[a [b](c.md) d](e.md)", "md:c.md|b"},
		{"wiki in link", "[a [[b]] c](d.md)", "b"},
		{"lines", "[a\nb](c.md\n'x')", "md:c.md|a\nb"},
		{"escapes", `[a](b\_c.md) [d](e&amp;f.md) \[g](h.md)`, "md:b_c.md|a;md:e&f.md|d"},
		{"not closed", "[a](b.md [c]( d.md", ""},
		{"empty", "[a]() [b](<>)", ""},
		{"M5", "[a][r] [r][] [r] ![r] [n]\n\n[r]: x%20y.md#h 'T'\n[R]: other.md", "ref:x y.md#h|a;ref:x y.md#h|r;ref:x y.md#h|r;!ref:x y.md#h|r"},
		{"M5 external", "[a][r]\n\n[r]: https://e.x", ""},
		{"M5 indented", "[a]\n\n  [a]: b.md", ""},
		{"M5 in text", "[a]: b.md and more\n\n[a]", ""},
		{"footnote reference", "[^1] [a](b.md)\n\n[^1]: c.md", "md:b.md|a"},
	} {
		same(t, c.id, linkTexts(Parse([]byte(c.in)).Links), list(c.links))
	}
}

// Rules T1–T8 with their cases.
func TestTags(t *testing.T) {
	for _, c := range []struct{ id, in, tags, problems string }{
		{"T02", "(#braced)  /#slashed  \\#back  `#code`  <span tag='#html'> <i a=' #x'>", "", ""},
		{"T03", "#- #_ #kebab-notation #спам #123a #123- #parent/child", "-;_;kebab-notation;спам;123a;123-;parent/child", ""},
		{"T3", "#1984 #y1984 #a/ #a// #1/ # #/", "y1984;a;a", ""},
		{"T05", "#⚙️/pending🔄 and #📚", "⚙️/pending🔄;📚", ""},
		{"T06", "```cpp\n#include <x>\n```", "", ""},
		{"T08", "#标签，后文 x", "标签，后文", ""},
		{"T09", "前文#标签", "", ""},
		{"T2", "#a\u3000#b #c—d #e\u200df #g“h", "a;b;c;e;g", ""},
		{"T6", "https://h/p#x [[#x]] [[a#b]] ##y #z#w # h", "z", ""},
		{"T6 heading", "## H #x\n#y", "x;y", ""},
		{"comment", "%% #a %%\n\n%%\n#b\n%%", "a;b", ""},
		{"places", "> #a\n\n- #b\n\n| #c | d |\n|---|---|\n| #e | f |\n\n[^1]: #g", "a;b;c;e;g", ""},
		{"html and math", "<div>\n#a\n</div>\n\n$#b$ $ #c$", "c", ""},
		{"T11", "---\ntags: book, business\n---\n", "", ProblemTagsString},
		{"T11 quoted", "---\ntags: 'a, b'\n---\n", "", ProblemTagsString},
		{"T7 one", "---\ntags: '#a/b'\n---\n#c", "a/b;c", ""},
		{"T7 list", "---\ntags:\n  - a\n  - '#b'\n  - c d\n---\n", "a;b", ProblemTag},
		{"T12", "---\ntags: #tag1 #tag2\n---\n", "", ""},
		{"T14", "---\nTAGS: [a]\n---\n", "a", ""},
		{"T15", "---\ntag: a\nalias: x\ncssclass: y\n---\n", "", ProblemTagKey + ";" + ProblemAliasKey + ";" + ProblemClassKey},
		{"T17", "---\ntags:\n  -\n  - 42\n  - a\n---\n", "a", ""},
		{"T8", "---\ntags: [a, a]\n---\n#a #A", "a;a;a;A", ""},
		{"text property", "---\nnote: 'see #x'\n---\n", "", ""},
	} {
		n := Parse([]byte(c.in))
		same(t, c.id, tagNames(n), list(c.tags))
		same(t, c.id+" problems", codes(n), list(c.problems))
	}
	if FoldTag("#PROJECT/Core") != FoldTag("project/core") { // T5
		t.Error("FoldTag tells cases apart")
	}
}

// Rules HB4, HB5 with the H cases about parsing.
func TestHeadings(t *testing.T) {
	for _, c := range []struct{ id, in, headings string }{
		{"H01", "# Statement\n# Other\n## Statement", "1 Statement;1 Other;2 Statement"},
		{"H04", "# It’s", "1 It’s"},
		{"H06", "## 📚 Modules", "2 📚 Modules"},
		{"H09", "#\tTab\n\n   ## three spaces\n\n##", "1 Tab;2 three spaces;2 "},
		{"H10", "\t# code\n\nx\n\n    # code", ""},
		{"W19", "# See [[Other]] #t", "1 See [[Other]] #t"},
		{"HB5 closing", "## a ##\n# b#\n### ###\n# c #d", "2 a;1 b#;3 ;1 c #d"},
		{"HB5 Setext", "one\n===\n\ntwo\nlines\n---", "1 one;2 two lines"},
		{"HB5 none", "#no\n\n####### seven\n\n`# a`\n\n```\n# b\n```", ""},
		{"HB5 nested", "> # quoted\n\n- # item", ""},
		{"crlf", "# a\r\n\r\nb\r\n---\r\n", "1 a;2 b"},
		{"inner spaces", "# a  b", "1 a  b"},
	} {
		same(t, c.id, headingTexts(Parse([]byte(c.in))), list(c.headings))
	}
}

// HB4: a section runs to the next heading of its level or above.
func TestSections(t *testing.T) {
	in := "x\n# A\na\n## B\nb\n# C\nc"
	n := Parse([]byte(in))
	for i, want := range []string{"# A\na\n## B\nb\n", "## B\nb\n", "# C\nc"} {
		h := n.Headings[i]
		if got := in[h.Span.Start:h.End]; got != want {
			t.Errorf("section %d is %q, want %q", i, got, want)
		}
	}
	if h := n.Headings; h[0].EndLine != 5 || h[1].EndLine != 5 || h[2].EndLine != 7 {
		t.Errorf("last lines are %d, %d, %d", h[0].EndLine, h[1].EndLine, h[2].EndLine)
	}
}

// HB1: both sides of a heading link are normalised alike.
func TestHeadingKey(t *testing.T) {
	for _, c := range []struct {
		id, a, b string
		same     bool
	}{
		{"H15", "Head", "head", true},
		{"HB1", "What? (a) & b:", "what a b", true},
		{"HB1 dash", "a-b", "a b", false},
		{"HB1 underscore", "a_b", "a b", false},
		{"HB1 apostrophe", "a'b", "a b", false},
		{"HB1 the rest", "a!b\"c#d$e%f&g(h)i*j+k,l.m/n:o;p<q=r>s?t@u[v\\w]x^y`z{1|2}3~4", "a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4", true},
		{"H04", "It’s", "It s", false},
		{"H06", "📚 Modules", "modules", false},
		{"HB6", "Daily Note", "daily-note", false},
		{"HB1 CJK", "标题：一", "标题 一", false},
		{"spaces", "  a \n b  ", "a b", true},
		{"sigma", "ΟΔΟΣ", "οδος", true},
	} {
		if got := HeadingKey(c.a) == HeadingKey(c.b); got != c.same {
			t.Errorf("%s: %q and %q give %q and %q", c.id, c.a, c.b, HeadingKey(c.a), HeadingKey(c.b))
		}
	}
}

// W3, W9, HB8.
func TestSplitSubpath(t *testing.T) {
	for _, c := range []struct{ sub, headings, block, foot string }{
		{"#A#B", "A;B", "", ""},
		{"##A## B", "A;B", "", ""},
		{"#^id", "", "id", ""},
		{"#A#^id", "A", "id", ""},
		{"#[^1]", "", "", "1"},
		{"#12345", "12345", "", ""},
		{"", "", "", ""},
		{"#", "", "", ""},
	} {
		headings, block, foot := SplitSubpath(c.sub)
		same(t, c.sub, headings, list(c.headings))
		if block != c.block || foot != c.foot {
			t.Errorf("%q: block %q, footnote %q", c.sub, block, foot)
		}
	}
}
