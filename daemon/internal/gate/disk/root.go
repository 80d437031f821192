package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Root is the FS of a folder of this machine.
type Root struct {
	dir  string // as it was opened; used by Check alone
	root *os.Root
}

// Open opens a folder, which must exist.
func Open(dir string) (*Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Root{dir: dir, root: root}, nil
}

// OpenState opens a folder of Ibid's own state, making it for this user alone.
func OpenState(dir string) (*Root, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return Open(dir)
}

// Close ends all use of the folder.
func (r *Root) Close() error { return r.root.Close() }

// Check is that of FS.
func (r *Root) Check() error {
	there, err := os.Stat(r.dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	here, err := r.root.Stat(".")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	if !os.SameFile(here, there) {
		return fmt.Errorf("%w: another folder took its place", ErrGone)
	}
	return nil
}

// Lstat is that of FS.
func (r *Root) Lstat(name string) (fs.FileInfo, error) { return r.root.Lstat(name) }

// List is that of FS.
func (r *Root) List(dir string) ([]fs.DirEntry, error) {
	f, err := r.root.OpenFile(dir, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// Read is that of FS. The file is looked at before it is opened, and opened so
// that a pipe put there in between does not hold us.
func (r *Root) Read(name string, limit int64) (Content, error) {
	info, err := r.root.Lstat(name)
	if err != nil {
		return Content{}, err
	}
	if !info.Mode().IsRegular() {
		return Content{Info: info}, fmt.Errorf("read %s: %w", name, ErrNotRegular)
	}
	f, err := r.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	return readOpen(f, name, limit)
}

func readOpen(f *os.File, name string, limit int64) (Content, error) {
	info, err := f.Stat()
	if err != nil {
		return Content{}, err
	}
	if !info.Mode().IsRegular() {
		return Content{Info: info}, fmt.Errorf("read %s: %w", name, ErrNotRegular)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("read %s: %w", name, ErrTooLarge)
	}
	if err != nil {
		return Content{}, err
	}
	return Content{Data: data, Info: info, Links: linkCount(f, info)}, nil
}

// Writable is that of FS.
func (r *Root) Writable(name string) error {
	f, err := r.root.OpenFile(name, os.O_WRONLY|openFlags, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// Chmod is that of FS. It goes by the open file, so that no link is followed.
func (r *Root) Chmod(name string, perm fs.FileMode) error {
	info, err := r.root.Lstat(name)
	if err != nil {
		return err
	}
	f, err := r.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !now.Mode().IsRegular() || !os.SameFile(now, info) {
		return errors.Join(fmt.Errorf("change the permissions of %s: %w", name, ErrNotRegular), err)
	}
	return f.Chmod(perm.Perm())
}

// Create is that of FS.
func (r *Root) Create(name string, perm fs.FileMode) (File, error) {
	if perm == 0 {
		f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, err
		}
		return &file{f, r}, nil
	}
	f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm.Perm())
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(perm.Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		_ = f.Close() // it has no content yet
		return nil, errors.Join(err, r.root.Remove(name))
	}
	return &file{f, r}, nil
}

// Append is that of FS. A link is never followed.
func (r *Root) Append(name string) (File, error) {
	if info, err := r.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open %s: %w", name, ErrNotRegular)
	}
	f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND|openFlags, 0o600)
	if err != nil {
		return nil, err
	}
	return &file{f, r}, nil
}

// Rename is that of FS.
func (r *Root) Rename(from, to string) error { return r.root.Rename(from, to) }

// RenameNew is that of FS.
func (r *Root) RenameNew(from, to string) error { return r.pair(from, to, renameNew) }

// Swap is that of FS.
func (r *Root) Swap(a, b string) error { return r.pair(a, b, swap) }

// pair calls do with the open folders of two names. The folders are reached
// through the root and the names are single, so no link can lead elsewhere.
func (r *Root) pair(a, b string, do func(dirA *os.File, a string, dirB *os.File, b string) error) error {
	dirA, err := r.root.OpenFile(path.Dir(a), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return err
	}
	defer dirA.Close()
	dirB, err := r.root.OpenFile(path.Dir(b), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return err
	}
	defer dirB.Close()
	if err := do(dirA, path.Base(a), dirB, path.Base(b)); err != nil {
		return &os.LinkError{Op: "rename", Old: a, New: b, Err: err}
	}
	return nil
}

// Link is that of FS.
func (r *Root) Link(from, to string) error {
	err := r.root.Link(from, to)
	if err != nil && cannotLink(err) {
		return fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	}
	return err
}

// Mkdir is that of FS.
func (r *Root) Mkdir(name string, perm fs.FileMode) error {
	if perm == 0 {
		perm = 0o777
	}
	return r.root.Mkdir(name, perm)
}

// Remove is that of FS.
func (r *Root) Remove(name string) error { return r.root.Remove(name) }

// SyncDir is that of FS.
func (r *Root) SyncDir(dir string) error {
	f, err := r.root.OpenFile(dir, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return syncDir(f)
}

type file struct {
	*os.File
	root *Root
}

// CopyAttributes is that of File.
func (f *file) CopyAttributes(from string) {
	src, err := f.root.root.OpenFile(from, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return
	}
	defer src.Close()
	copyAttributes(f.File, src)
}
