package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/tools"
)

func codeVault(t *testing.T) *testVault {
	return newVault(t, map[string]string{
		"Notes/Apple Tree.md": "x\n", "Notes/apple pie.md": "x\n", "Notes/数/苹果.md": "x\n", "pic.png": "\x89", "top.py": "x\n",
		"src/app.ts": "x\n", "src/tests/test_app.py": "x\n", "tests/deep/er/test_a.py": "x\n", "tests/test_b.py": "x\n", "tests/helper.py": "x\n",
		"src/node_modules/pkg/index.ts": "x\n", "src/__pycache__/app.py": "x\n", "web/dist/out.ts": "x\n", ".git/config": "x\n", ".venv/lib.py": "x\n",
		"data.json": "{}", "Empty/": "", "Empty apple/": "",
	})
}

func paths(v *testVault, args string) []string {
	v.t.Helper()
	d, _ := good[foundFiles](v, "find_files", args)
	return d.Paths
}

func TestFindFilesByPathFragments(t *testing.T) { // R104, R105, R106, R113
	v := codeVault(t)
	for args, want := range map[string][]string{
		`{"query":"APPLE"}`:                         {"Notes/Apple Tree.md", "Notes/apple pie.md"},
		`{"query":"tree notes"}`:                    {"Notes/Apple Tree.md"},
		`{"query":"苹果"}`:                            {"Notes/数/苹果.md"},
		`{"query":"apple","path":"src"}`:            {},
		`{"path":"tests"}`:                          {"tests/deep/er/test_a.py", "tests/helper.py", "tests/test_b.py"},
		`{"path":"./tests/"}`:                       {"tests/deep/er/test_a.py", "tests/helper.py", "tests/test_b.py"},
		`{"query":"apple","include_dirs":true}`:     {"Empty apple/", "Notes/Apple Tree.md", "Notes/apple pie.md"},
		`{"path":"Empty","include_dirs":true}`:      {},
		`{"path":"Notes","includeDirs":true}`:       {"Notes/Apple Tree.md", "Notes/apple pie.md", "Notes/数/", "Notes/数/苹果.md"},
		`{"query":"no such thing at all whatever"}`: {},
	} {
		if got := paths(v, args); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
	}
}

func TestFindFilesByGlob(t *testing.T) { // R107, design 5 Globs
	v := codeVault(t)
	for args, want := range map[string][]string{
		`{"glob":"*.ts"}`:                     {"src/app.ts"},
		`{"glob":"test_*.py"}`:                {"src/tests/test_app.py", "tests/deep/er/test_a.py", "tests/test_b.py"},
		`{"glob":"tests/**/test_*.py"}`:       {"tests/deep/er/test_a.py", "tests/test_b.py"},
		`{"glob":"tests/*.py","path":"src"}`:  {"src/tests/test_app.py"},
		`{"glob":"src/**","path":"src"}`:      {"src/app.ts", "src/tests/test_app.py"},
		`{"glob":"*.{png,json}"}`:             {"data.json", "pic.png"},
		`{"glob":"./*.py","type":"py"}`:       {"src/tests/test_app.py", "tests/deep/er/test_a.py", "tests/helper.py", "tests/test_b.py", "top.py"},
		`{"glob":"deep","include_dirs":true}`: {"tests/deep/"},
		`{"glob":"*.py","query":"helper"}`:    {"tests/helper.py"},
		`{"glob":"苹?.md"}`:                    {"Notes/数/苹果.md"},
	} {
		if got := paths(v, args); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
	}
	v.bad("find_files", `{"glob":"[a"}`, tools.InvalidArgument, `"glob"`, "[a")
	v.bad("find_files", `{"glob":"`+strings.Repeat("{a,b}", 40)+`"}`, tools.InvalidArgument, "too many alternatives")
}

func TestFindFilesByTypeCountsFolders(t *testing.T) { // R108, R193
	v := codeVault(t)
	d, res := good[foundFiles](v, "find_files", `{"type":"py","head_limit":2}`)
	want := []folderCount{{"tests", 2}, {".", 1}, {"src/tests", 1}, {"tests/deep/er", 1}}
	if d.Total != 5 || len(d.Paths) != 2 || !reflect.DeepEqual(d.ByFolder, want) {
		t.Errorf("%+v", d)
	}
	if !strings.Contains(res.Summary, "5 paths match") || !strings.Contains(res.Summary, "4 folders") {
		t.Errorf("summary %q", res.Summary)
	}
	for name, n := range map[string]int{"md": 3, "json": 1, "ts": 1, "image": 1, "Markdown": 3, ".py": 5} {
		if d, _ := good[foundFiles](v, "find_files", `{"type":"`+name+`"}`); d.Total != n {
			t.Errorf("%s: %d", name, d.Total)
		}
	}
	v.bad("find_files", `{"type":"pyy"}`, tools.InvalidArgument, `did you mean "py"`, `find_files {"type":"py"}`)
	v.bad("find_files", `{"type":"zzzzzz"}`, tools.InvalidArgument, "md", `find_files {"glob":"*.zzzzzz"}`)
}

