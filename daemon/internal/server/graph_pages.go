package server

import (
	"fmt"
	"slices"
	"time"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// graphPages is the graph of one snapshot for a client that reads it in pages. It holds
// the graph, which never changes, and not the snapshot. Only expires changes.
type graphPages struct {
	seq     uint64
	graph   *graph.Graph
	sources []vaultpath.Path // by their text
	tags    []graph.TagCount
	expires *time.Timer
}

// pagesPatience is how long a client may leave a graph after a page of it.
const pagesPatience = 2 * time.Minute

// pageBytes is about how long a page is: as much as a connection queues without
// holding anything back.
const pageBytes = 1 << 20

// pageAt is where a page begins: a source, and how many of its links were told. Behind
// the sources come the tags, link by link.
type pageAt struct{ source, link int }

// beginPages keeps the graph for the client and gives its first page.
func (s *Server) beginPages(c *protocol.Conn, snap *vaultindex.Snapshot, limit int) protocol.GraphGetResult {
	g := &graphPages{seq: snap.Seq, graph: snap.Graph, tags: snap.Graph.Tags()}
	for f := range snap.Graph.Files() {
		if isSource(f) || len(snap.Graph.Outgoing(f.Path)) > 0 {
			g.sources = append(g.sources, f.Path)
		}
	}
	slices.Sort(g.sources)
	s.mu.Lock()
	s.client(c).dropPages()
	s.client(c).pages = g
	g.expires = time.AfterFunc(pagesPatience, func() { s.endPages(c, g) })
	s.mu.Unlock()
	return s.page(c, g, pageAt{}, limit)
}

// isSource reports that a file is a key of the link maps whatever it holds.
func isSource(f *graph.File) bool { return f.Kind == graph.KindNote || f.Kind == graph.KindCanvas }

// graphPage gives the page that a cursor names.
func (s *Server) graphPage(c *protocol.Conn, p protocol.GraphGetParams) (protocol.GraphGetResult, error) {
	var seq uint64
	var at pageAt
	if n, err := fmt.Sscanf(p.Cursor, "%d.%d.%d", &seq, &at.source, &at.link); n != 3 || err != nil || at.source < 0 || at.link < 0 {
		return protocol.GraphGetResult{}, protocol.InvalidParams("cursor", "must be the nextCursor of an earlier answer")
	}
	s.mu.Lock()
	g := s.client(c).pages
	s.mu.Unlock()
	if g == nil || g.seq != seq || at.source > len(g.sources) {
		return protocol.GraphGetResult{}, protocol.NewError("GRAPH_CHANGED", "That page belongs to a graph that is not kept any more.",
			"Begin again without a cursor.", true)
	}
	g.expires.Reset(pagesPatience)
	return s.page(c, g, at, p.Limit), nil
}

// page gives one page, and lets the graph go with the last.
func (s *Server) page(c *protocol.Conn, g *graphPages, at pageAt, limit int) protocol.GraphGetResult {
	out := protocol.GraphGetResult{Seq: int(g.seq)}
	if next, more := g.fill(&out, at, limit); more {
		out.NextCursor = fmt.Sprintf("%d.%d.%d", g.seq, next.source, next.link)
	} else {
		s.endPages(c, g)
	}
	return out
}

// endPages lets a graph go, unless the client reads another by now.
func (s *Server) endPages(c *protocol.Conn, g *graphPages) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if client := s.clients[c]; client != nil && client.pages == g {
		client.dropPages()
	}
}

// dropPages lets the graph go. The caller holds the server's mu.
func (c *client) dropPages() {
	if c.pages != nil {
		c.pages.expires.Stop()
		c.pages = nil
	}
}

// fill writes the page that begins at a place, of at most limit sources (0 = any
// number), and tells where the next one begins.
func (g *graphPages) fill(out *protocol.GraphGetResult, at pageAt, limit int) (next pageAt, more bool) {
	out.ResolvedLinks, out.UnresolvedLinks, out.Tags = map[string]map[string]int{}, map[string]map[string]int{}, map[string]int{}
	room := pageBytes
	for n := 0; at.source < len(g.sources); n++ {
		if room <= 0 || limit > 0 && n == limit {
			return at, true
		}
		left := g.addSource(out, &at, &room)
		if left {
			return at, true
		}
		at = pageAt{source: at.source + 1}
	}
	for ; at.link < len(g.tags); at.link++ {
		if room <= 0 {
			return at, true
		}
		tag := g.tags[at.link]
		out.Tags["#"+tag.Tag] = tag.Count
		room -= len(tag.Tag) + entryBytes
	}
	return at, false
}

// entryBytes is about what stands around a name in a map.
const entryBytes = 12

// addSource writes the links of a source, as far as there is room, and moves at behind
// them. It reports whether some are left.
func (g *graphPages) addSource(out *protocol.GraphGetResult, at *pageAt, room *int) (left bool) {
	from := g.sources[at.source]
	resolved, unresolved := map[string]int{}, map[string]int{}
	out.ResolvedLinks[from.String()], out.UnresolvedLinks[from.String()] = resolved, unresolved
	*room -= 2 * (len(from) + entryBytes)
	links := countLinks(g.graph.Outgoing(from))
	for i, l := range links[min(at.link, len(links)):] {
		if *room <= 0 && i > 0 {
			return true
		}
		if l.resolved {
			resolved[l.to] = l.n
		} else {
			unresolved[l.to] = l.n
		}
		*room -= len(l.to) + entryBytes
		at.link++
	}
	return false
}

// linkCount is how often a file links to a target.
type linkCount struct {
	to       string
	resolved bool
	n        int
}

// countLinks counts links by their target, in the order of their first occurrence.
func countLinks(edges []graph.Edge) []linkCount {
	var all []linkCount
	at := map[linkCount]int{}
	for _, e := range edges {
		l := linkCount{to: e.LinkText, resolved: e.Resolved}
		if e.Resolved {
			l.to = e.To.String()
		}
		i, seen := at[l]
		if !seen {
			i = len(all)
			at[l] = i
			all = append(all, l)
		}
		all[i].n++
	}
	return all
}
