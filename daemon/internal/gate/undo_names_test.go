package gate_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// undone makes a change, undoes it, does it again and undoes that, and holds the
// vault to what it was each time.
func (w *world) undone(t *testing.T, g *gate.Gate, effects ...edit.Effect) {
	t.Helper()
	first := w.tree()
	id := must(t, g, effects...).UndoID
	after := w.tree()
	for i, want := range []map[string]string{first, after, first} {
		back, err := g.Undo(context.Background(), gate.Which{Entry: id}, gate.Request{})
		if err != nil {
			t.Fatalf("undo %d of %v: %v", i+1, effects, err)
		}
		now := w.tree()
		delete(now, ".trash/")
		delete(want, ".trash/")
		if !maps.Equal(now, want) {
			t.Fatalf("undo %d: %v\nwant %v", i+1, now, want)
		}
		id = back[0].UndoID
	}
}

// A note whose name another system could not have comes back under it, whatever
// was done to it (F11 is for names of ours).
func TestUndoBringsBackNamesThatAreNotPortable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names there")
	}
	for _, name := range []string{"Why now?.md", "con.md", `"q".md`, "dir?/in.md", "ab: c.md", "end."} {
		w := newWorld(t)
		w.write(name, "text\n")
		g := w.open()
		w.undone(t, g, trashed(t, name, "text\n"))
		w.undone(t, g, moved(t, name, "plain.md", "text\n", nil))
		w.undone(t, g, moved(t, name, "plain.md", "text\n", []byte("other\n")))
	}
}

// The folder of such a note comes back too, when it went meanwhile.
func TestUndoBringsBackTheFolderOfANameThatIsNotPortable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names there")
	}
	w := newWorld(t)
	w.write("dir?/in.md", "text\n")
	g := w.open()
	got := must(t, g, moved(t, "dir?/in.md", "plain.md", "text\n", nil))
	if err := os.Remove(filepath.Join(w.vault, "dir?")); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	if now := w.tree(); now["dir?/in.md"] != "text\n" || has(now, "plain.md") {
		t.Fatal(now)
	}
}

// Of two notes whose names differ by case alone, each comes back.
func TestUndoBringsBackACaseTwin(t *testing.T) {
	w := newWorld(t)
	w.write("Foo.md", "one\n")
	w.write("foo.md", "two\n")
	if w.tree()["Foo.md"] != "one\n" {
		t.Skip("the two are one file here")
	}
	w.write("Dir/a.md", "a\n")
	w.write("dir/b.md", "b\n")
	g := w.open()
	w.undone(t, g, trashed(t, "Foo.md", "one\n"))
	w.undone(t, g, moved(t, "Foo.md", "Zed.md", "one\n", nil))
	w.undone(t, g, moved(t, "foo.md", "Zed.md", "two\n", []byte("2\n")))
	w.undone(t, g, trashed(t, "Dir/a.md", "a\n"))
}

// Names that come back are held to the safety floor as all are: nothing is written
// over what stands there, nor through a link.
func TestUndoKeepsTheFloor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	w := newWorld(t)
	w.write("dir/why.md", "text\n")
	w.write("b.md", "b\n")
	g := w.open()
	got := must(t, g, moved(t, "dir/why.md", "plain.md", "text\n", nil), moved(t, "b.md", "c.md", "b\n", nil))
	outside := t.TempDir()
	dir := filepath.Join(w.vault, "dir")
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, dir); err != nil {
		t.Fatal(err)
	}
	_, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{})
	wantCode(t, err, tools.TargetExists) // the link
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	w.write("b.md", "another\n")
	before := w.tree()
	_, err = g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{})
	wantCode(t, err, tools.TargetExists)
	if now := w.tree(); !maps.Equal(now, before) {
		t.Errorf("a refused undo changed %v to %v", before, now)
	}
}
