package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

func TestWriteFileCreates(t *testing.T) { // R142, R143, R144
	v := newWritable(t, map[string]string{"a.md": "x\n"})
	res := v.do("write_file", `{"path":"Lists/2026/工具.txt","content":"spade\nrake\n"}`)
	v.has(map[string]string{"Lists/2026/工具.txt": "spade\nrake\n"})
	if res.Status != tools.StatusOK || res.UndoID != "U1" || res.SHABefore != "" || res.SHAAfter != edit.SumOf([]byte("spade\nrake\n")).String() {
		t.Errorf("%+v", res)
	}
	for _, part := range []string{`Created "Lists/2026/工具.txt" with 2 lines.`, "ibid undo U1"} {
		if !strings.Contains(res.Summary, part) {
			t.Errorf("%q does not say %q", res.Summary, part)
		}
	}
	d := res.Data.(*written)
	if d.Path != "Lists/2026/工具.txt" || len(d.Files) != 1 || d.Files[0].Op != "create" || d.Files[0].Added != 2 || !strings.Contains(d.Diff, "+spade") {
		t.Errorf("%+v", d)
	}
	v.do("write_file", `{"path":"empty.md","content":""}`)
	if v.read("empty.md") != "" {
		t.Error("not empty")
	}
}

func TestWriteFileOverwrites(t *testing.T) { // R142, contracts 2.1.3
	v := newWritable(t, map[string]string{"a.md": "\ufeffone\r\ntwo", "b.md": "x\n"})
	v.bad("write_file", `{"path":"a.md","content":"new\n"}`, tools.ReadRequired, `read_file {"path":"a.md"}`)
	v.looks("a.md")
	res := v.do("write_file", `{"path":"a.md","content":"three\nfour\n"}`)
	v.has(map[string]string{"a.md": "\ufeffthree\r\nfour"}) // mark, line ends and the lack of a last one are kept
	if res.SHABefore != edit.SumOf([]byte("\ufeffone\r\ntwo")).String() || res.SHAAfter != edit.SumOf([]byte("\ufeffthree\r\nfour")).String() {
		t.Errorf("%+v", res)
	}
	v.bad("write_file", `{"path":"a.md","content":"three\nfour\n"}`, tools.NoChange)
	v.bad("write_file", `{"path":"gone.md","content":"x","expected_sha256":"`+strings.Repeat("0", 64)+`"}`, tools.FileNotFound)
}

func TestWriteFileIntoWhatIsThere(t *testing.T) { // contracts 2.1.1, 2.1.2, F11
	v := newWritable(t, map[string]string{"Notes/a.md": "x\n", "Café.md": "y\n", "Box/": ""})
	v.bad("write_file", `{"path":"Notes","content":"x"}`, tools.IsDirectory, `list_dir {"path":"Notes"}`)
	v.bad("write_file", `{"path":"Box/","content":"x"}`, tools.IsDirectory)
	v.bad("write_file", `{"path":"N/","content":"x"}`, tools.InvalidArgument, "slash", `write_file {"path":"N"`)
	v.bad("write_file", `{"path":".","content":"x"}`, tools.IsDirectory)
	v.bad("write_file", `{"path":"Notes/a.md/b.md","content":"x"}`, tools.NotADirectory, "Notes/a.md")
	v.bad("write_file", `{"path":"notes/b.md","content":"x"}`, tools.TargetExists, `"Notes"`)
	v.bad("write_file", `{"path":"Notes/A.md","content":"x"}`, tools.TargetExists, "Notes/a.md")
	v.bad("write_file", argsOf("path", "Cafe\u0301.md", "content", "x"), tools.ReadRequired) // the same name, written otherwise
	v.bad("write_file", `{"path":"CAFÉ.md","content":"x"}`, tools.TargetExists, "Café.md")
}

// What the index does not know yet is never written over.
func TestWriteFileSeesTheDisk(t *testing.T) { // contracts 2.1.3
	v := newWritable(t, map[string]string{"a.md": "x\n"})
	v.write("late.md", "somebody's\n")
	v.bad("write_file", `{"path":"late.md","content":"x"}`, tools.ReadRequired)
	v.bad("create_note", `{"title":"late","content":"x","folder":"."}`, tools.TargetExists)
	v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n*** Add File: late.md\n+x\n*** End Patch"), tools.TargetExists)
}

func TestOmissionsAndLosses(t *testing.T) { // contracts 2.1, users A12
	long := "# Log\n\n" + strings.Repeat("A line that says something.\n", 40)
	v := newWritable(t, map[string]string{"a.md": "---\nstatus: open\n---\n" + long, "b.md": "[[a#Log]]\n"})
	v.looks("a.md")
	for _, lazy := range []string{"# Log\n\nNew.\n\n... rest of the note unchanged ...\n", "# Log\n\n（其余不变）\n", "# Log\n<!-- existing content -->\n"} {
		f := v.bad("write_file", argsOf("path", "a.md", "content", lazy), tools.OmissionSuspected, "edit_file")
		if len(f.Findings) == 0 {
			t.Errorf("%q: no findings", lazy)
		}
		v.bad("update_note", argsOf("slug", "a", "content", lazy), tools.OmissionSuspected)
	}
	res := v.proposed("write_file", argsOf("path", "a.md", "content", "Short.\n"))
	if said := strings.Join(res.Sensitive, "|"); len(res.Sensitive) != 3 || !strings.Contains(said, "shrinks") || !strings.Contains(said, "status") || !strings.Contains(said, "Log") {
		t.Errorf("sensitive: %q", res.Sensitive)
	}
	if res := v.proposed("update_note", argsOf("slug", "a", "content", long+"More.\n")); len(res.Sensitive) != 0 {
		t.Errorf("nothing is lost, yet sensitive: %q", res.Sensitive)
	}
}

func TestFormatsStayReadable(t *testing.T) { // contracts 2.2.9
	v := newWritable(t, map[string]string{"a.md": "---\nk: v\n---\nx\n", "broken.md": "---\nk: [\n---\nx\n", "tpl.md": "---\ncreated: {{date}}\ntitle: <% tp.file.title %>\n---\nx\n", "c.canvas": `{"nodes":[],"edges":[]}`})
	for _, p := range []string{"a.md", "broken.md", "tpl.md", "c.canvas"} {
		v.looks(p)
	}
	v.bad("write_file", argsOf("path", "a.md", "content", "---\nk: [\n---\nx\n"), tools.FrontmatterInvalid)
	v.bad("write_file", argsOf("path", "n.md", "content", "---\nk: a: b\n---\nx\n"), tools.FrontmatterInvalid, `write_file {"path":"n.md"`)
	v.bad("edit_file", `{"path":"a.md","old_text":"k: v","new_text":"k: [v"}`, tools.FrontmatterInvalid)
	v.bad("write_file", argsOf("path", "c.canvas", "content", "no"), tools.FrontmatterInvalid, "canvas")
	v.bad("update_properties", `{"slug":"broken","set":{"k":1}}`, tools.FrontmatterInvalid)
	for _, slug := range []string{"broken", "tpl"} { // what was broken before may be edited elsewhere
		before := v.read(slug + ".md")
		v.do("edit_file", argsOf("path", slug+".md", "old_text", "x\n", "new_text", "y\n"))
		v.do("update_note", argsOf("slug", slug, "content", "more", "mode", "append"))
		v.has(map[string]string{slug + ".md": strings.TrimSuffix(before, "x\n") + "y\n\nmore\n"})
	}
}
