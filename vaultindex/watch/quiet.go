package watch

import "sync/atomic"

// quiet tells whether everything the system said has reached the caller and
// been dealt with. The drain counts what it hears, the worker what it takes
// up; idle is false from before that until nothing of it waits any more.
type quiet struct {
	heard, taken       atomic.Uint64 // notices
	delivered, handled atomic.Uint64 // batches
	idle               atomic.Bool
}

// Quiet tells whether all that the system had said when Quiet was called has
// been handed out in batches, and handled. A Watcher that lacks watches is never
// quiet: it does not know.
func (w *Watcher) Quiet() bool {
	q := &w.quiet
	heard := q.heard.Load() // first: what is heard later was not asked about
	return q.idle.Load() && q.taken.Load() == heard && q.handled.Load() == q.delivered.Load() && !w.Limited() && w.Refused() == 0
}

// Handled says that the first n batches received are dealt with.
func (w *Watcher) Handled(n uint64) { w.quiet.handled.Store(n) }
