package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"weak"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// graphs encodes the graph of a snapshot once for all who ask while somebody still
// holds it: for a large vault it is many megabytes. Nobody keeps it longer.
type graphs struct {
	mu   sync.Mutex
	last weak.Pointer[encodedGraph]
}

// encodedGraph is written by whoever made it, until done is closed.
type encodedGraph struct {
	seq    uint64
	done   chan struct{}
	result protocol.Encoded
	err    error
}

var errNoGraph = errors.New("the graph could not be encoded")

// graphGet is the user's own view of the vault, private notes and all. It
// waits for the graph to be whole.
func (s *Server) graphGet(ctx context.Context, c *protocol.Conn, p protocol.GraphGetParams) (any, error) {
	if p.Limit < 0 {
		return nil, protocol.InvalidParams("limit", fmt.Sprintf("must be at least 1, not %d", p.Limit))
	}
	if p.Cursor != "" {
		return s.graphPage(c, p)
	}
	if err := s.Index.WaitReady(ctx); err != nil {
		return nil, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	if p.Limit > 0 {
		return s.beginPages(c, snap, p.Limit), nil
	}
	return s.graphs.of(ctx, snap)
}

// of returns the encoded graph of a snapshot.
func (g *graphs) of(ctx context.Context, snap *vaultindex.Snapshot) (*protocol.Encoded, error) {
	e, mine := g.claim(snap.Seq)
	if mine {
		e.encode(snap)
	}
	select {
	case <-e.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e.err != nil {
		return nil, e.err
	}
	return &e.result, nil // keeps e alive
}

// claim returns the graph of that number; mine says that the caller is to encode it.
func (g *graphs) claim(seq uint64) (e *encodedGraph, mine bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e := g.last.Value(); e != nil && e.seq == seq {
		return e, false
	}
	e = &encodedGraph{seq: seq, done: make(chan struct{})}
	g.last = weak.Make(e)
	return e, true
}

func (e *encodedGraph) encode(snap *vaultindex.Snapshot) {
	defer close(e.done)
	e.err = errNoGraph // for those who wait, should this panic
	raw, err := protocol.Marshal(toGraph(snap))
	if err == nil && len(raw) > maxResult {
		err = protocol.NewError(protocol.ErrorTooLong, "The graph of this vault is longer than a message may be, which is 32 MiB.",
			"Ask for it in pages, with a limit, as ibid graph --json does.", false)
	}
	e.result.JSON, e.err = raw, err
}

// maxResult is how long a result may be in bytes, so that it and what stands around
// it are one frame.
const maxResult = protocol.MaxFrame - 64<<10

func toGraph(snap *vaultindex.Snapshot) protocol.GraphGetResult {
	out := protocol.GraphGetResult{
		ResolvedLinks:   byString(snap.Graph.Resolved(), vaultpath.Path.String),
		UnresolvedLinks: byString(snap.Graph.Unresolved(), func(s string) string { return s }),
		Tags:            map[string]int{},
	}
	for _, t := range snap.Graph.Tags() {
		out.Tags["#"+t.Tag] = t.Count
	}
	return out
}

// byString gives a map of maps string keys.
func byString[K comparable](in map[vaultpath.Path]map[K]int, key func(K) string) map[string]map[string]int {
	out := make(map[string]map[string]int, len(in))
	for from, counts := range in {
		inner := make(map[string]int, len(counts))
		for to, n := range counts {
			inner[key(to)] = n
		}
		out[from.String()] = inner
	}
	return out
}
