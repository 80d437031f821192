package note

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Rules 6.1–6.3 with the F cases: whether there is frontmatter, its keys, and
// the text of the body's first heading.
func TestFrontmatterFences(t *testing.T) {
	const body = "# B #body"
	for _, c := range []struct {
		id, in string
		has    bool
		keys   string
	}{
		{"F02", "---\ntitle: x\n---", true, "title"},
		{"F03", "\ufeff---\ntitle: x\n---\n" + body, true, "title"},
		{"F05", "---\n---\n" + body, true, ""},
		{"F06", "---\n\n\ntest: 'a'\n\n---\n" + body, true, "test"},
		{"6.1 CRLF", "---\r\ntitle: x\r\nb: y\r\n---\r\n" + body, true, "title;b"},
		{"6.1 blank line before", "\n---\ntitle: x\n---\n" + body, false, ""},
		{"6.2 trailing spaces", "---\ntitle: x\n---  \t\n" + body, true, "title"},
		{"6.2 after the opening", "--- \ntitle: x\n---\n" + body, false, ""},
		{"6.2 dots", "---\ntitle: x\n...\n" + body, false, ""},
		{"6.2 four dashes", "---\ntitle: x\n----\n---\n" + body, true, ""},
		{"6.3 comments", "---\n# only\n---\n" + body, true, ""},
		{"6.3 not closed", "---\ntitle: x\n" + body, false, ""},
		{"BOM alone", "\ufeff" + body, false, ""},
		{"6.4 JSON", "---\n{\"a\": 1, \"b\": [2]}\n---\n" + body, true, "a;b"},
	} {
		n := Parse([]byte(c.in))
		var keys []string
		for _, p := range n.Properties {
			keys = append(keys, p.Key)
		}
		if n.HasFrontmatter != c.has {
			t.Errorf("%s: HasFrontmatter %v", c.id, n.HasFrontmatter)
		}
		same(t, c.id, keys, list(c.keys))
		if c.id != "6.2 four dashes" {
			same(t, c.id+" problems", codes(n), nil)
		}
		if strings.HasSuffix(c.in, body) && (len(n.Tags) != 1 || n.Tags[0].Name != "body") {
			t.Errorf("%s: the body's tags are %q", c.id, tagNames(n))
		}
	}
}

// Rule 6.4: YAML 1.2 core types; no timestamps, no yes/no booleans.
func TestPropertyTypes(t *testing.T) {
	for yml, want := range map[string]any{
		"yes":                        "yes",
		"On":                         "On",
		"true":                       true,
		"FALSE":                      false,
		"2020-08-21":                 "2020-08-21",
		"2020-08-21T10:00:00":        "2020-08-21T10:00:00",
		"12":                         int64(12),
		"-3":                         int64(-3),
		"007":                        int64(7),
		"0o17":                       int64(15),
		"0x1F":                       int64(31),
		"1_000":                      "1_000",
		"1.5":                        1.5,
		"1e3":                        1000.0,
		".5":                         0.5,
		"12:30:45":                   "12:30:45",
		".inf":                       ".inf",
		"99999999999999999999":       1e20,
		"'12'":                       "12",
		`"a\tb"`:                     "a\tb",
		"~":                          nil,
		"":                           nil,
		"null":                       nil,
		"!!str 5":                    "5",
		"https://a.b/c":              "https://a.b/c", // F17
		"[a, 1]":                     []any{"a", int64(1)},
		"{x: {y: 1}}":                map[string]any{"x": map[string]any{"y": int64(1)}},
		"[[x]]":                      []any{[]any{"x"}},
		"|\n  a\n  b":                "a\nb\n",
		"\n  - a\n  - b":             []any{"a", "b"},
		"\n- a":                      []any{"a"},
		"&a [1]\nw: *a":              []any{int64(1)},
		"<<":                         "<<",
		"Fwd - Clever Hints":         "Fwd - Clever Hints",
		"'it''s'":                    "it's",
		"3 # comment":                int64(3),
		"@a":                         nil, // reserved: an error, see below
		"1.2.3":                      "1.2.3",
		"+1":                         int64(1),
		"a: b":                       nil, // an error
		"9007199254740993":           int64(9007199254740993),
		"\"[[Something, or else]]\"": "[[Something, or else]]",
	} {
		n := Parse([]byte("---\nv: " + yml + "\n---\n"))
		if len(n.Properties) == 0 {
			if want != nil || len(codes(n)) != 1 {
				t.Errorf("%q: no property, problems %v", yml, n.Problems)
			}
			continue
		}
		if got := n.Properties[0].Value; !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %#v, want %#v", yml, got, want)
		}
	}
}

