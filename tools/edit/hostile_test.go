package edit

import (
	"fmt"
	"strings"
	"testing"
)

// No input makes an edit's work grow with the square of a file of the tools'
// limit (X08, X27: 2 MiB): every one of these would take hours.
func TestHostileSizes(t *testing.T) {
	const size = 2 << 20
	same := strings.Repeat("a", size)
	if _, err := ReplaceText([]byte(same), Replacement{Old: strings.Repeat("a", size/2), New: "b"}); code(err) != AmbiguousMatch {
		t.Errorf("overlapping: %v", err)
	}
	if got, err := ReplaceText([]byte(same+"\r\nx\n"), Replacement{Old: "a", New: "b\n", All: true}); err != nil || len(got.Lines) != size {
		t.Errorf("every letter: %v", err)
	}
	blank := strings.Repeat("\n", size)
	var body strings.Builder
	for i := range 400 {
		fmt.Fprintf(&body, "@@\n-line %d\n+x\n", i)
	}
	var lines strings.Builder
	for i := range 400 {
		fmt.Fprintf(&lines, "line %d\n", i)
	}
	if _, err := planned(tree{"n.md": blank + lines.String()}, patchOf("*** Update File: n.md\n"+body.String())); err != nil {
		t.Errorf("many chunks: %v", err)
	}
	_, err := planned(tree{"n.md": blank}, patchOf("*** Update File: n.md\n@@\n \n-\n+x\n"))
	if e := wantError(t, err, PatchAmbiguous); len(e.Matches) > maxMatches {
		t.Errorf("%d matches are listed", len(e.Matches))
	}
	headings := strings.Repeat("# A\n", size/16)
	if _, err := EditSection([]byte(headings), SectionEdit{Heading: "A", Text: "x"}); code(err) != AmbiguousMatch {
		t.Errorf("many headings: %v", err)
	}
	links := strings.Repeat("[[x]] ", size/64)
	if _, _, err := rename(tree{"x.md": "", "a.md": links}, "x.md", "y.md", Shortest, false); err != nil {
		t.Errorf("many links: %v", err)
	}
}
