package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// change is an update under way: the next core, written in place, and what is
// still to be done to it.
type change struct {
	core
	gone, come                      []*vertex
	nameEdits, tagEdits, aliasEdits edits[string]
	linkEdits                       edits[uint64]
	fresh                           []*node             // contents are new: resolve all their links
	stems                           map[string]struct{} // files of these stems came or went
}

// begin starts an update that puts about that many files.
func (c *core) begin(puts int) *change {
	next := *c
	next.generation++
	next.slots = c.slots.next()
	next.names, next.mentions = c.names.next(), c.mentions.next()
	next.tags, next.aliases = c.tags.next(), c.aliases.next()
	return &change{
		core:       next,
		nameEdits:  make(edits[string], puts),
		linkEdits:  make(edits[uint64], puts),
		tagEdits:   edits[string]{},
		aliasEdits: edits[string]{},
		stems:      make(map[string]struct{}, puts),
	}
}

// Update returns the graph after the change; g stays as it is. Files and their
// notes must not be changed afterwards. A path both removed and put is put; of
// two files with one path the last counts; hidden paths are left out (F5).
// The cost follows the change, not the vault.
func (g *Graph) Update(upserts []*File, removed []vaultpath.Path) *Graph {
	upserts = lastOfEach(upserts)
	if g.core.mostlyNew(upserts) {
		return g.core.build(g.core.after(upserts, removed), nil)
	}
	return g.core.change(upserts, removed)
}

// change makes the next graph out of c by what is different.
func (c *core) change(upserts []*File, removed []vaultpath.Path) *Graph {
	to := c.begin(len(upserts))
	for _, p := range removed {
		if !holds(upserts, p) {
			to.remove(p)
		}
	}
	for _, f := range upserts {
		to.put(f)
	}
	to.file()
	to.link()
	to.rename()
	next := to.core // a copy, so that the graph does not keep the change alive
	return &Graph{Lens{core: &next}}
}

// mostlyNew tells whether so much is new that the graph is made anew sooner
// than changed.
func (c *core) mostlyNew(upserts []*File) bool {
	if len(upserts) <= chunk || 2*len(upserts) < len(c.sorted) {
		return false
	}
	fresh := 0
	for _, f := range upserts {
		if old := c.at(f.Path); old == nil || old.contentDiffers(f) {
			fresh++
		}
	}
	return 2*fresh >= len(c.sorted)
}

// after lists the files there are after a change, by path.
func (c *core) after(upserts []*File, removed []vaultpath.Path) []*File {
	if len(c.sorted) == 0 {
		return upserts
	}
	gone := make(map[vaultpath.Path]struct{}, len(removed))
	for _, p := range removed {
		gone[p] = struct{}{}
	}
	files := slices.Clone(upserts)
	for _, v := range c.sorted {
		if _, went := gone[v.path]; !went && !holds(upserts, v.path) {
			files = append(files, c.node(v).file)
		}
	}
	return lastOfEach(files)
}

