// Package disktest is a disk.FS that fails or stops where a test says, for tests.
package disktest

import (
	"errors"
	"io/fs"
	"sync"
	"syscall"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// Mode says what happens at the chosen call.
type Mode int

// The modes. A stop stands for a crash: no later call has any effect.
const (
	Pass       Mode = iota
	Fail            // the call fails with ErrFault and does nothing; a write is cut in half
	FailOn          // this call and all later ones fail so
	StopBefore      // the call and all later ones do nothing
	StopAfter       // the call is done, later ones do nothing
	StopWithin      // a write is cut in half, any other call as in StopBefore
)

// Errors of calls that did not take place.
var (
	ErrFault   = &fs.PathError{Op: "fault", Path: "injected", Err: syscall.EIO}
	ErrStopped = errors.New("stopped")
)

// Plan decides at which call what happens. Several disks can share one, so that
// calls are counted over all of them. It is safe for concurrent use.
type Plan struct {
	mu      sync.Mutex
	at      int
	mode    Mode
	calls   int
	stopped bool
	// Between, when set, is called before every call that changes something or
	// reads a file, outside all locks.
	Between func(call string)
}

// Arm makes the call number at, from 1, of those from now on go as mode says.
func (p *Plan) Arm(at int, mode Mode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at, p.mode, p.calls, p.stopped = at, mode, 0, false
}

// Calls counts the calls since Arm.
func (p *Plan) Calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

// Stopped tells whether the stop has come.
func (p *Plan) Stopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped
}

// next counts a call and tells whether it is done, in what part, and with what
// error.
func (p *Plan) next(call string) (do, half bool, err error) {
	if p.Between != nil {
		p.Between(call)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return false, false, ErrStopped
	}
	p.calls++
	if p.mode == Pass || p.calls < p.at || p.calls > p.at && p.mode != FailOn {
		return true, false, nil
	}
	switch p.mode {
	case StopAfter:
		p.stopped = true
		return true, false, nil
	case StopBefore:
		p.stopped = true
		return false, false, ErrStopped
	case StopWithin:
		p.stopped = true
		return false, true, ErrStopped
	default:
		return false, true, ErrFault
	}
}

// FS passes calls to another disk as its plan says. Plain makes the system one
// without swapping and renaming to free names; Poor makes it one without links
// too.
// Unsynced leaves out what only a loss of power would show.
type FS struct {
	disk.FS
	Plan     *Plan
	Plain    bool
	Poor     bool
	Unsynced bool
}

// Read is that of disk.FS.
func (f *FS) Read(name string, limit int64) (disk.Content, error) {
	if do, _, err := f.Plan.next("read " + name); !do {
		return disk.Content{}, err
	}
	return f.FS.Read(name, limit)
}

// Create is that of disk.FS.
func (f *FS) Create(name string, perm fs.FileMode) (disk.File, error) {
	do, _, err := f.Plan.next("create " + name)
	if !do {
		return nil, err
	}
	inner, err := f.FS.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return &file{inner, name, f}, nil
}

// Chmod is that of disk.FS.
func (f *FS) Chmod(name string, perm fs.FileMode) error {
	return f.run("chmod "+name, func() error { return f.FS.Chmod(name, perm) })
}

// Append is that of disk.FS.
func (f *FS) Append(name string) (disk.File, error) {
	do, _, err := f.Plan.next("append " + name)
	if !do {
		return nil, err
	}
	inner, err := f.FS.Append(name)
	if err != nil {
		return nil, err
	}
	return &file{inner, name, f}, nil
}

func (f *FS) run(call string, do func() error) error {
	if done, _, err := f.Plan.next(call); !done {
		return err
	}
	return do()
}

// Rename is that of disk.FS.
func (f *FS) Rename(from, to string) error {
	return f.run("rename "+from+" "+to, func() error { return f.FS.Rename(from, to) })
}

// RenameNew is that of disk.FS.
func (f *FS) RenameNew(from, to string) error {
	if f.Plain {
		return errors.ErrUnsupported
	}
	return f.run("renamenew "+from+" "+to, func() error { return f.FS.RenameNew(from, to) })
}

// Swap is that of disk.FS.
func (f *FS) Swap(a, b string) error {
	if f.Plain {
		return errors.ErrUnsupported
	}
	return f.run("swap "+a+" "+b, func() error { return f.FS.Swap(a, b) })
}

// Link is that of disk.FS.
func (f *FS) Link(from, to string) error {
	if f.Poor {
		return errors.ErrUnsupported
	}
	return f.run("link "+from+" "+to, func() error { return f.FS.Link(from, to) })
}

// Mkdir is that of disk.FS.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	return f.run("mkdir "+name, func() error { return f.FS.Mkdir(name, perm) })
}

// Remove is that of disk.FS.
func (f *FS) Remove(name string) error {
	return f.run("remove "+name, func() error { return f.FS.Remove(name) })
}

// SyncDir is that of disk.FS.
func (f *FS) SyncDir(dir string) error {
	return f.run("syncdir "+dir, func() error {
		if f.Unsynced {
			return nil
		}
		return f.FS.SyncDir(dir)
	})
}

type file struct {
	disk.File
	name string
	fs   *FS
}

// Write is that of disk.File; half of the bytes are written where the plan says.
func (f *file) Write(p []byte) (int, error) {
	do, half, err := f.fs.Plan.next("write " + f.name)
	if do {
		return f.File.Write(p)
	}
	if !half {
		return 0, err
	}
	n, _ := f.File.Write(p[:len(p)/2]) // the error of the plan is the one that counts
	return n, err
}

// Sync is that of disk.File.
func (f *file) Sync() error {
	if do, _, err := f.fs.Plan.next("sync " + f.name); !do || f.fs.Unsynced {
		return err
	}
	return f.File.Sync()
}

// Truncate is that of disk.File.
func (f *file) Truncate(size int64) error {
	if do, _, err := f.fs.Plan.next("truncate " + f.name); !do {
		return err
	}
	return f.File.Truncate(size)
}
