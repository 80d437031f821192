package edit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

func set(key string, value any) PropertyEdit { return PropertyEdit{Key: key, Value: value} }
func app(key string, value any) PropertyEdit {
	return PropertyEdit{Key: key, Op: AppendItems, Value: value}
}
func drop(key string, value any) PropertyEdit {
	return PropertyEdit{Key: key, Op: DropItems, Value: value}
}
func remove(key string) PropertyEdit { return PropertyEdit{Key: key, Op: RemoveKey} }

// Users E47, E48; R156: only the one key's bytes change.
func TestEditProperties(t *testing.T) {
	cases := []struct {
		name, raw string
		e         PropertyEdit
		want      string
	}{
		{"a scalar", "---\na: 1 # one\nb: 'x'\n---\nt", set("a", 2), "---\na: 2 # one\nb: 'x'\n---\nt"},
		{"quotes stay", "---\na: 'x'\nb: \"y\"\n---\n", set("a", "it's"), "---\na: 'it''s'\nb: \"y\"\n---\n"},
		{"aligned", "---\na:   x\nlong: y\n---\n", set("a", "z"), "---\na:   z\nlong: y\n---\n"},
		{"CRLF and mark", "\ufeff---\r\na: 1\r\nb: 2\r\n---\r\nt\r\n", set("b", 3), "\ufeff---\r\na: 1\r\nb: 3\r\n---\r\nt\r\n"},
		{"a new key", "---\na: 1\n# end\n---\nt", set("b", "x"), "---\na: 1\n# end\nb: x\n---\nt"},
		{"a new key, CRLF", "---\r\na: 1\r\n---\r\n", set("b", []string{"x", "z"}), "---\r\na: 1\r\nb:\r\n  - x\r\n  - z\r\n---\r\n"},
		{"no frontmatter", "text", set("a", true), "---\na: true\n---\ntext"},
		{"no frontmatter, mark and CRLF", "\ufefft\r\nu", set("a", nil), "\ufeff---\r\na:\r\n---\r\nt\r\nu"},
		{"an empty file", "", set("tags", []string{"x"}), "---\ntags:\n  - x\n---\n"},
		{"an empty block", "---\n---\nt", set("a", 1), "---\na: 1\n---\nt"},
		{"a thematic break", "---\n\nx\n", set("a", 1), "---\na: 1\n---\n---\n\nx\n"},
		{"to null", "---\na: x # c\nb: y\n---\n", set("a", nil), "---\na: # c\nb: y\n---\n"},
		{"from null", "---\na: # c\nb:\n---\n", set("a", "x"), "---\na: x # c\nb:\n---\n"},
		{"from null at the end", "---\nb:\n---", set("b", 1.5), "---\nb: 1.5\n---"},
		{"case of the key (6.8)", "---\nStatus: x\n---\n", set("status", "z"), "---\nStatus: z\n---\n"},
		{"tags plural (T7)", "---\na: 1\n---\n", app("tag", "#x/y"), "---\na: 1\ntags:\n  - x/y\n---\n"},
		{"a flow list", "---\ntags: [a, 'b c', \"d\"]  # t\n---\n", app("tags", "x"), "---\ntags: [a, 'b c', \"d\", x]  # t\n---\n"},
		{"a tight flow list", "---\nk: [a,b ]\n---\n", app("k", []string{"c", "a"}), "---\nk: [a,b,c ]\n---\n"},
		{"a flow list over lines", "---\nk: [\n  a,\n  b,\n]\n---\n", app("k", "c"), "---\nk: [\n  a,\n  b,\n  c,\n]\n---\n"},
		{"an empty flow list", "---\nk: []\n---\n", app("k", "c"), "---\nk: [c]\n---\n"},
		{"a block list", "---\ntags:\n  - a # x\n  # between\n  - \"b\"\n# after\nz: 1\n---\n", app("tags", "c"), "---\ntags:\n  - a # x\n  # between\n  - \"b\"\n  - c\n# after\nz: 1\n---\n"},
		{"an unindented list", "---\nk:\n- a\nz: 1\n---\n", app("k", "b"), "---\nk:\n- a\n- b\nz: 1\n---\n"},
		{"quoted items", "---\nk:\n  - \"a\"\n---\n", app("k", "b"), "---\nk:\n  - \"a\"\n  - \"b\"\n---\n"},
		{"style of other lists", "---\na: [x]\n---\n", app("k", "b"), "---\na: [x]\nk: [b]\n---\n"},
		{"unindented style", "---\na:\n- x\n---\n", app("k", "b"), "---\na:\n- x\nk:\n- b\n---\n"},
		{"dropping keeps comments", "---\nk:\n  - a\n  # about b\n  - b\n  - c\n---\n", drop("k", "b"), "---\nk:\n  - a\n  # about b\n  - c\n---\n"},
		{"dropping the last", "---\nk:\n  - a\n---\n", drop("k", "a"), "---\nk: []\n---\n"},
		{"dropping in brackets", "---\nk: [a, b, c]\n---\n", drop("k", "a"), "---\nk: [b, c]\n---\n"},
		{"dropping all in brackets", "---\nk: [a, b,]\n---\n", drop("k", []string{"a", "b"}), "---\nk: []\n---\n"},
		{"T5: tags without case", "---\ntags: [Work, b]\n---\n", drop("tags", "#work"), "---\ntags: [b]\n---\n"},
		{"a list as a whole", "---\nk:\n  - a\n  - 'b'\n  - c\n---\n", set("k", []any{"x", "b", "c"}), "---\nk:\n  - x\n  - 'b'\n  - c\n---\n"},
		{"another order", "---\nk:\n  - 'a'\n  - b\n---\n", set("k", []any{"b", "a"}), "---\nk:\n  - b\n  - 'a'\n---\n"},
		{"one text to a list", "---\naliases: a\nb: 1\n---\n", app("aliases", "b"), "---\naliases:\n  - a\n  - b\nb: 1\n---\n"},
		{"a list to a scalar", "---\nk:\n  - a\n  - b\nz: 1\n---\n", set("k", "x"), "---\nk: x\nz: 1\n---\n"},
		{"a block scalar", "---\nk: |\n  a\n  b\nz: 1\n---\n", set("k", "x"), "---\nk: x\nz: 1\n---\n"},
		{"a folded text", "---\nk: a\n  b\nz: \"c\n  d\"\n---\n", set("k", "x"), "---\nk: x\nz: \"c\n  d\"\n---\n"},
		{"quoted key", "---\n\"a b\": x\n---\n", set("a b", "z"), "---\n\"a b\": z\n---\n"},
		{"remove", "---\n# c\na: 1\nb:\n  - x\n# d\nz: 1\n---\n", remove("b"), "---\n# c\na: 1\n# d\nz: 1\n---\n"},
		{"remove the last one", "\ufeff---\na: 1\n---\nt", remove("A"), "\ufefft"},
		{"a legacy key goes by its name", "---\ntag: x\ntags: [y]\n---\n", remove("tag"), "---\ntags: [y]\n---\n"},
		{"dates stay (6.4)", "---\nd: 2020-08-21\nk: x\n---\n", set("k", "2024-01-02"), "---\nd: 2020-08-21\nk: 2024-01-02\n---\n"},
		{"an alias of YAML elsewhere", "---\na: &x 1\nb: *x\nk: y\n---\n", set("k", "z"), "---\na: &x 1\nb: *x\nk: z\n---\n"},
		{"an object elsewhere", "---\no:\n  p: 1\n  q: [a]\nk: y\n---\n", set("k", "z"), "---\no:\n  p: 1\n  q: [a]\nk: z\n---\n"},
		{"a link", "---\nup: \"[[a]]\"\n---\n", set("up", "[[b|c]]"), "---\nup: \"[[b|c]]\"\n---\n"},
		{"a new link is quoted (6.6)", "x", set("up", "[[b]]"), "---\nup: \"[[b]]\"\n---\nx"},
		{"A17: a backslash", "x", set("k", `\times: 1`), "---\nk: '\\times: 1'\n---\nx"},
		{"several lines in one", "x", set("k", "a\nb"), "---\nk: \"a\\nb\"\n---\nx"},
		{"no final line end", "---\nk: a\n---", set("k", "b"), "---\nk: b\n---"},
		{"indented keys", "---\n  a: 1\n  b: [x]\n---\n", set("c", 2), "---\n  a: 1\n  b: [x]\n  c: 2\n---\n"},
	}
	for _, c := range cases {
		got, err := EditProperties([]byte(c.raw), nil, c.e)
		if err != nil || string(got) != c.want {
			t.Errorf("%s:\n%q, %v; want\n%q", c.name, got, err, c.want)
		}
	}
}

