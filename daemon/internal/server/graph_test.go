package server

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// However many ask for the graph of one snapshot, it is encoded once, and it is that
// of the snapshot (issue, "a reader that stops reading").
func TestGraphIsEncodedOnce(t *testing.T) {
	h := newHouse(t, orchard)
	ask := func() *protocol.Encoded {
		got, err := h.server.graphGet(t.Context(), nil, protocol.GraphGetParams{})
		must(t, err)
		return got
	}
	first := ask()
	if second := ask(); first != second {
		t.Error("the same graph was encoded twice")
	}
	write(t, h.vault.Root, "New.md", "[[Apple]] #fresh")
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	if next := ask(); strings.Contains(string(first.JSON), "New.md") || !strings.Contains(string(next.JSON), `"New.md":{"Apple.md":1}`) {
		t.Errorf("before %s, then %s", first.JSON, next.JSON)
	}
	runtime.KeepAlive(first)
}

// What nobody holds any more is not kept.
func TestGraphIsNotKept(t *testing.T) {
	h := newHouse(t, orchard)
	_, err := h.server.graphGet(t.Context(), nil, protocol.GraphGetParams{})
	must(t, err)
	runtime.GC()
	if h.server.graphs.last.Value() != nil {
		t.Error("the graph stays in memory")
	}
}
