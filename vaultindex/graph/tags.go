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
	counts := make(map[string]*TagCount)
	keys := make(map[string]string) // vaults have few spellings; fold each once
	for n := range l.all() {
		countTags(counts, keys, n.file.Facts)
	}
	out := make([]TagCount, 0, len(counts))
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, *counts[key])
	}
	return out
}

func countTags(counts map[string]*TagCount, keys map[string]string, facts note.Packed) {
	here := make(map[*TagCount]struct{})
	for tag := range facts.Tags() {
		name := tag.Name
		key, ok := keys[name]
		if !ok {
			key = tagKey(name)
			keys[name] = key
		}
		count := counts[key]
		if count == nil {
			count = &TagCount{Tag: name}
			counts[key] = count
		}
		count.Count++
		here[count] = struct{}{}
	}
	for count := range here {
		count.Notes++
	}
}

// TagTree returns the tags as a tree of their segments, by name. A parent that
// is no tag itself is spelt as in the first tag below it.
func (l Lens) TagTree() []*TagNode {
	root := new(TagNode)
	nodes := map[string]*TagNode{"": root}
	for _, tag := range l.Tags() {
		node := branch(nodes, tag.Tag)
		node.Tag, node.Count = tag.Tag, tag.Count
		for key := tagKey(tag.Tag); key != ""; key = parent(key) {
			nodes[key].Total += tag.Count
		}
	}
	for n := range l.all() {
		for key := range withParents(tagKeys(n.file.Facts)) {
			nodes[key].Notes++
		}
	}
	return root.Children
}

// branch returns the tree's node for tag, which it makes with its parents
// where they do not exist.
func branch(nodes map[string]*TagNode, tag string) *TagNode {
	key := tagKey(tag)
	if node := nodes[key]; node != nil {
		return node
	}
	node := &TagNode{Tag: tag}
	nodes[key] = node
	up := branch(nodes, tag[:max(0, strings.LastIndexByte(tag, '/'))])
	up.Children = append(up.Children, node)
	return node
}

func withParents(keys []string) map[string]struct{} {
	all := make(map[string]struct{})
	for _, key := range keys {
		for ; key != ""; key = key[:max(0, strings.LastIndexByte(key, '/'))] {
			all[key] = struct{}{}
		}
	}
	return all
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
