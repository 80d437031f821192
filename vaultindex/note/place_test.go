package note

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkPlaces holds that the bytes a fact points to are that fact. raw must be
// valid UTF-8: elsewhere a fact shows U+FFFD for what cannot be read.
func checkPlaces(t fataler, raw []byte, n *Note) {
	t.Helper()
	if !utf8.Valid(raw) {
		return
	}
	at := func(s Span) string { return string(raw[s.Start:s.End]) }
	for _, l := range n.Links {
		checkLinkPlace(t, l, at(l.Span))
	}
	for _, l := range n.PropertyLinks {
		s := at(l.Span)
		if l.Kind != Wikilink || !strings.HasPrefix(s, "[[") || strings.ContainsAny(s, "\\'\"\r\n\t\x00\v\f") {
			continue // spelt in a way that YAML turns into something else
		}
		if alone := Parse([]byte(s)).Links; len(alone) != 1 || alone[0].Path != l.Path || alone[0].Subpath != l.Subpath {
			t.Fatalf("property link %+v stands at %q", l, s)
		}
	}
	for _, h := range n.Headings {
		if !bytes.Contains(bytes.ReplaceAll(raw, []byte("\r\n"), nil), []byte("\r")) { // alone, it is a space to one parser and none to another
			checkHeadingPlace(t, h, at(h.Span))
		}
	}
	for _, b := range n.Blocks {
		behind := strings.TrimLeft(string(raw[b.Span.End:]), " \t\r\n>")
		if !strings.Contains(at(b.Span), "^"+b.ID) && !strings.HasPrefix(behind, "^"+b.ID) {
			t.Fatalf("block ^%s stands at %q, before %.20q", b.ID, at(b.Span), behind)
		}
	}
	for _, k := range n.Tasks {
		s := at(k.Span)
		if !strings.ContainsRune("-*+0123456789", rune(s[0])) || !strings.Contains(s, "["+k.Mark+"]") || !strings.HasSuffix(strings.TrimSpace(s), k.Text) {
			t.Fatalf("task %+v stands at %q", k, s)
		}
	}
	for _, f := range n.Footnotes {
		if s := at(f.Span); !strings.HasPrefix(s, "[^"+f.ID+"]:") {
			t.Fatalf("footnote %q stands at %q", f.ID, s)
		}
	}
	for _, c := range n.Callouts {
		if s := at(c.Span); s[0] != '>' || !strings.Contains(s, "[!") || !strings.Contains(s, c.Title) {
			t.Fatalf("callout %+v stands at %q", c, s)
		}
	}
	checkPropertyPlaces(t, raw, n)
}

// checkLinkPlace: what a link points to, parsed alone, is that link.
func checkLinkPlace(t fataler, l Link, s string) {
	t.Helper()
	bare := strings.TrimPrefix(s, "!")
	if (bare != s) != l.Embed {
		t.Fatalf("link %+v stands at %q", l, s)
	}
	switch l.Kind {
	case Wikilink:
		alone := Parse([]byte(s)).Links
		if len(alone) != 1 || linkText(alone[0]) != linkText(l) {
			t.Fatalf("link %+v stands at %q", l, s)
		}
	case MarkdownLink:
		if !strings.HasPrefix(bare, "[") || !strings.HasSuffix(bare, ")") {
			t.Fatalf("link %+v stands at %q", l, s)
		}
	case ReferenceLink:
		if !strings.HasPrefix(bare, "[") || !strings.HasSuffix(bare, "]") {
			t.Fatalf("link %+v stands at %q", l, s)
		}
	}
}

// checkHeadingPlace: the lines a heading points to, parsed alone, are that
// heading.
func checkHeadingPlace(t fataler, h Heading, s string) {
	t.Helper()
	alone := Parse([]byte(s)).Headings
	if len(alone) != 1 || alone[0].Level != h.Level || alone[0].Text != h.Text {
		t.Fatalf("heading %+v stands at %q, which alone has %+v", h, s, alone)
	}
}

func checkPropertyPlaces(t fataler, raw []byte, n *Note) {
	t.Helper()
	for i, p := range n.Properties {
		s := raw[p.Span.Start:p.Span.End]
		if p.Span.Start < n.Frontmatter.Start || p.Span.End > n.Frontmatter.End || i > 0 && p.Span.Start < n.Properties[i-1].Span.End {
			t.Fatalf("property %q stands at %q", p.Key, s)
		}
		if plainKey(p.Key) && !bytes.HasPrefix(bytes.TrimLeft(s, "\"'?!&* "), []byte(p.Key)) && s[0] != '&' && s[0] != '!' && s[0] != '*' {
			t.Fatalf("property %q stands at %q", p.Key, s)
		}
	}
	for _, tag := range n.Tags {
		if s := raw[tag.Span.Start:tag.Span.End]; tag.Property && !bytes.ContainsAny(s, "\\|>&*!") && !bytes.Contains(s, []byte(tag.Name)) {
			t.Fatalf("tag %q stands at %q", tag.Name, s)
		}
	}
}

func plainKey(key string) bool {
	return key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") == ""
}

// TestPlacesOfEveryKind is checkPlaces on a note that has all kinds of fact,
// with every kind of line break and with a BOM.
func TestPlacesOfEveryKind(t *testing.T) {
	in := "---\nup: \"[[a|b]]\"\ntags:\n  - x\n  - 'y/z'\nrelated: [p, \"[[q#r]]\"]\n---\n# H [[c#d|e]] #t\n\nS\ntwo\n===\n\n- [x] task [l](m%20n.md \"t\") ^id\n  - [ ] ü 中 #u\n\n" +
		"> [!note]- Title\n> ![[i.png|10]] [[N#[^1]]]\n\n^q\n\n|a|b|\n|-|-|\n|[[f\\|g]]|`x`|\n\n[^1]: foot [r]\n    more\n\n[r]: s.md\n"
	for _, text := range []string{in, "\ufeff" + in, strings.ReplaceAll(in, "\n", "\r\n")} {
		n := Parse([]byte(text))
		if len(n.Links) != 6 || len(n.PropertyLinks) != 2 || len(n.Headings) != 2 || len(n.Blocks) != 2 || len(n.Tasks) != 2 ||
			len(n.Callouts) != 1 || len(n.Footnotes) != 1 || len(n.Tags) != 4 || len(n.Properties) != 3 {
			t.Errorf("facts are missing: %+v", n)
		}
		checkSpans(t, []byte(text), n)
		checkPlaces(t, []byte(text), n)
	}
}
