package vaultindex

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func TestConflictCopies(t *testing.T) { // design section 5, "Folders"
	for name, want := range map[string]bool{
		"Note (Conflicted copy laptop 202403011200).md": true, // Obsidian Sync
		"Note (Ann's conflicted copy 2024-03-01).md":    true, // Dropbox
		"a/Note (conflicted copy 2024-03-01 120000).md": true, // Nextcloud
		"Note.sync-conflict-20240301-120000-ABCDEFG.md": true, // Syncthing
		"Note.Conflict.md":         true, // Resilio
		"笔记(张三的冲突副本2024-03-01).md": true,
		"Note.md":                           false,
		"Note 2.md":                         false,
		"Conflict.md":                       false,
		"How to handle conflict at work.md": false,
		"Copy of a conflict.md":             false,
		"A (short) history.md":              false,
		"Conflicted copy (Note)/Note.md":    false,
	} {
		p, err := vaultpath.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := isConflictCopy(p); got != want {
			t.Errorf("isConflictCopy(%q) = %v, want %v", name, got, want)
		}
	}
}

// A conflict copy is flagged where it is listed, and never quoted.
func TestConflictCopiesAreFlaggedAndNotQuoted(t *testing.T) {
	const copied = "Sleep (Conflicted copy laptop 202403011200).md"
	ix := opened(t, vaultOf(t, map[string]string{
		"Sleep.md": "# Sleep\n\nA nap of twenty minutes restores attention.\n",
		copied:     "# Sleep\n\nA nap of twenty minutes restores attention, and ninety are better.\n",
	}))
	snap := ix.Acquire()
	defer snap.Release()
	view := snap.View(false)
	found, err := view.Search(t.Context(), SearchRequest{Query: "nap minutes attention"})
	if err != nil || len(found.Hits) != 2 {
		t.Fatalf("search finds %+v, %v; want both files", found.Hits, err)
	}
	for _, h := range found.Hits {
		if flagged := len(h.Why) > 0 && strings.HasPrefix(h.Why[0], "sync conflict copy"); flagged != (h.Path.String() == copied) {
			t.Errorf("%s: why %q", h.Path, h.Why)
		}
	}
	quoted, err := view.Passages(t.Context(), PassageRequest{Query: "How long should a nap be to restore attention?"})
	if err != nil || len(quoted) == 0 {
		t.Fatalf("passages: %v, %v", quoted, err)
	}
	for _, q := range quoted {
		if q.Path.String() == copied {
			t.Errorf("the copy is quoted: %+v", q)
		}
	}
}
