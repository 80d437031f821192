//go:build unix

package builtin

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

// What the system does not let us read is said to be there and not readable,
// unless it was private when it could be read.
func TestWhatCannotBeRead(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may read everything")
	}
	v := newVault(t, map[string]string{
		"a.md": "x\n", "Locked/b.md": "x\n", "Locked/Deep/c.md": "x\n", "Only/d.md": "x\n", "e.md": "x\n", "Was/p.md": "x #private\n", "txt/f.txt": "x\n",
	})
	lock := func(rel string) {
		if err := os.Chmod(filepath.Join(v.dir, rel), 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, rel := range []string{"a.md", "Only/d.md", "Was/p.md", "txt/f.txt", "Locked"} {
		lock(rel)
	}
	defer os.Chmod(filepath.Join(v.dir, "Locked"), 0o755)
	v.refresh()
	v.refresh() // the reading of an unreadable note is tried again
	for _, path := range []string{"a.md", "Only/d.md", "txt/f.txt"} {
		v.bad("read_file", `{"path":"`+path+`"}`, tools.WorkspacePathDenied, "exists but cannot be read")
	}
	v.bad("read_note", `{"slug":"a"}`, tools.WorkspacePathDenied, "exists but cannot be read")
	v.bad("read_note", `{"slug":"Only/d"}`, tools.WorkspacePathDenied, "exists but cannot be read")
	v.bad("read_file", `{"path":"Was/p.md"}`, tools.FileNotFound)
	v.bad("read_note", `{"slug":"Was/p"}`, tools.NoteNotFound)
	v.bad("list_dir", `{"path":"Was"}`, tools.FileNotFound)
	v.bad("list_dir", `{"path":"Locked"}`, tools.WorkspacePathDenied, "cannot be listed")
	if d, res := good[listing](v, "list_dir", `{"path":"."}`); !slices.Equal(d.Denied, []string{"Locked"}) || !strings.Contains(res.Summary, `"Locked"`) {
		t.Errorf("list_dir: %v %s", d.Denied, res.Summary)
	}
	if d, res := good[foundFiles](v, "find_files", `{"glob":"*.md"}`); !slices.Equal(d.Denied, []string{"Locked"}) || !strings.Contains(res.Summary, `"Locked"`) {
		t.Errorf("find_files: %v %s", d.Denied, res.Summary)
	}
	if d, res := good[grepped](v, "grep", `{"pattern":"x"}`); !slices.Equal(d.DeniedFolders, []string{"Locked"}) || d.TotalFiles != 1 {
		t.Errorf("grep: %+v %s", d, res.Summary)
	}
	if err := os.Chmod(filepath.Join(v.dir, "a.md"), 0o644); err != nil { // readable again, the index does not know
		t.Fatal(err)
	}
	if d, _ := good[fileText](v, "read_file", `{"path":"a.md"}`); d.TotalLines != 1 {
		t.Errorf("%+v", d)
	}
}
