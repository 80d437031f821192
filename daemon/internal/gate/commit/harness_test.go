package commit_test

import (
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// bench is a vault and a journal on disk, reached over a faulty layer.
type bench struct {
	t            testing.TB
	vault, state string
	plan         *disktest.Plan
	plain, poor  bool
	place        commit.Place
}

func newBench(t testing.TB) *bench {
	return &bench{t: t, vault: tempDir(t), state: tempDir(t), plan: &disktest.Plan{}, place: commit.LocalTrash}
}

// tempDir is in memory where the system has a place for that: the tests make some
// hundred thousand files.
func tempDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "ibid-commit-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // the system's to keep otherwise
	return dir
}

// opened is one life of the process.
type opened struct {
	*commit.Vault
	journal *journal.Journal
	close   func()
}

func (b *bench) open() (*opened, error) {
	b.t.Helper()
	vault, err := disk.Open(b.vault)
	if err != nil {
		b.t.Fatal(err)
	}
	state, err := disk.OpenState(b.state)
	if err != nil {
		b.t.Fatal(err)
	}
	wrap := func(d disk.FS) *disktest.FS {
		return &disktest.FS{FS: d, Plan: b.plan, Plain: b.plain, Poor: b.poor, Unsynced: true}
	}
	j, err := journal.Open(wrap(state), time.Now, journal.Limits{})
	if err != nil {
		return nil, err
	}
	v := commit.New(wrap(vault), j, trash{b.place}, slog.New(slog.DiscardHandler))
	return &opened{v, j, func() { _, _, _ = j.Close(), vault.Close(), state.Close() }}, nil
}

// reopen starts a healthy process and lets it recover.
func (b *bench) reopen() *opened {
	b.t.Helper()
	b.plan.Arm(0, disktest.Pass)
	o, err := b.open()
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := o.Recover(); err != nil {
		b.t.Fatalf("recover: %v", err)
	}
	return o
}

type trash struct{ place commit.Place }

func (t trash) Place() commit.Place { return t.place }
func (trash) System(string, []byte) (string, error) {
	return "", fs.ErrPermission
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	full := filepath.Join(b.vault, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// tree is every file and folder of the vault with its bytes; folders end in "/".
func (b *bench) tree() map[string]string {
	b.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(b.vault, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(b.vault, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil || rel == ".":
			return err
		case e.IsDir():
			out[rel+"/"] = ""
			return nil
		}
		raw, err := os.ReadFile(name)
		out[rel] = string(raw)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

func (b *bench) wantTree(want map[string]string, when string) {
	b.t.Helper()
	if got := b.tree(); !maps.Equal(got, want) {
		b.t.Fatalf("%s: the vault holds\n%v\nwant\n%v", when, got, want)
	}
}

// noLitter holds that nothing of ours is left in the vault's folders.
func (b *bench) noLitter(when string) {
	b.t.Helper()
	for name := range b.tree() {
		if strings.HasPrefix(filepath.Base(name), ".ibid-") {
			b.t.Fatalf("%s: %s is left behind", when, name)
		}
	}
}

func path(t testing.TB, s string) vaultpath.Path {
	p, err := vaultpath.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// change builds an entry and its bytes.
type change struct {
	t     testing.TB
	entry journal.Entry
	data  map[string][]byte
}

func newChange(t testing.TB) *change { return &change{t: t, data: map[string][]byte{}} }

func (c *change) add(s journal.Step) *change {
	c.entry.Steps = append(c.entry.Steps, s)
	return c
}

func (c *change) sum(text string) string {
	sum := journal.Sum([]byte(text))
	c.data[sum] = []byte(text)
	return sum
}

func (c *change) create(name, text string) *change {
	return c.add(journal.Step{Op: journal.Put, Path: path(c.t, name), After: c.sum(text)})
}

func (c *change) replace(name, old, text string) *change {
	return c.add(journal.Step{Op: journal.Put, Path: path(c.t, name), Before: journal.Sum([]byte(old)), After: c.sum(text)})
}

func (c *change) remove(name, old string) *change {
	return c.add(journal.Step{Op: journal.Take, Path: path(c.t, name), Before: journal.Sum([]byte(old))})
}

func (c *change) move(from, to, old string) *change {
	return c.add(journal.Step{Op: journal.Move, Path: path(c.t, from), To: path(c.t, to), Before: journal.Sum([]byte(old)), After: journal.Sum([]byte(old))})
}

func (c *change) mkdir(name string) *change {
	return c.add(journal.Step{Op: journal.Mkdir, Path: path(c.t, name)})
}

func (c *change) rmdir(name string) *change {
	return c.add(journal.Step{Op: journal.Rmdir, Path: path(c.t, name)})
}

func removeAll(b *bench, name string) error { return os.RemoveAll(filepath.Join(b.vault, name)) }
