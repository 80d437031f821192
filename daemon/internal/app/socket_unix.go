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

// socketAddress names the vault's socket: in its state folder, or, where that
// makes too long a path, in a folder of this user's below the temporary one.
func socketAddress(v config.Vault) (string, error) {
	address := filepath.Join(v.State, "socket")
	if len(address) <= maxSocketPath {
		return address, nil
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("ibid-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !ownedByUser(info) {
		return "", fmt.Errorf("%s is not a folder of this user alone; remove it", dir)
	}
	return filepath.Join(dir, v.ID[:32]), nil
}

// listen opens the socket. A file left by an owner that was killed is in the
// way and is nobody's: we hold the lock.
func listen(address string) (net.Listener, error) {
	if err := os.Remove(address); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", address)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(address, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func dial(address string) (net.Conn, error) { return net.Dial("unix", address) }
