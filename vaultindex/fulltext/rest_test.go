package fulltext

import (
	"fmt"
	"runtime"
	"testing"
)

// A store that rests can be written and read, and merges nothing until it is
// woken. One that is never woken closes all the same.
func TestRestingStoreMergesNothing(t *testing.T) {
	const batches = 24
	dir := t.TempDir()
	s, err := OpenResting(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for i := range batches {
		apply(t, s, []Doc{body(fmt.Sprintf("%d.md", i), "tea")}, nil)
	}
	if got := segmentsOf(t, s); got != batches {
		t.Errorf("a resting store merged %d batches into %d segments", batches, got)
	}
	s.Wake()
	for segmentsOf(t, s) == batches {
		runtime.Gosched() // until it merges
	}
	s.Wake()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenResting(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := again.Count(); n != batches || err != nil {
		t.Errorf("it holds %d documents (%v), want %d", n, err, batches)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	resting.Range(func(any, any) bool { t.Error("a closed store still rests"); return false })
}

func segmentsOf(t *testing.T, s *Store) int {
	t.Helper()
	r, err := s.Reader()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return len(r.segments)
}
