package fulltext

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	zap "github.com/blevesearch/zapx/v17"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Errors of Open.
var (
	// ErrRebuild says that the folder holds an index of another version or a
	// damaged one. The caller calls Wipe, opens again and indexes everything.
	ErrRebuild = errors.New("the full-text index has to be rebuilt")
	// ErrLocked says that another process has the index open.
	ErrLocked = errors.New("the full-text index is in use by another process")
	// ErrBroken says that a write failed and the store cannot be used any more:
	// what the library holds in memory after that is not to be trusted, and
	// would make it panic. The caller closes the store and opens it again.
	ErrBroken = errors.New("the full-text index has to be opened again")
	// ErrClosed says that the store was closed.
	ErrClosed = errors.New("the full-text index is closed")
)

// formatVersion changes whenever tokens, fields or the way of storing them
// change: an index of another version is not opened.
const formatVersion = 3

const (
	stampFile = "ibid-fulltext.json"
	storeDir  = "store"
	lockWait  = "300ms" // how long a second opener waits before ErrLocked

	batchDocs  = 1000    // documents a batch: few large segments are merged less often
	batchBytes = 4 << 20 // text a batch
	writers    = 2       // batches analysed and built at the same time

	// maxMerged is how many documents a merge may bring together. One that has
	// half of it is not merged again: ten batches make such a segment, so a
	// document is merged about once, and never into one so large that merging
	// takes more memory than all else. Searching takes one more look at the
	// dictionaries for every 10,000 documents, beside reading what it finds.
	maxMerged = 16_000
)

// stamp is the content of stampFile.
type stamp struct {
	Format int `json:"format"`
}

// Store is the writable index of one vault. Its methods may be called from
// several goroutines. One process at a time holds a Store over a folder.
type Store struct {
	index *scorch.Scorch
	queue *index.AnalysisQueue
	log   *slog.Logger

	broken atomic.Bool // a write failed; see ErrBroken
	failed *failure    // of a write behind the caller's back

	mu     sync.RWMutex // held for reading by whoever uses index
	closed bool
}

// Open opens the index in dir, or creates it where there is none. It returns
// ErrRebuild when what is there cannot be used, removing nothing, and
// ErrLocked within half a second when another process has it.
func Open(dir string, log *slog.Logger) (*Store, error) { return open(dir, log, false) }

// OpenResting is Open, but nothing is merged before Wake is called: the first
// search has the machine for itself.
func OpenResting(dir string, log *slog.Logger) (*Store, error) { return open(dir, log, true) }

func open(dir string, log *slog.Logger, resting bool) (*Store, error) {
	fresh, err := checkStamp(dir)
	if err != nil {
		return nil, err
	}
	s, err := openScorch(filepath.Join(dir, storeDir), log, resting)
	if err != nil {
		return nil, err
	}
	if fresh {
		if err := writeStamp(dir); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// Wipe removes the index from dir. Only files of the index are touched.
func Wipe(dir string) error {
	return errors.Join(
		os.RemoveAll(filepath.Join(dir, storeDir)),
		ignoreMissing(os.Remove(filepath.Join(dir, stampFile))),
	)
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// checkStamp reports whether dir has no index yet.
func checkStamp(dir string) (fresh bool, err error) {
	data, err := os.ReadFile(filepath.Join(dir, stampFile))
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, storeDir)); err == nil {
			return false, fmt.Errorf("%w: it was never finished", ErrRebuild)
		}
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the full-text index's version: %w", err)
	}
	var st stamp
	if json.Unmarshal(data, &st) != nil || st.Format != formatVersion {
		return false, fmt.Errorf("%w: it has another version", ErrRebuild)
	}
	return false, nil
}

// writeStamp marks a new index as whole. It comes last: a folder without it
// is one whose creation was cut short.
func writeStamp(dir string) error {
	data, err := json.Marshal(stamp{Format: formatVersion})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stampFile), data, 0o600)
}

func openScorch(path string, log *slog.Logger, resting bool) (s *Store, err error) {
	queue := index.NewAnalysisQueue(runtime.GOMAXPROCS(0))
	defer func() {
		// A damaged file can make the library panic; what it says is of no use
		// to anybody but the log.
		if r := recover(); r != nil {
			log.Warn("The full-text index is damaged", "panic", r)
			s, err = nil, fmt.Errorf("%w: it is damaged", ErrRebuild)
		}
		if err != nil {
			queue.Close()
		}
	}()
	held := hasSegments(path)
	register()
	raw, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path":         path,
		"bolt_timeout": lockWait,
		// Batches return when they are visible; Apply waits for the rest.
		"unsafe_batch":           true,
		"asyncErrorCallbackName": failures,
		"eventCallbackName":      beforeMerge,
		"scorchMergePlanOptions": map[string]any{"MaxSegmentSize": maxMerged},
		"forceSegmentType":       zap.Type,
		"forceSegmentVersion":    int(zap.Version),
	}, queue)
	if err != nil {
		return nil, fmt.Errorf("set up the full-text index: %w", err)
	}
	inner := raw.(*scorch.Scorch)
	if resting {
		rest(inner)
	}
	defer func() {
		if s == nil { // or it panicked
			wake(inner)
		}
	}()
	if err := raw.Open(); err != nil {
		return nil, openError(err)
	}
	s = &Store{index: inner, queue: queue, log: log, failed: newFailure(path)}
	if held && s.empty() {
		s.Wake() // else it would not close
		return nil, errors.Join(fmt.Errorf("%w: its segments cannot be read", ErrRebuild), s.index.Close())
	}
	return s, nil
}

// hasSegments reports whether there are segment files. Scorch opens an index
// none of whose snapshots can be loaded as an empty one.
func hasSegments(path string) bool {
	files, err := filepath.Glob(filepath.Join(path, "*.zap"))
	return err == nil && len(files) > 0
}

func (s *Store) empty() bool {
	r, err := s.Reader()
	if err != nil {
		return true
	}
	defer r.Close()
	return len(r.segments) == 0
}

// openError tells a lock that is held from an index that is broken.
func openError(err error) error {
	if err.Error() == "timeout" { // bbolt's errors.ErrTimeout
		return ErrLocked
	}
	if errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("open the full-text index: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrRebuild, err)
}

// batches splits the work so that no document is in two batches: they are
// written in any order.
func batches(upserts []Doc, deletes []vaultpath.Path) []*index.Batch {
	last := make(map[vaultpath.Path]int, len(upserts))
	for i := range upserts {
		last[upserts[i].Path] = i
	}
	var all []*index.Batch
	batch, size := index.NewBatch(), 0
	flush := func() {
		if len(batch.IndexOps) > 0 {
			all = append(all, batch)
			batch, size = index.NewBatch(), 0
		}
	}
	for _, p := range deletes {
		if _, written := last[p]; !written {
			batch.Delete(string(p))
		}
	}
	for i := range upserts {
		if last[upserts[i].Path] != i {
			continue
		}
		doc := newDocument(&upserts[i])
		batch.Update(doc)
		if size += doc.bytes; len(batch.IndexOps) >= batchDocs || size >= batchBytes {
			flush()
		}
	}
	flush()
	return all
}

// Count is the number of documents, private and excluded ones included.
func (s *Store) Count() (int, error) {
	r, err := s.Reader()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return r.Count(), nil
}

// Close waits for running calls and for what is being written, and closes.
// Readers that are still open stay good until they are closed themselves.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.Wake() // else it would not close
	err := s.index.Close()
	s.queue.Close()
	s.failed.forget()
	return err
}
