package graph

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// change is an update under way: the next core, written in place, and what is
// still to be done to it.
type change struct {
	core
	gone, come                                 []*vertex
	nameEdits, linkEdits, tagEdits, aliasEdits edits
	fresh                                      []*node             // contents are new: resolve all their links
	stems                                      map[string]struct{} // files of these stems came or went
}

func (c *core) begin() *change {
	next := *c
	next.generation++
	next.nodes = c.nodes.next()
	next.names, next.mentions = c.names.next(), c.mentions.next()
	next.tags, next.aliases = c.tags.next(), c.aliases.next()
	return &change{
		core:      next,
		nameEdits: edits{}, linkEdits: edits{}, tagEdits: edits{}, aliasEdits: edits{},
		stems: map[string]struct{}{},
	}
}

// Update returns the graph after the change; g stays as it is. Files and their
// notes must not be changed afterwards. A path both removed and put is put; of
// two files with one path the last counts; hidden paths are left out (F5).
// The cost follows the change, not the vault.
func (g *Graph) Update(upserts []*File, removed []vaultpath.Path) *Graph {
	upserts = lastOfEach(upserts)
	c := g.core.begin()
	for _, p := range removed {
		if !holds(upserts, p) {
			c.remove(p)
		}
	}
	for _, f := range upserts {
		c.put(f)
	}
	c.file()
	c.link()
	return &Graph{Lens{core: &c.core}}
}

// lastOfEach sorts the visible files by path and keeps the last of each.
func lastOfEach(files []*File) []*File {
	out := make([]*File, 0, len(files))
	for _, f := range slices.Backward(files) {
		if !f.Path.Hidden() {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(out, func(a, b *File) bool { return a.Path == b.Path })
}

// holds reports whether files, sorted, has one at p.
func holds(files []*File, p vaultpath.Path) bool {
	_, ok := slices.BinarySearchFunc(files, p, func(f *File, p vaultpath.Path) int { return cmp.Compare(f.Path, p) })
	return ok
}

func (c *change) remove(p vaultpath.Path) {
	old := c.at(p)
	if old == nil {
		return
	}
	c.setNode(old.vertex, nil)
	c.count(old, -1)
	c.refile(old.vertex, old.file.Note, nil)
	c.gone = append(c.gone, old.vertex)
	c.rename(old.vertex).del = append(c.rename(old.vertex).del, old.vertex)
}

func (c *change) put(f *File) {
	old := c.at(f.Path)
	if old == nil {
		c.add(f)
		return
	}
	n := &node{vertex: old.vertex, file: f, out: old.out}
	c.count(old, -1)
	if old.file.Note != f.Note {
		c.refile(n.vertex, old.file.Note, f.Note)
		n.out = nil
		c.fresh = append(c.fresh, n)
	} else {
		c.count(n, 1)
	}
	c.setNode(n.vertex, n)
}

func (c *change) add(f *File) {
	n := &node{vertex: newVertex(f.Path), file: f}
	c.refile(n.vertex, nil, f.Note)
	c.fresh = append(c.fresh, n)
	c.setNode(n.vertex, n)
	c.come = append(c.come, n.vertex)
	c.rename(n.vertex).add = append(c.rename(n.vertex).add, n.vertex)
}

// rename notes that a file of v's name comes or goes.
func (c *change) rename(v *vertex) *edit {
	key := stem(v.fold)
	c.stems[key] = struct{}{}
	return c.nameEdits.at(key)
}

// refile moves v from what its old contents name to what the new ones do.
func (c *change) refile(v *vertex, old, new *note.Note) {
	c.linkEdits.move(v, mentionKeys(old), mentionKeys(new))
	c.tagEdits.move(v, tagKeys(old), tagKeys(new))
	c.aliasEdits.move(v, aliasKeys(old), aliasKeys(new))
}

// setNode puts n in the place of v's node; nil takes that away.
func (c *change) setNode(v *vertex, n *node) {
	var twins []*node
	for _, twin := range c.nodes.get(v.fold) {
		if twin.vertex != v {
			twins = append(twins, twin)
		}
	}
	if n != nil {
		twins = append(twins, n)
	}
	if len(twins) == 0 {
		c.nodes.remove(c.generation, v.fold)
		return
	}
	slices.SortFunc(twins, func(a, b *node) int { return byPath(a.vertex, b.vertex) })
	c.nodes.set(c.generation, v.fold, slices.Clip(twins))
}

// file brings the postings up to date.
func (c *change) file() {
	c.names.apply(c.generation, c.nameEdits)
	c.mentions.apply(c.generation, c.linkEdits)
	c.tags.apply(c.generation, c.tagEdits)
	c.aliases.apply(c.generation, c.aliasEdits)
	if len(c.come)+len(c.gone) > 0 {
		c.sorted = merge(c.sorted, c.come, c.gone, byPath)
	}
}

// link resolves all links of new contents, and of other files those that a
// name which came or went could concern.
func (c *change) link() {
	eachInParallel(c.fresh, func(n *node) { n.out = c.resolveAll(n) })
	done := make(map[*vertex]bool, len(c.fresh))
	for _, n := range c.fresh {
		done[n.vertex] = true
		c.count(n, 1)
	}
	for key := range c.stems {
		for _, v := range c.mentions.get(key) {
			if !done[v] {
				done[v] = true
				c.relink(c.node(v))
			}
		}
	}
}

func (c *change) resolveAll(n *node) []*vertex {
	count := linkCount(n.file.Note)
	if count == 0 {
		return nil
	}
	out := make([]*vertex, count)
	for i := range out {
		out[i] = c.resolve(linkAt(n.file.Note, i).Path, n.place())
	}
	return out
}

func (c *change) relink(old *node) {
	out := slices.Clone(old.out)
	for i := range out {
		link := linkAt(old.file.Note, i).Path
		if _, ok := c.stems[stem(vaultpath.Fold(link))]; ok && link != "" {
			out[i] = c.resolve(link, old.place())
		}
	}
	if slices.Equal(out, old.out) {
		return
	}
	n := &node{vertex: old.vertex, file: old.file, out: out}
	c.count(old, -1)
	c.count(n, 1)
	c.setNode(n.vertex, n)
}

// chunk is how many files a goroutine takes at a time: enough that a change of
// a few notes starts none.
const chunk = 256

// eachInParallel calls do for every node, on as many processors as there are
// chunks, and returns when all is done.
func eachInParallel(nodes []*node, do func(*node)) {
	if len(nodes) <= chunk {
		for _, n := range nodes {
			do(n)
		}
		return
	}
	var workers sync.WaitGroup
	chunks := make(chan []*node)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for part := range chunks {
				for _, n := range part {
					do(n)
				}
			}
		})
	}
	for part := range slices.Chunk(nodes, chunk) {
		chunks <- part
	}
	close(chunks)
	workers.Wait()
}
