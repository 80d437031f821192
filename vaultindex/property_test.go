package vaultindex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// hand does to a vault what people and programs do.
type hand struct {
	*rapid.T
	vault string
}

var (
	someNames   = []string{"a", "b", "Note", "note 2", "猫", "re\u0301sume\u0301", "v1.2 x"}
	someFolders = []string{"", "box", "box/inner", "other", ".hidden"}
	someWords   = []string{"zebra", "yak", "zebu", "猫在学习", "plain words", "#x", "#x/y", "#private"}
	someLinks   = []string{"[[a]]", "[[b|yak]]", "[[box/Note]]", "![[Note]]", "[[猫#h]]", "[m](note%202.md)", "[[résumé|zebu]]", "[[nowhere]]"}
)

func (h hand) path() string {
	name := rapid.SampledFrom(someNames).Draw(h.T, "name")
	ext := rapid.SampledFrom([]string{".md", ".md", ".md", ".md", ".canvas", ".png"}).Draw(h.T, "ext")
	return filepath.Join(h.vault, h.folder(), name+ext)
}

func (h hand) folder() string {
	return filepath.FromSlash(rapid.SampledFrom(someFolders).Draw(h.T, "folder"))
}

func (h hand) text() string {
	var b strings.Builder
	if rapid.Bool().Draw(h.T, "front") {
		fmt.Fprintf(&b, "---\naliases: [%s]\nprivate: %v\n---\n",
			rapid.SampledFrom(someWords[:3]).Draw(h.T, "alias"), rapid.Bool().Draw(h.T, "private"))
	}
	for range rapid.IntRange(0, 5).Draw(h.T, "parts") {
		b.WriteString(rapid.SampledFrom(append(someWords, someLinks...)).Draw(h.T, "part") + " ")
	}
	return b.String()
}

// ok stops the test on an error that is not the natural end of a silly wish,
// such as removing what is not there.
func (h hand) ok(err error) {
	h.Helper()
	var pe *fs.PathError
	var le *os.LinkError
	if err != nil && !errors.As(err, &pe) && !errors.As(err, &le) {
		h.Fatal(err)
	}
}

func (h hand) saveInPlace() {
	name := h.path()
	h.ok(os.MkdirAll(filepath.Dir(name), 0o755))
	h.ok(os.WriteFile(name, []byte(h.text()), 0o644))
}

func (h hand) saveAtomically() {
	name := h.path()
	h.ok(os.MkdirAll(filepath.Dir(name), 0o755))
	tmp := filepath.Join(filepath.Dir(name), ".tmp")
	h.ok(os.WriteFile(tmp, []byte(h.text()), 0o644))
	h.ok(os.Rename(tmp, name))
}

func (h hand) move() {
	to := h.path()
	h.ok(os.MkdirAll(filepath.Dir(to), 0o755))
	h.ok(os.Rename(h.path(), to))
}

func (h hand) remove() { h.ok(os.Remove(h.path())) }

func (h hand) moveFolder() {
	from, to := h.folder(), h.folder()
	if from == "" || to == "" {
		return
	}
	h.ok(os.MkdirAll(filepath.Dir(filepath.Join(h.vault, to)), 0o755))
	h.ok(os.RemoveAll(filepath.Join(h.vault, "spare")))
	h.ok(os.Rename(filepath.Join(h.vault, to), filepath.Join(h.vault, "spare")))
	h.ok(os.Rename(filepath.Join(h.vault, from), filepath.Join(h.vault, to)))
}

func (h hand) removeFolder() {
	if dir := h.folder(); dir != "" {
		h.ok(os.RemoveAll(filepath.Join(h.vault, dir)))
	}
}

func (h hand) makeFolders() {
	h.ok(os.MkdirAll(filepath.Join(h.vault, h.folder(), "new", "newer"), 0o755))
}

func (h hand) swapFileAndFolder() {
	name := h.path()
	h.ok(os.RemoveAll(name))
	if rapid.Bool().Draw(h.T, "folder") {
		h.ok(os.MkdirAll(name, 0o755))
	}
}

