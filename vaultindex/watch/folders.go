package watch

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// folders knows which folders have a watch. The worker owns it. Names are
// absolute, as the backend spells them.
type folders struct {
	w       *Watcher
	watched map[string]struct{}
	// fresh are folders that came up since their watches were last found in
	// order. fsnotify can lose a watch that was set while it was still
	// handling the folder's move (it takes the watch away by its old name), so
	// a new folder is not trusted before it was checked in quiet.
	fresh map[string]struct{}
	// followed are symlinks to folders that the caller wants watched.
	followed map[string]struct{}
	// refused are folders that the system watches none of though it has watches
	// left, as their paths are too long for it. They, and what lies below them,
	// are looked at from time to time.
	refused map[string]struct{}
}

func newFolders(w *Watcher) *folders {
	return &folders{
		w: w, watched: make(map[string]struct{}),
		fresh: make(map[string]struct{}), followed: make(map[string]struct{}), refused: make(map[string]struct{}),
	}
}

func (f *folders) has(dir string) bool {
	_, ok := f.watched[dir]
	return ok
}

func (f *folders) follow(link string) { f.followed[link] = struct{}{} }

func (f *folders) follows(link string) bool {
	_, ok := f.followed[link]
	return ok
}

// reset sets all watches anew. It tells whether every folder has one.
func (f *folders) reset() bool {
	for dir := range f.watched {
		f.unwatch(dir)
	}
	clear(f.fresh)
	f.accept(f.w.root)
	enough := f.add(f.w.root) && f.has(f.w.root) // a root that is gone is polled for
	for link := range f.followed {
		enough = enough && f.add(link)
	}
	return enough
}

// add watches a folder and those below it. The watch comes before the listing:
// what is made in between is told by one or the other. It returns false when
// watches ran out. Folders that vanish meanwhile are no matter.
func (f *folders) add(dir string) bool {
	if f.w.backend == nil {
		return false
	}
	if err := f.w.backend.Add(dir); err != nil {
		if errors.Is(err, syscall.ENAMETOOLONG) {
			f.refuse(dir)
		}
		return !f.exhausted(err)
	}
	f.watched[dir] = struct{}{}
	entries, err := readDir(dir)
	if err != nil {
		return true
	}
	for _, e := range entries {
		child := filepath.Join(dir, e.Name())
		if e.IsDir() && !f.w.skips(child) && !f.add(child) {
			return false
		}
	}
	return true
}

// exhausted tells whether the system has no more watches. Where a watch costs
// a file descriptor (kqueue), all are given back: the rest of the program
// needs some too.
func (f *folders) exhausted(err error) bool {
	if errors.Is(err, syscall.ENOSPC) {
		return true
	}
	if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
		return false
	}
	for dir := range f.watched {
		f.unwatch(dir)
	}
	return true
}

// readDir lists without sorting and without asking for sizes.
func readDir(dir string) ([]fs.DirEntry, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(-1)
}

// vanished removes every watch at and below a folder that was removed or
// renamed: a watch of a moved folder would go on telling the old name.
func (f *folders) vanished(dir string) {
	f.accept(dir)
	if !f.has(dir) {
		return
	}
	below := dir + string(filepath.Separator)
	for name := range f.watched {
		if name == dir || strings.HasPrefix(name, below) {
			f.unwatch(name)
			delete(f.fresh, name)
			delete(f.followed, name)
		}
	}
}

// refuse notes that a folder cannot be watched.
func (f *folders) refuse(dir string) {
	if _, known := f.refused[dir]; !known {
		f.w.log.Warn("A folder's path is too long to be watched, looking at it from time to time", "bytes", len(dir))
	}
	f.refused[dir] = struct{}{}
	f.w.refused.Store(int32(len(f.refused)))
}

// accept forgets what was refused at and below a folder.
func (f *folders) accept(dir string) {
	maps.DeleteFunc(f.refused, func(name string, _ struct{}) bool {
		return name == dir || strings.HasPrefix(name, dir+string(filepath.Separator))
	})
	f.w.refused.Store(int32(len(f.refused)))
}

func (f *folders) unwatch(dir string) {
	delete(f.watched, dir)
	if f.w.backend != nil {
		_ = f.w.backend.Remove(dir) // it may be gone already, which is as good
	}
}

// check looks whether the fresh folders really are watched, and mends what is
// not. It returns the folders that had to be mended, whose content may have
// changed unseen, and whether watches sufficed.
func (f *folders) check() (mended []string, enough bool) {
	if f.w.backend == nil {
		clear(f.fresh)
		return nil, false
	}
	listed := make(map[string]struct{})
	for _, name := range f.w.backend.WatchList() {
		listed[name] = struct{}{}
	}
	enough = true
	var sound []string
	for dir := range f.fresh {
		if f.freshAbove(dir) {
			continue // looked after with the folder above
		}
		lost, ok := f.lost(dir, listed)
		enough = enough && ok
		if lost {
			mended = append(mended, dir)
		} else {
			sound = append(sound, dir)
		}
	}
	f.settle(sound)
	return mended, enough
}

// settle forgets fresh folders that are watched, and those below them.
func (f *folders) settle(sound []string) {
	for _, dir := range sound {
		delete(f.fresh, dir)
		maps.DeleteFunc(f.fresh, func(name string, _ struct{}) bool {
			return strings.HasPrefix(name, dir+string(filepath.Separator))
		})
	}
}

// freshAbove tells whether a folder above dir is fresh: then dir is looked
// after with it.
func (f *folders) freshAbove(dir string) bool {
	for up := filepath.Dir(dir); len(up) > len(f.w.root); up = filepath.Dir(up) {
		if _, ok := f.fresh[up]; ok {
			return true
		}
	}
	return false
}

// lost tells whether dir or a folder below it has no watch, after setting it.
func (f *folders) lost(dir string, listed map[string]struct{}) (lost, enough bool) {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return false, true // gone again
	}
	enough = f.add(dir)
	for name := range f.watched {
		if name == dir || strings.HasPrefix(name, dir+string(filepath.Separator)) {
			if _, ok := listed[name]; !ok {
				lost = true
			}
		}
	}
	return lost, enough
}
