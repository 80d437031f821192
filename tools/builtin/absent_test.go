package builtin

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

// secretVault has folders of nothing but private notes beside ordinary ones.
func secretVault(t *testing.T) *testVault {
	return newVault(t, map[string]string{
		"open.md": "x\n", "Mixed/a.md": "x\n", "Mixed/b.md": "x #private\n", "Mixed/Deep/c.md": "x #private\n",
		"Divorce/plan.md": "---\nprivate: true\n---\nx\n", "Divorce/Lawyer/bill.md": "x #private\n", "Empty/Inner/": "",
		"Odd/n.md": "x #private\n", "Odd/pic.png": "png",
	})
}

// A folder of nothing but private notes does not exist for a caller who sees
// none: not by name, number, suggestion or error (design 5, Private).
func TestFoldersOfPrivateNotesAreAbsent(t *testing.T) {
	v := secretVault(t)
	d, res := good[listing](v, "list_dir", `{"path":".","recursive":true}`)
	want := []string{"Empty/", "Empty/Inner/", "Mixed/", "Mixed/a.md", "Odd/", "Odd/pic.png", "open.md"}
	if got := entries(d); !slices.Equal(got, want) || d.Folders != 4 || d.Files != 3 || strings.Contains(res.Summary, "Divorce") {
		t.Errorf("list_dir: %v, %d folders, %d files: %s", got, d.Folders, d.Files, res.Summary)
	}
	f, _ := good[foundFiles](v, "find_files", `{"include_dirs":true}`)
	slices.Sort(want)
	slices.Sort(f.Paths)
	if !slices.Equal(f.Paths, want) || f.Total != len(want) {
		t.Errorf("find_files: %v of %d", f.Paths, f.Total)
	}
	same := func(tool, secret, none string) {
		t.Helper()
		a, b := v.call(tool, secret), v.call(tool, none)
		hide := strings.NewReplacer("Divorce", "X", "Nothing", "X", "Lawyer", "Y", "Plan00", "Y", "plan", "z", "none", "z")
		if a.Code != b.Code || hide.Replace(a.Summary) != hide.Replace(b.Summary) {
			t.Errorf("%s tells a private place from none:\n%s\n%s", tool, a.Summary, b.Summary)
		}
	}
	same("list_dir", `{"path":"Divorce"}`, `{"path":"Nothing"}`)
	same("list_dir", `{"path":"Divorce/Lawyer"}`, `{"path":"Nothing/Plan00"}`)
	same("find_files", `{"path":"Divorce"}`, `{"path":"Nothing"}`)
	same("grep", `{"pattern":"x","path":"Divorce"}`, `{"pattern":"x","path":"Nothing"}`)
	same("grep", `{"pattern":"x","path":"Divorce/plan.md"}`, `{"pattern":"x","path":"Nothing/none.md"}`)
	same("read_file", `{"path":"Divorce"}`, `{"path":"Nothing"}`)
	same("read_file", `{"path":"Divorce/plan.md"}`, `{"path":"Nothing/none.md"}`)
	same("read_note", `{"slug":"Divorce/plan"}`, `{"slug":"Nothing/none"}`)
	for _, near := range []string{"Divorc", "Lawyers", "divorce"} {
		res := v.call("list_dir", `{"path":"`+near+`"}`)
		if res.Code != tools.FileNotFound || strings.Contains(res.Summary, "Divorce") || strings.Contains(res.Summary, `"Lawyer"`) {
			t.Errorf("%s: %s", near, res.Summary)
		}
	}
	v.allowPrivate()
	if d, _ := good[listing](v, "list_dir", `{"path":"Divorce","recursive":true}`); len(d.Entries) != 3 {
		t.Errorf("with private notes: %v", entries(d))
	}
}

// What came after the snapshot is no more visible.
func TestNewFolderOfPrivateNotes(t *testing.T) {
	v := newVault(t, map[string]string{"a.md": "x\n"})
	v.write("Late/n.md", "x #private\n")
	for range 2 {
		v.bad("read_file", `{"path":"Late"}`, tools.FileNotFound)
		v.bad("read_file", `{"path":"Late/n.md"}`, tools.FileNotFound)
		v.bad("list_dir", `{"path":"Late"}`, tools.FileNotFound)
		v.refresh()
	}
}

// Hard links are refused where a file is named, and left out with a notice
// where it is not (design 5); the index has them.
func TestHardLinksAreRefused(t *testing.T) {
	v := newVault(t, map[string]string{"a.md": "zebra\n", "c.md": "zebra\n", "p.md": "zebra #private\n"})
	outside := filepath.Join(t.TempDir(), "outside.md")
	for from, to := range map[string]string{"a.md": outside, "p.md": outside + "2"} {
		if err := os.Link(filepath.Join(v.dir, from), to); err != nil {
			t.Skipf("no hard links here: %v", err)
		}
	}
	v.refresh()
	v.bad("read_file", `{"path":"a.md"}`, tools.WorkspacePathDenied, "hard link", "copy")
	v.bad("read_note", `{"slug":"a"}`, tools.WorkspacePathDenied, "hard link", "copy")
	v.bad("read_file", `{"path":"p.md"}`, tools.FileNotFound)
	d, res := good[grepped](v, "grep", `{"pattern":"zebra"}`)
	if d.TotalFiles != 1 || d.Skipped == nil || d.Skipped.HardLink != 1 || !strings.Contains(res.Summary, "hard link") {
		t.Errorf("grep: %+v: %s", d, res.Summary)
	}
	if d, _ := good[foundNotes](v, "knowledge_search", `{"query":"zebra"}`); len(d.Hits) != 2 {
		t.Errorf("the index lacks it: %+v", d)
	}
	if err := os.Remove(outside); err != nil {
		t.Fatal(err)
	}
	if d, _ := good[fileText](v, "read_file", `{"path":"a.md"}`); d.TotalLines != 1 {
		t.Errorf("%+v", d)
	}
}

// The vault is gone: what was indexed is listed, and reading says what is wrong.
func TestToolsWhileTheVaultIsGone(t *testing.T) {
	v := newVault(t, map[string]string{"a.md": "zebra\n", "d/b.md": "zebra\n"})
	if err := os.Rename(v.dir, v.dir+"-away"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(v.dir + "-away") })
	for range 2 { // before the index knows, and after
		v.bad("read_file", `{"path":"a.md"}`, tools.VaultMissing, "folder is gone")
		v.bad("read_file", `{"path":"never.md"}`, tools.VaultMissing)
		v.bad("read_note", `{"slug":"a"}`, tools.VaultMissing)
		v.bad("grep", `{"pattern":"zebra"}`, tools.VaultMissing)
		v.bad("read_passages", `{"query":"zebra"}`, tools.VaultMissing)
		if d, _ := good[listing](v, "list_dir", `{"path":".","recursive":true}`); len(d.Entries) != 3 {
			t.Errorf("list_dir: %v", entries(d))
		}
		if _, err := v.ix.Refresh(t.Context()); err == nil {
			t.Fatal("no error")
		}
		v.acquire()
	}
	if res := v.call("knowledge_search", `{"query":"zebra"}`); !strings.Contains(res.Summary, "folder is gone") {
		t.Errorf("search does not say so: %s", res.Summary)
	}
}
