//go:build unix

package vaultindex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// folder holds open the folders on the way to the file that was read last, so
// that the next file costs no walk from the vault's root. Folders are opened
// through the vault's os.Root and files never follow a link, so nothing leads
// out of the vault.
type folder struct {
	open []openFolder // outermost first
	buf  []byte       // for callers to read into again
}

type openFolder struct {
	rel string
	dir *os.File
}

func (o *folder) close() {
	for _, f := range o.open {
		_ = f.dir.Close() // it was only read
	}
	o.open = nil
}

// at returns the folder written rel on disk.
func (o *folder) at(v *vaultDir, rel string) (*os.File, error) {
	n := len(o.open)
	for n > 0 && !within(rel, o.open[n-1].rel) {
		n--
		_ = o.open[n].dir.Close()
	}
	o.open = o.open[:n]
	if n > 0 && o.open[n-1].rel == rel {
		return o.open[n-1].dir, nil
	}
	dir, err := v.root.OpenFile(rel, os.O_RDONLY|unix.O_DIRECTORY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	o.open = append(o.open, openFolder{rel, dir})
	return dir, nil
}

// look is the mark of a regular file now.
func (o *folder) look(v *vaultDir, p vaultpath.Path) (fileMark, bool) {
	rel := v.disk(p)
	dir, err := o.at(v, path.Dir(rel))
	if err != nil {
		return fileMark{}, false
	}
	var st unix.Stat_t
	err = unix.Fstatat(int(dir.Fd()), path.Base(rel), &st, unix.AT_SYMLINK_NOFOLLOW)
	runtime.KeepAlive(dir)
	return markOf(&st), err == nil && st.Mode&unix.S_IFMT == unix.S_IFREG
}

// read reads a regular file of one name into buf, which grows as it must.
func (o *folder) read(v *vaultDir, p vaultpath.Path, buf []byte) ([]byte, fileMark, error) {
	var st unix.Stat_t
	raw, err := o.readInto(v, v.disk(p), buf, &st, true)
	return raw, markOf(&st), err
}

// readAny is read for files that may have other names too, which are written
// rel on disk.
func (o *folder) readAny(v *vaultDir, rel string, buf []byte) ([]byte, fileFacts, error) {
	var st unix.Stat_t
	raw, err := o.readInto(v, rel, buf, &st, false)
	return raw, fileFacts{
		size: st.Size, mtime: unixNano(time.Unix(st.Mtim.Unix())), changed: st.Ctim.Nano(),
		identity: identityOf(uint64(st.Ino), st.Ctim.Nano()), //nolint:unconvert // its type differs between systems
	}, err
}

// readInto reads a regular file and tells what it was when it was opened.
func (o *folder) readInto(v *vaultDir, rel string, buf []byte, st *unix.Stat_t, sole bool) ([]byte, error) {
	dir, err := o.at(v, path.Dir(rel))
	if err != nil {
		return nil, err
	}
	fd, err := openAt(int(dir.Fd()), path.Base(rel))
	runtime.KeepAlive(dir)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: rel, Err: err}
	}
	defer unix.Close(fd) //nolint:errcheck // it was only read
	if err := unix.Fstat(fd, st); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: rel, Err: err}
	}
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return nil, fmt.Errorf("read %s: %w", rel, ErrNotRegular)
	case st.Size > maxFile:
		return nil, fmt.Errorf("read %s: %w", rel, ErrTooLarge)
	case sole && st.Nlink > 1:
		return nil, fmt.Errorf("read %s: %w", rel, ErrHardLink)
	}
	raw, err := readFD(fd, buf, int(st.Size))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", rel, err)
	}
	return raw, nil
}

func openAt(dir int, name string) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// readFD reads to the end of a file of about size bytes. A read that brings just
// these, and had room for more, met the end.
func readFD(fd int, buf []byte, size int) ([]byte, error) {
	if cap(buf) <= size {
		buf = make([]byte, 0, size+size/4+1) // one more, to meet the end without growing
	}
	raw := buf[:0]
	for {
		if len(raw) == cap(raw) {
			if len(raw) > maxFile {
				return nil, ErrTooLarge
			}
			raw = append(raw, 0)[:len(raw)]
		}
		room := cap(raw) - len(raw)
		n, err := unix.Read(fd, raw[len(raw):cap(raw)])
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return nil, err
		case n == 0:
			return raw, nil
		default:
			if raw = raw[:len(raw)+n]; n < room && len(raw) == size {
				return raw, nil
			}
		}
	}
}

func markOf(st *unix.Stat_t) fileMark {
	return fileMark{
		size: st.Size, changed: st.Ctim.Nano(), written: st.Mtim.Nano(),
		inode:  uint64(st.Ino), //nolint:unconvert // its type differs between systems
		device: uint64(st.Dev), //nolint:unconvert // its type differs between systems
	}
}
