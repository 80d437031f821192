// Package graph is the immutable graph of a vault: its files, what links to
// what by Obsidian's own resolution, backlinks, tags and names.
//
// A Graph never changes. Update makes the next one and shares with the old all
// that did not change, so readers hold one for as long as they like.
package graph

import (
	"iter"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Graph is one state of a vault. As a Lens it sees every file; Filter narrows
// it. It is safe for any number of readers at once.
type Graph struct {
	Lens
}

// Lens asks a Graph while pretending that some files do not exist: a file the
// lens does not see is absent from every answer and from every count. Links
// still resolve as they do in Obsidian; one that leads to an unseen file is
// left out, not turned into an unresolved one.
type Lens struct {
	core *core
	see  func(*File) bool // nil sees everything
}

// core holds the tables of a graph. Backlinks have none of their own: the
// files that mention a file's stem are few, and each knows where its links go.
type core struct {
	generation uint64
	slots      slots
	sorted     []*vertex        // all, by path
	names      postings[string] // stem → files of that name
	mentions   postings[uint64] // hash of a stem → files with a link that could mean such a file
	tags       postings[string] // tag key → notes
	aliases    postings[string] // name key → notes
	lexicon    *lexicon         // names and aliases, for mentions
	stats      Stats            // of all files; Tags is left to the table
}

// node is a file and where its links go. It is replaced, never changed, once
// its graph is published.
type node struct {
	*vertex
	file *File
	out  []*vertex // by Packed.Links; nil entries are unresolved
}

func (n *node) place() place { return place{self: n.vertex, dir: parent(n.fold)} }

// New returns the graph of an empty vault.
func New() *Graph {
	c := &core{lexicon: new(lexicon)}
	c.mentions.order, c.mentions.hash = byPath, itself
	for _, p := range []*postings[string]{&c.names, &c.tags, &c.aliases} {
		p.order, p.hash = byPath, hashOf
	}
	c.names.order = byLength
	return &Graph{Lens{core: c}}
}

// Build returns the graph of files, as Update makes it of none.
func Build(files []*File) *Graph { return New().core.build(lastOfEach(files), nil) }

// Filter narrows the lens to the files for which see is true.
func (l Lens) Filter(see func(*File) bool) Lens {
	if outer := l.see; outer != nil {
		inner := see
		see = func(f *File) bool { return outer(f) && inner(f) }
	}
	return Lens{core: l.core, see: see}
}

func (c *core) at(p vaultpath.Path) *node {
	fold := p.Fold()
	for _, v := range withFold(c.names.get(stem(fold)), fold) {
		if v.path == p {
			return c.node(v)
		}
	}
	return nil
}

func (c *core) node(v *vertex) *node { return c.slots.get(v.number) }

// at returns the node at p if the lens sees it, else nil.
func (l Lens) at(p vaultpath.Path) *node {
	n := l.core.at(p)
	if n == nil || l.see != nil && !l.see(n.file) {
		return nil
	}
	return n
}

func (l Lens) sees(v *vertex) bool {
	return l.see == nil || l.see(l.core.node(v).file)
}

// all yields the nodes the lens sees, by path.
func (l Lens) all() iter.Seq[*node] { return l.nodes(l.core.sorted) }

// nodes yields those of list that the lens sees.
func (l Lens) nodes(list []*vertex) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for _, v := range list {
			n := l.core.node(v)
			if (l.see == nil || l.see(n.file)) && !yield(n) {
				return
			}
		}
	}
}

// paths returns the paths of those of list that the lens sees, in its order.
func (l Lens) paths(list []*vertex) []vaultpath.Path {
	var out []vaultpath.Path
	for n := range l.nodes(list) {
		out = append(out, n.path)
	}
	return out
}
