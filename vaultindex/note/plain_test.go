package note

import (
	"testing"

	"pgregory.net/rapid"
)

func plainTexts(raw string) []string {
	var out []string
	for _, s := range Plain([]byte(raw)) {
		out = append(out, raw[s.Start:s.End])
	}
	return out
}

// What a note says beside its links, code, markup and properties.
func TestPlain(t *testing.T) {
	for _, c := range []struct{ id, in, text string }{
		{"frontmatter", "---\na: b\n---\nc", "c"},
		{"links", "a [[b]] c ![[d]] e [f](g.md) h [i](https://j) k ![l](m) n", "a ; c ; e ; h ; k ; n"},
		{"references", "a [b][r] c [r] d [no]\n\n[r]: x.md", "a ; c ; d [no]"},
		{"code", "a `b` c\n\n```\nd\n```\n\n    e", "a ; c"},
		{"math and markup", "a $b$ c <i x=\"d\">e</i> f <!-- g --> h\n\n<div>\ni\n</div>", "a ; c ;e; f ; h"},
		{"tags and addresses", "a #b c https://d.e/f g <https://h> i", "a ; c ; g ; i"},
		{"places", "# a\n\n- b\n  c\n\n> d\n\n|e|f|\n|-|-|\n|g|h|\n\n[^1]: i", "a;b;c;d;e;f;-;-;g;h;i"},
		{"escapes", `a \[[b]] c \# d`, `a \[[b]] c \# d`},
		{"nested", "[a ![b](c) d](e) f", " f"},
		{"comment", "%% a %%", "%% a %%"},
	} {
		same(t, c.id, plainTexts(c.in), list(c.text))
	}
}

// Plain text never overlaps a link or an inline tag, and lines are right.
func TestPlainIsBesideLinks(t *testing.T) {
	pieces := []string{"a ", "[[b]] ", "![[c|d]]", "[e](f.md)", "[g][r]", "[r]", "`h`", "#t ", "\n", "\n\n", "> ", "- ", "$", "<b>", "|", "\n\n[r]: x.md\n\n", "中", "![", "](", ")", "[", "]"}
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte("")
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces") {
			raw = append(raw, p...)
		}
		n, all := Parse(raw), Plain(raw)
		checkSpans(t, raw, &Note{Footnotes: footnotesAt(all), Lines: n.Lines})
		for i, s := range all {
			if i > 0 && s.Start < all[i-1].End {
				t.Fatalf("%q: %v overlaps %v", raw, s, all[i-1])
			}
			for _, l := range n.Links {
				if s.Start < l.Span.End && l.Span.Start < s.End {
					t.Fatalf("%q: the text %q overlaps the link %q", raw, raw[s.Start:s.End], raw[l.Span.Start:l.Span.End])
				}
			}
			for _, g := range n.Tags {
				if s.Start < g.Span.End && g.Span.Start < s.End {
					t.Fatalf("%q: the text %q overlaps the tag %q", raw, raw[s.Start:s.End], g.Name)
				}
			}
		}
	})
}

// footnotesAt lets checkSpans look at bare spans.
func footnotesAt(spans []Span) (out []Footnote) {
	for _, s := range spans {
		out = append(out, Footnote{Span: s})
	}
	return out
}
