package cli

import "testing"

// Whoever finds nothing is told so, in the language of the query.
func TestNothingFound(t *testing.T) {
	for query, want := range map[string]string{"tag:#nosuch": "Nothing found.", "火星 rice": "没有找到。", "": "Nothing found."} {
		if got := nothingFound(query); got != want {
			t.Errorf("%q: %s", query, got)
		}
	}
}
