package vaultindex

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// What lies in the cache folder is ours and can be made again, so whatever
// stands there in place of a file of ours is no reason to fail: it is read as
// far as it is a plain file of a likely size, and otherwise moved out of the way.

// errUnusable says that something else stands where a file of ours should.
var errUnusable = errors.New("something else stands in its place")

// Bounds of what is read of our own files, in bytes. A manifest of a million
// notes has a few hundred megabytes; a ledger is begun anew after 1,000 changes,
// or when a first indexing ends.
const (
	maxManifest = 1 << 30
	maxLedger   = 256 << 20
)

// openState opens one of our own files: a regular one, no link, of at most
// limit bytes, and tells its size. Anything else is errUnusable; none is
// fs.ErrNotExist.
func openState(name string, limit int64) (*os.File, int64, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, 0, fmt.Errorf("read %s: %w", filepath.Base(name), errUnusable)
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, 0, errors.Join(errUnusable, err, f.Close())
	}
	return f, info.Size(), nil
}

// readState reads the whole of what openState opens.
func readState(name string, limit int64) ([]byte, error) {
	f, size, err := openState(name, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw := make([]byte, min(size, limit))
	n, err := io.ReadFull(f, raw)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return raw[:n], nil
}

// makeWay moves out of the way whatever stands at name and is no regular file
// that can be written. Only a folder that cannot be written is an error.
func makeWay(name string) error {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY|openNonblock, 0)
		if err == nil {
			return f.Close()
		}
	}
	if os.RemoveAll(name) == nil {
		return nil
	}
	for n := range 100 { // what cannot be removed may still be renamed
		aside := name + "-unusable-" + strconv.Itoa(n)
		if _, err := os.Lstat(aside); err != nil {
			return os.Rename(name, aside)
		}
	}
	return fmt.Errorf("%q cannot be moved out of the way; remove it", name)
}

// soundText tells whether a folder of the full text holds nothing but plain
// files and the one folder they lie in. A pipe among them would be waited on.
func soundText(dir string) error {
	return filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && name == dir && errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case name == dir && !e.IsDir(), !e.IsDir() && !e.Type().IsRegular():
			return fmt.Errorf("%s: %w", filepath.Base(name), errUnusable)
		}
		return nil
	})
}
