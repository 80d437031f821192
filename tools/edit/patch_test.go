package edit

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func patchOf(body string) string { return "*** Begin Patch\n" + body + "*** End Patch\n" }

func planned(files tree, text string) (*PatchPlan, error) {
	p, err := ParsePatch(text)
	if err != nil {
		return nil, err
	}
	return p.Plan(files.files())
}

func TestPatchUpdates(t *testing.T) {
	note := "---\ntags: [a]\n---\n# Work\n\n## Tasks\n- one\n- two\n\n## Log\n- one\n- two\n\nSetext\n------\nlast\n"
	cases := []struct{ name, before, body, want string }{
		{"context", note, "@@\n last\n+more\n", note + "more\n"},
		{"heading anchor", note, "@@ ## Tasks\n - one\n+- new\n - two\n", strings.Replace(note, "- one\n- two", "- one\n- new\n- two", 1)},
		{"heading path", note, "@@ # Work > ## Log\n-- two\n+- 2\n", strings.Replace(note, "- two\n\nSetext", "- 2\n\nSetext", 1)},
		{"stacked anchors", note, "@@ # Work\n@@ ## Log\n-- two\n+- 2\n", strings.Replace(note, "- two\n\nSetext", "- 2\n\nSetext", 1)},
		{"only additions below a heading", note, "@@ ## Log\n+- first\n", strings.Replace(note, "## Log\n", "## Log\n- first\n", 1)},
		{"only additions below a Setext heading", note, "@@ Setext\n+first\n", strings.Replace(note, "------\n", "------\nfirst\n", 1)},
		{"only additions, no anchor", note, "@@\n+end\n", note + "end\n"},
		{"code anchor", "a:\n x\nb:\n x\n", "@@ b:\n b:\n- x\n+ y\n", "a:\n x\nb:\n y\n"},
		{"end of file", "x\ny\nx\n", "@@\n-x\n+z\n*** End of File\n", "x\ny\nz\n"},
		{"CRLF", "a\r\nb\r\n", "@@\n a\n-b\n+c\n+d\n", "a\r\nc\r\nd\r\n"},
		{"mark and no final line end", "\ufeffa\nb", "@@\n-a\n+A\n b\n+c\n", "\ufeffA\nb\nc"},
		{"mixed line ends", "a\r\nb\nc\n", "@@\n b\n+x\n c\n", "a\r\nb\nx\nc\n"},
		{"empty context line", "a\n\nb\n", "@@\n a\n\n-b\n+c\n", "a\n\nc\n"},
		{"trailing space", "a  \nb\n", "@@\n a\n-b\n+c\n", "a  \nc\n"},
		{"typography", "it’s – so\nb\n", "@@\n it's - so\n-b\n+c\n", "it’s – so\nc\n"},
		{"two chunks", "a\nb\nc\nd\n", "@@\n-a\n+A\n@@\n-d\n+D\n", "A\nb\nc\nD\n"},
		{"chunks out of order", "a\nb\nc\nd\n", "@@\n-d\n+D\n@@\n-a\n+A\n", "A\nb\nc\nD\n"},
		{"a section twice", "a\nb\n", "@@\n-a\n+A\n*** Update File: n.md\n@@\n-b\n+B\n", "A\nB\n"},
		{"no @@", "a\nb\n", " a\n-b\n+c\n", "a\nc\n"},
		{"line numbers ignored", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc\n"},
		{"empty file", "", "@@\n+a\n", "a\n"},
		{"frontmatter", note, "@@\n ---\n-tags: [a]\n+tags: [a, b]\n ---\n", strings.Replace(note, "[a]", "[a, b]", 1)},
	}
	for _, c := range cases {
		files := tree{"n.md": c.before}
		plan, err := planned(files, patchOf("*** Update File: n.md\n"+c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := checkSet(t, files, plan.Set)["n.md"]; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPatchRefuses(t *testing.T) {
	cases := []struct {
		name, before, body string
		code               Code
		says               string
	}{
		{"twice", "x\ny\nx\n", "@@\n-x\n+z\n", PatchAmbiguous, "lines 1 and 3"},
		{"two headings", "# A\n## T\n# B\n## T\n", "@@ ## T\n+x\n", PatchAmbiguous, "name the headings above it"},
		{"not there", "alpha\nbeta\ngamma\n", "@@\n alpha\n-beto\n+x\n", PatchContextNotFound, `line 2 is "beta", the patch has "beto"`},
		{"no-break space in code", "```\na\u00a0b\n```\n", "@@\n-a b\n+c\n", PatchContextNotFound, "a non-breaking space where you wrote a space"},
		{"indentation in code", "```\n  a\n```\n", "@@\n-a\n+c\n", PatchContextNotFound, ""},
		{"indentation in frontmatter", "---\na:\n  - b\n---\n", "@@\n-- b\n+- c\n", PatchContextNotFound, ""},
		{"a bullet without its space", "- a\nb\n", "@@\n- a\n-b\n+c\n", PatchPrefixMissing, `as context write " - a"`},
		{"a starred bullet", "* a\nb\n", "@@\n* a\n-b\n+c\n", PatchPrefixMissing, `write " * a"`},
		{"a fence", "---\na: 1\n---\n", "@@\n---\n-a: 1\n+a: 2\n", PatchPrefixMissing, `" ---"`},
		{"no prefix at all", "a\n", "@@\nzzz\n+b\n", PatchSyntax, "starts with none of"},
		{"no anchor", "# A\n", "@@ ## B\n+x\n", PatchContextNotFound, "no heading and no line reads"},
		{"heading in code is none", "```\n## B\n```\n\n## C\n", "@@ # X > ## B\n+x\n", PatchContextNotFound, ""},
		{"outside its section", "# A\na\n# B\nb\n", "@@ # A\n-b\n+c\n", PatchContextNotFound, "elsewhere in the file"},
		{"only context", "a\n", "@@\n a\n", PatchSyntax, "changes nothing"},
		{"only line numbers", "a\n", "@@ -1,0 +2 @@\n+b\n", PatchSyntax, "line numbers"},
		{"same line twice", "a\nb\n", "@@\n-a\n+x\n@@\n a\n-b\n+y\n", PatchAmbiguous, "chunks 1 and 2 both use line 1"},
		{"one chunk twice", "a\n", "@@\n-a\n+x\n@@\n-a\n+y\n", PatchAmbiguous, "chunks 1 and 2"},
		{"broken YAML", "---\na: 1\n---\n", "@@\n-a: 1\n+a: [1\n", FrontmatterInvalid, "could not be read"},
		{"frontmatter without end", "---\na: 1\n---\nx\n", "@@\n a: 1\n----\n", FrontmatterInvalid, ""},
		{"nothing to do", "a\n", "@@\n-a\n+a\n", NoChange, ""},
	}
	for _, c := range cases {
		plan, err := planned(tree{"n.md": c.before}, patchOf("*** Update File: n.md\n"+c.body))
		if err == nil {
			t.Errorf("%s: not refused: %q", c.name, plan.Files[0].After)
			continue
		}
		if code(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s %q", c.name, err, c.code, c.says)
		}
	}
}

// Contracts 2.2.2, 2.2.5: all files or none, and nothing is written over (X26:
// deleting goes to the trash).
func TestPatchOfManyFiles(t *testing.T) {
	files := tree{"a.md": "a\n", "b.md": "b\n", "Dir/C.md": "c\n"}
	plan, err := planned(files, patchOf("*** Add File: new/d.md\n+d\n+\n*** Delete File: b.md\n*** Update File: a.md\n*** Move to: e.md\n@@\n-a\n+e\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := checkSet(t, files, plan.Set)
	if got["new/d.md"] != "d\n\n" || got["e.md"] != "e\n" || len(got) != 3 {
		t.Fatalf("got %q", got)
	}
	if s := plan.Set.Summarize(files.before).String(); s != "1 note created, 1 moved, 1 moved to the trash +3 −2" {
		t.Errorf("summary %q", s)
	}
	refused := []struct {
		body string
		code Code
	}{
		{"*** Update File: a.md\n@@\n-a\n+x\n*** Add File: b.md\n+x\n", TargetExists},
		{"*** Add File: dir/c.MD\n+x\n", TargetExists},
		{"*** Update File: a.md\n*** Move to: b.md\n", TargetExists},
		{"*** Update File: z.md\n@@\n-a\n+x\n", FileNotFound},
		{"*** Delete File: A.md\n", FileNotFound},
		{"*** Add File: ../x.md\n+x\n", WorkspacePathDenied},
		{"*** Add File: .obsidian/x.md\n+x\n", WorkspacePathDenied},
		{"*** Add File: x.md\n+x\n*** Delete File: x.md\n", PatchSyntax},
		{"*** Update File: a.md\n*** Move to: x.md\n*** Add File: X.md\n+x\n", InvalidArgument},
	}
	for _, c := range refused {
		if _, err := planned(files, patchOf(c.body)); code(err) != c.code {
			t.Errorf("%q: %v, want %s", c.body, err, c.code)
		}
	}
}

// R166: the grammar, and how faults are placed.
func TestParsePatchSyntax(t *testing.T) {
	cases := []struct{ text, says string }{
		{"", "Line 1 of the patch: a patch starts with"},
		{"*** Begin Patch\n*** Add File: a.md\n+x\n", "Line 3 of the patch: a patch ends with"},
		{patchOf(""), "names no file"},
		{patchOf("nonsense\n"), "Line 2 of the patch"},
		{patchOf("*** Add File: a.md\nx\n"), `write "+x"`},
		{patchOf("*** Add File: \n+x\n"), "lacks a path"},
		{patchOf("*** Add File: N/\n+x\n"), `Line 2 of the patch: "N/" ends in a slash`},
		{patchOf("*** Delete File: a.md/ \n"), `write "a.md"`},
		{patchOf("*** Update File: a.md\n*** Move to: b/\n"), `Line 3 of the patch: "b/" ends in a slash`},
		{patchOf("*** Update File: a.md\n"), "nothing says how"},
		{patchOf("*** Update File: a.md\n@@ x\n*** Move to: b.md\n"), "directly below"},
		{patchOf("*** Rename File: a.md\n"), "starts no file"},
		{patchOf(strings.Repeat("*** Delete File: a.md\n", MaxPatchFiles+1)), "at most 50 files"},
		{patchOf("*** Update File: a.md\n" + strings.Repeat("@@\n-a\n", MaxPatchChunks+1)), "at most 500 chunks"},
		{strings.Repeat("x", MaxPatchBytes+1), "split it"},
		{"\xff", "UTF-8"},
	}
	for _, c := range cases {
		p, err := ParsePatch(c.text)
		if p != nil || code(err) != PatchSyntax || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", quote(c.text), err, c.says)
		}
	}
}

// Contracts 2.2: padding around the markers, a heredoc, a fence and CRLF are
// forgiven.
func TestParsePatchWrappers(t *testing.T) {
	inner := "*** Begin Patch\n*** Add File: a.md\n+x\n\n*** End Patch"
	for _, text := range []string{
		inner, "\n  " + strings.ReplaceAll(inner, "\n", "\r\n") + "  \n\n", "```\n" + inner + "\n```", "apply_patch <<'EOF'\n" + inner + "\nEOF\n",
		"```sh\nbash -lc 'apply_patch <<EOF\n" + inner + "\nEOF\n```",
	} {
		p, err := ParsePatch(text)
		if err != nil || len(p.Files) != 1 || string(p.Files[0].Text) != "x\n" {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
}

// Contracts 2.2.7: a patch that was applied already says so and does nothing.
func TestPatchAlreadyApplied(t *testing.T) {
	for _, c := range []struct{ before, body string }{
		{"# A\na\nb\n", "@@ # A\n a\n-c\n+b\n"},
		{"# A\n- x\ny\n", "@@ # A\n+- x\n"},
		{"a\nend\n", "@@\n+end\n"},
		{"a\nc\n", "@@\n a\n-b\n c\n"},
	} {
		plan, err := planned(tree{"n.md": c.before}, patchOf("*** Update File: n.md\n"+c.body))
		if err != nil || !plan.Files[0].Already || plan.Set.Len() != 0 {
			t.Errorf("%q on %q: %+v, %v", c.body, c.before, plan, err)
		}
	}
	plan, err := planned(tree{"n.md": "x\n"}, patchOf("*** Add File: n.md\n+x\n"))
	if err != nil || !plan.Files[0].Already {
		t.Errorf("the same file: %+v, %v", plan, err)
	}
}

// Contracts 2.2.3: how a chunk was found is reported.
func TestPatchMatchedWith(t *testing.T) {
	for _, c := range []struct {
		before string
		want   Match
	}{{"a\nb\n", MatchExact}, {"a \nb\n", MatchTrailing}, {"  a\nb\n", MatchTrimmed}, {"a\u200b\nb\n", MatchTypography}} {
		plan, err := planned(tree{"n.md": c.before}, patchOf("*** Update File: n.md\n@@\n a\n-b\n+c\n"))
		if err != nil || plan.Files[0].Chunks[0].MatchedWith != c.want {
			t.Errorf("%q: %v, want %s", c.before, err, c.want)
		}
	}
}

// renderPatch writes a diff as a patch.
func renderPatch(before, after string, context int) string {
	var b strings.Builder
	b.WriteString("*** Update File: n.md\n")
	for _, h := range Compare([]byte(before), []byte(after)).Hunks(context) {
		_, body, _ := strings.Cut(h.Text, "\n")
		b.WriteString("@@\n" + strings.ReplaceAll(body, "\n\\ No newline at end of file\n", "\n"))
	}
	return patchOf(b.String())
}

// A patch made of a diff either makes exactly the new text or is refused; it
// never makes another text.
func TestPatchNeverEditsTheWrongPlace(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	applied := 0
	for range 4000 {
		before := strings.Join(randomLines(r, 1+r.Intn(30), 2+r.Intn(25)), "")
		lines := strings.SplitAfter(before, "\n")
		for range 1 + r.Intn(3) {
			lines[r.Intn(len(lines))] = fmt.Sprintf("new %d\n", r.Intn(5))
		}
		after := strings.Join(lines, "")
		if before == after {
			continue
		}
		files := tree{"n.md": before}
		plan, err := planned(files, renderPatch(before, after, 1+r.Intn(3)))
		if err != nil {
			if c := code(err); c != PatchAmbiguous && c != PatchSyntax {
				t.Fatalf("%q → %q: %v", before, after, err)
			}
			continue
		}
		if got := checkSet(t, files, plan.Set)["n.md"]; got != after {
			t.Fatalf("%q → %q made %q", before, after, got)
		}
		applied++
	}
	if applied < 1000 {
		t.Errorf("only %d patches were applied", applied)
	}
}

// FuzzParsePatch: any text is parsed or refused with a line of it.
func FuzzParsePatch(f *testing.F) {
	for _, s := range []string{patchOf("*** Add File: a.md\n+x\n*** Delete File: b.md\n*** Update File: c.md\n*** Move to: d.md\n@@ # A\n x\n-y\n+z\n*** End of File\n"), "```\n" + patchOf("") + "```", "x <<EOF\nEOF", "*** Begin Patch\r\n*** Update File: a\r\n@@\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePatch(text)
		if (p == nil) == (err == nil) {
			t.Fatalf("%v and %v", p, err)
		}
		if err != nil {
			if code(err) == "" {
				t.Fatalf("an error without a code: %v", err)
			}
			return
		}
		seen := map[string]bool{}
		for _, file := range p.Files {
			if q, err := vaultpath.Parse(string(file.Path)); err != nil || q != file.Path || q.Hidden() || seen[q.Fold()] {
				t.Fatalf("path %q", file.Path)
			}
			seen[file.Path.Fold()] = true
		}
	})
}

// FuzzPatch: what is planned applies, leaves every line outside the chunks as it
// was, and its inverse restores every byte.
func FuzzPatch(f *testing.F) {
	f.Add("a\nb\nc\n", "@@\n a\n-b\n+x\n")
	f.Add("\ufeff---\r\nk: v\r\n---\r\n# H\r\nx\r\n", "*** Move to: m.md\n@@ # H\n-x\n+y\n@@\n+z\n")
	f.Add("# A\n## B\nx\n# C\n## B\nx", "@@ # A > ## B\n-x\n+y\n*** End of File\n")
	f.Add("- a\n- b\n\n", "@@\n - a\n-- b\n+- c\n \n@@\n+d\n")
	f.Fuzz(func(t *testing.T, before, body string) {
		files := tree{"n.md": before, "o.md": "o"}
		p, err := ParsePatch(patchOf("*** Update File: n.md\n" + body))
		if err != nil {
			return
		}
		plan, err := p.Plan(files.files())
		if err != nil {
			if code(err) == "" {
				t.Fatalf("an error without a code: %v", err)
			}
			return
		}
		after := checkSet(t, files, plan.Set)
		for i, file := range plan.Files {
			if file.Op == Replace && !file.Already && after[file.Path] != string(file.After) {
				t.Fatalf("planned %q, applied %q", file.After, after[file.Path])
			}
			if file.After != nil && file.Path == "n.md" {
				checkOutside(t, before, string(file.After), p.Files[i])
				if utf8.ValidString(before) && !utf8.Valid(file.After) {
					t.Fatalf("%q is no UTF-8", file.After)
				}
			}
		}
	})
}

// checkOutside holds that only lines a chunk takes away went and only lines a
// chunk adds came.
func checkOutside(t *testing.T, before, after string, f FilePatch) {
	t.Helper()
	gone, added := map[string]int{}, map[string]int{}
	for _, c := range f.Chunks {
		for _, l := range c.Lines {
			switch l.Mark {
			case '-':
				gone[seenAs(l.Text, MatchTypography)]++
			case '+':
				added[l.Text]++
			}
		}
	}
	d := Compare([]byte(before), []byte(after))
	for _, c := range d.changes {
		for _, line := range d.after[c.AfterStart:c.AfterEnd] {
			text := string(withoutEnd([]byte(strings.TrimPrefix(string(line), "\ufeff"))))
			if added[text] == 0 && !strings.Contains(before, text) {
				t.Fatalf("the line %q came from nowhere", line)
			}
		}
		for _, line := range d.before[c.BeforeStart:c.BeforeEnd] {
			text := string(withoutEnd([]byte(strings.TrimPrefix(string(line), "\ufeff"))))
			if gone[seenAs(text, MatchTypography)] == 0 && !strings.Contains(after, text) {
				t.Fatalf("the line %q went nowhere", line)
			}
		}
	}
}
