package gate_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/tools/edit"
)

// Names that the disk holds decomposed, or with no-break spaces, come back in the
// very form they had (4.13).
func TestUndoBringsBackTheFormOfANameOnDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the forms are one name here")
	}
	for disk, name := range map[string]string{"Cafe\u0301.md": "Café.md", "a\u00a0b.md": "a b.md", "Re\u0301/sume\u0301.md": "Ré/sumé.md", "Re\u0301/plain.md": "Ré/plain.md"} {
		w := newWorld(t)
		w.write(disk, "text\n")
		g := w.open()
		w.undone(t, g, trashed(t, name, "text\n"))
		w.undone(t, g, moved(t, name, "other.md", "text\n", nil))
		w.undone(t, g, moved(t, name, "other.md", "text\n", []byte("new\n")))
		w.undone(t, g, replace(t, name, "text\n", "new\n"))
	}
}

// So does the folder of such a note, when it went with it or meanwhile.
func TestUndoBringsBackTheFormOfAFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the forms are one name here")
	}
	w := newWorld(t)
	w.write("Re\u0301/a.md", "a\n")
	g, first := w.open(), w.tree()
	w.undone(t, g, moved(t, "Ré/a.md", "other.md", "a\n", nil), edit.Effect{Op: edit.Rmdir, Path: at(t, "Ré")})
	got := must(t, g, moved(t, "Ré/a.md", "other.md", "a\n", nil))
	if err := os.Remove(filepath.Join(w.vault, "Re\u0301")); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	if now := w.tree(); !maps.Equal(now, first) {
		t.Fatalf("%q, at first %q", slices.Sorted(maps.Keys(now)), slices.Sorted(maps.Keys(first)))
	}
}
