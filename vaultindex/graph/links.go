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
func (l Lens) Backlinks(p vaultpath.Path) []Edge { return slices.Collect(l.LinksTo(p)) }

// LinksTo yields what Backlinks returns, for those who need not see all of it.
func (l Lens) LinksTo(p vaultpath.Path) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		target := l.at(p)
		if target == nil {
			return
		}
		for n := range l.linking(target) {
			for link, to := range l.links(n) {
				if to == target.vertex && !yield(edge(n, link, to)) {
					return
				}
			}
		}
	}
}

// Linking yields the files with a link to p, by path; p too, if it has one. It
// looks at no link.
func (l Lens) Linking(p vaultpath.Path) iter.Seq[vaultpath.Path] {
	return func(yield func(vaultpath.Path) bool) {
		target := l.at(p)
		if target == nil {
			return
		}
		for n := range l.linking(target) {
			if !yield(n.path) {
				return
			}
		}
	}
}

// linking yields the files with a link to target, by path. Those that mention
// its stem could have one; so could itself, by a link without a path (4.1).
func (l Lens) linking(target *node) iter.Seq[*node] {
	sources := l.core.mentions.get(hashOf(stem(target.fold)))
	itself := []*vertex{target.vertex}
	at, found := slices.BinarySearchFunc(sources, target.vertex, byPath)
	if found {
		itself = nil
	}
	return func(yield func(*node) bool) {
		for _, list := range [...][]*vertex{sources[:at], itself, sources[at:]} {
			for n := range l.nodes(list) {
				if slices.Contains(n.out, target.vertex) && !yield(n) {
					return
				}
			}
		}
	}
}

// Resolved returns, for every note and canvas, the files it links to with the
// number of occurrences; one without links has an empty map. A file of another
// kind (a base) is a key only when it links somewhere.
func (l Lens) Resolved() map[vaultpath.Path]map[vaultpath.Path]int {
	out := make(map[vaultpath.Path]map[vaultpath.Path]int)
	for n := range l.all() {
		counts := make(map[vaultpath.Path]int)
		for _, to := range n.out {
			if to != nil && l.sees(to) {
				counts[to.path]++
			}
		}
		if len(counts) > 0 || n.isSource() {
			out[n.path] = counts
		}
	}
	return out
}

// Unresolved returns, for every note and canvas, its links to nothing with the
// number of occurrences, keyed by link path without ".md", case kept (4.15).
func (l Lens) Unresolved() map[vaultpath.Path]map[string]int {
	out := make(map[vaultpath.Path]map[string]int)
	for n := range l.all() {
		counts := make(map[string]int)
		for text := range n.missing() {
			counts[text]++
		}
		if len(counts) > 0 || n.isSource() {
			out[n.path] = counts
		}
	}
	return out
}

// isSource reports that n is a key of the link maps whatever it holds.
func (n *node) isSource() bool { return n.file.Kind == KindNote || n.file.Kind == KindCanvas }

// missing yields what n's links to nothing ask for. Only files with such links
// are unpacked.
func (n *node) missing() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !slices.Contains(n.out, nil) {
			return
		}
		for i, link := range n.file.Facts.Links() {
			if n.out[i] == nil && !yield(linkText(link.Path)) {
				return
			}
		}
	}
}

// UnresolvedRanked returns the missing targets, the most wanted first.
func (l Lens) UnresolvedRanked() []Missing {
	byKey := make(map[string]*Missing)
	for n := range l.all() {
		for text := range n.missing() {
			want(byKey, n.path, text)
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
