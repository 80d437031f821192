package watch

import (
	"maps"
	"slices"
	"time"
)

const (
	// quietFor is how long nothing may happen before a batch goes out: longer
	// than the gaps inside one save (temp, write, rename), short beside the
	// time a person needs to switch windows.
	quietFor = 100 * time.Millisecond
	// atMost bounds the wait when something never stops.
	atMost = time.Second
	// stormSize is the number of paths beyond which looking at everything
	// (0.2 s for 100,000 notes) is cheaper than looking at each.
	stormSize = 10_000
)

// coalescer collects paths until they have settled. It is not safe for
// concurrent use and knows no clock but the times it is given.
type coalescer struct {
	paths       map[string]struct{}
	reason      string // why everything must be looked at; "" when paths suffice
	first, last time.Time
}

func newCoalescer() *coalescer {
	return &coalescer{paths: make(map[string]struct{})}
}

// add notes that path may have changed.
func (c *coalescer) add(path string, now time.Time) {
	c.touch(now)
	if c.reason != "" {
		return
	}
	c.paths[path] = struct{}{}
	if len(c.paths) > stormSize {
		c.all("storm", now)
	}
}

// all notes that everything may have changed.
func (c *coalescer) all(reason string, now time.Time) {
	c.touch(now)
	c.reason = reason
	clear(c.paths)
}

func (c *coalescer) touch(now time.Time) {
	if c.empty() {
		c.first = now
	}
	c.last = now
}

func (c *coalescer) empty() bool { return len(c.paths) == 0 && c.reason == "" }

// wait says how long until a batch is due; 0 or less is now.
func (c *coalescer) wait(now time.Time) time.Duration {
	return min(c.last.Add(quietFor).Sub(now), c.first.Add(atMost).Sub(now))
}

// take hands out what was collected and starts anew.
func (c *coalescer) take() Batch {
	b := Batch{Rescan: c.reason != "", Reason: c.reason}
	if !b.Rescan {
		b.Paths = slices.Sorted(maps.Keys(c.paths))
	}
	c.reason = ""
	c.paths = make(map[string]struct{})
	return b
}
