package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
)

func TestPercentile(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(100-i))
	}
	for p, want := range map[int]time.Duration{50: 50, 95: 95, 100: 100} {
		if got := percentile(times, p); got != want {
			t.Errorf("percentile %d of 1 to 100 is %d", p, got)
		}
	}
	if got := percentile(times[:1], 50); got != 100 {
		t.Errorf("the median of one is %d", got)
	}
}

func TestScores(t *testing.T) {
	hits := []string{"a", "b", "c", "d", "e", "f"}
	if got := reciprocalRank(hits, []string{"x", "c"}); got != 1.0/3 {
		t.Errorf("rank of c is %v", got)
	}
	if got := reciprocalRank(hits, []string{"x"}); got != 0 {
		t.Errorf("rank of what is not found is %v", got)
	}
	if got := recall(hits, []string{"a", "f"}); got != 0.5 {
		t.Errorf("recall of a and f is %v; f is beyond the fifth", got)
	}
	if got := recall(hits, []string{"a", "b", "c", "d", "e", "f", "g"}); got != 1 {
		t.Errorf("recall of seven is %v; five is all there can be", got)
	}
}

func TestBootstrap(t *testing.T) {
	values := []float64{0, 0, 1, 1, 1, 1, 1, 1, 1, 1}
	low, high := bootstrap(values, 1)
	if !(low < mean(values) && mean(values) < high) || low < 0 || high > 1 {
		t.Errorf("%v has an interval of %v to %v", mean(values), low, high)
	}
	if again, _ := bootstrap(values, 1); again != low {
		t.Errorf("the same seed gives %v and %v", low, again)
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		b     bound
		value float64
		want  string
	}{{none, 9, ""}, {atMost(0.5), 0.5, "held"}, {atMost(0.5), 0.51, "**missed**"}, {atLeast(2), 2, "held"}, {atLeast(2), 1, "**missed**"}} {
		if got := c.b.verdict(c.value); got != c.want {
			t.Errorf("%+v of %v: %q", c.b, c.value, got)
		}
	}
}

// A misspelt title differs in one word, and by one letter's worth.
func TestMisspell(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const title = "On Gardens of 2024 花园"
	for range 500 {
		wrong := misspell(title, r)
		if wrong == title || !strings.HasPrefix(wrong, "On ") || !strings.HasSuffix(wrong, " of 2024 花园") {
			t.Fatalf("%q becomes %q", title, wrong)
		}
		if d := len(wrong) - len(title); d < -1 || d > 1 {
			t.Fatalf("%q becomes %q", title, wrong)
		}
	}
	if got := misspell("Tiny 花园 note", r); got != "" {
		t.Errorf("a title without long words becomes %q", got)
	}
}

// Every drawn query is in one half.
func TestHalves(t *testing.T) {
	var set querySet
	for i := range 100 {
		set.queries = append(set.queries, judged{query: strings.Repeat("x", i+1)})
	}
	tune, report := set.take(7, "tune"), set.take(7, "report")
	if len(tune)+len(report) != 100 || len(tune) < 25 || len(report) < 25 {
		t.Errorf("halves of %d and %d", len(tune), len(report))
	}
	for _, j := range tune {
		if slices.ContainsFunc(report, func(o judged) bool { return o.query == j.query }) {
			t.Errorf("%q is in both halves", j.query)
		}
	}
}

// The same seed draws the same queries, and each has what it should.
func TestSampler(t *testing.T) {
	opts := vaultgen.Options{Notes: 200, Seed: 3}
	a, b := newSampler(opts), newSampler(opts)
	for range 20 {
		words := a.words(3)
		if again := b.words(3); again != words || len(strings.Fields(words)) != 3 {
			t.Fatalf("%q and %q", words, again)
		}
		if han := a.han(4); len([]rune(han)) != 4 || len(hanRuns(han, 4)) != 1 || b.han(4) != han {
			t.Fatalf("%q is not four characters", han)
		}
	}
}

func TestFTSFindsWhatIsWritten(t *testing.T) {
	f, err := openFTS(t.Context(), t.TempDir()+"/fts.db")
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	vault := t.TempDir()
	if err := vaultgen.Write(vault, vaultgen.Options{Notes: 30, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if err := f.build(t.Context(), vault); err != nil {
		t.Fatal(err)
	}
	path := vaultgen.Make(vaultgen.Options{Notes: 30, Seed: 1}, 4).Path
	if err := f.loadPaths(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := f.replace(t.Context(), path, []byte("an xyzzy and 机器学习")); err != nil {
		t.Fatal(err)
	}
	for query, prefix := range map[string]bool{"xyzzy": false, "xyz": true, "器学": false} {
		got, err := f.find(t.Context(), query, prefix, 5)
		if err != nil || !slices.Equal(got, []string{path}) {
			t.Errorf("%q finds %v, %v", query, got, err)
		}
	}
}
