package vaultindex

import (
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// A reader that does not fetch loses no change and holds nobody up.
func TestChangesAreMergedNotLost(t *testing.T) {
	h := newHub()
	events, leave := h.subscribe(0)
	defer leave()
	for i := range 100 {
		h.changed(uint64(i+1), []vaultpath.Path{vaultpath.Path(rune('a' + i%26)), "z"})
		h.progress(Progress{Phase: Reading, Done: i})
	}
	seen, last := make(map[vaultpath.Path]bool), uint64(0)
	for last < 100 {
		e := <-events
		if e.Changed == nil {
			continue
		}
		if e.Changed.Seq < last || !slices.IsSorted(e.Changed.Paths) {
			t.Fatalf("after %d came %+v", last, e.Changed)
		}
		last = e.Changed.Seq
		for _, p := range e.Changed.Paths {
			seen[p] = true
		}
	}
	if len(seen) != 26 {
		t.Errorf("%d of 26 paths were told", len(seen))
	}
}

func TestLeavingClosesTheChannel(t *testing.T) {
	h := newHub()
	events, leave := h.subscribe(1)
	leave()
	leave()
	if _, open := <-events; open {
		t.Error("an event after leaving")
	}
	other, _ := h.subscribe(1)
	h.close()
	if _, open := <-other; open {
		t.Error("an event after close")
	}
	late, leave := h.subscribe(1)
	if _, open := <-late; open {
		t.Error("an event of a closed hub")
	}
	leave()
}
