package watch

import (
	"errors"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notice is one thing the backend said.
type notice struct {
	path string // absolute
	op   fsnotify.Op
	lost bool // events were lost: path and op are empty
}

// queue carries notices from the drain to the worker. It never blocks the
// drain; it grows by one small struct an event until the worker comes.
type queue struct {
	mu      sync.Mutex // guards notices
	notices []notice
	signal  chan struct{} // capacity 1: there may be something; sent by put, never closed
}

func newQueue() *queue { return &queue{signal: make(chan struct{}, 1)} }

func (q *queue) put(n notice) {
	q.mu.Lock()
	q.notices = append(q.notices, n)
	q.mu.Unlock()
	select {
	case q.signal <- struct{}{}:
	default: // one is waiting already
	}
}

func (q *queue) take() []notice {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.notices
	q.notices = nil
	return taken
}

// drain moves everything the backend says into the queue until the backend is
// closed. Nothing else may be done here.
func (w *Watcher) drain() {
	defer w.done.Done()
	events, errs := w.backend.events(), w.backend.errors()
	for events != nil || errs != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
			} else if e.Name != "" { // fsnotify sends empty events for watches just removed
				w.tell(notice{path: e.Name, op: e.Op})
			}
		case err, ok := <-errs:
			if !ok {
				errs = nil
			} else if matters(err) {
				w.tell(notice{lost: true})
			}
		}
	}
}

// tell hands a notice to the worker, counted before it can be taken.
func (w *Watcher) tell(n notice) {
	w.quiet.heard.Add(1)
	w.queue.put(n)
}

// matters tells errors after which events may be missing from the ones that
// only say that a watch was gone already.
func matters(err error) bool {
	return err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch)
}
