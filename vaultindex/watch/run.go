package watch

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// run is the worker: it owns folders, pending, offer and the times, and ends
// when stop closes.
func (w *Watcher) run() {
	defer w.done.Done()
	defer close(w.batches)
	w.lastBeat = w.clock.Now()
	w.rewatch("start")
	first := w.pending.take() // nobody waits for quiet to hear that all is set
	w.offer = &first
	for w.step() {
	}
}

// step waits for one thing to happen and deals with it. It returns false when
// the watcher is closed.
func (w *Watcher) step() bool {
	timer, stopTimer := w.clock.After(w.due())
	defer stopTimer()
	w.quiet.idle.Store(w.offer == nil && w.pending.empty())
	var out chan<- Batch // nil, so never ready, while there is nothing to offer
	var offer Batch
	if w.offer != nil {
		out, offer = w.batches, *w.offer
	}
	select {
	case out <- offer:
		w.offer = nil
		w.quiet.delivered.Add(1)
	case <-w.queue.signal:
		w.quiet.idle.Store(false)
		notices := w.queue.take()
		w.quiet.taken.Add(uint64(len(notices)))
		w.hear(notices)
	case rel := <-w.follow:
		w.folders.follow(w.absolute(rel))
		w.found(w.absolute(rel))
	case <-w.renew:
		w.rewatch("renewed")
		w.doubt(w.root)
	case <-timer:
	case <-w.stop:
		return false
	}
	return true
}

// due does what is due now and says how long until something else is.
func (w *Watcher) due() time.Duration {
	now := w.clock.Now()
	w.beat(now)
	if len(w.folders.fresh) > 0 && !now.Before(w.checkAt) {
		w.check(now)
	}
	wait := w.lastBeat.Add(heartbeat).Sub(now)
	if len(w.folders.fresh) > 0 {
		wait = min(wait, w.checkAt.Sub(now))
	}
	if w.offer == nil && !w.pending.empty() {
		d := w.pending.wait(now)
		if d <= 0 {
			b := w.pending.take()
			w.offer = &b
		} else {
			wait = min(wait, d)
		}
	}
	return wait
}

// beat looks whether the machine slept through several beats, and has looked at
// what cannot be watched: everything while watches are short.
func (w *Watcher) beat(now time.Time) {
	// Without the monotonic reading, which stands still while a machine sleeps.
	gap := now.Round(0).Sub(w.lastBeat.Round(0))
	if gap < heartbeat {
		return
	}
	w.lastBeat = now
	switch {
	case w.Limited():
		w.rewatch("limit")
	case gap > 3*heartbeat:
		w.rewatch("wake")
	default:
		for dir := range w.folders.refused {
			w.pending.add(w.relative(dir), now)
		}
	}
}

// rewatch sets all watches anew and has everything looked at.
func (w *Watcher) rewatch(reason string) {
	if w.folders.reset() {
		w.setLimited(false)
	} else {
		w.short()
	}
	w.pending.all(reason, w.clock.Now())
}

// short notes that watches ran out.
func (w *Watcher) short() {
	if !w.Limited() {
		w.log.Warn("Watches ran out, looking at everything from time to time", "folders", len(w.folders.watched))
	}
	w.setLimited(true)
}

// hear takes what the drain collected.
func (w *Watcher) hear(notices []notice) {
	lost := false
	for _, n := range notices {
		if n.lost {
			lost = true
		} else if !w.skips(n.path) {
			w.consider(n)
		}
	}
	if lost {
		w.log.Info("File events were lost, looking at everything")
		w.rewatch("overflow")
	}
}

func (w *Watcher) consider(n notice) {
	if n.path == w.root {
		if n.op.Has(fsnotify.Remove) || n.op.Has(fsnotify.Rename) {
			w.rewatch("root")
		} else if n.op.Has(fsnotify.Chmod) {
			w.pending.all("root", w.clock.Now()) // it may not be listable any more, or again
		}
		return
	}
	if n.op.Has(fsnotify.Remove) || n.op.Has(fsnotify.Rename) {
		w.folders.vanished(n.path)
	}
	if n.op == fsnotify.Write && w.folders.has(n.path) {
		return // some systems tell that a folder changed beside what changed in it
	}
	// Chmod too: a folder that could not be listed may be listable now.
	if n.op.Has(fsnotify.Create) || n.op.Has(fsnotify.Chmod) {
		w.found(n.path)
	}
	w.pending.add(w.relative(n.path), w.clock.Now())
}

// found begins to watch a folder that came up; files and links it ignores.
func (w *Watcher) found(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() && !w.folders.follows(path) {
		return
	}
	covered := w.folders.has(path) && w.folders.freshAbove(path)
	w.doubt(path)
	if !covered && !w.folders.add(path) {
		w.short()
	}
}

// doubt has a folder's watch looked after once things are quiet.
func (w *Watcher) doubt(dir string) {
	if len(w.folders.fresh) == 0 {
		w.checkAt = w.clock.Now().Add(quietFor)
	}
	w.folders.fresh[dir] = struct{}{}
}

// check looks after the watches of new folders; those that had to be mended
// are named again and looked at once more later.
func (w *Watcher) check(now time.Time) {
	mended, ok := w.folders.check()
	for _, dir := range mended {
		w.pending.add(w.relative(dir), now)
	}
	if !ok {
		w.short()
	}
	w.checkAt = now.Add(quietFor)
}

// relative is a path below the root with slashes.
func (w *Watcher) relative(path string) string {
	rel, err := filepath.Rel(w.root, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}

func (w *Watcher) absolute(rel string) string {
	return filepath.Join(w.root, filepath.FromSlash(rel))
}

// skips tells whether an absolute path, or a folder above it, is to be left
// alone.
func (w *Watcher) skips(path string) bool {
	if path == w.root {
		return false
	}
	return !strings.HasPrefix(path, w.root) || w.skip(w.relative(path))
}
