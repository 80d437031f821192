package vaultindex

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
	"github.com/ibid-notes/ibid/vaultindex/watch"
)

// maxFile bounds what is read of one file: the graph's limit (design 5).
const maxFile = 32 << 20

// Errors of reading a file of the vault, beside those of io/fs.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than 32 MiB")
	// ErrHardLink says that a file has other names too (View.ReadSole).
	ErrHardLink = errors.New("the file has more than one hard link")
)

// errFolder is ErrNotRegular of a folder.
var errFolder = fmt.Errorf("%w: a folder", ErrNotRegular)

// vaultDir is the vault's folder. All reading goes through its os.Root, which
// lets no symlink lead out of it. It may be used by several goroutines.
type vaultDir struct {
	dir  string // absolute, symlinks resolved
	root *rootDir
	// lost says why the folder cannot be read, as far as the owner knows; nil
	// when it can. What the handle still reaches is not the vault then.
	lost atomic.Pointer[VaultError]
	// folds: the file system takes other spellings of a name for the same
	// (case, or Unicode form), so that a name is only known from a listing.
	folds bool
	// names holds how files and folders are written on disk (string) by vault
	// path, where the two differ: NFD names and no-break spaces (4.13).
	names sync.Map
	texts textCache // of what was read for searches through all lines
	// watcher and seq tell whether a snapshot is what the vault holds now: see
	// Snapshot.current.
	watcher atomic.Pointer[watch.Watcher]
	seq     atomic.Uint64 // of the newest snapshot
}

// openVault opens the folder; a *VaultError says what is wrong with it.
func openVault(dir string) (*vaultDir, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &VaultError{dir, "is no path this system understands", "give the folder's full path", err}
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, vaultFault(dir, err)
	}
	if info, err := os.Stat(abs); err != nil {
		return nil, vaultFault(dir, err)
	} else if !info.IsDir() {
		return nil, &VaultError{dir, "is a file, not a folder", "give the folder that holds the notes", nil}
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, vaultFault(dir, err)
	}
	v := &vaultDir{dir: abs, root: newRootDir(root)}
	entries, err := v.list(".")
	if err != nil {
		return nil, errors.Join(vaultFault(dir, err), v.root.Close())
	}
	v.folds = v.foldsNames(entries)
	return v, nil
}

// foldsNames tries the name of something that exists in another case. In an
// empty folder the system's habit counts.
func (v *vaultDir) foldsNames(entries []fs.DirEntry) bool {
	for _, e := range entries {
		other := strings.ToUpper(e.Name())
		if other == e.Name() {
			other = strings.ToLower(e.Name())
		}
		if other == e.Name() {
			continue
		}
		here, err := v.root.Lstat(e.Name())
		if err != nil {
			continue
		}
		there, err := v.root.Lstat(other)
		return err == nil && os.SameFile(here, there)
	}
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows"
}

func vaultFault(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &VaultError{dir, "does not exist", "give the folder that holds the notes", err}
	case errors.Is(err, fs.ErrPermission):
		return &VaultError{dir, "may not be read by this user", "allow reading it, then try again", err}
	}
	return &VaultError{dir, "cannot be opened: " + plain(err), "check the folder, then try again", err}
}

// plain is the cause without the system's path in front.
func plain(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// close ends all reading.
func (v *vaultDir) close() error {
	v.texts.close()
	return v.root.Close()
}

// disk is how p is written on disk, relative to the root; "." is the root.
func (v *vaultDir) disk(p vaultpath.Path) string {
	if p == "" {
		return "."
	}
	if name, ok := v.names.Load(p); ok {
		return name.(string)
	}
	return string(p)
}

// remember notes that p is written as rel on disk.
func (v *vaultDir) remember(p vaultpath.Path, rel string) {
	if rel == string(p) {
		v.names.Delete(p)
	} else {
		v.names.Store(p, rel)
	}
}

// list returns what lies in a folder, with sizes and times, in no order.
func (v *vaultDir) list(rel string) ([]fs.DirEntry, error) { return listIn(v.root.current.Load(), rel) }

// listIn is list from another folder than the vault's root.
func listIn(root *os.Root, rel string) ([]fs.DirEntry, error) {
	f, err := root.OpenFile(rel, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// read reads a regular file by its vault path.
func (v *vaultDir) read(p vaultpath.Path) ([]byte, error) {
	raw, _, err := v.readLinked(p)
	return raw, err
}

// readLinked is read and counts the file's hard links.
func (v *vaultDir) readLinked(p vaultpath.Path) (raw []byte, links uint64, err error) {
	if p == "" || p.Hidden() {
		return nil, 0, missing(p)
	}
	if fault := v.lost.Load(); fault != nil {
		return nil, 0, fault
	}
	raw, _, links, err = v.readCounted(v.disk(p))
	if err != nil {
		if gone := v.gone(); gone != nil {
			return nil, 0, gone
		}
	}
	return raw, links, err
}

// readDisk reads a regular file and tells what it was when it was opened. The
// name is looked at before it is opened, and it is opened so that a FIFO put
// there in between does not hold us.
func (v *vaultDir) readDisk(rel string) ([]byte, fs.FileInfo, error) {
	raw, info, _, err := v.readCounted(rel)
	return raw, info, err
}

// readCounted is readDisk and counts the names the file has: hard links.
func (v *vaultDir) readCounted(rel string) (raw []byte, info fs.FileInfo, links uint64, err error) {
	info, err = v.root.Lstat(rel)
	if err != nil {
		return nil, nil, 0, err
	}
	if info.IsDir() {
		return nil, info, 0, fmt.Errorf("read %s: %w", rel, errFolder)
	}
	if !info.Mode().IsRegular() {
		return nil, info, 0, fmt.Errorf("read %s: %w", rel, ErrNotRegular)
	}
	f, err := v.root.OpenFile(rel, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, info, 0, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, nil, 0, err
	}
	raw, err = readAll(f, info, rel)
	return raw, info, linkCount(f, info), err
}

func readAll(f *os.File, info fs.FileInfo, rel string) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", rel, ErrNotRegular)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("read %s: %w", rel, ErrTooLarge)
	}
	raw := make([]byte, info.Size()+1) // one more, to meet the end without growing
	n, err := io.ReadFull(f, raw)
	if err == nil { // it grew since Stat
		rest, err := io.ReadAll(io.LimitReader(f, maxFile))
		if err != nil {
			return nil, err
		}
		if raw = append(raw, rest...); len(raw) > maxFile {
			return nil, fmt.Errorf("read %s: %w", rel, ErrTooLarge)
		}
		return raw, nil
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return raw[:n:n], nil
	}
	return nil, err
}

// head reads the first n bytes of a regular file.
func (v *vaultDir) head(rel string, n int64) ([]byte, error) {
	f, err := v.root.OpenFile(rel, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, ErrNotRegular)
	}
	return io.ReadAll(io.LimitReader(f, n))
}
