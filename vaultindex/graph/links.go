package graph

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Edge is one occurrence of a link.
type Edge struct {
	From     vaultpath.Path
	To       vaultpath.Path // "" when unresolved
	Link     *note.Link
	Resolved bool
	LinkText string // the key in Unresolved; "" when resolved
}

// Missing is a target that links name and that does not exist. Spellings that
// differ only in case are one target.
type Missing struct {
	Text    string // the first spelling, by path and place
	Count   int    // occurrences
	Sources []vaultpath.Path
}

// links yields the links of n, properties first, with what they lead to, nil
// for nothing; but not those to a file the lens does not see.
func (l Lens) links(n *node) iter.Seq2[note.Link, *vertex] {
	return func(yield func(note.Link, *vertex) bool) {
		for i, link := range n.file.Facts.Links() {
			if to := n.out[i]; (to == nil || l.sees(to)) && !yield(link, to) {
				return
			}
		}
	}
}

func edge(from *node, link note.Link, to *vertex) Edge {
	e := Edge{From: from.path, Link: &link}
	if to == nil {
		e.LinkText = linkText(link.Path)
	} else {
		e.To, e.Resolved = to.path, true
	}
	return e
}

// Outgoing returns every link of p: properties first, then the text in order.
func (l Lens) Outgoing(p vaultpath.Path) []Edge {
	n := l.at(p)
	if n == nil {
		return nil
	}
	var out []Edge
	for link, to := range l.links(n) {
		out = append(out, edge(n, link, to))
	}
	return out
}

// Backlinks returns every link to p, by path of the linking file; links of p
// to itself count.
func (l Lens) Backlinks(p vaultpath.Path) []Edge {
	target := l.at(p)
	if target == nil {
		return nil
	}
	var out []Edge
	for n := range l.linking(target) {
		for link, to := range l.links(n) {
			if to == target.vertex {
				out = append(out, edge(n, link, to))
			}
		}
	}
	return out
}

// linking yields the files with a link to target, by path. Those that mention
// its stem could have one; so could itself, by a link without a path (4.1).
func (l Lens) linking(target *node) iter.Seq[*node] {
	sources := l.core.mentions.get(stem(target.fold))
	if _, found := slices.BinarySearchFunc(sources, target.vertex, byPath); !found {
		sources = merge(sources, []*vertex{target.vertex}, nil, byPath)
	}
	return func(yield func(*node) bool) {
		for n := range l.nodes(sources) {
			if slices.Contains(n.out, target.vertex) && !yield(n) {
				return
			}
		}
	}
}

// Resolved returns, for every note and canvas, the files it links to with the
// number of occurrences; one without links has an empty map. A file of another
// kind (a base) is a key only when it links somewhere.
func (l Lens) Resolved() map[vaultpath.Path]map[vaultpath.Path]int {
	return countLinks(l, func(_ note.Link, to *vertex) (vaultpath.Path, bool) {
		if to == nil {
			return "", false
		}
		return to.path, true
	})
}

// Unresolved returns, for every note and canvas, its links to nothing with the
// number of occurrences, keyed by link path without ".md", case kept (4.15).
func (l Lens) Unresolved() map[vaultpath.Path]map[string]int {
	return countLinks(l, func(link note.Link, to *vertex) (string, bool) {
		if to != nil {
			return "", false
		}
		return linkText(link.Path), true
	})
}

// countLinks counts the links of every linking file by the key that pick gives
// those it takes.
func countLinks[K comparable](l Lens, pick func(note.Link, *vertex) (K, bool)) map[vaultpath.Path]map[K]int {
	out := make(map[vaultpath.Path]map[K]int)
	for n := range l.all() {
		counts := make(map[K]int)
		for link, to := range l.links(n) {
			if key, ok := pick(link, to); ok {
				counts[key]++
			}
		}
		if len(counts) > 0 || n.file.Kind == KindNote || n.file.Kind == KindCanvas {
			out[n.path] = counts
		}
	}
	return out
}

// UnresolvedRanked returns the missing targets, the most wanted first.
func (l Lens) UnresolvedRanked() []Missing {
	byKey := make(map[string]*Missing)
	for n := range l.all() {
		for link, to := range l.links(n) {
			if to == nil {
				want(byKey, n.path, linkText(link.Path))
			}
		}
	}
	out := make([]Missing, 0, len(byKey))
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		out = append(out, *byKey[key])
	}
	slices.SortStableFunc(out, func(a, b Missing) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

func want(byKey map[string]*Missing, from vaultpath.Path, text string) {
	key := vaultpath.Fold(text)
	m := byKey[key]
	if m == nil {
		m = &Missing{Text: text}
		byKey[key] = m
	}
	m.Count++
	if len(m.Sources) == 0 || m.Sources[len(m.Sources)-1] != from {
		m.Sources = append(m.Sources, from)
	}
}
