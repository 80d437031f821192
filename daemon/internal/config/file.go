package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// PlaceError says why a place of Ibid's own, a folder or a file of its state,
// cannot be used.
type PlaceError struct {
	Path   string
	Reason string // one clause
	Hint   string // what to do
}

func (e *PlaceError) Error() string { return fmt.Sprintf("%q %s; %s", e.Path, e.Reason, e.Hint) }

// Unusable words what the system says about a place of ours.
func Unusable(path string, err error) *PlaceError {
	e := &PlaceError{Path: path, Reason: "cannot be used: " + err.Error(), Hint: "set " + HomeVariable + " to a folder that can be written"}
	link := danglingLink(path)
	switch {
	case link != "":
		e.Reason = dangling(link, path)
	case errors.Is(err, fs.ErrPermission):
		e.Reason = "may not be written by this user"
	case errors.Is(err, syscall.EROFS):
		e.Reason = "is on a disk that cannot be written"
	case errors.Is(err, syscall.ENAMETOOLONG):
		e.Reason = "is too long a path"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		e.Reason = "has a file where a folder must be"
	}
	return e
}

// OpenState opens a file of Ibid's state. It must be a regular file: a link, a
// device or a pipe that stands in its place is a *PlaceError, is never waited for,
// and nothing behind it is read or changed. Flags are those of os.OpenFile; with
// os.O_CREATE the file is made for this user alone.
func OpenState(path string, flag int) (*os.File, error) {
	if err := CheckState(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flag|noWait, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() { // put there in between
		err = notRegular(path)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CheckState reports what OpenState would refuse, without opening it. A file that
// is not there is well.
func CheckState(path string) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return notRegular(path)
	}
	return nil
}

func notRegular(path string) error {
	return &PlaceError{Path: path, Reason: "is a link, a folder, a pipe or a device, and not a file", Hint: "remove it and try again"}
}

// ReadState reads a whole file of Ibid's state, of at most limit bytes.
func ReadState(path string, limit int64) ([]byte, error) {
	f, err := OpenState(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	raw, err := readAll(f, path, limit)
	return raw, errors.Join(err, f.Close())
}

func readAll(f io.Reader, path string, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(raw)) > limit {
		err = &PlaceError{Path: path, Reason: fmt.Sprintf("is larger than %d KiB", limit>>10), Hint: "it is not what Ibid wrote; move it away and try again"}
	}
	return raw, err
}
