package fulltext

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A set numbers terms as a map would, and sorts them as strings are sorted,
// also when its memory is used again.
func TestTermSetIsAMap(t *testing.T) {
	var set termSet
	rapid.Check(t, func(t *rapid.T) {
		set.clear()
		want := make(map[string]int32)
		for _, term := range rapid.SliceOfN(rapid.StringMatching(`[ab\x00\x01é]{0,10}`), 0, 300).Draw(t, "terms") {
			id, known := set.number([]byte(term))
			if was, seen := want[term]; seen != known || seen && was != id || !seen && int(id) != len(want) {
				t.Fatalf("%q is number %d, known %v; want %d, %v", term, id, known, was, seen)
			}
			want[term] = id
		}
		var sorted []string
		for _, one := range set.sorted() {
			sorted = append(sorted, string(set.term(one.id)))
		}
		if !slices.Equal(sorted, slices.Sorted(maps.Keys(want))) || set.len() != len(want) {
			t.Fatalf("sorted %q, want the keys of %v", sorted, want)
		}
	})
}