func TestFindFilesSkipsDependencies(t *testing.T) { // R114
	v := codeVault(t)
	d, res := good[foundFiles](v, "find_files", `{}`)
	for _, p := range d.Paths {
		for _, skipped := range []string{"node_modules", "__pycache__", "dist/", ".git", ".venv"} {
			if strings.Contains(p, skipped) {
				t.Errorf("%s was found", p)
			}
		}
	}
	if want := []string{"src/__pycache__", "src/node_modules", "web/dist"}; !reflect.DeepEqual(d.Skipped, want) || !strings.Contains(res.Summary, "src/node_modules") {
		t.Errorf("skipped %v, %q", d.Skipped, res.Summary)
	}
	if got := paths(v, `{"path":"web/dist"}`); !reflect.DeepEqual(got, []string{"web/dist/out.ts"}) {
		t.Errorf("inside, when named: %v", got)
	}
}

func TestFindFilesSorts(t *testing.T) { // R110, design 5: modified is newest first
	v := &testVault{t: t, dir: t.TempDir()}
	base := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"b.md", "a.md", "d.md", "c.md"} {
		v.write(name, "x\n")
		when := base.Add(time.Duration(i/2) * time.Hour) // two and two share a time
		if err := os.Chtimes(filepath.Join(v.dir, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	v.open()
	for args, want := range map[string]string{`{}`: "a.md b.md c.md d.md", `{"sort":"path"}`: "a.md b.md c.md d.md", `{"sort":"modified"}`: "c.md d.md a.md b.md"} {
		if got := strings.Join(paths(v, args), " "); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}

func TestFindFilesPages(t *testing.T) { // R111, R112, R028, R233
	files := map[string]string{}
	for i := range 1100 {
		files[fmt.Sprintf("n%04d.txt", i)] = ""
	}
	v := newVault(t, files)
	d, res := good[foundFiles](v, "find_files", `{}`)
	if len(d.Paths) != 200 || d.Total != 1100 || d.NextOffset != 200 || *res.Truncated != (tools.Truncated{Shown: 200, Total: 1100}) {
		t.Errorf("default: %d of %d, next %d, %+v", len(d.Paths), d.Total, d.NextOffset, res.Truncated)
	}
	if d, _ := good[foundFiles](v, "find_files", `{"head_limit":5000}`); len(d.Paths) != 1000 {
		t.Errorf("clamped: %d", len(d.Paths))
	}
	d, _ = good[foundFiles](v, "find_files", `{"offset":1099}`)
	if !reflect.DeepEqual(d.Paths, []string{"n1099.txt"}) || d.NextOffset != 0 {
		t.Errorf("last page: %+v", d)
	}
	d, res = good[foundFiles](v, "find_files", `{"offset":1100}`)
	if len(d.Paths) != 0 || d.Total != 1100 || !strings.Contains(res.Summary, "past the end") {
		t.Errorf("past the end: %+v %q", d, res.Summary)
	}
}

func TestFolderArguments(t *testing.T) { // R105, R117, R127, X06
	v := codeVault(t)
	for name, form := range map[string]string{"find_files": `{"path":%q}`, "list_dir": `{"path":%q}`, "grep": `{"pattern":"x","path":%q}`} {
		f := v.bad(name, fmt.Sprintf(form, "notes"), tools.FileNotFound, `did you mean "Notes"?`)
		if f.Suggestions[0] != "Notes" {
			t.Errorf("%s: %v", name, f.Suggestions)
		}
		v.bad(name, fmt.Sprintf(form, "tsts"), tools.FileNotFound, "tests")
		v.bad(name, fmt.Sprintf(form, "nowhere/at/all"), tools.FileNotFound)
		if name != "grep" {
			v.bad(name, fmt.Sprintf(form, "data.json"), tools.NotADirectory, "is a file")
		}
	}
}