// Rule 6.4: what some version of YAML takes for something else is quoted.
func TestPropertyTextsAreQuotedWhereTheyMust(t *testing.T) {
	for text, want := range map[string]string{
		"yes": `"yes"`, "No": `"No"`, "on": `"on"`, "y": `"y"`, "true": `"true"`, "null": `"null"`, "~": `"~"`,
		"123": `"123"`, "0o17": `"0o17"`, "1_000": `"1_000"`, "12:30": `"12:30"`, "1e3": `"1e3"`, ".5": `".5"`, ".inf": `".inf"`, "0x1F": `"0x1F"`,
		"a: b": `"a: b"`, "a #b": `"a #b"`, "- a": `"- a"`, "@x": `"@x"`, "#tag": `"#tag"`, "[a]": `"[a]"`, "{a}": `"{a}"`, " a": `" a"`, "": `""`, "a:": `"a:"`,
		"it's": "it's", `say "x"`: `say "x"`, `"x"`: `'"x"'`, "a\tb": `"a\tb"`, "\u2028": `"\u2028"`,
		"plain text": "plain text", "中文，标签": "中文，标签", "http://x.y/z": "http://x.y/z", "2024-01-02": "2024-01-02", "2024-01-02T03:04": "2024-01-02T03:04", "a,b": "a,b",
	} {
		got, err := EditProperties([]byte("x"), nil, set("k", text))
		if err != nil || string(got) != "---\nk: "+want+"\n---\nx" {
			t.Errorf("%q: %q, %v; want %s", text, got, err, want)
		}
	}
}

