package vaultindex

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Times that nanoseconds cannot tell keep their order.
func TestTimesBeyondNanoseconds(t *testing.T) {
	var last int64
	for i, year := range []int{1, 1600, 1678, 1969, 1970, 2024, 2262, 2263, 2446, 9999} {
		got := unixNano(time.Date(year, 1, 2, 0, 0, 0, 0, time.UTC))
		if i > 0 && got < last {
			t.Errorf("the year %d is before the one before", year)
		}
		if shown := time.Unix(0, got).UTC().Year(); year > 1677 && year < 2263 && shown != year || year < 1677 && shown != 1677 || year > 2262 && shown != 2262 {
			t.Errorf("the year %d is shown as %d", year, shown)
		}
		last = got
	}
}

func TestSearchOrdersExtremeTimes(t *testing.T) {
	s := shelfOf(t, map[string]string{"late.md": "#x zebu", "now.md": "#x zebu", "early.md": "#x zebu"})
	times := map[string]int64{"late.md": math.MaxInt64, "now.md": time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano(), "early.md": math.MinInt64}
	for name, at := range times {
		f, ok := s.lens.File(vaultpath.Path(name))
		if !ok {
			t.Fatal(name)
		}
		f.ModTime = at
	}
	for _, query := range []string{"tag:x", "zebu"} {
		got, err := s.search(t.Context(), SearchRequest{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		var order []vaultpath.Path
		for _, h := range got.Hits {
			order = append(order, h.Path)
		}
		if !slices.Equal(order, []vaultpath.Path{"late.md", "now.md", "early.md"}) {
			t.Errorf("%s: %v", query, order)
		}
	}
}