func (h hand) exclude() {
	h.ok(os.MkdirAll(filepath.Join(h.vault, ".obsidian"), 0o755))
	filters := rapid.SampledFrom([]string{`null`, `["box/"]`, `["a.md"]`}).Draw(h.T, "filters")
	h.ok(os.WriteFile(filepath.Join(h.vault, ".obsidian", "app.json"), []byte(`{"userIgnoreFilters":`+filters+`}`), 0o644))
}

// something does one random thing.
func (h hand) something() {
	rapid.SampledFrom([]func(){
		h.saveInPlace, h.saveInPlace, h.saveAtomically, h.saveAtomically, h.move, h.remove,
		h.moveFolder, h.removeFolder, h.makeFolders, h.swapFileAndFolder, h.exclude,
	}).Draw(h.T, "do")()
}

// Whatever is done to a vault, with the watcher looking on, after Refresh the
// index is the one that would be made from nothing.
func TestAnySequenceThenRefreshEqualsFresh(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h, ix, done := propertyVault(t, rt, true)
		defer done()
		for range rapid.IntRange(1, 4).Draw(rt, "rounds") {
			for range rapid.IntRange(1, 8).Draw(rt, "steps") {
				h.something()
			}
			if _, err := ix.Refresh(t.Context()); err != nil {
				rt.Fatal(err)
			}
			if diff := settledPicture(t, ix).differs(freshPicture(t, h.vault)); diff != "" {
				rt.Fatalf("after Refresh:\n%s", diff)
			}
		}
	})
}

// The same for Touch with the paths that were written, and without a watcher:
// what is named is looked at, wholly.
func TestTouchEqualsFresh(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h, ix, done := propertyVault(t, rt, false)
		defer done()
		for range rapid.IntRange(1, 5).Draw(rt, "steps") {
			h.something()
			paths := []vaultpath.Path{".obsidian/app.json", "new", "spare"}
			for _, dir := range someFolders[1:] {
				paths = append(paths, mustPath(t, dir))
			}
			for _, name := range someNames {
				for _, ext := range []string{".md", ".canvas", ".png"} {
					paths = append(paths, mustPath(t, name+ext))
				}
			}
			if _, err := ix.Touch(t.Context(), paths...); err != nil {
				rt.Fatal(err)
			}
			if diff := settledPicture(t, ix).differs(freshPicture(t, h.vault)); diff != "" {
				rt.Fatalf("after Touch:\n%s", diff)
			}
		}
	})
}

// The watcher alone gets there too. Nobody sleeps: the picture is compared
// after every snapshot, until it is right or nothing comes any more.
func TestWatcherAloneConverges(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h, ix, done := propertyVault(t, rt, true)
		defer done()
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			h.something()
		}
		want := freshPicture(t, h.vault)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		for {
			seq := seqOf(ix)
			diff := settledPicture(t, ix).differs(want)
			if diff == "" {
				return
			}
			if err := ix.WaitFor(ctx, seq+1); err != nil {
				rt.Fatalf("the watcher does not get there:\n%s", diff)
			}
		}
	})
}

func seqOf(ix *Index) uint64 {
	s := ix.Acquire()
	defer s.Release()
	return s.Seq
}

// propertyVault makes a vault and its index, ready.
func propertyVault(t *testing.T, rt *rapid.T, watching bool) (hand, *Index, func()) {
	dir, err := os.MkdirTemp("", "ibid-property")
	if err != nil {
		rt.Fatal(err)
	}
	h := hand{T: rt, vault: filepath.Join(dir, "vault")}
	h.ok(os.MkdirAll(h.vault, 0o755))
	for range rapid.IntRange(0, 6).Draw(rt, "before") {
		h.saveInPlace()
	}
	ix, err := Open(t.Context(), Options{
		Vault: h.vault, CacheDir: filepath.Join(dir, "cache"), Private: DefaultPrivateRules(), Watch: watching,
	})
	if err == nil {
		err = ix.WaitReady(t.Context())
	}
	if err != nil {
		rt.Fatal(err)
	}
	return h, ix, func() {
		ix.Close()
		os.RemoveAll(dir)
	}
}

// settledPicture is taken when nothing is left to do, though the watcher may
// still tell what is known already.
func settledPicture(t *testing.T, ix *Index) picture {
	t.Helper()
	for {
		s := ix.Acquire()
		indexing := s.Indexing
		s.Release()
		if !indexing {
			return pictureOf(t, ix)
		}
		if err := ix.WaitReady(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
