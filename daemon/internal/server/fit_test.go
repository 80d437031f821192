package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// A note below the parser's 32 MiB is shown whatever it holds: what does not fit into a
// frame is left out and counted, and small lists stay whole (design: Frames).
func TestNoteLargerThanAFrame(t *testing.T) {
	const links = 240_000 // the parser takes 250,000
	h := newHouse(t, map[string]string{
		"Links.md": "# One heading\n\n- [ ] a task\n\n" + strings.Repeat("[[nowhere]] #tag\n", links),
		"Small.md": "[[Links]]",
	})
	g := h.guest()
	r := getNote(g, "Links.md")
	if left := r.Truncated["links"]; left == 0 || left+len(r.Links) != links || len(r.Truncated) != 1 {
		t.Errorf("%d links are shown, left out are %v", len(r.Links), r.Truncated)
	}
	if len(r.Headings) != 1 || len(r.Tasks) != 1 || len(r.Tags) != links {
		t.Errorf("%d headings, %d tasks, %d tags", len(r.Headings), len(r.Tasks), len(r.Tags))
	}
	if r = getNote(g, "Small.md"); r.Truncated != nil {
		t.Errorf("of a small note %v are left out", r.Truncated)
	}
}

// Properties are one object, of which there is no half.
func TestPropertiesLargerThanAFrame(t *testing.T) {
	r := protocol.NoteGetResult{Properties: []byte(`{"a":"` + strings.Repeat("x", protocol.MaxFrame) + `"}`), Aliases: []string{"Other"}}
	fitNote(&r, protocol.MaxFrame)
	if string(r.Properties) != "{}" || r.Truncated["properties"] != 1 || len(r.Aliases) != 1 {
		t.Errorf("%d bytes of properties, left out are %v", len(r.Properties), r.Truncated)
	}
}

func TestShorten(t *testing.T) {
	fill := func(n int) []string { return slices.Repeat([]string{"12345678"}, n) } // 11 bytes each, encoded
	for _, tc := range []struct{ a, b, c, keepA, keepB, keepC int }{
		{1, 2, 3, 1, 2, 3},
		{1, 200, 3, 1, 86, 3},
		{100, 1, 100, 44, 1, 45},
		{0, 0, 1000, 0, 0, 90},
	} {
		t.Run(fmt.Sprint(tc), func(t *testing.T) {
			a, b, c := fill(tc.a), fill(tc.b), fill(tc.c)
			left := shorten(1000, partOf("a", &a, 1000), partOf("b", &b, 1000), partOf("c", &c, 1000))
			if len(a) != tc.keepA || len(b) != tc.keepB || len(c) != tc.keepC {
				t.Errorf("kept %d, %d, %d", len(a), len(b), len(c))
			}
			if left["a"] != tc.a-len(a) || left["b"] != tc.b-len(b) || left["c"] != tc.c-len(c) {
				t.Errorf("left out %v", left)
			}
			for name, list := range map[string][]string{"a": a, "b": b, "c": c} {
				if raw, err := protocol.Marshal(list); err != nil || len(raw) > 1001 {
					t.Errorf("%s has %d bytes, %v", name, len(raw), err)
				}
			}
		})
	}
}
