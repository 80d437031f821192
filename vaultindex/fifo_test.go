//go:build unix

package vaultindex

import (
	"errors"
	"net"
	"path/filepath"
	"syscall"
	"testing"
)

// A FIFO is never opened: the index and ReadFile return though nobody writes.
func TestFIFO(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "yak"})
	if err := syscall.Mkfifo(filepath.Join(vault, "pipe.md"), 0o644); err != nil {
		t.Skipf("no FIFOs here: %v", err)
	}
	l, err := net.Listen("unix", filepath.Join(vault, "s.md"))
	if err != nil {
		t.Skipf("no sockets here: %v", err)
	}
	defer l.Close()
	ix := opened(t, vault)
	for _, name := range []string{"pipe.md", "s.md"} {
		if got := skippedReason(ix, name); got != SkipNotRegular {
			t.Errorf("%s is skipped as %q", name, got)
		}
	}
	s := ix.Acquire()
	defer s.Release()
	if _, err := s.ReadFile("pipe.md"); !errors.Is(err, ErrNotRegular) {
		t.Errorf("reading it gives %v", err)
	}
	if _, err := ix.Touch(t.Context(), "pipe.md"); err != nil {
		t.Errorf("touching it gives %v", err)
	}
}

func pipe(t *testing.T, name string) {
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skipf("no FIFOs here: %v", err)
	}
}
