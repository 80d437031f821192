package vaultindex

import "testing"

// Parts within parts of a text look at it again and again: that is counted, and
// there are not many of them within each other.
func TestNestedPartsAreCounted(t *testing.T) {
	for query, want := range map[string]int{
		"a b": 2, "line:(a b)": 2, "section:(a b)": 2, "tag:x a": 2,
		"section:(section:a)": nestedSections, "section:(line:(a b))": 2, "line:(tag:x)": parseCost,
		"section:(section:(section:(tag:x)))": nestedSections * nestedSections * parseCost,
	} {
		q, err := parseQuery(query)
		if err != nil || q.cost() != want {
			t.Errorf("%s costs %d, not %d, %v", query, q.cost(), want, err)
		}
	}
	q, err := parseQuery("section:(section:(section:(section:a)))")
	if err != nil || show(q) != "section=section=section=section:a" || q.cost() != nestedSections*nestedSections {
		t.Errorf("a fourth section within three is read as %s and costs %d, %v", show(q), q.cost(), err)
	}
}