// Rules 6.4 and 6.5: what is wrong, on which line; the body is read all the same.
func TestFrontmatterProblems(t *testing.T) {
	for _, c := range []struct {
		id, yml string
		code    string
		line    int
	}{
		{"F08", "a: 1\ntitle: Fwd: Clever Hints", ProblemFrontmatter, 3},
		{"F09", "sources: a\nx: 1\nsources: b", ProblemFrontmatter, 4},
		{"F11", `icon: "[[a\|b]]"`, ProblemFrontmatter, 2},
		{"tab", "a:\n\t- b", ProblemFrontmatter, 3},
		{"template", "a: 1\ndate: {{date}}", ProblemFrontmatter, 3},
		{"list", "- a\n- b", ProblemFrontmatter, 2},
		{"text", "just words", ProblemFrontmatter, 2},
		{"nested twice", "a:\n  b: 1\n  b: 2", ProblemFrontmatter, 4},
		{"unquoted", "up: [[Note]]", ProblemUnquotedLink, 2},
		{"bomb", "a: &a [1,1,1,1,1,1,1,1,1]\n" + bomb(), ProblemFrontmatterSize, 0},
		{"deep", "a: " + strings.Repeat("[", 200) + strings.Repeat("]", 200), ProblemFrontmatterSize, 2},
		{"self", "a: &x\n  b: *x", "", 0},
	} {
		n := Parse([]byte("---\n" + c.yml + "\n---\n# B [[x]] #t"))
		if len(n.Headings) != 1 || len(n.Links) != 1 || !n.HasFrontmatter {
			t.Errorf("%s: the body was not read", c.id)
		}
		if c.code == "" {
			continue
		}
		if len(n.Problems) != 1 || n.Problems[0].Code != c.code || c.line > 0 && n.Problems[0].Line != c.line {
			t.Errorf("%s: %+v", c.id, n.Problems)
		}
		if c.code != ProblemUnquotedLink && len(n.Properties)+len(n.PropertyLinks) > 0 {
			t.Errorf("%s: properties of invalid YAML were kept", c.id)
		}
	}
}

// bomb is YAML that unfolds to nine to the ninth values.
func bomb() string {
	var b strings.Builder
	for name := 'b'; name < 'j'; name++ {
		ref := fmt.Sprintf("*%c,", name-1)
		fmt.Fprintf(&b, "%c: &%c [%s]\n", name, name, strings.TrimSuffix(strings.Repeat(ref, 9), ","))
	}
	return b.String()
}

// Rule 6.6: links in properties, their keys, and where they stand.
func TestPropertyLinks(t *testing.T) {
	yml := "up: \"[[Übersicht|o]]\"\nfield: '[[Something, something else]]'\n" +
		"related:\n  - \"[[a#h]]\"\n  - plain [[no]]\n  - '[t](My%20Note.md)'\nout: \"[t](https://e.x)\"\n" +
		"deep:\n  k: [x, \"[[b]]\"]\ntwo: \"[[c]] [[d]]\"\nplain: [[e]]\n"
	in := "\ufeff---\n" + yml + "---\n"
	var got []string
	for _, l := range Parse([]byte(in)).PropertyLinks {
		got = append(got, l.Key+"="+linkText(l)+"@"+in[l.Span.Start:l.Span.End])
	}
	same(t, "property links (F12)", got, []string{
		"up=Übersicht|o@[[Übersicht|o]]",
		"field=Something, something else@[[Something, something else]]",
		"related.0=a#h@[[a#h]]",
		"related.2=md:My Note.md|t@[t](My%20Note.md)",
		"deep.k.1=b@[[b]]",
	})
}

// Rule 6.7, T17: aliases are a list or one string; empty entries and numbers go.
func TestAliases(t *testing.T) {
	for yml, want := range map[string]string{
		"aliases: [' a ', b, '', 7]": "a;b",
		"Aliases: one, two":          "one, two",
		"aliases:":                   "",
		"alias: x":                   "",
		"aliases:\n- a\n-\n- b":      "a;b",
	} {
		same(t, yml, Parse([]byte("---\n"+yml+"\n---\n")).Aliases, list(want))
	}
}

// Every span is a range of the raw file, BOM and CRLF counted.
func TestPropertySpans(t *testing.T) {
	in := "\ufeff---\r\n# first\r\nünï: x\r\nlist:\r\n  - a\r\n\r\n# about b\r\nb: |\r\n  # text\r\n  more\r\n\r\n---\r\nbody"
	n := Parse([]byte(in))
	var got []string
	for _, p := range n.Properties {
		got = append(got, fmt.Sprintf("%d %s", p.Span.Line, in[p.Span.Start:p.Span.End]))
	}
	same(t, "entries", got, []string{"3 ünï: x", "4 list:\r\n  - a", "8 b: |\r\n  # text\r\n  more"})
	if f := n.Frontmatter; in[f.Start:f.End] != strings.TrimSuffix(in[3:], "body") || f.Line != 1 {
		t.Errorf("the frontmatter is %q", in[f.Start:f.End])
	}
}
