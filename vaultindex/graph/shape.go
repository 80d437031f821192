package graph

import (
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Neighbour is a file and how many links away it is.
type Neighbour struct {
	Path     vaultpath.Path
	Distance int
}

// Orphans returns the notes no other file links to, by path.
func (l Lens) Orphans() []vaultpath.Path {
	linked := make([]bool, l.core.slots.used)
	for n := range l.all() {
		for _, to := range n.out {
			if to != nil && to != n.vertex {
				linked[to.number] = true
			}
		}
	}
	return l.notesWhere(func(n *node) bool { return !linked[n.number] })
}

// DeadEnds returns the notes that link to no other file, by path. Links to
// nothing lead nowhere.
func (l Lens) DeadEnds() []vaultpath.Path {
	return l.notesWhere(func(n *node) bool {
		return !slices.ContainsFunc(n.out, func(to *vertex) bool {
			return to != nil && to != n.vertex && l.sees(to)
		})
	})
}

func (l Lens) notesWhere(is func(*node) bool) []vaultpath.Path {
	var out []vaultpath.Path
	for n := range l.all() {
		if n.file.Kind == KindNote && is(n) {
			out = append(out, n.path)
		}
	}
	return out
}

// Neighbourhood returns the files at most depth links away from p in either
// direction, nearest first, then by path; p itself is left out. A path leads
// only through files the lens sees.
func (l Lens) Neighbourhood(p vaultpath.Path, depth int) []Neighbour {
	start := l.at(p)
	if start == nil {
		return nil
	}
	var out []Neighbour
	seen := map[*vertex]struct{}{start.vertex: {}}
	ring := []*node{start}
	for distance := 1; distance <= depth && len(ring) > 0; distance++ {
		ring = l.nextRing(ring, seen)
		for _, n := range ring {
			out = append(out, Neighbour{n.path, distance})
		}
	}
	return out
}

// nextRing returns the files one link beyond ring that were not seen yet.
func (l Lens) nextRing(ring []*node, seen map[*vertex]struct{}) []*node {
	var next []*node
	take := func(n *node) {
		if _, ok := seen[n.vertex]; !ok {
			seen[n.vertex] = struct{}{}
			next = append(next, n)
		}
	}
	for _, n := range ring {
		for _, to := range n.out {
			if to != nil && l.sees(to) {
				take(l.core.node(to))
			}
		}
		for from := range l.linking(n) {
			take(from)
		}
	}
	slices.SortFunc(next, func(a, b *node) int { return cmp.Compare(a.path, b.path) })
	return next
}
