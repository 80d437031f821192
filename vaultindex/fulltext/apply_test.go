package fulltext

import (
	"errors"
	"fmt"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// What is told to be visible is found by a new Reader; what is not on disk yet
// is not told to be there.
func TestVisibleIsTold(t *testing.T) {
	s := openStore(t, t.TempDir())
	told := 0
	err := s.ApplyTelling([]Doc{body("a.md", "apple")}, nil, func() {
		told++
		if got := paths(ask(t, readerOf(t, s), "apple")); got != "a.md" {
			t.Errorf("when told, apple finds %q", got)
		}
	})
	if err != nil || told != 1 {
		t.Errorf("ApplyTelling = %v, told %d times", err, told)
	}
	if err := s.ApplyTelling(nil, nil, func() { told++ }); err != nil || told != 2 {
		t.Errorf("of nothing: %v, told %d times", err, told)
	}
}

// A failure behind the caller's back ends what waits for the disk, and breaks
// that store alone.
func TestFailureBehindTheBack(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	first, second := openStore(t, dirs[0]), openStore(t, dirs[1])
	report := scorch.RegistryAsyncErrorCallbacks[failures]
	report(scorch.NewScorchError("cleaner", "cannot remove", scorch.ErrCleanup), first.failed.path)
	apply(t, first, []Doc{body("a.md", "apple")}, nil)
	lost := fmt.Errorf("no space: %w", scorch.ErrPersist)
	err := first.ApplyTelling([]Doc{body("b.md", "berry")}, nil, func() { report(lost, first.failed.path) })
	if err != nil && !errors.Is(err, ErrBroken) {
		t.Errorf("ApplyTelling = %v, want ErrBroken or the disk was quicker", err)
	}
	select {
	case <-first.failed.happened:
	default:
		t.Error("the failure is not known")
	}
	apply(t, second, []Doc{body("a.md", "apple")}, nil)
}
