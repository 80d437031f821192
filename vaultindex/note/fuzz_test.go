package note

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

// fataler is what the tests of testing and of rapid share.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// FuzzParse holds what every reader of a Note relies on, for any bytes: no
// panic, every span inside the file with its right line, valid strings, order.
func FuzzParse(f *testing.F) {
	for _, in := range hostile(300) {
		f.Add([]byte(in))
	}
	for _, file := range fixture(f, ".md") {
		f.Add(file.Data)
	}
	for _, in := range []string{
		"\ufeff---\r\na: \"[[x|y]]\"\r\ntags: [a, 'b c']\r\n---\r\n# H\r\n\r\n> [!x] t\r\n> - [ ] #a ^b\r\n",
		"| a | [[b\\|c]] |\n|---|---|\n| `|` | x ^id |\n\n^t\n\n[r]: <a b> 'x'\n\n[^1]: y\n    z\n\n[r] ![i](a%20b.md#c)",
		"$$\na\n$$\n<div>\n\n</div>\n%% c %%\n~~~\n\tx\n~~~\nS\n==\n",
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		given := bytes.Clone(raw)
		n := Parse(raw)
		checkSpans(t, raw, n)
		checkPlaces(t, raw, n)
		checkStrings(t, n)
		if got := Pack(n).Unpack(); !reflect.DeepEqual(got, n) {
			t.Fatalf("unpacked %+v, packed %+v", got, n)
		}
		scanned, _ := parseScanned(raw)
		checkSpans(t, raw, scanned)
		checkPlaces(t, raw, scanned)
		if !bytes.Equal(raw, given) {
			t.Fatal("the input was changed")
		}
	})
}

// fixture returns the files of the whole-vault fixture with an extension.
func fixture(f *testing.F, ext string) []txtar.File {
	archive, err := txtar.ParseFile("../testdata/graphvault/vault.txtar")
	if err != nil {
		f.Fatal(err)
	}
	return slices.DeleteFunc(archive.Files, func(file txtar.File) bool { return !strings.HasSuffix(file.Name, ext) })
}

// FuzzParseCanvas holds the same for canvases, whose links stand in JSON
// strings.
func FuzzParseCanvas(f *testing.F) {
	for _, in := range []string{
		"", "\ufeff{}", `{"nodes":[{"type":"file","file":"a/b.md","subpath":"#x"},{"type":"text","text":"[[c|d]] #e\n- [ ] f\u0000\ud800"}],"edges":[]}`,
		`{"nodes":[{"text":"![[a]]","type":"text","x":{"y":[1,{}]}}`, `{"nodes":[{"type":"file","file":5}]}`,
	} {
		f.Add([]byte(in))
	}
	for _, in := range hostile(300) {
		f.Add([]byte(in))
	}
	for _, file := range fixture(f, ".canvas") {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		n := ParseCanvas(raw)
		checkSpans(t, raw, n)
		checkStrings(t, n)
		for _, l := range n.Links {
			s, text := raw[l.Span.Start:l.Span.End], ""
			if l.Kind == CanvasFile && (len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"') {
				t.Fatalf("link %+v stands at %q", l, s)
			}
			if l.Kind != Wikilink {
				continue
			}
			if err := json.Unmarshal(slices.Concat([]byte{'"'}, s, []byte{'"'}), &text); err != nil {
				t.Fatalf("link %+v stands at %q: %v", l, s, err)
			}
			checkLinkPlace(t, l, text)
		}
		if len(n.Tags)+len(n.Headings)+len(n.Blocks) > 0 {
			t.Fatalf("a canvas has tags, headings or blocks: %+v", n)
		}
		CanvasText(raw)
	})
}

// FuzzParseBase: a base never fails and links nowhere.
func FuzzParseBase(f *testing.F) {
	for _, in := range []string{"", "views:\n  - type: table\n    name: V\n", "a: &x [*x]\n", "? [a]\n: b\n", "{", "\xff", "a: \"[[b]]\"\n"} {
		f.Add([]byte(in))
	}
	for _, file := range fixture(f, ".base") {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		n := ParseBase(raw)
		if len(n.Links)+len(n.PropertyLinks)+len(n.Tags) > 0 {
			t.Fatalf("a base links: %+v", n)
		}
		checkStrings(t, n)
	})
}

// parseScanned parses with the bounded scanner whatever the size.
func parseScanned(raw []byte) (*Note, int) {
	n := &Note{Lines: countLines(raw)}
	c := newCollector(n, raw)
	c.scan(c.frontmatter())
	c.finish()
	return n, c.work
}

