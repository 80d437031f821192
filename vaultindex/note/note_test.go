package note

import (
	"bytes"
	"runtime"
	"testing"
	"weak"
)

// TestNoteDoesNotKeepTheFile: an index holds Notes for months; the bytes they
// were read from must go.
func TestNoteDoesNotKeepTheFile(t *testing.T) {
	raw := bytes.Repeat([]byte("x"), 1<<16)
	copy(raw, "---\na: \"[[l|m]]\"\nb: text\ntags: [c]\naliases: [d]\n---\n# H [[i#j|k]] [n](o.md#p) #q\n\n- [ ] r ^s\n\n> [!u] v\n\n[^w]: x\n\n[y][z]\n\n[z]: zz.md\n\n")
	file := weak.Make(&raw[0])
	n := Parse(raw)
	if len(n.Links) != 3 || len(n.Properties) != 4 || len(n.Blocks) != 1 {
		t.Fatalf("links %v, %d properties, %d blocks", linkTexts(n.Links), len(n.Properties), len(n.Blocks))
	}
	raw = nil //nolint:wastedassign // the point is to let the bytes go
	runtime.GC()
	runtime.GC()
	if file.Value() != nil {
		t.Error("the note keeps the file's bytes alive")
	}
	runtime.KeepAlive(n)
}

func TestNotUTF8(t *testing.T) {
	n := Parse([]byte("# a\xffb [[c\xff]] #d\xff"))
	same(t, "problems", codes(n), []string{ProblemUTF8})
	same(t, "links", linkTexts(n.Links), []string{"c\uFFFD"})
	same(t, "headings", headingTexts(n), []string{"1 a\uFFFDb [[c\uFFFD]] #d\uFFFD"})
	same(t, "tags", tagNames(n), []string{"d"})
}

func TestLineTable(t *testing.T) {
	src := bytes.Repeat([]byte("ab\n\n"), 5000)
	table := newLineTable(src)
	for _, off := range []int{0, 1, 2, 3, lineStride - 1, lineStride, lineStride + 1, len(src) - 1, len(src)} {
		want := 1 + bytes.Count(src[:off], newline)
		if got := table.line(off); got != want {
			t.Errorf("offset %d stands on line %d, want %d", off, got, want)
		}
		if got := table.start(want); got != lineStart(src, off) {
			t.Errorf("line %d starts at %d, want %d", want, got, lineStart(src, off))
		}
	}
	if got := table.start(1 << 20); got != len(src) {
		t.Errorf("a line beyond the end starts at %d", got)
	}
}
