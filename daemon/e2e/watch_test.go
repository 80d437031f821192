package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// changedAfter waits for the index/changed that names the path and returns its
// seq. Only events after the first n notifications count.
func (p *peer) changedAfter(n int, path string) (seq int) {
	p.t.Helper()
	p.await("index/changed for "+path, func(all []seen) bool {
		for _, s := range all[min(n, len(all)):] {
			var e protocol.IndexChangedEvent
			if s.method == protocol.NotifyIndexChanged && json.Unmarshal(s.params, &e) == nil && slices.Contains(e.Paths, path) {
				seq = e.Seq
				return true
			}
		}
		return false
	})
	return seq
}

func (p *peer) mark() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.seen)
}

// Saving, renaming, moving and deleting notes and folders while the daemon
// runs shows in search/query without a restart.
func TestChangesOfTheVaultShowInSearch(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# A\n\napple\n", "Old/b.md": "banana\n", "Old/deep/c.md": "cherry\n"})
	p := w.serve().connect()
	p.ready()

	expect := func(query string, seq int, want ...string) {
		t.Helper()
		got := paths(p.search(query, seq))
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("after the change, %q finds %v, want %v", query, got, want)
		}
	}

	n := p.mark()
	w.write("a.md", "# A\n\nquince instead\n")
	seq := p.changedAfter(n, "a.md")
	expect("quince", seq, "a.md")
	expect("apple", seq)

	n = p.mark() // the way most editors save: another file, then a rename over the old
	w.write(".a.tmp", "# A\n\nmedlar now\n")
	must(t, os.Rename(w.path(".a.tmp"), w.path("a.md")))
	expect("medlar", p.changedAfter(n, "a.md"), "a.md")

	n = p.mark()
	w.write("新/笔记.md", "卡片笔记\n")
	expect("卡片", p.changedAfter(n, "新/笔记.md"), "新/笔记.md")

	n = p.mark()
	must(t, os.Rename(w.path("a.md"), w.path("z.md")))
	expect("medlar", p.changedAfter(n, "z.md"), "z.md")

	n = p.mark()
	must(t, os.Rename(w.path("Old"), w.path("New")))
	seq = p.changedAfter(n, "New/deep/c.md")
	expect("cherry", seq, "New/deep/c.md")
	expect("banana", p.changedAfter(n, "New/b.md"), "New/b.md")

	n = p.mark() // the moved folder is still watched, under its new name
	w.write("New/deep/c.md", "cranberry\n")
	expect("cranberry", p.changedAfter(n, "New/deep/c.md"), "New/deep/c.md")

	n = p.mark()
	must(t, os.RemoveAll(w.path("New")))
	seq = p.changedAfter(n, "New/b.md")
	expect("banana", seq)
	expect("cranberry", p.changedAfter(n, "New/deep/c.md"))

	n = p.mark() // a folder that comes from outside, whole
	outside := filepath.Join(t.TempDir(), "In")
	must(t, os.MkdirAll(filepath.Join(outside, "x"), 0o755))
	must(t, os.WriteFile(filepath.Join(outside, "x", "d.md"), []byte("damson\n"), 0o644))
	if err := os.Rename(outside, w.path("In")); err == nil {
		expect("damson", p.changedAfter(n, "In/x/d.md"), "In/x/d.md")
	}
}
