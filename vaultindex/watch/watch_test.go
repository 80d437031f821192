package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// rig is a watcher over a real folder with a clock and a backend of the test's.
type rig struct {
	*testing.T
	root    string
	clock   *fakeClock
	backend *fakeBackend
	w       *Watcher
}

func newRig(t *testing.T, watches int, folders ...string) *rig {
	root := realDir(t)
	for _, f := range folders {
		mkdir(t, filepath.Join(root, f))
	}
	r := &rig{T: t, root: root, clock: newFakeClock(), backend: newFakeBackend(watches)}
	hidden := func(rel string) bool { return strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") }
	r.w = startWatching(Options{Root: root, Clock: r.clock, Skip: hidden}, r.backend)
	t.Cleanup(func() { r.w.Close() })
	return r
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

// tell has the backend say something; it returns when the drain took it.
func (r *rig) tell(rel string, op fsnotify.Op) {
	r.backend.ev <- fsnotify.Event{Name: filepath.Join(r.root, rel), Op: op}
}

// next waits for a batch. Time passes only when the watcher waits on the clock.
func (r *rig) next() Batch {
	r.Helper()
	r.clock.next() // whoever waits already has asked
	for {
		select {
		case b := <-r.w.Batches():
			return b
		case <-r.clock.asked:
			r.clock.next()
		}
	}
}

func (r *rig) first() {
	r.Helper()
	if b := <-r.w.Batches(); !b.Rescan || b.Reason != "start" {
		r.Fatalf("the first batch is %+v, not a rescan", b)
	}
}

// wants waits until these paths and no others were told. The clock may run
// ahead of the drain, so they may come in several batches.
func (r *rig) wants(paths ...string) {
	r.Helper()
	told := make(map[string]bool)
	for len(told) < len(paths) {
		b := r.next()
		for _, p := range b.Paths {
			told[p] = true
			if !slices.Contains(paths, p) {
				r.Fatalf("%s is told, not only %v", p, paths)
			}
		}
		if b.Rescan {
			r.Fatalf("got %+v, want %v", b, paths)
		}
	}
}

func TestStartWatchesAllButHiddenFolders(t *testing.T) {
	r := newRig(t, 100, "a/b", ".git/objects", "c/.trash")
	r.first()
	for rel, want := range map[string]bool{"": true, "a": true, "a/b": true, "c": true, ".git": false, ".git/objects": false, "c/.trash": false} {
		if got := r.backend.watches(filepath.Join(r.root, rel)); got != want {
			t.Errorf("%q is watched: %v", rel, got)
		}
	}
}

// An atomic save is a hidden temporary file and a rename (S2).
func TestAtomicSaveIsOnePath(t *testing.T) {
	r := newRig(t, 100, "a")
	r.first()
	r.tell("a/.n.md.tmp", fsnotify.Create)
	r.tell("a/.n.md.tmp", fsnotify.Write)
	r.tell("a/.n.md.tmp", fsnotify.Rename)
	r.tell("a/n.md", fsnotify.Create)
	r.wants("a/n.md")
}

func TestNewFolderIsWatchedWithAllBelow(t *testing.T) {
	r := newRig(t, 100)
	r.first()
	mkdir(t, filepath.Join(r.root, "x/y/z"))
	r.tell("x", fsnotify.Create)
	r.wants("x")
	for _, rel := range []string{"x", "x/y", "x/y/z"} {
		if !r.backend.watches(filepath.Join(r.root, rel)) {
			t.Errorf("%s is not watched", rel)
		}
	}
}

// Folders that are new inside each other are gone through a few times, not once
// for each of them.
func TestChainOfNewFoldersIsWatchedOnce(t *testing.T) {
	const deep = 60
	r := newRig(t, 1000)
	r.first()
	var chain []string
	for i := range deep {
		chain = append(chain, "x"+strings.Repeat("/d", i))
	}
	mkdir(t, filepath.Join(r.root, chain[deep-1]))
	for _, rel := range chain {
		r.tell(rel, fsnotify.Create)
	}
	r.wants(chain...)
	r.backend.mu.Lock()
	defer r.backend.mu.Unlock()
	if len(r.backend.watched) != 1+deep || r.backend.asked > 6*deep {
		t.Errorf("%d watches, asked for %d times", len(r.backend.watched), r.backend.asked)
	}
}

// Who may list the folder itself decides about everything in it.
func TestOtherPermissionsOfTheRootAreARescan(t *testing.T) {
	r := newRig(t, 100, "a")
	r.first()
	r.tell("", fsnotify.Chmod)
	if b := r.next(); !b.Rescan || b.Reason != "root" {
		t.Errorf("got %+v", b)
	}
}

func TestRenamedFolderLosesItsWatches(t *testing.T) {
	r := newRig(t, 100, "x/sub", "xy")
	r.first()
	if err := os.Rename(filepath.Join(r.root, "x"), filepath.Join(r.root, "y")); err != nil {
		t.Fatal(err)
	}
	r.tell("x", fsnotify.Rename)
	r.tell("y", fsnotify.Create)
	r.wants("x", "y")
	for rel, want := range map[string]bool{"x": false, "x/sub": false, "xy": true, "y": true, "y/sub": true} {
		if got := r.backend.watches(filepath.Join(r.root, rel)); got != want {
			t.Errorf("%q is watched: %v", rel, got)
		}
	}
}

// fsnotify may take the watch of a moved folder away after it was set anew.
func TestLostWatchOfNewFolderIsMended(t *testing.T) {
	r := newRig(t, 100)
	r.first()
	mkdir(t, filepath.Join(r.root, "x/sub"))
	r.tell("x", fsnotify.Create)
	r.waitWatched("x/sub")
	r.backend.drop(filepath.Join(r.root, "x/sub"))
	for {
		if b := r.next(); b.Rescan || !slices.Equal(b.Paths, []string{"x"}) {
			t.Fatalf("got %+v, not that x is to be looked at", b)
		}
		if r.backend.watches(filepath.Join(r.root, "x/sub")) {
			return
		}
	}
}

// waitWatched waits until the worker dealt with what it was told.
func (r *rig) waitWatched(rel string) {
	for !r.backend.watches(filepath.Join(r.root, rel)) {
		<-r.clock.asked
	}
}

func TestLostEventsBecomeARescan(t *testing.T) {
	r := newRig(t, 100, "a")
	r.first()
	mkdir(t, filepath.Join(r.root, "unseen"))
	r.backend.errs <- fsnotify.ErrEventOverflow
	if b := r.next(); !b.Rescan || b.Reason != "overflow" {
		t.Fatalf("got %+v", b)
	}
	if !r.backend.watches(filepath.Join(r.root, "unseen")) {
		t.Error("a folder whose event was lost is not watched")
	}
}

// When watches run out everything is looked at now and then, and events go on
// when there are watches again.
func TestWatchesRunOut(t *testing.T) {
	r := newRig(t, 2, "a", "b", "c")
	r.first()
	if !r.w.Limited() {
		t.Fatal("two watches for four folders, and not limited")
	}
	r.clock.move(heartbeat)
	if b := r.next(); !b.Rescan || b.Reason != "limit" {
		t.Fatalf("got %+v", b)
	}
	r.backend.mu.Lock()
	r.backend.left = 100
	r.backend.mu.Unlock()
	for r.w.Limited() { // at the next look it is not, or this ends by the test's timeout
		if b := r.next(); !b.Rescan {
			t.Fatalf("got %+v", b)
		}
	}
}

func TestWakeBecomesARescan(t *testing.T) {
	r := newRig(t, 100)
	r.first()
	r.clock.move(time.Hour)
	if b := r.next(); !b.Rescan || b.Reason != "wake" {
		t.Fatalf("got %+v", b)
	}
}

// A reader that does not fetch loses nothing and holds nobody up.
func TestSlowReaderGetsEverything(t *testing.T) {
	r := newRig(t, 100)
	r.first()
	r.tell("a.md", fsnotify.Write)
	r.clock.move(quietFor) // the batch comes on offer before, between or after the others
	r.tell("b.md", fsnotify.Write)
	r.tell("c.md", fsnotify.Write)
	got := make(map[string]bool)
	for len(got) < 3 {
		for _, p := range r.next().Paths {
			got[p] = true
		}
	}
}

func TestNoBackendMeansPolling(t *testing.T) {
	r := &rig{T: t, root: realDir(t), clock: newFakeClock()}
	r.w = startWatching(Options{Root: r.root, Clock: r.clock}, nil)
	defer r.w.Close()
	r.first()
	if !r.w.Limited() {
		t.Fatal("not limited")
	}
	if b := r.next(); !b.Rescan || b.Reason != "limit" {
		t.Errorf("got %+v", b)
	}
}

// The drain takes whatever comes though nobody fetches a batch: telling returns
// only when it took what was told.
func TestDrainNeverWaits(t *testing.T) {
	r := newRig(t, 100)
	for i := range 50_000 {
		r.tell("n"+string(rune('a'+i%26))+".md", fsnotify.Write)
	}
	r.first()
}
