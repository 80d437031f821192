// Package disk is the narrow set of operations with which Ibid changes a folder
// tree: one method a system call, so that a test can stop between any two.
//
// Every name is relative to the tree's folder, with "/" between segments; "." is
// the folder itself. The tree is an os.Root: no name and no symlink leads out of
// it. What a rename or a create returns is not durable before SyncDir of the
// folders it touched.
package disk

import (
	"errors"
	"io/fs"
)

// FS is a folder tree. Errors are those of io/fs beside the ones named. It may
// be used by several goroutines.
type FS interface {
	// Lstat describes a name without following a link.
	Lstat(name string) (fs.FileInfo, error)
	// List returns what lies in a folder, in no order.
	List(dir string) ([]fs.DirEntry, error)
	// Read reads a regular file of at most limit bytes: ErrNotRegular, ErrTooLarge.
	Read(name string, limit int64) (Content, error)
	// Writable opens a file for writing and closes it: fs.ErrPermission where its
	// permissions keep this user from writing into it.
	Writable(name string) error
	// Chmod gives a regular file these permissions: ErrNotRegular.
	Chmod(name string, perm fs.FileMode) error
	// Create makes a file that must not exist, with exactly these permissions; 0
	// stands for those the user's new files get.
	Create(name string, perm fs.FileMode) (File, error)
	// Append opens a file at its end, making it, for this user alone, if need be.
	Append(name string) (File, error)
	// Rename moves a file and replaces what is at the new name.
	Rename(from, to string) error
	// RenameNew moves a file to a name that must be free, in one step: fs.ErrExist.
	// errors.ErrUnsupported where the file system has no such step.
	RenameNew(from, to string) error
	// Swap exchanges two files in one step, or is errors.ErrUnsupported.
	Swap(a, b string) error
	// Link gives a file a second name, which must be free, or is
	// errors.ErrUnsupported.
	Link(from, to string) error
	// Mkdir makes one folder; 0 stands for the permissions the user's others get.
	Mkdir(name string, perm fs.FileMode) error
	// Remove removes a file or an empty folder.
	Remove(name string) error
	// SyncDir makes durable what was created in, renamed into and removed from a
	// folder. It does nothing where the system does so by itself.
	SyncDir(dir string) error
	// Check tells whether the folder is still the one its path leads to:
	// ErrGone. An os.Root follows a folder that was moved away.
	Check() error
}

// File is a file being written.
type File interface {
	Write(p []byte) (int, error)
	Sync() error
	Truncate(size int64) error
	// CopyAttributes gives the file the extended attributes of the named one, as
	// far as the system lets it; what cannot be copied is left out.
	CopyAttributes(from string)
	Close() error
}

// Content is a regular file as it was read.
type Content struct {
	Data  []byte
	Info  fs.FileInfo // as it was when the file was opened
	Links uint64      // how many names the file has
}

// Errors beside those of io/fs.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than what is read of one file")
	ErrGone       = errors.New("the folder is not where it was")
)
