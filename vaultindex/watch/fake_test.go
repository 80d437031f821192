package watch

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeClock stands still until it is moved.
type fakeClock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[*fakeTimer]struct{}
	asked  chan struct{} // capacity 1: somebody waits on the clock
}

type fakeTimer struct {
	at time.Time
	c  chan time.Time
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: start, timers: make(map[*fakeTimer]struct{}), asked: make(chan struct{}, 1)}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &fakeTimer{at: c.now.Add(d), c: make(chan time.Time, 1)}
	c.timers[t] = struct{}{}
	c.fire()
	select {
	case c.asked <- struct{}{}:
	default:
	}
	return t.c, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.timers, t)
	}
}

// move lets time pass.
func (c *fakeClock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.fire()
}

// next lets time pass until the first timer is due.
func (c *fakeClock) next() {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := time.Time{}
	for t := range c.timers {
		if first.IsZero() || t.at.Before(first) {
			first = t.at
		}
	}
	if first.After(c.now) {
		c.now = first
	}
	c.fire()
}

func (c *fakeClock) fire() {
	for t := range c.timers {
		if !t.at.After(c.now) {
			t.c <- c.now
			delete(c.timers, t)
		}
	}
}

// fakeBackend has a number of watches to give.
type fakeBackend struct {
	mu      sync.Mutex
	left    int
	longest int // path it takes, in bytes; 0 is any
	asked   int // for watches, also for such as were there
	watched map[string]bool
	ev      chan fsnotify.Event
	errs    chan error
}

func newFakeBackend(watches int) *fakeBackend {
	return &fakeBackend{
		left: watches, watched: make(map[string]bool),
		ev: make(chan fsnotify.Event), errs: make(chan error),
	}
}

func (b *fakeBackend) Add(path string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if b.watched[path] {
		return nil
	}
	if b.longest > 0 && len(path) > b.longest {
		return &syscallError{syscall.ENAMETOOLONG}
	}
	if b.left == 0 {
		return &syscallError{syscall.ENOSPC}
	}
	b.left--
	b.watched[path] = true
	return nil
}

// syscallError wraps, as the real library does.
type syscallError struct{ err error }

func (e *syscallError) Error() string { return "add: " + e.err.Error() }
func (e *syscallError) Unwrap() error { return e.err }

func (b *fakeBackend) Remove(path string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.watched[path] {
		return fsnotify.ErrNonExistentWatch
	}
	delete(b.watched, path)
	b.left++
	return nil
}

func (b *fakeBackend) WatchList() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []string
	for p := range b.watched {
		list = append(list, p)
	}
	return list
}

func (b *fakeBackend) Close() error {
	close(b.ev)
	close(b.errs)
	return nil
}

func (b *fakeBackend) events() <-chan fsnotify.Event { return b.ev }
func (b *fakeBackend) errors() <-chan error          { return b.errs }

// drop takes a watch away behind the watcher's back, as fsnotify does when it
// handles a move late.
func (b *fakeBackend) drop(path string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.watched[path] {
		delete(b.watched, path)
		b.left++
	}
}

func (b *fakeBackend) watches(path string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.watched[path]
}
