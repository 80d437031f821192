package protocol

import (
	"errors"
	"io"
	"sync"
)

// codeOrphaned marks the refusal that this end makes up for a call whose answer
// can no longer come. It never goes on the wire.
const codeOrphaned = -31999

// callTable knows the open calls to the peer, so that they can be failed when
// nothing more will be read.
type callTable struct {
	mu    sync.Mutex // guards all below
	open  map[uint64]struct{}
	last  uint64
	cause error // why reading ended
}

// add opens a call and returns its id, from 1. After the end it fails.
func (t *callTable) add() (uint64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cause != nil {
		return 0, closedError{t.cause}
	}
	if t.open == nil {
		t.open = map[uint64]struct{}{}
	}
	t.last++
	t.open[t.last] = struct{}{}
	return t.last, nil
}

// remove closes a call.
func (t *callTable) remove(id uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, id)
}

// end takes no more calls and returns those that are open.
func (t *callTable) end(cause error) []uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if errors.Is(cause, io.EOF) {
		cause = errors.New("the other side closed it")
	}
	t.cause = cause
	ids := make([]uint64, 0, len(t.open))
	for id := range t.open {
		ids = append(ids, id)
	}
	return ids
}

// reason returns why reading ended, nil while it goes on.
func (t *callTable) reason() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cause
}
