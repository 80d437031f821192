package watch

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

var start = time.Unix(1_000_000, 0)

func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

func TestBatchIsDueAfterQuiet(t *testing.T) {
	c := newCoalescer()
	c.add("a.md", at(0))
	c.add("b.md", at(60))
	c.add("a.md", at(90))
	if d := c.wait(at(150)); d != 40*time.Millisecond {
		t.Errorf("60 ms after the last event the batch is due in %v, not in 40 ms", d)
	}
	if d := c.wait(at(190)); d > 0 {
		t.Errorf("after 100 ms of quiet the batch is due in %v", d)
	}
	b := c.take()
	if !slices.Equal(b.Paths, []string{"a.md", "b.md"}) || b.Rescan {
		t.Errorf("got %+v", b)
	}
	if !c.empty() {
		t.Error("something is left after take")
	}
}

func TestBatchIsDueAfterASecondWithoutQuiet(t *testing.T) {
	c := newCoalescer()
	for ms := 0; ms < 1000; ms += 50 {
		c.add("a.md", at(ms))
		if d := c.wait(at(ms)); d <= 0 {
			t.Fatalf("due after %d ms though events go on", ms)
		}
	}
	if d := c.wait(at(1000)); d > 0 {
		t.Errorf("not due after a second: %v", d)
	}
}

func TestStormBecomesARescan(t *testing.T) {
	c := newCoalescer()
	for i := range stormSize + 1 {
		c.add(fmt.Sprint(i), at(0))
	}
	c.add("late.md", at(1))
	if len(c.paths) != 0 {
		t.Errorf("a storm keeps %d paths", len(c.paths))
	}
	if b := c.take(); !b.Rescan || b.Reason != "storm" || len(b.Paths) != 0 {
		t.Errorf("got %+v", b)
	}
	c.add("next.md", at(2000))
	if b := c.take(); b.Rescan {
		t.Error("the storm goes on after it was told")
	}
}
