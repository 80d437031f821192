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

// Folders returns every folder but the root that the view sees, by path, empty
// ones too.
func (v *View) Folders() []vaultpath.Path {
	if v.private {
		return v.snap.folders
	}
	return slices.DeleteFunc(slices.Clone(v.snap.folders), func(p vaultpath.Path) bool { return !v.SeesFolder(p) })
}

// SeesFolder tells whether there is such a folder for this view: one that is
// empty on disk, or holds something the view sees. A folder of nothing but
// private notes does not exist.
func (v *View) SeesFolder(dir vaultpath.Path) bool {
	if _, ok := v.snap.tree().entries[dir]; !ok {
		return false
	}
	if v.private || dir == vaultpath.Root || !v.snap.secret()[dir] {
		return true
	}
	for p := range v.shown {
		if _, there := v.snap.Graph.File(p); there && p.HasPrefix(dir) {
			return true
		}
	}
	return false
}

// ReadDir returns what lies in a folder ("" is the root), by path. ok is false
// when there is no such folder.
func (v *View) ReadDir(dir vaultpath.Path) (entries []Entry, ok bool) {
	all := v.snap.tree().entries[dir]
	if !v.SeesFolder(dir) {
		return nil, false
	}
	if v.private {
		return slices.Clone(all), true
	}
	for _, e := range all {
		if e.IsDir() && v.SeesFolder(e.Path) || !e.IsDir() && v.sees(e.File) {
			entries = append(entries, e)
		}
	}
	return entries, true
}

// Denied tells whether the view may know of a file or folder that is there but
// that the system does not let us read or list. Such a file is listed nowhere,
// because nobody could look whether it is private.
func (v *View) Denied(p vaultpath.Path) bool {
	if !v.snap.denied[p] {
		return false
	}
	if _, folder := v.snap.tree().entries[p]; folder {
		return v.SeesFolder(p)
	}
	return v.private || !v.snap.privacy.covers(p)
}

// unread is how many files and folders the view may know of that are there but
// could not be read.
func (v *View) unread() int {
	n := 0
	for p := range v.snap.denied {
		if v.Denied(p) {
			n++
		}
	}
	return n
}

// DeniedFolders returns the folders at and below dir that cannot be listed, by
// path.
func (v *View) DeniedFolders(dir vaultpath.Path) []vaultpath.Path {
	var all []vaultpath.Path
	for p := range v.snap.denied {
		if _, folder := v.snap.tree().entries[p]; folder && p.HasPrefix(dir) && v.SeesFolder(p) {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return all
}

// secretFolders are the folders that are not there for whoever sees no private
// notes.
func secretFolders(t *tree, folders []vaultpath.Path, covers func(vaultpath.Path) bool, denied map[vaultpath.Path]bool) map[vaultpath.Path]bool {
	secret := make(map[vaultpath.Path]bool)
	for _, dir := range slices.Backward(folders) { // what lies in a folder sorts after it
		visible := len(t.entries[dir]) == 0
		for _, e := range t.entries[dir] {
			visible = visible || e.IsDir() && !secret[e.Path] || !e.IsDir() && (!e.File.Private || denied[e.Path])
		}
		if !visible || covers(dir) {
			secret[dir] = true
		}
	}
	return secret
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
