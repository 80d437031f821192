package note

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// facts are what both readers of block structure must agree on.
func facts(n *Note) []string {
	out := linkTexts(n.Links)
	for _, t := range n.Tags {
		out = append(out, "#"+t.Name)
	}
	for _, k := range n.Tasks {
		out = append(out, "task "+k.Mark+" "+k.Text)
	}
	for _, k := range n.Callouts {
		out = append(out, "callout "+k.Type+" "+k.Title)
	}
	for _, k := range n.Footnotes {
		out = append(out, "footnote "+k.ID)
	}
	out = append(out, headingTexts(n)...)
	named := len(out)
	for _, b := range n.Blocks {
		out = append(out, "block "+b.ID)
	}
	slices.Sort(out[named:]) // the scanner may take two lists for one
	return out
}

// TestScannerAgrees: on ordinary notes the bounded scanner sees what the
// CommonMark parser sees.
func TestScannerAgrees(t *testing.T) {
	pieces := []string{
		"# H [[h]] #th", "## Two ##", "Setext [[s]]\n===", "S2\n---", "text [[a|b]] #t ^id1", "two\nlines [m](x.md)\nof text",
		"- [[l1]] #lt\n- [x] done ^id2\n  - [ ] child [[c]]\n  - more", "1. one [[o]]\n2. two", "> [!note] Title\n> [[q]] #qt\n> - [ ] task",
		"> plain quote ^id3", "```go\n[[no]] #no\n\n# no\n```", "~~~\n[[no]]\n~~~", "    [[no]] code", "$$\n[[no]]\n$$", "<div>\n[[no]]\n</div>",
		"<!-- [[no]]\n\n#no -->", "| a | [[t1\\|x]] |\n|---|---|\n| `[[no]]` | #tt |", "^id4", "[^f]: note [[f]]", "[ref]\n\n[ref]: r.md", "***", "%% [[cm]] %%", "`a\nb` [[e]]",
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), "\n\n")
		if rapid.Bool().Draw(t, "crlf") {
			in = strings.ReplaceAll(in, "\n", "\r\n")
		}
		scanned, _ := parseScanned([]byte(in))
		if a, b := facts(Parse([]byte(in))), facts(scanned); !slices.Equal(a, b) {
			t.Fatalf("%q\nparser  %q\nscanner %q", in, a, b)
		}
	})
}

// TestScannerAgreesOnNeighbours: every two blocks, with and without a blank line
// between them. A block the writer never closed ends where its quote or item
// does, and a quote ends where something else than text follows it.
func TestScannerAgreesOnNeighbours(t *testing.T) {
	pieces := []string{
		"# H [[h]] #th", "Setext [[s]]\n===", "text [[a|b]] #t ^id1", "two\nlines [m](x.md)\nof text",
		"- [[l1]] #lt\n- [x] done ^id2\n  - [ ] child [[c]]\n  - more", "1. one [[o]]\n2. two", "> [!note] Title\n> [[q]] #qt\n> - [ ] task",
		"> quote ^id3", "```go\n[[no]] #no\n\n# no\n```", "    [[no]] code", "$$\n[[no]]\n$$", "<div>\n[[no]]\n</div>", "<!-- [[no]]\n\n#no -->",
		"| a | [[t1\\|x]] |\n|---|---|\n| `[[no]]` | #tt |", "^id4", "[^f]: note [[f]]", "[ref]\n\n[ref]: r.md", "***", "---", "===", "%% [[cm]] %%",
		"- ```\n  [[no]]\n  ```", "> ```\n> [[no]]\n> ```", "> | a |\n> |---|\n> | [[b\\|c]] |", "> - a\n> - b ^id5", "- a\n\n  para [[p]]\n\n  ^id6",
		"- [ ] t\n\t- [ ] u", "> > deep [[d]]", "- # In an item #hi", "> # In a quote #hq", "```\n[[open]]", "- ```\n  [[open]]", "> ```\n> [[open]]", "- $$\n  [[no]]\n  $$",
	}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, between := range []string{"\n", "\n\n"} {
				in := a + between + b + "\n\nend [[end]] #end\n"
				scanned, _ := parseScanned([]byte(in))
				if want, got := facts(Parse([]byte(in))), facts(scanned); !slices.Equal(got, want) {
					t.Errorf("%q\nparser  %q\nscanner %q", in, want, got)
				}
			}
		}
	}
}

// TestLineBreaksAgree: CRLF and a BOM move the spans and change nothing else.
func TestLineBreaksAgree(t *testing.T) {
	in := "---\na: x\n---\n# H\n\nS\n==\n\n- [ ] t ^b\n\n```\n[[no]]\n```\n\n> [!c] d\n> [[e]] #f\n\n|a|\n|-|\n|[[g]]|\n\n[r]\n\n[r]: h.md\n"
	want := facts(Parse([]byte(in)))
	for _, other := range []string{"\ufeff" + in, strings.ReplaceAll(in, "\n", "\r\n"), "\ufeff" + strings.ReplaceAll(in, "\n", "\r\n")} {
		same(t, "facts", facts(Parse([]byte(other))), want)
	}
}

// TestScannerAgreesOnCorpora holds the share of real notes on which both see
// the same.
func TestScannerAgreesOnCorpora(t *testing.T) {
	for _, vault := range []string{"kepano", "knowledge-garden-zh"} {
		t.Run(vault, func(t *testing.T) {
			notes, differ := 0, 0
			eachFile(t, corpus(t, vault), ".md", func(path string, raw []byte) {
				scanned, _ := parseScanned(raw)
				notes++
				if a, b := facts(Parse(raw)), facts(scanned); !slices.Equal(a, b) {
					if differ++; testing.Verbose() && differ <= 15 {
						t.Logf("%s\n%s", path, firstDifference(a, b))
					}
				}
			})
			t.Logf("%d of %d notes differ", differ, notes)
			if differ*50 > notes {
				t.Errorf("%d of %d notes differ", differ, notes)
			}
		})
	}
}

func firstDifference(a, b []string) string {
	for i := range max(len(a), len(b)) {
		x, y := "(end)", "(end)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return "parser  " + x + "\nscanner " + y
		}
	}
	return ""
}
