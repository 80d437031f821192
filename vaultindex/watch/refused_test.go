package watch

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// A folder whose path is too long to be watched is counted, looked at every beat
// as if it had changed, and keeps the watcher from calling itself quiet.
func TestTooLongPathsAreLookedAtFromTimeToTime(t *testing.T) {
	r := newRig(t, 100, "a")
	r.first()
	r.w.Handled(1)
	r.becomesQuiet()
	r.backend.mu.Lock()
	r.backend.longest = len(filepath.Join(r.root, "a/new"))
	r.backend.mu.Unlock()
	mkdir(t, filepath.Join(r.root, "a/new/long/longer"))
	r.tell("a/new", fsnotify.Create)
	r.until("a/new")
	if n := r.w.Refused(); n != 1 || r.w.Limited() {
		t.Fatalf("%d folders are refused, limited: %v", n, r.w.Limited())
	}
	for range 3 {
		r.until("a/new/long")
		r.w.Handled(r.w.quiet.delivered.Load())
		if r.w.Quiet() {
			t.Error("it is quiet though a folder is not watched")
		}
	}
	r.tell("a/new", fsnotify.Rename)
	r.until("a/new")
	if n := r.w.Refused(); n != 0 {
		t.Errorf("%d folders are refused after the folder above them went", n)
	}
}

// until waits until a path is told.
func (r *rig) until(path string) {
	r.Helper()
	for b := r.next(); !slices.Contains(b.Paths, path); b = r.next() {
		if b.Rescan {
			r.Fatalf("everything is looked at (%s), not %s", b.Reason, path)
		}
	}
}
