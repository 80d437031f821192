//go:build !windows

package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// odd is what may stand in the place of a file.
var odd = map[string]func(path string) error{
	"a pipe":           func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a folder":         func(path string) error { return os.Mkdir(path, 0o700) },
	"a link to memory": func(path string) error { return os.Symlink("/dev/zero", path) },
	"a broken link":    func(path string) error { return os.Symlink("/nowhere/at/all", path) },
}

// What stands in the place of owner.json is replaced by whoever owns the vault.
func TestOddOwnerFileIsReplaced(t *testing.T) {
	for name, put := range odd {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			must(t, o.Vault.MakeDirs())
			must(t, put(infoPath(o.Vault)))
			v := visit(t, o)
			w := visit(t, o)
			w.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
			w.leave()
			v.leave()
		})
	}
}

// While an owner runs, it is named at once as what keeps others from it.
func TestOddOwnerFileIsNamed(t *testing.T) {
	for name, put := range odd {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			v := visit(t, o)
			must(t, os.Remove(infoPath(o.Vault)))
			must(t, put(infoPath(o.Vault)))
			var place *config.PlaceError
			if _, err := Join(t.Context(), o); !errors.As(err, &place) || place.Path != infoPath(o.Vault) {
				t.Errorf("joining gives %v", err)
			}
			v.leave()
			if _, err := os.Lstat(infoPath(o.Vault)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("after the owner: %v", err)
			}
		})
	}
}

// A lock that is no file is named: whose it is nobody knows.
func TestOddLockIsNamed(t *testing.T) {
	for name, put := range odd {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			must(t, o.Vault.MakeDirs())
			lock := filepath.Join(o.Vault.State, "owner.lock")
			must(t, put(lock))
			var place *config.PlaceError
			if _, err := Join(t.Context(), o); !errors.As(err, &place) || place.Path != lock || place.Hint == "" {
				t.Errorf("joining gives %v", err)
			}
		})
	}
}
