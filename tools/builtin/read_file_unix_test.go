//go:build unix

package builtin

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestReadFileNeverWaitsOnAFIFO(t *testing.T) { // R024
	v := newVault(t, map[string]string{"a.md": "x\n"})
	if err := syscall.Mkfifo(filepath.Join(v.dir, "pipe.md"), 0o644); err != nil {
		t.Skipf("no FIFO here: %v", err)
	}
	v.bad("read_file", `{"path":"pipe.md"}`, tools.WorkspacePathDenied, "not a regular file")
	v.refresh()
	v.bad("read_file", `{"path":"pipe.md"}`, tools.WorkspacePathDenied, "not a regular file")
	if d, _ := good[grepped](v, "grep", `{"pattern":"x"}`); d.TotalFiles != 1 {
		t.Errorf("grep: %+v", d)
	}
}

func TestReadFileFollowsNoLinkOut(t *testing.T) { // R024, contracts 2.1.2
	v := newVault(t, map[string]string{"a.md": "x\n"})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.md"), []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link.md": filepath.Join(outside, "secret.md"), "dir": outside} {
		if err := os.Symlink(target, filepath.Join(v.dir, name)); err != nil {
			t.Skipf("no symlinks here: %v", err)
		}
	}
	for range 2 {
		v.bad("read_file", `{"path":"link.md"}`, tools.WorkspacePathDenied)
		v.bad("read_file", `{"path":"dir/secret.md"}`, tools.WorkspacePathDenied)
		v.refresh()
	}
	if d, _ := good[grepped](v, "grep", `{"pattern":"secret"}`); d.TotalFiles != 0 {
		t.Errorf("grep: %+v", d)
	}
}

func TestReadFileWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may read everything")
	}
	v := newVault(t, map[string]string{"a.md": "x\n"})
	if err := os.Chmod(filepath.Join(v.dir, "a.md"), 0); err != nil {
		t.Fatal(err)
	}
	v.bad("read_file", `{"path":"a.md"}`, tools.WorkspacePathDenied, "cannot be read")
}
