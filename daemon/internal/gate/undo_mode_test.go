package gate_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

func (w *world) chmod(name string, mode fs.FileMode) {
	w.t.Helper()
	if err := os.Chmod(filepath.Join(w.vault, name), mode); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) mode(name string) fs.FileMode {
	w.t.Helper()
	info, err := os.Stat(filepath.Join(w.vault, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return info.Mode().Perm()
}

// A note keeps its permissions through every change and its undo: what was for its
// owner alone is never readable by others.
func TestUndoBringsPermissionsBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions there")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o664, 0o755} {
		w := newWorld(t)
		w.write("a.md", "a\n")
		w.chmod("a.md", mode)
		g := w.open()
		for what, e := range map[string]edit.Effect{
			"delete": trashed(t, "a.md", "a\n"), "move": moved(t, "a.md", "b.md", "a\n", nil),
			"move and rewrite": moved(t, "a.md", "b.md", "a\n", []byte("b\n")), "replace": replace(t, "a.md", "a\n", "b\n"),
		} {
			w.undone(t, g, e)
			if got := w.mode("a.md"); got != mode {
				t.Errorf("%s and undo left %v of %v", what, got, mode)
			}
		}
	}
}

// A read-only note is not rewritten, whoever we are; it can be moved and deleted,
// which ask the folder, and comes back read-only.
func TestReadOnlyNotesAreNotRewritten(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions there")
	}
	w := newWorld(t)
	w.write("a.md", "a\n")
	w.write("b.md", "b\n")
	w.chmod("a.md", 0o444)
	g, before := w.open(), w.tree()
	for _, e := range []edit.Effect{replace(t, "a.md", "a\n", "new\n"), moved(t, "a.md", "c.md", "a\n", []byte("new\n"))} {
		_, err := g.Submit(context.Background(), gate.Request{Origin: run, Set: setOf(t, e, replace(t, "b.md", "b\n", "B\n")), Asker: says(gate.AllowOnce)})
		wantCode(t, err, tools.WorkspacePathDenied)
		if err == nil || !strings.Contains(err.Error(), `"a.md" is read-only (-r--r--r--)`) {
			t.Errorf("the refusal is %v", err)
		}
	}
	w.undone(t, g, trashed(t, "a.md", "a\n"))
	w.undone(t, g, moved(t, "a.md", "c.md", "a\n", nil))
	if now := w.tree(); now["a.md"] != before["a.md"] || now["b.md"] != "b\n" || w.mode("a.md") != 0o444 {
		t.Errorf("%v, mode %v", now, w.mode("a.md"))
	}
}
