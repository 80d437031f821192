package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/protocol"
)

func TestScreenShowsControls(t *testing.T) {
	for in, want := range map[string]string{
		"plain 知識 🗂️\ttab\n":                "plain 知識 🗂️\ttab\n",
		"\x1b[31mred\x1b[0m\x07\x00\b":      "␛[31mred␛[0m␇␀␈",
		"\x1b]0;title\x07":                  "␛]0;title␇",
		"over\rwritten":                     "over␍written",
		"two\r\nlines\r\n":                  "two\nlines\n",
		"\u009b31m \u0085 \u009d \x7f":      "<U+009B>31m <U+0085> <U+009D> ␡",
		"\x9b31m\xff":                       "\ufffd31m\ufffd",
		"a\u202egnp.md\u202c \u2066x\u2069": "a<U+202E>gnp.md<U+202C> <U+2066>x<U+2069>",
		"family \u200d and \u200c\u200f":    "family \u200d and \u200c\u200f",
	} {
		var b bytes.Buffer
		if n, err := (screen{&b}).Write([]byte(in)); err != nil || n != len(in) || b.String() != want {
			t.Errorf("%q shows as %q (%d, %v), want %q", in, b.String(), n, err, want)
		}
	}
}

// JSON says the same with and without what a terminal should not get.
func TestJSONHoldsNoControls(t *testing.T) {
	var all strings.Builder
	for r := rune(0); r < 0x2100; r++ {
		all.WriteRune(r)
	}
	in := map[string]string{"x": all.String(), "\u009b": "\u2028\u2029"}
	var b bytes.Buffer
	if err := printJSON(screen{&b}, in); err != nil {
		t.Fatal(err)
	}
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if r == '\n' || isHarmful(r) && r != utf8.RuneError || r == '\u2028' || r == '\u2029' {
			t.Errorf("the document holds %U as it is", r)
		}
	}
	var out map[string]string
	if err := json.Unmarshal(b.Bytes(), &out); err != nil || out["x"] != in["x"] || out["\u009b"] != in["\u009b"] {
		t.Errorf("the document says something else: %v", err)
	}
}

// A line break in a name breaks no line: each thing printed has its lines and no more.
func TestNamesStayOnTheirLine(t *testing.T) {
	const name = "two\nlines\r\nin\u2028a name.md"
	var b, activity bytes.Buffer
	e := env{stdout: screen{&b}, stderr: screen{&activity}}
	show := &transcript{e: e}
	show.text.WriteString("Yes.")
	for what, c := range map[string]struct {
		print func() error
		lines int
	}{
		"index": {func() error {
			return printIndex(e, protocol.IndexStatusResult{Skipped: []protocol.Skipped{{Path: name, Reason: "unreadable"}}})
		}, 2},
		"search": {func() error {
			return printHits(e, protocol.SearchQueryResult{Total: 1, Hits: []protocol.SearchHit{{Path: name, Heading: name, Excerpt: name, Line: 3, Why: []string{"name: " + name}}}})
		}, 3},
		"graph": {func() error { printLinks(e, name, "", map[string]int{name: 1}); return nil }, 1},
		"note": {func() error {
			return printNote(e, protocol.NoteGetResult{Path: name, Aliases: []string{name}, Links: []protocol.NoteLink{{Link: name, Resolved: name}, {Link: name}}})
		}, 6},
		"doctor": {func() error {
			return printChecks(e, []protocol.DoctorCheck{{Name: "skipped files", Status: protocol.CheckOK, Detail: name}})
		}, 1},
		"ask": {func() error {
			show.printSources(protocol.PromptMeta{Citations: []protocol.Citation{{Path: name, Heading: name, LineStart: 1, LineEnd: 2}}})
			return nil
		}, 4},
	} {
		b.Reset()
		if err := c.print(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n != c.lines || strings.Contains(b.String(), "\u2028") || what != "search" && !strings.Contains(b.String(), "two␊lines␍␊in") {
			t.Errorf("%s prints %d lines, want %d:\n%s", what, n, c.lines, b.String())
		}
	}
	if err := show.update(t.Context(), nil, protocol.SessionNotification{Update: protocol.ToolCall{Title: "Read " + name}}); err != nil {
		t.Fatal(err)
	}
	if activity.String() != "· Read two␊lines␍␊in<U+2028>a name.md\n" {
		t.Errorf("ask shows the activity %q", activity.String())
	}
}