func TestEditPropertiesRefuses(t *testing.T) {
	cases := []struct {
		name, raw string
		e         PropertyEdit
		code      Code
		says      string
	}{
		{"E49: invalid YAML", "---\na: 1\nb: [x\n---\n", set("a", 2), FrontmatterInvalid, "line 4"},
		{"a key twice (6.4)", "---\na: 1\nb: 2\na: 3\n---\n", set("b", 2), FrontmatterInvalid, "line 4"},
		{"a key in two cases", "---\na: 1\nA: 3\n---\n", set("a", 2), AmbiguousMatch, ""},
		{"not closed", "---\ntitle: x\n\ntext\n", set("a", 2), FrontmatterInvalid, "no line ---"},
		{"spaces behind the fence", "--- \ntitle: x\n---\n", set("a", 2), FrontmatterInvalid, "spaces around"},
		{"JSON", "---\n{\"a\": 1}\n---\n", set("a", 2), FrontmatterInvalid, "braces"},
		{"an anchor that is used", "---\na: &x 1\nb: *x\n---\n", remove("a"), FrontmatterInvalid, "anchor"},
		{"an object", "---\no:\n  p: 1\n---\n", set("o", 1), InvalidArgument, "object"},
		{"an object as value", "x", set("o", map[string]any{"a": 1}), InvalidArgument, "cannot be a map"},
		{"a list in a list", "x", set("o", []any{[]any{1}}), InvalidArgument, ""},
		{"T3: no tag", "x", app("tags", "12"), InvalidArgument, "cannot be a tag"},
		{"T1: a space", "x", app("tags", "a b"), InvalidArgument, ""},
		{"legacy tags", "---\ntags: a, b\n---\n", app("tags", "c"), InvalidArgument, "several tags"},
		{"nothing to remove", "x", remove("a"), NoMatch, ""},
		{"nothing to drop", "---\nk: [a]\n---\n", drop("k", "b"), NoMatch, "it has"},
		{"nothing to append", "---\ntags: [A]\n---\n", app("tags", "#a"), NoChange, ""},
		{"the same value", "---\nk: a\n---\n", set("k", "a"), NoChange, ""},
		{"no name", "x", set(" ", 1), InvalidArgument, ""},
		{"a comment in brackets", "---\nk: [\n a, # x\n b]\n---\n", app("k", "c"), FrontmatterInvalid, ""},
	}
	for _, c := range cases {
		got, err := EditProperties([]byte(c.raw), nil, c.e)
		if got != nil {
			t.Errorf("%s: not refused: %q", c.name, got)
		}
		wantError(t, err, c.code, c.says)
	}
}

