package vaultindex

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// ErrClosed says that the index was closed.
var ErrClosed = errors.New("the index is closed")

// Index follows one vault. Its methods may be called from any goroutine.
//
// One goroutine owns everything that changes (owner); the rest of Index is how
// others reach it. Nobody holds mu across I/O.
type Index struct {
	log     *slog.Logger
	vault   *vaultDir
	hub     *hub
	opened  time.Time
	asks    chan ask      // unbuffered; sent by callers, received by the owner
	stopped chan struct{} // closed when the owner is gone
	stop    context.CancelFunc
	paused  atomic.Bool // see Pause

	mu      sync.Mutex    // guards what follows
	current *Snapshot     // nil after Close
	status  Status        // Seq and Stats are filled in by Status
	next    chan struct{} // closed, and replaced, when a snapshot is published
	closed  bool
}

// Open opens the index of a vault. It returns as soon as the folder is known
// to be good and what was saved is loaded; looking for what changed goes on
// behind. A folder that is no vault gives a *VaultError. ctx bounds the
// opening only; Close ends what goes on behind.
func Open(ctx context.Context, opts Options) (*Index, error) {
	ix, err := open(ctx, opts)
	if err != nil {
		return nil, err
	}
	return ix, nil
}

// Acquire returns the newest snapshot, never nil while the index is open. The
// caller releases it. After Close it panics: whoever may race with Close keeps
// a snapshot instead.
func (ix *Index) Acquire() *Snapshot {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.current == nil {
		panic("vaultindex: Acquire after Close")
	}
	return ix.current.retain()
}

// WaitFor waits until the newest snapshot has at least this number.
func (ix *Index) WaitFor(ctx context.Context, seq uint64) error {
	for {
		ix.mu.Lock()
		done, next := ix.current != nil && ix.current.Seq >= seq, ix.next
		ix.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-next:
		case <-ix.stopped:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// WaitReady waits until the first look at the whole vault is done and the full
// text holds it.
func (ix *Index) WaitReady(ctx context.Context) error {
	_, err := ix.ask(ctx, ask{kind: askReady})
	return err
}

// Refresh looks at the whole vault and returns the number of a snapshot that
// holds, in graph and full text, everything on disk at the time of the call.
func (ix *Index) Refresh(ctx context.Context) (uint64, error) {
	return ix.ask(ctx, ask{kind: askRefresh})
}

// Touch does the same as Refresh for some paths. A folder stands for all that
// lies in it; a path may also be gone.
func (ix *Index) Touch(ctx context.Context, paths ...vaultpath.Path) (uint64, error) {
	return ix.ask(ctx, ask{kind: askTouch, paths: paths})
}

// Rebuild forgets all that was saved and indexes everything anew. Searches are
// answered meanwhile and labelled as incomplete.
func (ix *Index) Rebuild(ctx context.Context) error {
	_, err := ix.ask(ctx, ask{kind: askRebuild})
	return err
}

// Status says what the index is doing.
func (ix *Index) Status() Status {
	ix.mu.Lock()
	s, snap := ix.status, ix.current
	if snap != nil {
		snap.retain()
	}
	ix.mu.Unlock()
	if s.TookMs == 0 {
		s.TookMs = time.Since(ix.opened).Milliseconds()
	}
	if snap != nil {
		s.Seq, s.Stats = snap.Seq, snap.Graph.Stats()
		snap.Release()
	}
	return s
}

// Subscribe returns news from now on. The channel is closed by Close and by
// the returned function, which may be called more than once.
func (ix *Index) Subscribe(buffer int) (<-chan Event, func()) { return ix.hub.subscribe(buffer) }

// Close saves what is known, ends all goroutines and closes the files. A
// snapshot that is still held answers from memory; its searches and ReadFile
// fail from now on.
func (ix *Index) Close() error {
	ix.stop()
	<-ix.stopped
	ix.hub.close()
	ix.mu.Lock()
	snap := ix.current
	ix.current = nil
	first := !ix.closed
	ix.closed = true
	ix.mu.Unlock()
	if snap != nil {
		snap.Release()
	}
	if !first {
		return nil
	}
	return ix.vault.close()
}

// publish makes s the newest snapshot. The owner calls it; s comes with one
// reference, which passes to the index.
func (ix *Index) publish(s *Snapshot) {
	ix.mu.Lock()
	old, next := ix.current, ix.next
	ix.current, ix.next = s, make(chan struct{})
	ix.mu.Unlock()
	close(next)
	if old != nil {
		old.Release()
	}
}

// report changes the status; the owner calls it.
func (ix *Index) report(change func(*Status)) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	change(&ix.status)
}