// lastOfEach sorts the visible files by path and keeps the last of each.
func lastOfEach(files []*File) []*File {
	if inOrder(files) {
		return files
	}
	out := make([]*File, 0, len(files))
	for _, f := range slices.Backward(files) {
		if !f.Path.Hidden() {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(out, func(a, b *File) bool { return a.Path == b.Path })
}

// inOrder reports that files are visible, sorted and of different paths.
func inOrder(files []*File) bool {
	for i, f := range files {
		if f.Path.Hidden() || i > 0 && files[i-1].Path >= f.Path {
			return false
		}
	}
	return true
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
	v := old.vertex
	c.slots.release(c.generation, v.number)
	c.count(old, -1)
	c.refile(v, old.file, nil)
	c.gone = append(c.gone, v)
	at := c.placed(v)
	at.del = append(at.del, v)
}

func (c *change) put(f *File) {
	old := c.at(f.Path)
	if old == nil {
		c.add(f)
		return
	}
	n := &node{vertex: old.vertex, file: f, out: old.out}
	c.count(old, -1)
	if old.contentDiffers(f) {
		c.refile(n.vertex, old.file, f)
		n.out = nil
		c.fresh = append(c.fresh, n)
	} else {
		c.count(n, 1)
	}
	c.set(n)
}

// contentDiffers tells whether f holds something else than n's file, which
// stands at the same path.
func (n *node) contentDiffers(f *File) bool {
	return n.file.Facts != f.Facts || n.file.Kind != f.Kind
}

func (c *change) add(f *File) {
	v := &vertex{path: f.Path, fold: f.Path.Fold(), number: c.slots.take(c.generation)}
	v.units = utf16Len(v.fold)
	n := &node{vertex: v, file: f}
	c.set(n)
	c.refile(v, nil, f)
	c.fresh = append(c.fresh, n)
	c.come = append(c.come, v)
	at := c.placed(v)
	at.add = append(at.add, v)
}

// placed notes that v comes or goes, and returns the edit that is to say so.
func (c *change) placed(v *vertex) *edit {
	key := stem(v.fold)
	c.stems[key] = struct{}{}
	return c.nameEdits.at(key)
}

func (c *change) set(n *node) { c.slots.set(c.generation, n.number, n) }

// refile moves v from what the old file's contents name to what the new one's
// do. Either may be nil.
func (c *change) refile(v *vertex, old, new *File) {
	c.linkEdits.move(v, mentionKeys(factsOf(old)), mentionKeys(factsOf(new)))
	c.tagEdits.move(v, tagKeys(factsOf(old)), tagKeys(factsOf(new)))
	c.aliasEdits.move(v, aliasKeys(old), aliasKeys(new))
}

func factsOf(f *File) note.Packed {
	if f == nil {
		return note.Packed{}
	}
	return f.Facts
}

// file brings the postings up to date.
func (c *change) file() {
	c.names.apply(c.generation, c.nameEdits, func(key string) string { return key })
	c.mentions.apply(c.generation, c.linkEdits, itself)
	c.tags.apply(c.generation, c.tagEdits, strings.Clone)
	c.aliases.apply(c.generation, c.aliasEdits, strings.Clone)
	if len(c.come)+len(c.gone) > 0 {
		c.sorted = merge(c.sorted, c.come, c.gone, byPath)
	}
}

// rename passes the lexicon on, with the names and aliases that came.
func (c *change) rename() {
	var keys []string
	for _, v := range c.come {
		keys = append(keys, v.nameKey())
	}
	for key, change := range c.aliasEdits {
		if len(change.add) > 0 {
			keys = append(keys, key)
		}
	}
	if keys = slices.DeleteFunc(keys, func(key string) bool { return !mentionable(key) }); len(keys) > 0 {
		c.lexicon = c.lexicon.next(keys)
	}
}

// link resolves all links of new contents, and of other files those that a
// name which came or went could concern.
func (c *change) link() {
	inParallel((len(c.fresh)+chunk-1)/chunk, func(i int) {
		for _, n := range c.fresh[i*chunk : min((i+1)*chunk, len(c.fresh))] {
			n.out = c.resolveAll(n)
		}
	})
	done := make(map[*vertex]bool, len(c.fresh))
	for _, n := range c.fresh {
		done[n.vertex] = true
		c.count(n, 1)
	}
	for key := range c.stems {
		for _, v := range c.mentions.get(hashOf(key)) {
			if !done[v] {
				done[v] = true
				c.relink(c.node(v))
			}
		}
	}
}

func (c *change) resolveAll(n *node) []*vertex {
	count := n.file.Facts.LinkCount()
	if count == 0 {
		return nil
	}
	out := make([]*vertex, count)
	for i, link := range n.file.Facts.Links() {
		out[i] = c.resolve(requestOf(linkpath(link)), n.place())
	}
	return out
}

func (c *change) relink(old *node) {
	var out []*vertex // made when the first link changes
	for i, link := range old.file.Facts.Links() {
		was := old.out[i]
		if link.Path == "" || !c.concerns(link.Path, was) {
			continue
		}
		is := c.resolve(requestOf(linkpath(link)), old.place())
		if is != was && out == nil {
			out = slices.Clone(old.out)
		}
		if is != was {
			out[i] = is
		}
	}
	if out == nil {
		return
	}
	n := &node{vertex: old.vertex, file: old.file, out: out}
	c.count(old, -1)
	c.count(n, 1)
	c.set(n)
}

// concerns reports whether link, which led to the file to, could be affected.
// A link and its target have one stem, and a file's needs no folding.
func (c *change) concerns(link string, to *vertex) bool {
	if to != nil {
		_, ok := c.stems[stem(to.fold)]
		return ok
	}
	_, ok := c.stems[stem(vaultpath.Fold(link))]
	return ok
}
