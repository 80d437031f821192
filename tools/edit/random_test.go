package edit

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// entries are properties as people and programs write them; %k is the key.
var entries = []string{
	"%k: x", "%k: 'x y'", "%k: \"x: y\"  # why", "%k:", "%k: # nothing yet", "%k: 2024-01-02", "%k: 3", "%k: yes", "%k: ~",
	"%k: [a, 'b', \"c\"]", "%k: [ a,b ] # c", "%k: []", "%k: [\n  a,\n  b,\n]", "%k:\n  - a\n  - 'b' # c\n  # d\n  - \"c\"", "%k:\n- a\n- b",
	"%k:\n  - a\n\n  - b", "%k: |\n  one\n  # two\n", "%k: >-\n  one\n  two", "%k: one\n  two", "%k: \"one\n  two\"", "%k:\n  p: 1\n  q: [r]", "%k: {p: 1}",
	"%k: &anchor x", "%k: !!str 5", "%k:\n  x", "\"%k\": x", "'%k' : x", "%k:   aligned", "%k: \"[[link|text]]\"", "%k: [\"[[a]]\", b]", "# a comment\n%k: x", "%k:\n  - a: 1\n    b: 2\n  - c", "%k:\n    - deep\n    - er",
	"%k: 日本語", "%k: a#b", "%k: http://x.y", "? %k\n: x",
}

// drawNote makes a note of such properties.
func drawNote(r *rapid.T) []byte {
	var b strings.Builder
	b.WriteString("---\n")
	for _, key := range []string{"a", "tags", "Key b", "aliases"} {
		if rapid.Bool().Draw(r, "has") {
			b.WriteString(strings.ReplaceAll(rapid.SampledFrom(entries).Draw(r, "entry"), "%k", key) + "\n")
		}
		if rapid.IntRange(0, 4).Draw(r, "gap") == 0 {
			b.WriteString("\n# between\n")
		}
	}
	b.WriteString("---\n")
	text := b.String() + rapid.SampledFrom([]string{"", "text", "# H\n\n---\nk: v\n"}).Draw(r, "text")
	if rapid.Bool().Draw(r, "crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if rapid.Bool().Draw(r, "mark") {
		text = "\ufeff" + text
	}
	return []byte(text)
}

// An edit of any property among any others is refused or touches its key only,
// and what it sets is there.
func TestPropertyEditsOfAnyShape(t *testing.T) {
	done := 0
	rapid.Check(t, func(r *rapid.T) {
		raw := drawNote(r)
		e := PropertyEdit{
			Key:   rapid.SampledFrom([]string{"a", "tags", "key b", "aliases", "alias", "new"}).Draw(r, "key"),
			Op:    PropertyOp(rapid.IntRange(0, 3).Draw(r, "op")),
			Value: rapid.SampledFrom([]any{"x", "b", "new: text", "it's", `"q"`, "yes", nil, true, 4, 1.5, []string{"a", "b"}, []string{"c", "new one", "a"}, []string{}, "2024-01-02", "a, b"}).Draw(r, "value"),
		}
		got, err := EditProperties(raw, nil, e)
		if err != nil {
			if code(err) == "" {
				r.Fatalf("an error without a code: %v", err)
			}
			return
		}
		done++
		checkOneKey(t, raw, got, e)
		if _, err := EditProperties(got, nil, e); e.Op == SetValue && code(err) != NoChange {
			r.Fatalf("%q set again: %v", got, err)
		}
	})
	if done == 0 {
		t.Error("every edit was refused")
	}
}

var blocks = []string{
	"# A\n", "## B\n", "### B\n", "Set\n---\n", "Text\nof two lines\n", "- item\n- item ^i\n", "1. one\n   - two\n", "> quote\n> - q\n", "| a | b |\n|---|---|\n| c | d |\n",
	"```\n# code\n```\n", "~~~md\n## B\n~~~\n", "%%\n# hidden\n%%\n", "<!--\n# hidden\n-->\n", "<div>\n# html\n</div>\n", "$$\n# m\n$$\n", "para ^p\n", "^t\n", "    # indented\n", "***\n", "- [ ] task\n", "> [!note] c\n> x\n", "\n\n", "```\nopen\n",
}

// drawBody makes a text of such blocks.
func drawBody(r *rapid.T, name string, most int) string {
	parts := rapid.SliceOfN(rapid.SampledFrom(blocks), 1, most).Draw(r, name)
	return strings.Join(parts, rapid.SampledFrom([]string{"", "\n"}).Draw(r, "gap"))
}

// An edit of any section of any note is refused or leaves every byte and every
// heading outside as it was.
func TestSectionEditsOfAnyShape(t *testing.T) {
	done := 0
	rapid.Check(t, func(r *rapid.T) {
		raw := []byte(drawBody(r, "note", 12))
		if rapid.Bool().Draw(r, "crlf") {
			raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
		}
		if rapid.Bool().Draw(r, "open end") {
			raw = bytes.TrimRight(raw, "\r\n")
		}
		e := SectionEdit{
			Heading: rapid.SampledFrom([]string{"A", "## B", "A > B", "Set"}).Draw(r, "heading"), Occurrence: rapid.IntRange(0, 2).Draw(r, "occurrence"),
			Text: drawBody(r, "text", 3), Placement: Placement(rapid.IntRange(0, 2).Draw(r, "placement")), Subsections: rapid.Bool().Draw(r, "subsections"),
		}
		got, err := EditSection(raw, e)
		if err != nil {
			if code(err) == "" {
				r.Fatalf("an error without a code: %v", err)
			}
			return
		}
		done++
		s, err := FindSection(raw, e.Heading, e.Occurrence)
		if err != nil {
			r.Fatal(err)
		}
		end := s.OwnEnd
		if e.Subsections {
			end = s.End
		}
		if !bytes.HasPrefix(got.After, raw[:s.Body]) || !bytes.HasSuffix(got.After, raw[end:]) {
			r.Fatalf("%q: outside of [%d,%d) changed: %q", raw, s.Body, end, got.After)
		}
		checkHeadings(t, raw, got.After, s.Body, end)
		if bytes.Contains(raw, []byte("\r\n")) && bytes.Count(got.After, []byte("\n")) != bytes.Count(got.After, []byte("\r\n")) {
			r.Fatalf("%q: line ends are mixed: %q", raw, got.After)
		}
		if e.Placement != InPlace && note.Parse(got.After).Words < note.Parse(raw).Words {
			r.Fatalf("%q lost words: %q", raw, got.After)
		}
	})
	if done == 0 {
		t.Error("every edit was refused")
	}
}
