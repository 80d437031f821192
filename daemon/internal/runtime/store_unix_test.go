//go:build !windows

package runtime

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// What stands in the place of a session's log is not waited for, and nothing behind
// a link is cut to the events it holds.
func TestLogsAreFiles(t *testing.T) {
	dir := t.TempDir()
	st, err := OpenStore(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	note := filepath.Join(t.TempDir(), "note.md")
	for _, put := range []func(path string) error{
		func(path string) error { return syscall.Mkfifo(path, 0o600) },
		func(path string) error { return os.Mkdir(path, 0o700) },
		func(path string) error { return os.Symlink("/dev/zero", path) },
		func(path string) error {
			return errors.Join(os.WriteFile(note, []byte("mine"), 0o600), os.Symlink(note, path))
		},
	} {
		id := NewID()
		if err := put(st.path(id)); err != nil {
			t.Fatal(err)
		}
		var bad *config.PlaceError
		if _, err := st.Load(id); !errors.As(err, &bad) {
			t.Errorf("loading gives %v", err)
		}
		if err := st.Delete(id); !errors.As(err, &bad) {
			t.Errorf("deleting gives %v", err)
		}
	}
	if infos, err := st.List(); err != nil || len(infos) != 0 {
		t.Errorf("listed %v, %v", infos, err)
	}
	if raw, err := os.ReadFile(note); err != nil || string(raw) != "mine" {
		t.Errorf("the note behind a link is now %q, %v", raw, err)
	}
}
