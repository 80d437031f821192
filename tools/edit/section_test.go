package edit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

const sectioned = "---\nk: v\n---\n# Work\n\nintro\n\n## Tasks\n\n- a\n- b\n\n### Later\nx\n\n## Log 📚\n\n```\n## Tasks\n```\n\nSetext *one*\n===\n\ntail\n"

func TestFindSection(t *testing.T) {
	cases := []struct{ address, path string }{
		{"Tasks", "# Work > ## Tasks"}, {"## Tasks", "# Work > ## Tasks"}, {"tasks", "# Work > ## Tasks"},
		{"# Work > ## Tasks", "# Work > ## Tasks"}, {"Work#Tasks", "# Work > ## Tasks"}, {"#Work#Later", "# Work > ## Tasks > ### Later"},
		{"Work > Later", "# Work > ## Tasks > ### Later"}, {"Log 📚", "# Work > ## Log 📚"}, {"log", "# Work > ## Log 📚"},
		{"## Log 📚 ##", "# Work > ## Log 📚"}, {"Setext one", "# Setext *one*"}, {"setext-one", "# Setext *one*"}, {"# Setext *one*", "# Setext *one*"},
	}
	for _, c := range cases {
		s, err := FindSection([]byte(sectioned), c.address, 0)
		if err != nil || s.Path != c.path {
			t.Errorf("%q: %q, %v; want %q", c.address, s.Path, err, c.path)
		}
	}
}

// Users A1, A2: a target that is missing or could be several is refused with what
// there is.
func TestFindSectionRefuses(t *testing.T) {
	two := "# A\n## T\n# B\n## T\n%%\n## T\n%%\n<!--\n## T\n-->\n    ## T\n"
	_, err := FindSection([]byte(two), "T", 0)
	e := wantError(t, err, AmbiguousMatch, "line 2 # A > ## T", "line 4 # B > ## T")
	if len(e.Candidates) != 2 {
		t.Errorf("candidates %q", e.Candidates)
	}
	if s, err := FindSection([]byte(two), "T", 2); err != nil || s.Lines.First != 4 {
		t.Errorf("the second is %+v, %v", s, err)
	}
	_, err = FindSection([]byte(two), "T", 3)
	wantError(t, err, CountMismatch, "no occurrence 3")
	_, err = FindSection([]byte(two), "B > X", 0)
	wantError(t, err, NoMatch, "the note has # A | # A > ## T")
	_, err = FindSection([]byte("x"), "B", 0)
	wantError(t, err, NoMatch, "no headings")
	_, err = FindSection([]byte("x"), "##", 0)
	wantError(t, err, InvalidArgument)
	_, err = FindSection([]byte("# A\n### B\n"), "# A > ## B", 0)
	wantError(t, err, NoMatch)
}

func TestEditSection(t *testing.T) {
	cases := []struct {
		name, raw string
		e         SectionEdit
		want      string
	}{
		{"append an item", "# A\n\n- a\n\n# B\n", SectionEdit{Heading: "A", Text: "- b", Placement: AtEnd}, "# A\n\n- a\n- b\n\n# B\n"},
		{"append a paragraph", "# A\n\np\n\n# B\n", SectionEdit{Heading: "A", Text: "q\n", Placement: AtEnd}, "# A\n\np\n\nq\n\n# B\n"},
		{"append a row", "# A\n| a |\n|---|\n| b |\n", SectionEdit{Heading: "A", Text: "| c |", Placement: AtEnd}, "# A\n| a |\n|---|\n| b |\n| c |\n"},
		{"append at the end of file", "# A\nx", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, "# A\nx\n\ny"},
		{"append to nothing", "# A\n# B\n", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, "# A\ny\n\n# B\n"},
		{"append to blank", "# A\n\n# B\n", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, "# A\n\ny\n\n# B\n"},
		{"append to a bare heading", "# A", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, "# A\ny"},
		{"own text only", "# A\nx\n\n## B\ny\n", SectionEdit{Heading: "A", Text: "z", Placement: AtEnd}, "# A\nx\n\nz\n\n## B\ny\n"},
		{"with subsections", "# A\nx\n\n## B\ny\n\n# C\n", SectionEdit{Heading: "A", Text: "z", Placement: AtEnd, Subsections: true}, "# A\nx\n\n## B\ny\n\nz\n\n# C\n"},
		{"before a Setext heading", "# A\nx\n\nB\n---\n", SectionEdit{Heading: "A", Text: "y\n", Placement: AtEnd}, "# A\nx\n\ny\n\nB\n---\n"},
		{"prepend an item", "## A\r\n- b\r\n", SectionEdit{Heading: "A", Text: "- a\n", Placement: AtStart}, "## A\r\n- a\r\n- b\r\n"},
		{"prepend a paragraph", "## A\n\nq\n", SectionEdit{Heading: "A", Text: "p", Placement: AtStart}, "## A\n\np\n\nq\n"},
		{"replace", "# A\n\nx\n\ny\n\n# B\n", SectionEdit{Heading: "A", Text: "z\n"}, "# A\n\nz\n\n# B\n"},
		{"replace keeps subsections", "# A\nx\n\n## B\ny\n", SectionEdit{Heading: "A", Text: "z"}, "# A\nz\n\n## B\ny\n"},
		{"replace with subsections", "# A\nx\n\n## B\ny\n", SectionEdit{Heading: "A", Text: "z", Subsections: true}, "# A\nz\n"},
		{"replace, no final line end", "\ufeff# A\r\nx", SectionEdit{Heading: "A", Text: "y\nz"}, "\ufeff# A\r\ny\r\nz"},
		{"empty a section", "# A\nx\n# B\n", SectionEdit{Heading: "A"}, "# A\n# B\n"},
	}
	for _, c := range cases {
		got, err := EditSection([]byte(c.raw), c.e)
		if err != nil || string(got.After) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got.After, err, c.want)
		}
	}
}

