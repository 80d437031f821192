package fulltext

import (
	"errors"
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Apply writes and removes documents and returns when all of it is on disk
// and visible to new Readers. A path in both lists is written. Large calls are
// split: a crash in between leaves a prefix of whole batches, never half of a
// document, so the caller records what is indexed only after Apply returned.
func (s *Store) Apply(upserts []Doc, deletes []vaultpath.Path) error {
	return s.ApplyTelling(upserts, deletes, func() {})
}

// ApplyTelling is Apply that calls visible as soon as new Readers see all of
// it, which is before it is on disk.
func (s *Store) ApplyTelling(upserts []Doc, deletes []vaultpath.Path, visible func()) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return ErrClosed
	}
	all := batches(upserts, deletes)
	onDisk := make(chan struct{}, len(all))
	var group errgroup.Group
	group.SetLimit(writers)
	for _, batch := range all {
		batch.SetPersistedCallback(func(error) { onDisk <- struct{}{} })
		group.Go(func() error { return s.write(batch) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	visible()
	for range all {
		select {
		case <-onDisk:
		case <-s.failed.happened:
			s.broken.Store(true)
			return fmt.Errorf("%w: write to the full-text index: %w", ErrBroken, s.failed.err)
		}
	}
	return nil
}

// write applies one batch. After the first failure nothing is tried any more.
func (s *Store) write(batch *index.Batch) (err error) {
	if s.broken.Load() {
		return ErrBroken
	}
	defer func() {
		if r := recover(); r != nil { // of the library, after another batch failed
			s.log.Warn("The full-text index failed", "panic", r)
			err = ErrBroken
		}
		if err != nil {
			s.broken.Store(true)
		}
	}()
	if err := s.index.Batch(batch); err != nil {
		return fmt.Errorf("%w: write to the full-text index: %w", ErrBroken, err)
	}
	return nil
}

// failures names the function that scorch calls when it fails to write behind
// the caller's back.
const failures = "ibid"

// failure happens to a store at most once.
type failure struct {
	path     string
	once     sync.Once
	happened chan struct{} // closed when it has
	err      error         // set before
}

// failing are the failures that may happen, by the path of the index: scorch
// knows no more of whom it calls.
var failing sync.Map

// reportFailures is called once, before any index is opened.
func reportFailures() {
	scorch.RegistryAsyncErrorCallbacks[failures] = func(err error, path string) {
		f, known := failing.Load(path)
		if known && (errors.Is(err, scorch.ErrPersist) || errors.Is(err, scorch.ErrAsyncPanic)) {
			f.(*failure).fail(err)
		}
	}
}

// newFailure is that of the index at a path, which is open.
func newFailure(path string) *failure {
	f := &failure{path: path, happened: make(chan struct{})}
	failing.Store(path, f)
	return f
}

func (f *failure) forget() { failing.CompareAndDelete(f.path, f) }

func (f *failure) fail(err error) {
	f.once.Do(func() {
		f.err = err
		close(f.happened)
	})
}
