package vaultindex

import (
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Entry is a file or a folder in a folder.
type Entry struct {
	Path vaultpath.Path
	File *graph.File // nil for a folder
}

// IsDir tells whether the entry is a folder.
func (e Entry) IsDir() bool { return e.File == nil }

// tree is what lies in which folder.
type tree struct {
	entries map[vaultpath.Path][]Entry // sorted by path; a key for every folder, "" too
}

func buildTree(g *graph.Graph, folders []vaultpath.Path) *tree {
	t := &tree{entries: make(map[vaultpath.Path][]Entry, len(folders)+1)}
	t.entries[""] = nil
	for _, f := range folders {
		t.entries[f] = nil
	}
	for _, f := range folders {
		t.put(Entry{Path: f})
	}
	for f := range g.Files() {
		t.put(Entry{Path: f.Path, File: f})
	}
	for dir, list := range t.entries {
		slices.SortFunc(list, func(a, b Entry) int { return compare(a.Path, b.Path) })
		t.entries[dir] = list
	}
	return t
}

func (t *tree) put(e Entry) {
	dir := e.Path.Dir()
	t.entries[dir] = append(t.entries[dir], e)
}

// Folders yields every folder but the root, by path, empty ones too.
func (v *View) Folders() []vaultpath.Path {
	if v.private {
		return v.snap.folders
	}
	return slices.DeleteFunc(slices.Clone(v.snap.folders), v.snap.privacy.covers)
}

// ReadDir returns what lies in a folder ("" is the root), by path. ok is false
// when there is no such folder.
func (v *View) ReadDir(dir vaultpath.Path) (entries []Entry, ok bool) {
	all, ok := v.snap.tree().entries[dir]
	if !ok || v.private {
		return slices.Clone(all), ok
	}
	if v.snap.privacy.covers(dir) {
		return nil, false
	}
	for _, e := range all {
		if e.IsDir() && !v.snap.privacy.covers(e.Path) || !e.IsDir() && v.sees(e.File) {
			entries = append(entries, e)
		}
	}
	return entries, true
}

func compare(a, b vaultpath.Path) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