func TestEditSectionRefuses(t *testing.T) {
	cases := []struct {
		name, raw string
		e         SectionEdit
		code      Code
	}{
		{"A3: repeating an append", "# A\n- a\n- b\n", SectionEdit{Heading: "A", Text: "- b\n", Placement: AtEnd}, NoChange},
		{"A3: repeating a prepend", "# A\n- a\n- b\n", SectionEdit{Heading: "A", Text: "- a\n", Placement: AtStart}, NoChange},
		{"the same text", "# A\nx\n", SectionEdit{Heading: "A", Text: "x"}, NoChange},
		{"A1: the heading again", "# A\nx\n", SectionEdit{Heading: "A", Text: "# A\ny"}, InvalidArgument},
		{"an open fence", "# A\nx\n\n# B\ny\n", SectionEdit{Heading: "A", Text: "```\ncode"}, InvalidArgument},
		{"into an open fence", "# A\n```\ncode\n", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, InvalidArgument},
		{"into an open comment", "# A\n%%\nsecret\n", SectionEdit{Heading: "A", Text: "y", Placement: AtEnd}, InvalidArgument},
		{"nothing to add", "# A\n", SectionEdit{Heading: "A", Text: "\n", Placement: AtEnd}, InvalidArgument},
		{"binary", "# A\n\xff", SectionEdit{Heading: "A", Text: "x"}, BinaryFile},
	}
	for _, c := range cases {
		got, err := EditSection([]byte(c.raw), c.e)
		if code(err) != c.code || got.After != nil {
			t.Errorf("%s: %q, %v; want %s", c.name, got.After, err, c.code)
		}
	}
}

func TestEditBlock(t *testing.T) {
	raw := "p one\np two ^p1\n\n- a ^i1\n  - b ^i2\n  - c\n- d\n\n> q\n> r ^q1\n\n| a |\n|---|\n\n^t1\n\nlast ^z\n"
	cases := []struct{ id, text, want, by string }{
		{"p1", "new", "p one\np two ^p1\n", "new ^p1\n"},
		{"^P1", "new ^p1", "p one\np two ^p1\n", "new ^p1\n"},
		{"i2", "- B", "  - b ^i2\n", "  - B ^i2\n"},
		{"i1", "- A\n  - B", "- a ^i1\n  - b ^i2\n  - c\n", ""},
		{"t1", "| x |\n|---|", "| a |\n|---|\n", "| x |\n|---|\n"},
		{"z", "| x |\n|---|", "last ^z\n", "| x |\n|---|\n\n^z\n"},
	}
	for _, c := range cases {
		got, err := EditBlock([]byte(raw), BlockEdit{ID: c.id, Text: c.text})
		if c.by == "" {
			c.by = "- A ^i1\n  - B\n"
		}
		if want := strings.Replace(raw, c.want, c.by, 1); err != nil || string(got.After) != want {
			t.Errorf("replace %s: %q, %v; want %q", c.id, got.After, err, want)
		}
	}
	behind := []struct{ id, text, old, want string }{
		{"p1", "new", "^p1\n", "^p1\n\nnew\n"},
		{"i2", "- x", "^i2\n", "^i2\n  - x\n"},
		{"i1", "- x", "  - c\n", "  - c\n- x\n"},
		{"q1", "new", "^q1\n", "^q1\n\nnew\n"},
		{"t1", "new", "^t1\n", "^t1\n\nnew\n"},
		{"z", "new", "^z\n", "^z\n\nnew\n"},
	}
	for _, c := range behind {
		got, err := EditBlock([]byte(raw), BlockEdit{ID: c.id, Text: c.text, Placement: AtEnd})
		if want := strings.Replace(raw, c.old, c.want, 1); err != nil || string(got.After) != want {
			t.Errorf("behind %s: %q, %v; want %q", c.id, got.After, err, want)
		}
	}
}

