//go:build !windows

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// maxSocketPath is the shortest limit of the systems we run on (macOS: 104
// bytes with the closing zero).
const maxSocketPath = 103

// addresses lists where the vault's socket may be, the best first: beside the state
// folders, under a short name; else, where that makes too long a path, in the folders
// that the system has for such files.
func addresses(v config.Vault) []string {
	name := socketName(v)
	list := []string{filepath.Join(filepath.Dir(filepath.Dir(v.State)), "s", name)}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		list = append(list, filepath.Join(dir, "ibid", name))
	}
	return append(list, filepath.Join(os.TempDir(), fmt.Sprintf("ibid-%d", os.Getuid()), name))
}

// listen opens the socket. A file left by an owner that was killed is in the way and
// is nobody's: we hold the lock. One that somebody listens on is left alone, as is a
// folder that others may write.
func listen(address string) (net.Listener, error) {
	if len(address) > maxSocketPath {
		return nil, fmt.Errorf("%s is longer than %d bytes", address, maxSocketPath)
	}
	if err := ownFolder(filepath.Dir(address)); err != nil {
		return nil, err
	}
	if conn, err := dial(address); err == nil {
		return nil, errors.Join(fmt.Errorf("another process listens on %s", address), conn.Close())
	}
	if err := os.Remove(address); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: address, Net: "unix"})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false) // by then it may be another's: see unlink
	if err := os.Chmod(address, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// ownFolder makes sure that dir is a folder of this user alone.
func ownFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !ownedByUser(info) {
		return fmt.Errorf("%s is not a folder of this user alone", dir)
	}
	return nil
}

// mark is what tells the socket's file from another of that name.
func mark(address string) (fs.FileInfo, error) { return os.Lstat(address) }

// stands reports whether the socket's file is still the one that was marked.
func stands(address string, marked fs.FileInfo) bool {
	now, err := os.Lstat(address)
	return err == nil && os.SameFile(now, marked)
}

// unlink removes the socket's file, unless it is another by now.
func unlink(address string, marked fs.FileInfo) error {
	if !stands(address, marked) {
		return nil
	}
	return os.Remove(address)
}

func dial(address string) (net.Conn, error) { return net.Dial("unix", address) }
