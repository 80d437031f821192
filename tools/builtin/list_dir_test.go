package builtin

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func entries(d *listing) []string {
	list := []string{}
	for _, e := range d.Entries {
		list = append(list, e.Path)
	}
	return list
}

func TestListDir(t *testing.T) { // R126, R127, R130
	v := codeVault(t)
	d, res := good[listing](v, "list_dir", `{"path":"."}`)
	want := []string{"Empty/", "Empty apple/", "Notes/", "src/", "tests/", "web/", "data.json", "pic.png", "top.py"}
	if got := entries(d); !reflect.DeepEqual(got, want) || d.Folders != 6 || d.Files != 3 || d.Path != "." {
		t.Errorf("%v %+v", got, d)
	}
	last := d.Entries[len(d.Entries)-1]
	if last.Type != "file" || *last.Size != 2 || last.Modified == "" || d.Entries[0].Type != "dir" || d.Entries[0].Size != nil {
		t.Errorf("%+v %+v", last, d.Entries[0])
	}
	if !strings.Contains(res.Summary, "6 folders and 3 files") || res.Truncated != nil {
		t.Errorf("%+v", res)
	}
	if d, _ := good[listing](v, "list_dir", `{"path":"Empty"}`); len(d.Entries) != 0 || d.Entries == nil {
		t.Errorf("empty: %+v", d)
	}
	if d, _ := good[listing](v, "list_dir", `{"path":""}`); d.Path != "." {
		t.Errorf("root: %+v", d)
	}
}

func TestListDirRecursive(t *testing.T) { // R128, R130, R222
	v := codeVault(t)
	d, res := good[listing](v, "list_dir", `{"path":"src","recursive":true}`)
	if got := entries(d); !reflect.DeepEqual(got, []string{"src/tests/", "src/tests/test_app.py", "src/app.ts"}) {
		t.Errorf("%v", got)
	}
	if !reflect.DeepEqual(d.Skipped, []string{"src/__pycache__", "src/node_modules"}) || !strings.Contains(res.Summary, "node_modules") {
		t.Errorf("%v %q", d.Skipped, res.Summary)
	}
	if d, _ := good[listing](v, "list_dir", `{"path":"src"}`); len(d.Entries) != 2 {
		t.Errorf("not recursive by default: %v", entries(d))
	}
}

func TestListDirMaxEntries(t *testing.T) { // R129
	files := map[string]string{}
	for i := range 5100 {
		files[fmt.Sprintf("d%d/n%04d.txt", i%3, i)] = ""
	}
	v := newVault(t, files)
	for args, shown := range map[string]int{`{"path":".","recursive":true}`: 200, `{"path":".","recursive":true,"max_entries":99999}`: 5000, `{"path":".","recursive":true,"maxEntries":7}`: 7} {
		d, res := good[listing](v, "list_dir", args)
		if len(d.Entries) != shown || d.Files != 5100 || d.Folders != 3 || *res.Truncated != (tools.Truncated{Shown: shown, Total: 5103}) {
			t.Errorf("%s: %d entries, %+v", args, len(d.Entries), res.Truncated)
		}
	}
}
