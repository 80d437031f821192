package note

import (
	"fmt"
	"strings"
	"testing"
)

// W2, M1: a target is cut at its first '#', a Markdown one before anything in
// it is decoded, so that %23 is part of a name.
func TestTargetParts(t *testing.T) {
	for _, c := range []struct{ id, in, path, subpath string }{
		{"W2", "[[a#b#c]]", "a", "#b#c"},
		{"W2 embed", "![[a.pdf#page=1#x|y]]", "a.pdf", "#page=1#x"},
		{"W2 block", "[[a#b#^c]]", "a", "#b#^c"},
		{"W2 none", "[[#b]]", "", "#b"},
		{"W2 bar first", "[[a|b#c]]", "a", ""},
		{"M1 sharp", "[x](C%23%20notes.md#a%23b)", "C# notes.md", "#a#b"},
		{"M1 slash", "[x](a%2Fb.md)", "a/b.md", ""},
		{"M1 angle", "[x](<a%20b c.md#d e>)", "a b c.md", "#d e"},
		{"M5", "[x]\n\n[x]: <a b.md#c>", "a b.md", "#c"},
		{"6.6", "---\nup: \"[[a#b|c#d]]\"\n---", "a", "#b"},
	} {
		n := Parse([]byte(c.in))
		links := append(n.Links, n.PropertyLinks...)
		if len(links) != 1 || links[0].Path != c.path || links[0].Subpath != c.subpath {
			t.Errorf("%s: %s gives %+v, want %q and %q", c.id, c.in, links, c.path, c.subpath)
		}
	}
}

// T1, T2: the set of characters that end a tag, one by one and at its bounds.
func TestTagCharacters(t *testing.T) {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_/"
	stop := func(r rune) {
		in := "#a" + string(r) + "b"
		same(t, fmt.Sprintf("T1 %U", r), tagNames(Parse([]byte(in))), []string{"a"})
	}
	for r := ' '; r < 0x7f; r++ {
		if !strings.ContainsRune(letters, r) {
			stop(r)
		}
	}
	for _, r := range []rune{'\t', 0xa0, 0x2000, 0x200d, 0x2014, 0x206f, 0x2e00, 0x2e3a, 0x2e7f, 0x3000} {
		stop(r)
	}
	for _, r := range letters + "\u00b7\u1fff\u2070\u2dff\u2e80\u3001\ufe0f\uff0c😀" {
		name := "a" + string(r) + "b"
		same(t, fmt.Sprintf("T2 %U", r), tagNames(Parse([]byte("#"+name))), []string{name})
	}
}