func spans(n *Note) []Span {
	var out []Span
	if n.HasFrontmatter {
		out = append(out, n.Frontmatter)
	}
	for _, p := range n.Properties {
		out = append(out, p.Span)
	}
	for _, h := range n.Headings {
		out = append(out, h.Span, Span{Start: h.Span.Start, End: h.End, Line: h.Span.Line})
	}
	for _, l := range n.Links {
		out = append(out, l.Span)
	}
	for _, l := range n.PropertyLinks {
		out = append(out, l.Span)
	}
	for _, t := range n.Tags {
		out = append(out, t.Span)
	}
	for _, b := range n.Blocks {
		out = append(out, b.Span)
	}
	for _, k := range n.Tasks {
		out = append(out, k.Span)
	}
	for _, k := range n.Callouts {
		out = append(out, k.Span)
	}
	for _, k := range n.Footnotes {
		out = append(out, k.Span)
	}
	return out
}

func checkSpans(t fataler, raw []byte, n *Note) {
	t.Helper()
	for _, s := range spans(n) {
		if s.Start < 0 || s.End < s.Start || s.End > len(raw) {
			t.Fatalf("span %+v of %d bytes", s, len(raw))
		}
		if line := 1 + bytes.Count(raw[:s.Start], newline); s.Line != line {
			t.Fatalf("span %+v stands on line %d", s, line)
		}
	}
	for i, l := range n.Links {
		if i > 0 && l.Span.Start < n.Links[i-1].Span.Start {
			t.Fatalf("links are out of order: %+v", n.Links)
		}
		if l.Kind == Wikilink && len(raw) > 0 && raw[l.Span.Start] != '[' && raw[l.Span.Start] != '!' && raw[l.Span.Start] != '"' {
			t.Fatalf("a link starts with %q", raw[l.Span.Start:l.Span.End])
		}
	}
	for _, tag := range n.Tags {
		if !tag.Property && string(raw[tag.Span.Start:tag.Span.End]) != "#"+tag.Name && utf8.Valid(raw) {
			t.Fatalf("tag %q stands at %q", tag.Name, raw[tag.Span.Start:tag.Span.End])
		}
	}
	for _, h := range n.Headings {
		if h.EndLine < h.Span.Line || h.EndLine > max(n.Lines, h.Span.Line) {
			t.Fatalf("heading %+v of %d lines", h, n.Lines)
		}
	}
}

func checkStrings(t fataler, n *Note) {
	t.Helper()
	var all []string
	for _, l := range append(n.Links, n.PropertyLinks...) {
		all = append(all, l.Path, l.Subpath, l.Display, l.Key)
	}
	for _, h := range n.Headings {
		all = append(all, h.Text, HeadingKey(h.Text))
	}
	for _, g := range n.Tags {
		all = append(all, g.Name)
	}
	for _, p := range n.Problems {
		all = append(all, p.Message)
	}
	for _, s := range append(all, n.Aliases...) {
		if !utf8.ValidString(s) {
			t.Fatalf("%q is not UTF-8", s)
		}
	}
}

// TestAnyTokens does what FuzzParse does with texts made of syntax, which meet
// more of the parser in less time.
func TestAnyTokens(t *testing.T) {
	tokens := []string{
		"[[", "]]", "[", "]", "(", ")", "![", "|", `\|`, `\`, "#", "#t", " ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "a", "é", "中", "🙂",
		"`", "``", "```", "~~~", "$", "$$", "%%", "<", ">", "<!--", "-->", "<div>", "<a b='", "\"", "'", "- ", "* ", "1. ", "> ", "- [ ] ", "[!n]",
		"---", "---\n", "===", "# ", "## ", "^id", " ^id", "[^f]: ", "[r]: ", "x.md", "%20", "%", "&amp;", "|-|-|", "|", ":", "tags:", "k: ", "\ufeff", "\xff", "\x00",
	}
	rapid.Check(t, func(r *rapid.T) {
		raw := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 60).Draw(r, "tokens"), ""))
		if rapid.Bool().Draw(r, "frontmatter") {
			raw = append([]byte("---\n"), raw...)
		}
		n := Parse(raw)
		checkSpans(r, raw, n)
		checkStrings(r, n)
		checkPlaces(r, raw, n)
		scanned, _ := parseScanned(raw)
		checkSpans(r, raw, scanned)
		checkPlaces(r, raw, scanned)
	})
}
