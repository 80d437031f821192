package builtin

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// F11, contracts 2.1.2: names that some system cannot have, however they come.
func TestHostileNames(t *testing.T) { // R144, R171
	v := newWritable(t, map[string]string{"a.md": "x\n"})
	v.looks("a.md")
	long := strings.Repeat("長", 100) // 300 bytes
	for _, bad := range []string{"con", "CON.md", "aux.txt", "x/NUL/y.md", "com1", "lpt9.md", "end.", "end ", "x./y.md", "x /y.md", "a<b.md", "a>b.md", "a:b.md",
		`a"b.md`, "a|b.md", "a?b.md", "a*b.md", "tab\tname.md", "line\nname.md", "bell\x07.md", long + ".md", "x/" + long + "/y.md", strings.Repeat("d/", 600) + "x.md"} {
		for name, args := range map[string]string{
			"write_file": argsOf("path", bad, "content", "x"), "create_directory": argsOf("path", bad), "create_note": argsOf("title", "T", "content", "x", "folder", bad),
			"move_note": argsOf("slug", "a", "folder", bad),
		} {
			if res := v.call(name, args); res.Set != nil || res.Code != tools.InvalidArgument && res.Code != tools.WorkspacePathDenied || !strings.Contains(res.Summary, "Smallest correct call: ") {
				t.Errorf("%s %q: %s %s", name, bad, res.Code, res.Summary)
			}
		}
		if strings.ContainsAny(bad, "\n") {
			continue // no path of a patch can have it
		}
		for _, lines := range [][]string{{"*** Add File: " + bad, "+x"}, {"*** Update File: a.md", "*** Move to: " + bad, "@@", "-x", "+y"}} {
			if res := v.call("apply_patch", patchArgs(lines...)); res.Set != nil && !strings.HasSuffix(bad, " ") {
				t.Errorf("apply_patch %q: %s %s", bad, res.Code, res.Summary)
			}
		}
	}
	for _, title := range []string{long, "aux", "x\u202ey", "a\x00b", "con.txt", "..", "tab\tname", strings.Repeat("a", 999)} {
		res := v.call("create_note", argsOf("title", title, "content", "x", "folder", "."))
		if res.Set == nil && res.Code != tools.InvalidArgument {
			t.Errorf("%q: %s %s", title, res.Code, res.Summary)
		}
		if res.Set != nil {
			if err := res.Set.Portable(); err != nil {
				t.Errorf("%q: %v", title, err)
			}
		}
	}
}

// Files that are no text, or too large, or odd, are refused or kept as they are.
func TestHostileFiles(t *testing.T) { // R026, R099, X27
	v := newWritable(t, map[string]string{
		"bin.md": "\x00\x01", "latin.md": "caf\xe9\n", "utf16.md": "\xff\xfeh\x00i\x00", "huge.md": strings.Repeat("x", maxFile+1), "bom.md": "\ufeff---\r\nk: v\r\n---\r\none\r\n\r\ntwo",
		"mixed.md": "one\r\ntwo\nthree", "cr.md": "one\rtwo\r", "empty.md": "", "l.md": "[[bom]] [[huge]] [[latin]]\n",
	})
	for slug, code := range map[string]tools.Code{"bin": tools.BinaryFile, "latin": tools.BinaryFile, "utf16": tools.BinaryFile, "huge": tools.FileTooLarge} {
		for name, args := range map[string]string{
			"write_file": argsOf("path", slug+".md", "content", "y"), "edit_file": argsOf("path", slug+".md", "old_text", "x", "new_text", "y"),
			"update_note": argsOf("slug", slug, "content", "y"), "update_properties": `{"slug":` + quote(slug) + `,"set":{"k":1}}`,
			"apply_patch": patchArgs("*** Update File: "+slug+".md", "@@", "-x", "+y"),
		} {
			v.bad(name, args, code)
		}
	}
	for _, p := range []string{"bom.md", "mixed.md", "cr.md", "empty.md"} {
		v.looks(p)
	}
	v.do("update_note", `{"slug":"bom","content":"three\nfour\n","mode":"append"}`)
	v.do("update_properties", `{"slug":"bom","set":{"k":"w"}}`)
	v.do("edit_file", `{"path":"bom.md","old_text":"one\n","new_text":"1\n"}`)
	v.has(map[string]string{"bom.md": "\ufeff---\r\nk: w\r\n---\r\n1\r\n\r\ntwo\r\n\r\nthree\r\nfour"})
	v.do("update_note", `{"slug":"bom","content":"all\nnew\n"}`)
	v.has(map[string]string{"bom.md": "\ufeff---\r\nk: w\r\n---\r\nall\r\nnew"})
	v.do("edit_file", `{"path":"mixed.md","old_text":"two","new_text":"2"}`)
	v.do("edit_file", `{"path":"cr.md","old_text":"two","new_text":"2"}`)
	v.do("update_note", `{"slug":"empty","content":"first","mode":"append"}`)
	v.has(map[string]string{"mixed.md": "one\r\n2\nthree", "cr.md": "one\r2\r", "empty.md": "first\n"})
	v.do("move_note", `{"slug":"bin","name":"b2"}`) // what is not read can be moved all the same
	v.do("move_note", `{"slug":"latin","name":"l2"}`)
	v.has(map[string]string{"b2.md": "\x00\x01", "l2.md": "caf\xe9\n", "l.md": "[[bom]] [[huge]] [[l2]]\n"})
}

// What lies behind links of the file system is never written.
func TestHostileFileSystem(t *testing.T) { // contracts 2.1.2
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	v := newVault(t, map[string]string{"a.md": "x\n", "real.md": "r\n", "Box/b.md": "[[a]]\n"})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "o.md"), []byte("out\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"soft.md": filepath.Join(outside, "o.md"), "dir": outside, "gone.md": filepath.Join(outside, "none.md")} {
		if err := os.Symlink(target, filepath.Join(v.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(v.dir, "real.md"), filepath.Join(v.dir, "hard.md")); err != nil {
		t.Fatal(err)
	}
	v.refresh()
	v.allowWhole()
	sum := edit.SumOf([]byte("r\n")).String()
	for name, args := range map[string]string{
		"write_file": argsOf("path", "hard.md", "content", "x", "expected_sha256", sum), "edit_file": argsOf("path", "hard.md", "old_text", "r", "new_text", "x", "expected_sha256", sum),
		"move_note": `{"slug":"hard","name":"h2"}`, "delete_note": `{"slug":"hard"}`,
	} {
		if res := v.call(name, args); res.Set != nil || res.Code != tools.WorkspacePathDenied {
			t.Errorf("%s: %s %s", name, res.Code, res.Summary)
		}
	}
	for _, p := range []string{"soft.md", "dir/new.md", "gone.md", "dir/o.md"} {
		for name, args := range map[string]string{"write_file": argsOf("path", p, "content", "x"), "edit_file": argsOf("path", p, "old_text", "out", "new_text", "x")} {
			if res := v.call(name, args); res.Set != nil {
				t.Errorf("%s %s plans a change: %s", name, p, res.Summary)
			}
		}
	}
}
