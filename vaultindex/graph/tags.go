package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TagCount is a tag with its uses. Tags that differ only in case are one (T5).
// Parents are not implied.
type TagCount struct {
	Tag   string // without '#', in the first spelling, by path and place
	Count int    // occurrences in text and properties
	Notes int    // notes that carry it
}

// TagNode is one segment of the tag tree. A node that is only a parent has no
// Count of its own. Total is what Obsidian shows beside it: each use of a tag
// counts for all of its parents (T4).
type TagNode struct {
	Tag      string // the whole tag up to here, without '#'
	Count    int    // occurrences of exactly this tag
	Total    int    // occurrences of this tag and of those below it
	Notes    int    // notes that carry this tag or one below it, each once
	Children []*TagNode
}

// Shared is a note and the tags, in its own spelling, that it shares with another.
type Shared struct {
	Path vaultpath.Path
	Tags []string
}

func tagKey(name string) string { return note.FoldTag(name) }

// Tags returns every tag, by name; see TagCount.
func (l Lens) Tags() []TagCount {
	counts := make(map[string]*tally)
	names := make(map[string]*tally) // vaults have few spellings; fold each once
	for n := range l.all() {
		for tag := range n.file.Facts.Tags() {
			t := names[tag.Name]
			if t == nil {
				t = tallyOf(counts, tag.Name)
				names[tag.Name] = t
			}
			t.Count++
			if t.last != n {
				t.last = n
				t.Notes++
			}
		}
	}
	out := make([]TagCount, 0, len(counts))
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, counts[key].TagCount)
	}
	return out
}

// tally counts one tag; last is the note that was counted last.
type tally struct {
	TagCount
	last *node
}

func tallyOf(counts map[string]*tally, name string) *tally {
	key := tagKey(name)
	t := counts[key]
	if t == nil {
		t = &tally{TagCount: TagCount{Tag: name}}
		counts[key] = t
	}
	return t
}

// TagTree returns the tags as a tree of their segments, by name. A parent that
// is no tag itself is spelt as in the first tag below it.
func (l Lens) TagTree() []*TagNode {
	root := &branch{}
	byKey := map[string]*branch{"": root}
	for _, tag := range l.Tags() {
		b := grow(byKey, tag.Tag)
		b.Tag, b.Count = tag.Tag, tag.Count
		for ; b != root; b = b.up {
			b.Total += tag.Count
		}
	}
	byName := make(map[string]*branch)
	for n := range l.all() {
		for tag := range n.file.Facts.Tags() {
			b := byName[tag.Name]
			if b == nil {
				b = byKey[tagKey(tag.Name)]
				byName[tag.Name] = b
			}
			for ; b != root && b.last != n; b = b.up { // where n counted, it counted above too
				b.last = n
				b.Notes++
			}
		}
	}
	return root.Children
}

// branch is a node of the tree while it grows; last is the note that was
// counted last.
type branch struct {
	TagNode
	up   *branch
	last *node
}

// grow returns the tree's node for tag, which it makes with its parents where
// they do not exist.
func grow(byKey map[string]*branch, tag string) *branch {
	key := tagKey(tag)
	if b := byKey[key]; b != nil {
		return b
	}
	b := &branch{TagNode: TagNode{Tag: tag}, up: grow(byKey, tag[:max(0, strings.LastIndexByte(tag, '/'))])}
	byKey[key] = b
	b.up.Children = append(b.up.Children, &b.TagNode)
	return b
}

// NotesWithTag returns the notes that carry tag (with or without '#', in any
// case), or, if nested, one below it (T4), by path.
func (l Lens) NotesWithTag(tag string, nested bool) []vaultpath.Path {
	key := tagKey(tag)
	list := l.core.tags.get(key)
	if nested {
		list = slices.Clone(list)
		for below, notes := range l.core.tags.all() {
			if strings.HasPrefix(below, key+"/") {
				list = append(list, notes...)
			}
		}
		slices.SortFunc(list, byPath)
		list = slices.Compact(list)
	}
	return l.paths(list)
}

// SharingTags returns the notes that share a tag with p, those with the most
// first, then by path.
func (l Lens) SharingTags(p vaultpath.Path) []Shared {
	target := l.at(p)
	if target == nil {
		return nil
	}
	keys := tagKeys(target.file.Facts)
	var list []*vertex
	for _, key := range keys {
		list = append(list, l.core.tags.get(key)...)
	}
	slices.SortFunc(list, byPath)
	var out []Shared
	for n := range l.nodes(slices.Compact(list)) {
		if n != target {
			out = append(out, Shared{n.path, tagsAmong(n.file.Facts, keys)})
		}
	}
	slices.SortStableFunc(out, func(a, b Shared) int { return cmp.Compare(len(b.Tags), len(a.Tags)) })
	return out
}

// tagsAmong returns a note's tags whose keys are in keys, which is sorted, each once.
func tagsAmong(facts note.Packed, keys []string) []string {
	var out, done []string
	for tag := range facts.Tags() {
		key := tagKey(tag.Name)
		if _, ok := slices.BinarySearch(keys, key); ok && !slices.Contains(done, key) {
			out, done = append(out, tag.Name), append(done, key)
		}
	}
	return out
}
