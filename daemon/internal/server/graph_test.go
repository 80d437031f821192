package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
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
		return got.(*protocol.Encoded)
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

// joined reads the graph in pages and unites them. between is called after each.
func joined(t *testing.T, c *guest, limit int, between func(pages int)) protocol.GraphGetResult {
	t.Helper()
	all := protocol.GraphGetResult{ResolvedLinks: map[string]map[string]int{}, UnresolvedLinks: map[string]map[string]int{}, Tags: map[string]int{}}
	unite := func(into, from map[string]map[string]int) {
		for source, links := range from {
			if into[source] == nil {
				into[source] = map[string]int{}
			}
			for target, n := range links {
				if _, twice := into[source][target]; twice {
					t.Errorf("%s -> %s is in two pages", source, target)
				}
				into[source][target] = n
			}
		}
	}
	params := protocol.GraphGetParams{Limit: limit}
	for pages := 1; ; pages++ {
		var page protocol.GraphGetResult
		c.call(protocol.MethodGraphGet, params, &page)
		if len(page.ResolvedLinks) > limit || page.Seq == 0 {
			t.Errorf("page %d of snapshot %d has %d files, want at most %d", pages, page.Seq, len(page.ResolvedLinks), limit)
		}
		unite(all.ResolvedLinks, page.ResolvedLinks)
		unite(all.UnresolvedLinks, page.UnresolvedLinks)
		maps.Copy(all.Tags, page.Tags)
		if between(pages); page.NextCursor == "" {
			return all
		}
		params.Cursor = page.NextCursor
	}
}

// Pages of a graph, however they fall, are the graph: of one snapshot, also when notes
// change meanwhile and where one note alone fills several pages. Nothing is kept after
// the last.
func TestGraphInPages(t *testing.T) {
	files := maps.Clone(orchard)
	var hub strings.Builder
	for i := range 25_000 {
		fmt.Fprintf(&hub, "[[%s %d]] #t%d/%s\n", strings.Repeat("x", 40), i, i, strings.Repeat("y", 20))
	}
	files["Hub.md"], files["Empty.md"] = hub.String(), ""
	h := newHouse(t, files)
	c := h.guest()
	var raw json.RawMessage
	c.call(protocol.MethodGraphGet, protocol.GraphGetParams{}, &raw)
	var whole protocol.GraphGetResult
	must(t, json.Unmarshal(raw, &whole))
	if strings.Contains(string(raw), "nextCursor") || strings.Contains(string(raw), `"seq"`) {
		t.Error("the whole graph is called a page")
	}
	for _, limit := range []int{1, 2, 1000} {
		most := 0
		got := joined(t, c, limit, func(pages int) {
			most = pages
			if pages == 1 {
				write(t, h.vault.Root, fmt.Sprintf("New %d.md", limit), "[[Apple]]")
				_, err := h.index.Refresh(t.Context())
				must(t, err)
			}
		})
		delete(got.ResolvedLinks, "New 1.md") // of the rounds before
		delete(got.UnresolvedLinks, "New 1.md")
		delete(got.ResolvedLinks, "New 2.md")
		delete(got.UnresolvedLinks, "New 2.md")
		if most < 3 || !reflect.DeepEqual(got, whole) {
			t.Errorf("limit %d: %d pages with %d files and %d tags, want %d and %d", limit, most,
				len(got.ResolvedLinks), len(got.Tags), len(whole.ResolvedLinks), len(whole.Tags))
		}
	}
	if h.pagesKept() != 0 {
		t.Error("a graph is kept after its last page")
	}
}

// A cursor of a graph that is not kept is no end and no other page: the client begins anew.
func TestForgottenPages(t *testing.T) {
	h := newHouse(t, orchard)
	c := h.guest()
	var first, second protocol.GraphGetResult
	c.call(protocol.MethodGraphGet, protocol.GraphGetParams{Limit: 1}, &first)
	write(t, h.vault.Root, "New.md", "[[Apple]]")
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	c.call(protocol.MethodGraphGet, protocol.GraphGetParams{Limit: 1}, &second)
	for cursor, code := range map[string]string{
		first.NextCursor: "GRAPH_CHANGED", "999.0.0": "GRAPH_CHANGED", "x": "INVALID_ARGUMENT", "1.-1.0": "INVALID_ARGUMENT",
		fmt.Sprintf("%d.99999999.0", second.Seq): "GRAPH_CHANGED",
	} {
		var e *protocol.Error
		err := c.try(protocol.MethodGraphGet, protocol.GraphGetParams{Cursor: cursor}, nil)
		if !errors.As(err, &e) || e.Data == nil || e.Data.Code != code {
			t.Errorf("cursor %s: %v, want %s", cursor, err, code)
		}
	}
	c.refused(protocol.CodeInvalidParams, protocol.MethodGraphGet, protocol.GraphGetParams{Limit: -1})
	if h.pagesKept() != 1 {
		t.Error("the second graph is not kept")
	}
}

// pagesKept is how many clients a graph is kept for.
func (h *house) pagesKept() (n int) {
	h.server.mu.Lock()
	defer h.server.mu.Unlock()
	for _, client := range h.server.clients {
		if client.pages != nil {
			n++
		}
	}
	return n
}