func TestEditBlockRefuses(t *testing.T) {
	_, err := EditBlock([]byte("a ^x\n\nb ^x\n"), BlockEdit{ID: "x", Text: "c"})
	wantError(t, err, AmbiguousMatch, "lines 1 and 3")
	_, err = EditBlock([]byte("a ^x\n"), BlockEdit{ID: "y", Text: "c"})
	wantError(t, err, NoMatch, "^x")
	_, err = EditBlock([]byte("a ^x\n"), BlockEdit{ID: "x"})
	wantError(t, err, InvalidArgument)
	_, err = EditBlock([]byte("a\n^x\n\nb\n"), BlockEdit{ID: "x", Text: "```\nopen"})
	wantError(t, err, InvalidArgument)
}

// FuzzSection: a section edit changes only bytes of its section, and every other
// heading stands as it did.
func FuzzSection(f *testing.F) {
	f.Add([]byte(sectioned), "Tasks", "- c", uint8(1))
	f.Add([]byte(strings.ReplaceAll(sectioned, "\n", "\r\n")), "Later", "y\n\n```\nz\n```\n", uint8(0))
	f.Add([]byte("A\n---\nB\n===\nc ^x"), "B", "text", uint8(2))
	f.Add([]byte("# A\n- x ^i\n\n^l\n# B"), "A", "- y", uint8(6))
	f.Fuzz(func(t *testing.T, raw []byte, address, text string, mode uint8) {
		e := SectionEdit{Heading: address, Text: text, Placement: Placement(mode % 3), Subsections: mode&4 > 0, Occurrence: int(mode >> 6)}
		given := bytes.Clone(raw)
		got, err := EditSection(raw, e)
		if !bytes.Equal(raw, given) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if code(err) == "" || got.After != nil {
				t.Fatalf("refused with %v and %q", err, got.After)
			}
			return
		}
		s, err := FindSection(raw, address, e.Occurrence)
		if err != nil {
			t.Fatal(err)
		}
		end := s.OwnEnd
		if e.Subsections {
			end = s.End
		}
		tail := raw[end:]
		if !bytes.HasPrefix(got.After, raw[:s.Body]) || !bytes.HasSuffix(got.After, tail) {
			t.Fatalf("%q: outside of [%d,%d) changed: %q", raw, s.Body, end, got.After)
		}
		checkHeadings(t, raw, got.After, s.Body, end)
		if e.Placement != InPlace && len(got.After)-len(raw) < len(strings.TrimSpace(toLFString(text))) {
			t.Fatalf("%q lost something: %q", raw, got.After)
		}
	})
}

// checkHeadings holds that the headings outside [start, end) are the same before
// and after, whatever stands between.
func checkHeadings(t *testing.T, raw, after []byte, start, end int) {
	t.Helper()
	shift := len(after) - len(raw)
	have := map[int]note.Heading{}
	for _, h := range note.Parse(after).Headings {
		have[h.Span.Start] = h
	}
	for _, h := range note.Parse(raw).Headings {
		at := h.Span.Start
		switch {
		case at >= end:
			at += shift
		case at >= start:
			continue
		}
		if got := have[at]; got.Text != h.Text || got.Level != h.Level {
			t.Fatalf("%q → %q: the heading %q became %+v", raw, after, h.Text, got)
		}
	}
}

// FuzzBlock: a block edit keeps the ids of all blocks and the bytes outside.
func FuzzBlock(f *testing.F) {
	f.Add([]byte("p ^a\n\n- x ^b\n  - y ^c\n\n> q ^d\n\n| t |\n|---|\n\n^e\n"), "b", "- z", uint8(0))
	f.Add([]byte("a\r\nb ^x\r\n\r\nc"), "x", "new\n\ntwo", uint8(1))
	f.Fuzz(func(t *testing.T, raw []byte, id, text string, mode uint8) {
		got, err := EditBlock(raw, BlockEdit{ID: id, Text: text, Placement: Placement(mode % 2)})
		if err != nil {
			if code(err) == "" || got.After != nil {
				t.Fatalf("refused with %v and %q", err, got.After)
			}
			return
		}
		b, err := findBlock(note.Parse(raw), strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(id), "#"), "^"))
		if err != nil {
			t.Fatal(err)
		}
		end := nextLine(raw, b.Span.End)
		if mode%2 == 0 {
			if _, err := findBlock(note.Parse(got.After), b.ID); err != nil && code(err) == NoMatch {
				t.Fatalf("%q → %q: the id is gone", raw, got.After)
			}
		}
		if !bytes.HasPrefix(got.After, raw[:lineStart(raw, b.Span.Start)]) || !bytes.HasSuffix(got.After, raw[end:]) && mode%2 == 0 {
			t.Fatalf("%q → %q: bytes outside changed", raw, got.After)
		}
	})
}
