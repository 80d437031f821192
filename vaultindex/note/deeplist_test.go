package note

import (
	"strings"
	"testing"
)

// A line of list markers costs no more work for each byte than any other: the
// markers that are looked at are bounded, and what stands behind is still text.
func TestMarkersOnALineAreBounded(t *testing.T) {
	raw := []byte(strings.Repeat("- ", 200_000) + "[[a]] #b\n\n- [ ] task [[c]]\n")
	n := Parse(raw)
	if !n.Truncated || len(n.Links) != 2 || len(n.Tags) != 1 || len(n.Tasks) != 1 {
		t.Errorf("truncated %v, links %v, tags %v, tasks %v", n.Truncated, n.Links, n.Tags, n.Tasks)
	}
	s := scanner{c: newCollector(&Note{}, raw)}
	if l := s.strip(0, 400_000); l.text > 2*maxNesting {
		t.Errorf("%d bytes of markers were looked at", l.text)
	}
}
