package watch

import (
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// heartbeat is how often the watcher looks whether the machine slept, and,
// when watches ran out, how often everything is looked at instead.
const heartbeat = 30 * time.Second

// Options say what to watch.
type Options struct {
	// Root is the folder, absolute and with symlinks resolved, so that the
	// names in events begin with it.
	Root string
	// Skip tells whether a path (relative, with slashes) and everything below
	// it is none of the caller's business. Nil skips nothing.
	Skip func(rel string) bool
	// Clock is for tests; nil is the system's.
	Clock Clock
	// Logger may be nil.
	Logger *slog.Logger
}

// Batch is what may have changed since the batch before.
type Batch struct {
	// Paths are relative to the root, with slashes, spelt as on disk, sorted.
	// A folder among them means: look at everything in it.
	Paths []string
	// Rescan means that anything may have changed; Paths is empty then.
	Rescan bool
	// Reason says why: "start", "overflow", "storm", "limit", "wake",
	// "root" (the folder itself is gone, moved, or has other permissions).
	Reason string
}

// Watcher watches one folder and all below it.
type Watcher struct {
	root    string
	skip    func(string) bool
	clock   Clock
	log     *slog.Logger
	backend backend // nil when the system gave none
	queue   *queue
	batches chan Batch    // unbuffered; sent and closed by run
	follow  chan string   // unbuffered; see Follow
	renew   chan struct{} // unbuffered; see Renew
	stop    chan struct{} // closed by Close
	quiet   quiet
	refused atomic.Int32 // how many folders are; see Refused
	closing sync.Once
	done    sync.WaitGroup // run and drain

	mu      sync.Mutex // guards limited
	limited bool       // watches ran out

	// What follows is run's own.
	folders  *folders
	pending  *coalescer
	offer    *Batch    // settled, waiting to be received; later news collect in pending
	lastBeat time.Time // when the machine was last known to be awake
	checkAt  time.Time // when fresh folders are looked after next
}

// Start begins to watch. It never fails: where the system gives no watches,
// everything is looked at every 30 seconds and Limited says so. The first
// batch is a Rescan, once all watches are set: what changed before is not told.
// The caller must receive from Batches and call Close.
func Start(opts Options) *Watcher {
	b, err := newSystemBackend()
	w := startWatching(opts, b)
	if err != nil {
		w.log.Warn("No file watching here", "err", err)
	}
	return w
}

func startWatching(opts Options, b backend) *Watcher {
	w := &Watcher{
		root: filepath.Clean(opts.Root), skip: opts.Skip, clock: opts.Clock, log: opts.Logger,
		backend: b, queue: newQueue(), pending: newCoalescer(),
		batches: make(chan Batch), follow: make(chan string), renew: make(chan struct{}), stop: make(chan struct{}),
	}
	if w.skip == nil {
		w.skip = func(string) bool { return false }
	}
	if w.clock == nil {
		w.clock = systemClock{}
	}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	w.folders = newFolders(w)
	w.setLimited(b == nil)
	w.done.Add(1)
	go w.run()
	if b != nil {
		w.done.Add(1)
		go w.drain()
	}
	return w
}

// Batches gives what changed. It is closed after Close.
func (w *Watcher) Batches() <-chan Batch { return w.batches }

// Follow makes the watcher watch a folder that it would not find itself
// because a symlink leads to it. rel is the link's own path.
func (w *Watcher) Follow(rel string) {
	select {
	case w.follow <- rel:
	case <-w.stop:
	}
}

// Renew sets all watches anew and then has everything looked at: the folder was
// gone and is back, or another took its place.
func (w *Watcher) Renew() {
	select {
	case w.renew <- struct{}{}:
	case <-w.stop:
	}
}

// Limited tells whether the system has no watches left, so that changes are
// found by looking at everything every 30 seconds.
func (w *Watcher) Limited() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.limited
}

// Refused is how many folders have paths that are too long for the system to
// watch. They are handed out every 30 seconds as if something had changed there.
func (w *Watcher) Refused() int { return int(w.refused.Load()) }

func (w *Watcher) setLimited(limited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limited = limited
}

// Close ends watching and waits until both goroutines are gone.
func (w *Watcher) Close() error {
	var err error
	w.closing.Do(func() {
		close(w.stop)
		if w.backend != nil {
			err = w.backend.Close()
		}
	})
	w.done.Wait()
	return err
}
