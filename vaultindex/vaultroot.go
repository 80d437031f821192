package vaultindex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
)

// ErrVaultMissing says that the vault's folder is not there, cannot be listed,
// or is another, empty one. It comes wrapped in a *VaultError.
var ErrVaultMissing = errors.New("the vault's folder is missing")

// errReplaced says that another folder stands where the vault was opened.
var errReplaced = errors.New("another folder took its place")

// rootDir is an os.Root that may be exchanged for another while it is used:
// what is under way goes on in the old one or fails with os.ErrClosed.
type rootDir struct{ current atomic.Pointer[os.Root] }

func newRootDir(r *os.Root) *rootDir {
	d := &rootDir{}
	d.current.Store(r)
	return d
}

// swap makes next the root and closes the one before.
func (d *rootDir) swap(next *os.Root) { _ = d.current.Swap(next).Close() } // it was only read

func (d *rootDir) Lstat(name string) (fs.FileInfo, error) { return d.current.Load().Lstat(name) }
func (d *rootDir) Stat(name string) (fs.FileInfo, error)  { return d.current.Load().Stat(name) }
func (d *rootDir) Close() error                           { return d.current.Load().Close() }

func (d *rootDir) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return d.current.Load().OpenFile(name, flag, perm)
}

// check tells whether the folder that was opened is still the one its path
// leads to. A removed folder can be listed on some systems, as empty: that must
// not be taken for a vault whose notes were all deleted.
func (v *vaultDir) check() error {
	there, err := os.Stat(v.dir)
	if err != nil {
		return err
	}
	here, err := v.root.Stat(".")
	if err != nil {
		return err
	}
	if !os.SameFile(here, there) {
		return errReplaced
	}
	return nil
}

// listable tells whether the folder may be listed.
func (v *vaultDir) listable() bool {
	f, err := v.root.OpenFile(".", os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return false
	}
	_ = f.Close() // it was only opened
	return true
}

// reopen takes the folder that stands at the vault's path for the vault from
// now on. It fails when there is none that can be listed.
func (v *vaultDir) reopen() error {
	info, err := os.Stat(v.dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errReplaced
	}
	root, err := os.OpenRoot(v.dir)
	if err != nil {
		return err
	}
	v.root.swap(root)
	entries, err := v.list(".")
	if err == nil {
		v.folds = v.foldsNames(entries)
	}
	return err
}

// identity tells the folder from another at the same path; 0 when the system
// does not say.
func (v *vaultDir) identity() uint64 {
	info, err := v.root.Stat(".")
	if err != nil {
		return 0
	}
	return folderIdentity(info)
}

// fault is why the vault cannot be read, for a person.
func (v *vaultDir) fault(cause error) *VaultError {
	e := &VaultError{v.dir, "is not there any more", "put it back or mount its drive; it is looked for all the time",
		fmt.Errorf("%w: %w", ErrVaultMissing, cause)}
	switch {
	case errors.Is(cause, errEmptied):
		e.Rule = "is empty, and another folder than the one that held the notes"
		e.Hint = "mount its drive or put the notes back; if it is meant to be empty, rebuild the index"
	case !errors.Is(cause, fs.ErrNotExist) && !errors.Is(cause, errReplaced):
		e.Rule = "cannot be read now (" + plain(cause) + ")"
	}
	return e
}

// errEmptied says that the folder at the vault's path is another one than held
// the notes, and empty: the place where a drive is mounted, most likely.
var errEmptied = errors.New("the folder is empty")
