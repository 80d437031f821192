package vaultindex

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

// What lies deeper than the system takes paths is found all the same, or else
// told: the deepest folder that was reached, and why.
func TestTooLongPathsAreFoundOrTold(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the test makes a path longer than Linux takes")
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	deep := strings.Repeat(strings.Repeat("d", 99)+"/", 45) // longer than 4,096 bytes
	if err := root.MkdirAll(deep, 0o700); err != nil {
		t.Skip("no such path can be made here: ", err)
	}
	t.Cleanup(func() { _ = root.RemoveAll(strings.Repeat("d", 99)) })
	if err := root.WriteFile(deep+"n.md", nil, 0o600); err != nil {
		t.Skip("no such file can be made here: ", err)
	}
	v, err := openVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	l, err := scan(t.Context(), v, ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.files)+len(l.skips) != 1 {
		t.Fatalf("%d files, %d skips", len(l.files), len(l.skips))
	}
	for rel, reason := range l.skips {
		if reason != SkipPathTooLong || !strings.HasPrefix(deep, rel) {
			t.Errorf("%s: %d bytes", reason, len(rel))
		}
	}
}

// A folder whose path is too long to be watched is told in the status.
func TestTooLongToWatchIsTold(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the test makes a path longer than Linux takes")
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := root.MkdirAll(strings.Repeat(strings.Repeat("d", 99)+"/", 45), 0o700); err != nil {
		t.Skip("no such path can be made here: ", err)
	}
	t.Cleanup(func() { _ = root.RemoveAll(strings.Repeat("d", 99)) })
	ix, err := Open(t.Context(), Options{Vault: dir, CacheDir: t.TempDir(), Watch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	for s := ix.Status(); !strings.Contains(s.Problem, "too long for the system to watch"); s = ix.Status() {
		if _, err := ix.Refresh(t.Context()); err != nil || s.Watching != "events" { // Refresh has the owner describe itself anew
			t.Fatalf("%v; the status is %+v", err, s)
		}
	}
}
