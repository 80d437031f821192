package commit_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// applier makes steps in the folder as Obsidian does, with the permissions of any
// new file, but for the step number odd, from 1, which goes as does says.
type applier struct {
	b     *bench
	calls int
	odd   int
	does  func(a *applier, s commit.AppliedStep) error
}

func (a *applier) Do(_ context.Context, s commit.AppliedStep) error {
	if a.calls++; a.calls == a.odd {
		return a.does(a, s)
	}
	return a.honest(s)
}

func (a *applier) full(name string) string { return filepath.Join(a.b.vault, filepath.FromSlash(name)) }

func (a *applier) honest(s commit.AppliedStep) error {
	name := a.full(s.Path.String())
	if at := a.full(norm.NFD.String(s.Path.String())); s.Expected != "" && exists(at) { // as Obsidian remembers it
		name = at
	}
	if raw, err := os.ReadFile(name); s.Expected != "" && (err != nil || journal.Sum(raw) != s.Expected) {
		return tools.Errorf(tools.StaleRead, "another file")
	}
	switch s.Op {
	case journal.Put:
		return os.WriteFile(name, s.Data, 0o644)
	case journal.Move:
		return os.Rename(name, a.full(s.To.String()))
	case journal.Mkdir:
		return os.Mkdir(name, 0o755)
	}
	return os.Remove(name)
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// nothing says yes and does nothing.
func nothing(*applier, commit.AppliedStep) error { return nil }

// writes says yes and writes another text.
func writes(text string) func(*applier, commit.AppliedStep) error {
	return func(a *applier, s commit.AppliedStep) error {
		return os.WriteFile(a.full(s.Path.String()), []byte(text), 0o644)
	}
}

// five is a change with a step of every kind that an applier could leave out.
func five(b *bench) (before map[string]string, c *change) {
	b.write("a.md", "old a")
	b.write("b.md", "old b")
	b.write("gone.md", "gone")
	b.write("from.md", "moved")
	return b.tree(), newChange(b.t).mkdir("new").replace("a.md", "old a", "new a").create("new/c.md", "c").
		remove("gone.md", "gone").move("from.md", "to.md", "moved").replace("b.md", "old b", "new b")
}

// A step that was not made is never reported as made, whatever the plugin says: all
// of the change is taken back.
func TestAStepThatWasNotMadeFailsTheChange(t *testing.T) {
	for odd := range 7 {
		b := newBench(t)
		before, c := five(b)
		o := b.reopen()
		e, err := o.ApplyThrough(context.Background(), &applier{b: b, odd: odd, does: nothing}, c.entry, c.data)
		if odd == 0 {
			if err != nil || maps.Equal(b.tree(), before) {
				t.Fatalf("an honest plugin: %v", err)
			}
			o.close()
			continue
		}
		wantCode(t, err, tools.Internal, "a step left out")
		b.wantTree(before, "after a step left out")
		if e.State != journal.RolledBack {
			t.Errorf("step %d: the entry is %q", odd, e.State)
		}
		b.noLitter("after a step left out")
		o.close()
	}
}

// Text that was neither planned nor there before may be a person's: it stays, and
// the error and the entry say so.
func TestAnotherTextThanPlannedIsReported(t *testing.T) {
	for odd, name := range map[int]string{2: "a.md", 3: "new/c.md", 6: "b.md"} {
		b := newBench(t)
		before, c := five(b)
		o := b.reopen()
		e, err := o.ApplyThrough(context.Background(), &applier{b: b, odd: odd, does: writes("something else")}, c.entry, c.data)
		wantCode(t, err, tools.OutcomeUnknown, name)
		before[name] = "something else"
		if odd == 3 {
			before["new/"] = ""
		}
		b.wantTree(before, "after another text")
		newer := 0
		for _, f := range e.Files {
			if f.State == journal.FileNewer && f.Path.String() == name {
				newer++
			}
		}
		if newer != 1 || e.State != journal.RolledBack {
			t.Errorf("%s: the entry is %q with %+v", name, e.State, e.Files)
		}
		o.close()
	}
}

// Files that the plugin makes get the permissions of those they stand for.
func TestPermissionsThroughAnApplier(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions there")
	}
	for odd, want := range map[int]string{0: "back.md", 3: "gone.md"} {
		b := newBench(t)
		b.write("gone.md", "gone")
		if err := os.Chmod(filepath.Join(b.vault, "gone.md"), 0o600); err != nil {
			t.Fatal(err)
		}
		c := newChange(t).remove("gone.md", "gone").add(journal.Step{Op: journal.Put, Path: "back.md", Mode: 0o600,
			After: journal.Sum([]byte("back"))}).create("z.md", "z")
		c.sum("back")
		o := b.reopen()
		_, err := o.ApplyThrough(context.Background(), &applier{b: b, odd: odd,
			does: func(*applier, commit.AppliedStep) error { return errors.New("lost") }}, c.entry, c.data)
		if (err != nil) != (odd > 0) || err != nil && !strings.Contains(err.Error(), "Obsidian gave no usable answer") {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(b.vault, want))
		if err != nil || info.Mode().Perm() != fs.FileMode(0o600) {
			t.Errorf("%s: %v, %v", want, info, err)
		}
		o.close()
	}
}
