package vaultindex

import (
	"slices"
	"strings"
	"testing"
)

// Signs beside the words of an OR are how people write, not what they look for.
func TestSignsBesideOr(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"both.md": "The hot kettle sings.", "one.md": "A kettle, cold.", "zebra.md": "One zebra.",
		"都.md": "水壶里有热水。", "单.md": "水壶是空的。", "斑马.md": "斑马吃草。", "sign.md": "wait ... what & why",
		"sum.md": "3,000 of node.js", "parts.md": "3 and then 000", "emoji.md": "🍀 luck",
	})
	for query, want := range map[string]string{
		"kettle, hot OR zebra":       "both zebra",
		"kettle; hot, OR zebra!":     "both zebra",
		"kettle,hot OR zebra":        "both zebra",
		"“kettle hot” OR ‘zebra’":    "both zebra",
		"(kettle, hot) OR zebra?":    "both zebra",
		"(kettle, hot OR zebra":      "both zebra",
		"（kettle、hot OR zebra）":      "both zebra",
		"kettle - hot & OR … zebra":  "both zebra",
		"zebra. OR hot (kettle, the": "both zebra",
		"水壶、热水 OR 斑马":                "斑马 都",
		"水壶，热水。 OR 《斑马》":             "斑马 都",
		"“水壶”「热水」 OR 斑马！":            "斑马 都",
		"水壶　热水 OR 斑马":                "斑马 都",
		"kettle, OR nothingword":     "both one",
		"hot kettle* , OR zebra":     "both zebra",
		"node.js, of OR zebra one":   "sum zebra",
		"3,000 of OR zebra one":      "sum zebra",
		"🍀 luck OR zebra one":        "emoji zebra",
		"\"kettle, cold\" OR zebra":  "one zebra",
		"... wait OR zebra one":      "sign zebra",
		"content:kettle, OR zebra":   "one zebra", // an operator is asked for what stands there
		"kettle -kettle, OR zebra":   "both zebra",
		"kettle, hot, -sings OR zeb": "zebra",
	} {
		got, err := s.search(t.Context(), SearchRequest{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, h := range got.Hits {
			names = append(names, strings.TrimSuffix(string(h.Path), ".md"))
		}
		slices.Sort(names)
		if strings.Join(names, " ") != want {
			t.Errorf("%s: %q, want %q", query, names, want)
		}
	}
}

// A list of any length costs no more than a query may.
func TestSignsMakeNoEndlessQuery(t *testing.T) {
	q, err := parseQuery(strings.Repeat("a、", 5000) + " OR b")
	if err != nil {
		t.Fatal(err)
	}
	if n := leaves(q); n > maxQueryParts+1 || !q.cut {
		t.Errorf("%d parts, cut %t", n, q.cut)
	}
}

func leaves(q query) int {
	n := 0
	for _, sub := range q.subs {
		n += leaves(sub)
	}
	return max(n, 1)
}
