package vaultindex

import (
	"slices"
	"sync"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// hub hands news to subscribers. Telling never waits for a reader: what is not
// fetched is merged (Changed) or replaced by newer (Progress).
type hub struct {
	mu     sync.Mutex // guards subs and closed
	subs   map[*subscriber]struct{}
	closed bool
}

// subscriber is one reader of news and the goroutine that serves it.
type subscriber struct {
	out    chan Event    // sent and closed by run
	wake   chan struct{} // capacity 1: there is something; sent by tell
	gone   chan struct{} // closed once by leave
	leave  func()
	exited chan struct{} // closed by run

	mu       sync.Mutex // guards what follows
	seq      uint64
	changed  map[vaultpath.Path]struct{} // nil when there is no change to tell
	progress *Progress
}

func newHub() *hub { return &hub{subs: make(map[*subscriber]struct{})} }

func (h *hub) subscribe(buffer int) (<-chan Event, func()) {
	s := &subscriber{
		out: make(chan Event, max(buffer, 0)), wake: make(chan struct{}, 1),
		gone: make(chan struct{}), exited: make(chan struct{}),
	}
	s.leave = sync.OnceFunc(func() { close(s.gone) })
	h.mu.Lock()
	if h.closed {
		s.leave()
	} else {
		h.subs[s] = struct{}{}
	}
	h.mu.Unlock()
	go s.run()
	return s.out, func() {
		h.mu.Lock()
		delete(h.subs, s)
		h.mu.Unlock()
		s.leave()
		<-s.exited
	}
}

// close ends all subscriptions and waits for their goroutines.
func (h *hub) close() {
	h.mu.Lock()
	h.closed = true
	subs := h.subs
	h.subs = nil
	h.mu.Unlock()
	for s := range subs {
		s.leave()
		<-s.exited
	}
}

func (h *hub) changed(seq uint64, paths []vaultpath.Path) {
	h.each(func(s *subscriber) {
		s.seq = seq
		if s.changed == nil {
			s.changed = make(map[vaultpath.Path]struct{}, len(paths))
		}
		for _, p := range paths {
			s.changed[p] = struct{}{}
		}
	})
}

func (h *hub) progress(p Progress) {
	h.each(func(s *subscriber) { s.progress = &p })
}

func (h *hub) each(tell func(*subscriber)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subs {
		s.mu.Lock()
		tell(s)
		s.mu.Unlock()
		select {
		case s.wake <- struct{}{}:
		default: // awake already
		}
	}
}

func (s *subscriber) run() {
	defer close(s.exited)
	defer close(s.out)
	for {
		select {
		case <-s.wake:
		case <-s.gone:
			return
		}
		for e, ok := s.take(); ok; e, ok = s.take() {
			select {
			case s.out <- e:
			case <-s.gone:
				return
			}
		}
	}
}

// take gives what is to be told next; changes go first.
func (s *subscriber) take() (Event, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed != nil {
		c := &Changed{Seq: s.seq, Paths: make([]vaultpath.Path, 0, len(s.changed))}
		for p := range s.changed {
			c.Paths = append(c.Paths, p)
		}
		slices.Sort(c.Paths)
		s.changed = nil
		return Event{Changed: c}, true
	}
	if s.progress != nil {
		p := s.progress
		s.progress = nil
		return Event{Progress: p}, true
	}
	return Event{}, false
}
