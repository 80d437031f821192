package gate_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

func must(t *testing.T, g *gate.Gate, effects ...edit.Effect) gate.Result {
	t.Helper()
	got, err := g.Submit(context.Background(), gate.Request{Origin: run, Set: setOf(t, effects...), Asker: says(gate.AllowOnce)})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Where a note changed since, undo takes its own lines out and leaves the others;
// where they meet, it refuses (promise 1: never an overwrite).
func TestUndoMergesOrRefuses(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "1\n2\n3\n4\n5\n")
	g := w.open()
	got := must(t, g, replace(t, "a.md", "1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n"))
	w.write("a.md", "one\n2\n3\n4\n5\nperson\n")
	if _, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	if text := w.tree()["a.md"]; text != "1\n2\n3\n4\n5\nperson\n" {
		t.Fatalf("%q", text)
	}
	_, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{})
	wantCode(t, err, tools.NoChange) // once is enough
	got = must(t, g, replace(t, "a.md", "1\n2\n3\n4\n5\nperson\n", "1\ntwo\n3\n4\n5\nperson\n"), create(t, "b.md", "b\n"))
	w.write("a.md", "1\nmine\n3\n4\n5\nperson\n")
	before := w.tree()
	_, err = g.Undo(context.Background(), gate.Which{File: "b.md"}, gate.Request{})
	wantCode(t, err, tools.StaleRead)
	if !maps.Equal(before, w.tree()) {
		t.Errorf("a refused undo changed %v to %v", before, w.tree())
	}
	_, err = g.Undo(context.Background(), gate.Which{Entry: "none"}, gate.Request{})
	wantCode(t, err, tools.InvalidArgument)
	if got.UndoID == "" {
		t.Error("no id to undo with")
	}
}

// Undoing an undo does the change again; what was deleted comes back from the
// trash, and a moved and rewritten note goes back with what was written since.
func TestUndoOfDeletionAndMove(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "a\n")
	w.write("sub/b.md", "b\n\n\n\nend\n")
	g, first := w.open(), w.tree()
	got := must(t, g, trashed(t, "a.md", "a\n"), moved(t, "sub/b.md", "new/c.md", "b\n\n\n\nend\n", []byte("B\n\n\n\nend\n")))
	after := w.tree()
	back, err := g.Undo(context.Background(), gate.Which{Run: "r"}, gate.Request{})
	if err != nil {
		t.Fatal(err)
	}
	now := w.tree()
	delete(now, ".trash/")
	if !maps.Equal(first, now) {
		t.Fatalf("%v, at first %v", now, first)
	}
	if _, err := g.Undo(context.Background(), gate.Which{Entry: back[0].UndoID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	if now := w.tree(); !maps.Equal(after, now) {
		t.Fatalf("done again %v, the first time %v", now, after)
	}
	w.write("new/c.md", "B\n\n\n\nend\nmore\n")
	if _, err := g.Undo(context.Background(), gate.Which{Entry: got.UndoID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	if tree := w.tree(); tree["sub/b.md"] != "b\n\n\n\nend\nmore\n" || has(tree, "new/c.md") {
		t.Fatal(tree)
	}
}

// plugin applies in the folder by itself, as Obsidian would, and can fail.
type plugin struct {
	v     *commit.Vault
	fails int // the call that fails, from 1
	lost  bool
	calls int
}

func (p *plugin) Do(ctx context.Context, s commit.AppliedStep) error {
	p.calls++
	if p.calls == p.fails && !p.lost {
		return tools.Errorf(tools.StaleRead, "the editor has unsaved text")
	}
	step := journal.Step{Op: s.Op, Path: s.Path, To: s.To, Before: s.Expected, Discard: true}
	data := map[string][]byte{}
	if s.Op == journal.Put {
		step.After = journal.Sum(s.Data)
		data[step.After] = s.Data
	}
	_, err := p.v.Apply(ctx, journal.Entry{Steps: []journal.Step{step}}, data)
	if p.calls >= p.fails && p.lost {
		return errors.New("the connection was lost")
	}
	return err
}

// Through the plugin a set is all or nothing too: when it refuses a step, the ones
// before are taken back; when it goes away, the folder is looked at.
func TestChangesThroughThePlugin(t *testing.T) {
	for fails := range 10 {
		for _, lost := range []bool{false, true} {
			w := newWorld(t)
			w.write("a.md", "a\n")
			w.write("b.md", "b\n")
			w.write("c.md", "c\n")
			other := newWorld(t)
			other.vault = w.vault
			g := other.open()
			by := &plugin{v: gate.VaultOf(g), fails: fails, lost: lost && fails > 0}
			o := w.options()
			o.Logger = slog.New(slog.DiscardHandler)
			o.Applier = func() gate.Applier { return by }
			mine, err := gate.Open(o)
			if err != nil {
				t.Fatal(err)
			}
			first := w.tree()
			set := setOf(t, replace(t, "a.md", "a\n", "A\n"), create(t, "new/d.md", "d\n"), trashed(t, "b.md", "b\n"), moved(t, "c.md", "e.md", "c\n", nil))
			_, err = mine.Submit(context.Background(), gate.Request{Set: set, Asker: says(gate.AllowOnce)})
			now := w.tree()
			want := map[string]string{"a.md": "A\n", "new/": "", "new/d.md": "d\n", "e.md": "c\n"}
			if err != nil {
				want = first
			}
			if !maps.Equal(now, want) || (fails > 0 && fails < 6) != (err != nil) {
				t.Fatalf("call %d fails, lost %v: %v\n%v\nwant %v", fails, lost, err, now, want)
			}
			if by.fails, by.lost = 0, false; err == nil {
				if _, err := mine.Undo(context.Background(), gate.Which{File: at(t, "e.md")}, gate.Request{}); err != nil || !maps.Equal(w.tree(), first) {
					t.Fatal(err, w.tree())
				}
			}
			mine.Close()
			other.close()
		}
	}
}

// Old entries go, and the newest stay when the bytes are too many; the log is then
// shorter and says the same.
func TestJournalIsBounded(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "0\n")
	clock := time.Now()
	w.now = func() time.Time { return clock }
	g, text := w.open(), "0\n"
	for range 5 {
		next := text + strings.Repeat("x", 1000) + "\n"
		must(t, g, replace(t, "a.md", text, next))
		text = next
	}
	all := g.Entries()
	o := w.options()
	o.Limits.Bytes = 10_000
	w.close()
	g, err := gate.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	left := g.Entries()
	if len(left) == 0 || len(left) >= len(all) || left[len(left)-1].ID != all[len(all)-1].ID {
		t.Fatalf("of %d entries %d are left", len(all), len(left))
	}
	if _, err := g.Undo(context.Background(), gate.Which{Entry: left[len(left)-1].ID}, gate.Request{}); err != nil {
		t.Fatal(err)
	}
	g.Close()
	clock = clock.Add(journal.DefaultAge + time.Hour)
	if n := len(w.open().Entries()); n != 0 {
		t.Errorf("%d entries outlived their age", n)
	}
}