// What the rules say together, as people nest one thing in another.
func TestRulesTogether(t *testing.T) {
	for _, c := range []struct{ id, in, facts string }{
		{"embed in a callout in a list", "- item\n  > [!note] [[t]]\n  > ![[a.png|100]] #x\n\n[[z]]", "t;!a.png|100;z;#x"},
		{"list and table in a callout", "> [!q]- Q?\n> - a\n>   - ![[b#^c]]\n>\n> | x |\n> |---|\n> | [[y\\|z]] |", "!b#^c;y|z"},
		{"raw bar in a quoted table", "> | x |\n> |---|\n> | [[y|z]] |", ""},
		{"table in a list", "- | x |\n  |---|\n  | ![[y\\|9]] |", "!y|9"},
		{"code and links in a row", "| [[a\\|b]] | `x \\| [[c]]` | #t |\n| --- | :-: | --: |\n| [m](d.md) | x\\|[[q]] | |", "a|b;md:d.md|m;q;#t"},
		{"table after text", "before [[p]]\n| a |\n|---|\n| [[c\\|d]] |", "p;c|d"},
		{"comment over blocks", "%% [[a]]\n\n# H #t\n\n```\n[[no]]\n%%\n```\n[[z]] %%", "a;z;#t;h1 H #t"},
		{"comment in a list in a quote", "> - %% [[a]] #b %%", "a;#b"},
		{"heading of all kinds", "## #t [[a|b]] ![[c]] [d](e.md) `#no` $[[no]]$", "a|b;!c;md:e.md|d;#t;h2 #t [[a|b]] ![[c]] [d](e.md) `#no` $[[no]]$"},
		{"Setext with links", "One [[a]]\ntwo #t\n---\n> q\n---\n\n- l\n---", "a;#t;h2 One [[a]] two #t"},
		{"3.heading in a list", "- # H [[a]] #b\n\n> ## Q [[c]] #d", "a;c;#b;#d"},
		{"inline footnotes", "x^[see [[a]] #t ![[b]]] y[^1]\n\n[^1]: def [[c]]\n    more [[d]]\n\n    [[e]]", "a;!b;c;d;e;#t"},
		{"footnote link around one", "^[[[N#[^1]]]] [[b]]", "N#[^1];b"},
		{"details", "<details>\n<summary>[[no]]</summary>\n\n[[a]] #t\n\n</details>", "a;#t"},
		{"inline markup", "<b>[[a]]</b> <span title=\"[[no]] #no\">x</span> #t", "a;#t"},
		{"comment markup over lines", "x <!-- [[no]]\n#no --> [[a]]", "a"},
		{"math in a list and a quote", "- $$\n  [[no]]\n  $$\n- [[a]]\n\n> $$\n> [[no]]\n> $$\n> [[b]]", "a;b"},
		{"fences in fences", "````\n```\n[[no]]\n```\n````\n[[a]]\n\n~~~\n```\n~~~\n[[b]]", "a;b"},
		{"code of rising lengths", "``[[no]]`` `` ` [[no]] `` ` [[a]]\n\n`` [[b]] `", "a;b"},
		{"code before a link's end", "[[a`b]] `c`", "a`b"},
		{"link around a picture", "[![x](d%20e.png)](f.md) [![[g.png]]](h.md)", "md:f.md|![x](d%20e.png);!md:d e.png|x;!g.png"},
		{"references of all forms", "[r] [x][R] ![y][r] [r][] [no][n]\n\n[r]: <a b.md#c> 'T'", "ref:a b.md#c|r;ref:a b.md#c|x;!ref:a b.md#c|y;ref:a b.md#c|r"},
		{"angles", "[a](<b c.md>) [d](< e >) [no](<f>g) [h](i<j.md)", "md:b c.md|a;md:e|d;md:i<j.md|h"},
		{"emphasis around", "**[[a]]** ==[[b]]== ~~[[c]]~~ ([[d]]) \"[[e]]\" [[f]][[g]]", "a;b;c;d;e;f;g"},
		{"inline fields", "Key:: [[v]] (k:: [[w]]) [m:: [[x]]] #t", "v;w;x;#t"},
		{"a task with all", "- [ ] do [[a]] #t/u 📅 2024-01-01 ^id\n\t- [x] ![[b]]", "a;!b;#t/u"},
		{"the same link often", "---\nrel: [\"[[a]]\", \"[[a]]\", \"[[a|b]]\"]\n---\n[[a]] [[a]]", "a;a;rel.0=a;rel.1=a;rel.2=a|b"},
		{"property texts over lines", "---\na: |\n  [[b]]\nc: >-\n  [[d]]\ne: {f: \"[[g]]\"}\nh: \"![[i.png]]\"\n---", "a=b;c=d;e.f=g"},
		{"JSON between the fences", "---\n{\"tags\": [\"a\"], \"up\": \"[[x]]\"}\n---\n[[b]]", "b;up=x;#a"},
	} {
		same(t, c.id, parsed(c.in), list(c.facts))
	}
}

// 6.7: aliases nested in lists name nothing, and repeats are kept.
func TestNestedAliases(t *testing.T) {
	n := Parse([]byte("---\naliases:\n  - [x, y]\n  - z\n  - z\n  - {a: b}\n---\n"))
	same(t, "6.7", n.Aliases, []string{"z", "z"})
}

// HB7: ids behind tables, lists, quotes, code and math, and in items.
func TestBlockIDsTogether(t *testing.T) {
	for _, c := range []struct{ id, in, blocks string }{
		{"after each kind", "|a|\n|-|\n|b|\n\n^t\n\n> q\n> r\n\n^q\n\n- l\n  - m\n\n^l\n\n$$\nx\n$$\n\n^m", "t=|a|\n|-|\n|b|;q=> q\n> r;l=- l\n  - m;m=$$\nx\n$$"},
		{"last line of a table", "| a |\n|---|\n| b |\n^t", "t=| a |\n|---|\n| b |\n^t"},
		{"on its own in an item", "- a\n\n  b\n\n  ^i\n- c", "i=- a\n\n  b\n\n  ^i"},
		{"second paragraph of an item", "- a\n\n  b ^p\n- c", "p=b ^p"},
		{"on the last line of a callout", "> [!n]\n> text\n> ^c", "c=> [!n]\n> text\n> ^c"},
		{"in a footnote", "[^1]: text ^f", "f=text ^f"},
		{"not in code or a heading", "`x ^a`\n\n# H ^b\n\n$x ^c$", ""},
	} {
		var got []string
		for _, b := range Parse([]byte(c.in)).Blocks {
			got = append(got, b.ID+"="+c.in[b.Span.Start:b.Span.End])
		}
		same(t, c.id, got, list(c.blocks))
	}
}
