package server

import (
	"context"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// graphGet is the user's own view of the vault, private notes and all. It
// waits for the graph to be whole.
func (s *Server) graphGet(ctx context.Context, _ *protocol.Conn, _ protocol.GraphGetParams) (protocol.GraphGetResult, error) {
	if err := s.Index.WaitReady(ctx); err != nil {
		return protocol.GraphGetResult{}, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	out := protocol.GraphGetResult{
		ResolvedLinks:   byString(snap.Graph.Resolved(), vaultpath.Path.String),
		UnresolvedLinks: byString(snap.Graph.Unresolved(), func(s string) string { return s }),
		Tags:            map[string]int{},
	}
	for _, t := range snap.Graph.Tags() {
		out.Tags["#"+t.Tag] = t.Count
	}
	return out, nil
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
