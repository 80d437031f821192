package gate_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// world is a vault on disk with a gate that is reached over a faulty layer.
type world struct {
	t            testing.TB
	vault, state string
	plan         *disktest.Plan
	plain, poor  bool
	policy       gate.Policy
	now          func() time.Time
	g            *gate.Gate
}

func newWorld(t testing.TB) *world {
	w := &world{t: t, vault: tempDir(t), state: tempDir(t), plan: &disktest.Plan{}, now: time.Now}
	w.write(".obsidian/app.json", `{"trashOption": "local"}`)
	return w
}

// tempDir is in memory where the system has a place for that: the tests make some
// hundred thousand files.
func tempDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "ibid-gate-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // the system's to keep otherwise
	return dir
}

func (w *world) options() gate.Options {
	return gate.Options{
		Root: w.vault, Journal: w.state, Policy: func() (gate.Policy, error) { return w.policy, nil }, Now: func() time.Time { return w.now() },
		Logger: slog.New(slog.DiscardHandler),
		Disk: func(d disk.FS) disk.FS {
			return &disktest.FS{FS: d, Plan: w.plan, Plain: w.plain, Poor: w.poor, Unsynced: true}
		},
	}
}

// open starts a healthy process over what is on disk.
func (w *world) open() *gate.Gate {
	w.t.Helper()
	w.close()
	w.plan.Arm(0, disktest.Pass)
	g, err := gate.Open(w.options())
	if err != nil {
		w.t.Fatal(err)
	}
	w.g = g
	return g
}

func (w *world) close() {
	if w.g != nil {
		_ = w.g.Close() // a stopped disk may say anything
		w.g = nil
	}
}

func (w *world) write(name, text string) {
	w.t.Helper()
	full := filepath.Join(w.vault, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
		w.t.Fatal(err)
	}
}

// tree is every visible file with its bytes, every visible folder, ending in "/",
// and the trash.
func (w *world) tree() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(w.vault, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.vault, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil || rel == ".":
			return err
		case rel == ".obsidian":
			return fs.SkipDir
		case e.IsDir():
			out[rel+"/"] = ""
			return nil
		}
		raw, err := os.ReadFile(name)
		out[rel] = string(raw)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func at(t testing.TB, s string) vaultpath.Path {
	t.Helper()
	p, err := vaultpath.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func setOf(t testing.TB, effects ...edit.Effect) edit.Set {
	t.Helper()
	s, err := edit.NewSet(effects...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sum(text string) edit.Sum { return edit.SumOf([]byte(text)) }

func replace(t testing.TB, name, old, text string) edit.Effect {
	return edit.Effect{Op: edit.Replace, Path: at(t, name), Before: sum(old), After: []byte(text)}
}

func create(t testing.TB, name, text string) edit.Effect {
	return edit.Effect{Op: edit.Create, Path: at(t, name), After: []byte(text)}
}

func trashed(t testing.TB, name, old string) edit.Effect {
	return edit.Effect{Op: edit.Trash, Path: at(t, name), Before: sum(old)}
}

func moved(t testing.TB, from, to, old string, after []byte) edit.Effect {
	return edit.Effect{Op: edit.Move, Path: at(t, from), To: at(t, to), Before: sum(old), After: after}
}

// yes allows everything, as often as it is asked.
type yes struct{}

func (yes) Ask(context.Context, gate.Approval) (gate.Answer, error) {
	return gate.Answer{Option: gate.AllowOnce, By: "test"}, nil
}

// names are what the random tests are about: nested, decomposable, with spaces.
var names = []string{"a.md", "b.md", "sub/c.md", "sub/deep/d.md", "笔记/é t.md", "new/e.md", "new/f.md"}

// randomSet plans a change of the tree, as a tool would.
func randomSet(t testing.TB, r *rand.Rand, tree map[string]string, n int) edit.Set {
	var effects []edit.Effect
	used := map[string]bool{}
	for _, i := range r.Perm(len(names))[:1+r.IntN(3)] {
		name := names[i]
		if used[name] {
			continue
		}
		used[name] = true
		old, there := tree[name]
		if !there {
			effects = append(effects, create(t, name, fmt.Sprintf("made %d of %s\n", n, name)))
			continue
		}
		text := fmt.Sprintf("written %d\n", n) + old
		to, kind := names[r.IntN(len(names))], r.IntN(8)
		switch {
		case kind == 0:
			effects = append(effects, trashed(t, name, old))
		case kind < 3 && !used[to] && !has(tree, to):
			used[to] = true
			var after []byte
			if kind == 1 {
				after = []byte(text)
			}
			effects = append(effects, moved(t, name, to, old, after))
		default:
			effects = append(effects, replace(t, name, old, text))
		}
	}
	return setOf(t, effects...)
}

func has(tree map[string]string, name string) bool {
	_, ok := tree[name]
	return ok
}

func noLitter(t testing.TB, tree map[string]string) {
	t.Helper()
	for name := range tree {
		if strings.Contains(name, ".ibid-") {
			t.Fatalf("%s is left behind in %v", name, tree)
		}
	}
}