// Users E50: values fit the type the vault gives the property.
func TestPropertyTypes(t *testing.T) {
	types := PropertyTypes{"rating": note.TypeNumber, "Done": note.TypeCheckbox, "when": note.TypeDate, "who": note.TypeList}
	for _, e := range []PropertyEdit{set("rating", "high"), set("done", "true"), set("when", "tomorrow"), set("who", 4), set("tags", 4)} {
		_, err := EditProperties([]byte("x"), types, e)
		wantError(t, err, InvalidArgument, "in this vault", "give")
	}
	for _, e := range []PropertyEdit{set("rating", json.Number("4")), set("rating", nil), set("Done", false), set("when", "2026-01-31"), set("who", []string{"x"}), set("other", 4)} {
		if _, err := EditProperties([]byte("x"), types, e); err != nil {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// All or none: a refused edit undoes those before it.
func TestEditPropertiesTogether(t *testing.T) {
	got, err := EditProperties([]byte("x"), nil, set("a", 1), set("b", 2), app("tags", []string{"t"}))
	if err != nil || string(got) != "---\na: 1\nb: 2\ntags:\n  - t\n---\nx" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := EditProperties([]byte("x"), nil, set("a", 1), remove("b")); err == nil {
		t.Errorf("not refused: %q", got)
	}
}

// FuzzProperties: whatever the frontmatter, an edit is refused or changes one
// key: all others keep their values and their bytes, and so does the text.
func FuzzProperties(f *testing.F) {
	for _, raw := range []string{"---\na: 1 # x\nb:\n  - x\n  # in\n  - \"y\"\nc: [ q, 'r' ,s]\n---\nbody", "\ufeff---\r\nk: |\r\n  z\r\nl: 'm'\r\n---\r\n", "---\na: &x {b: [c]}\nd: *x\n\"e f\": >-\n  g\n---", "text", "---\n- a\n---\n"} {
		f.Add([]byte(raw), "b", "new: #1", uint8(0))
		f.Add([]byte(raw), "c", "x", uint8(1))
		f.Add([]byte(raw), "k", "x", uint8(3))
		f.Add([]byte(raw), "c", "q", uint8(2))
	}
	f.Fuzz(func(t *testing.T, raw []byte, key, value string, op uint8) {
		e := PropertyEdit{Key: key, Op: PropertyOp(op % 4), Value: value}
		if op&16 > 0 {
			e.Value = strings.Split(value, ",")
		}
		given := bytes.Clone(raw)
		got, err := EditProperties(raw, nil, e)
		if !bytes.Equal(raw, given) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if code(err) == "" || got != nil {
				t.Fatalf("refused with %v and %q", err, got)
			}
			return
		}
		checkOneKey(t, raw, got, e)
	})
}

// checkOneKey holds that an edit of properties touched one key only.
func checkOneKey(t *testing.T, raw, got []byte, e PropertyEdit) {
	t.Helper()
	n, m := note.Parse(raw), note.Parse(got)
	if body, after := raw[n.Frontmatter.End:], got[m.Frontmatter.End:]; !bytes.Equal(bytes.TrimPrefix(body, bom), bytes.TrimPrefix(after, bom)) {
		t.Fatalf("the text changed from %q to %q", body, after)
	}
	if bytes.HasPrefix(raw, bom) != bytes.HasPrefix(got, bom) {
		t.Fatal("the mark came or went")
	}
	names := map[string]bool{strings.ToLower(e.Key): true, plurals[strings.ToLower(e.Key)]: true}
	have := map[string]string{}
	for _, p := range m.Properties {
		have[p.Key] = string(got[p.Span.Start:p.Span.End])
	}
	for _, p := range n.Properties {
		if want := string(raw[p.Span.Start:p.Span.End]); !names[strings.ToLower(p.Key)] && have[p.Key] != want {
			t.Fatalf("%q → %q: the property %q was %q, is %q", raw, got, p.Key, want, have[p.Key])
		}
	}
	for _, line := range splitLines(raw[:n.Frontmatter.End]) {
		if text := strings.TrimSpace(string(line)); strings.HasPrefix(text, "#") && len(names) > 0 && outsideEntries(n, raw, line) && !bytes.Contains(got, line) && e.Op != RemoveKey {
			t.Fatalf("%q → %q: the comment %q is gone", raw, got, text)
		}
	}
}

// outsideEntries reports that a comment line stands in no property.
func outsideEntries(n *note.Note, raw, line []byte) bool {
	at := bytes.Index(raw, line)
	for _, p := range n.Properties {
		if at >= p.Span.Start && at < p.Span.End {
			return false
		}
	}
	return true
}
