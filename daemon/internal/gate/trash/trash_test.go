package trash

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// The vault's own setting decides, read each time; Obsidian's default is the
// system's trash (F8, F10).
func TestPlace(t *testing.T) {
	dir := t.TempDir()
	d, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	tr := New(dir, d, time.Now)
	for text, want := range map[string]commit.Place{"": commit.SystemTrash, "{": commit.SystemTrash, `{}`: commit.SystemTrash,
		`{"trashOption":"local"}`: commit.LocalTrash, `{"trashOption":"none"}`: commit.NoTrash, `{"trashOption":"else"}`: commit.SystemTrash} {
		if err := os.MkdirAll(filepath.Join(dir, ".obsidian"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".obsidian", "app.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := tr.Place(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A file in the system's trash has its note, which says where it was, in the form
// that every file manager restores from.
func TestSystemTrash(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the specification is freedesktop.org's")
	}
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local) }
	tr := New("/home/u/My Notes", nil, now)
	for range 2 {
		if _, err := tr.System("sub/笔记 1.md", []byte("text")); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"笔记 1.md", "笔记 1 2.md"} {
		raw, err := os.ReadFile(filepath.Join(data, "Trash", "files", name))
		info, err2 := os.ReadFile(filepath.Join(data, "Trash", "info", name+".trashinfo"))
		want := "[Trash Info]\nPath=/home/u/My%20Notes/sub/%E7%AC%94%E8%AE%B0%201.md\nDeletionDate=2026-01-02T03:04:05\n"
		if err != nil || err2 != nil || string(raw) != "text" || string(info) != want {
			t.Errorf("%s: %q %v, %q %v", name, raw, err, info, err2)
		}
	}
	t.Setenv("XDG_DATA_HOME", filepath.Join(data, strings.Repeat("x", 300)))
	if where, err := tr.System("a.md", nil); err == nil {
		t.Errorf("put into %s, which cannot be made", where)
	}
}
