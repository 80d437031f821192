package watch

import (
	"runtime"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// becomesQuiet returns once the watcher is quiet.
func (r *rig) becomesQuiet() {
	for !r.w.Quiet() {
		runtime.Gosched()
	}
}

// said has the backend say something, and returns when it was counted: the
// drain takes up one thing after the other.
func (r *rig) said(rel string, op fsnotify.Op) {
	r.tell(rel, op)
	r.tell(".hidden/x", fsnotify.Write)
}

// The watcher is quiet only when what it heard was handed out and handled.
func TestQuiet(t *testing.T) {
	r := newRig(t, 100)
	if r.w.Quiet() {
		t.Error("it is quiet before anything was looked at")
	}
	r.first()
	if r.w.Quiet() {
		t.Error("it is quiet though nobody has dealt with the first batch")
	}
	r.w.Handled(1)
	r.becomesQuiet()
	for n := uint64(2); n < 20; n++ {
		r.said("a.md", fsnotify.Write)
		if r.w.Quiet() {
			t.Error("it is quiet though something was said")
		}
		r.wants("a.md")
		if r.w.Quiet() {
			t.Error("it is quiet though a batch is not dealt with")
		}
		r.w.Handled(n)
		r.becomesQuiet()
	}
}

// What is none of the caller's business leaves the watcher quiet.
func TestQuietAgainAfterHiddenEvents(t *testing.T) {
	r := newRig(t, 100)
	r.first()
	r.w.Handled(1)
	for range 10 {
		r.said(".obsidian/workspace.json", fsnotify.Write)
		r.becomesQuiet()
	}
}

// Without watches nobody knows.
func TestNeverQuietWithoutWatches(t *testing.T) {
	r := newRig(t, 0)
	r.first()
	r.w.Handled(1)
	r.tell(".x", fsnotify.Write)
	r.tell(".x", fsnotify.Write)
	if !r.w.Limited() || r.w.Quiet() {
		t.Errorf("limited %v, quiet %v", r.w.Limited(), r.w.Quiet())
	}
}
