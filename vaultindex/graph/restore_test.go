package graph

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// What Targets tells of a graph, however it came about, restores it. What cannot
// be right, or is not told, is resolved anew.
func TestRestoreEqualsBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		held := make(map[vaultpath.Path]*File)
		g := New()
		for range rapid.IntRange(1, 4).Draw(t, "updates") {
			g = g.Update(drawUpdate(t, held))
		}
		var files []*File
		var told [][]int32
		for f, places := range g.Targets() {
			files, told = append(files, f), append(told, slices.Clone(places))
		}
		wrong := rapid.IntRange(0, 3).Draw(t, "wrong")
		known := func(i int, into []int32) bool {
			if i%4 == 3 && wrong == 1 {
				return false
			}
			if copy(into, told[i]); len(into) > 0 && i%4 == 3 && wrong > 1 {
				into[len(into)-1] = []int32{int32(len(files)), -2}[wrong-2]
			}
			return true
		}
		want := Build(slices.Collect(maps.Values(held)))
		compare(t, Restore(files, known).Lens, want.Lens)
		slices.Reverse(files)
		compare(t, Restore(files, known).Lens, want.Lens)
	})
}

// Where links lead is taken as told, not worked out again.
func TestRestoreBelievesTargets(t *testing.T) {
	files := []*File{file(t, "a.md", "b", "gone"), file(t, "b.md"), file(t, "c.md")}
	told := map[int][]int32{0: {2, 1}}
	g := Restore(files, func(i int, into []int32) bool { return copy(into, told[i]) == len(into) })
	out := g.Outgoing("a.md")
	if len(out) != 2 || out[0].To != "c.md" || out[1].To != "b.md" {
		t.Errorf("links lead to %+v", out)
	}
}
