package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

func patchArgs(lines ...string) string {
	return argsOf("patch", "*** Begin Patch\n"+strings.Join(lines, "\n")+"\n*** End Patch")
}

func TestApplyPatch(t *testing.T) { // R163, R164, R166, X26
	v := newWritable(t, map[string]string{"a.md": "# A\n\none\ntwo\n", "old.md": "x\n", "m.md": "[[n]]\n", "n.md": "see [[m]]\n"})
	v.looks("a.md")
	v.looks("m.md")
	res := v.do("apply_patch", patchArgs("*** Add File: New/b.md", "+b", "*** Delete File: old.md", "*** Update File: a.md", "@@ # A", "-one", "+1", "*** Update File: m.md", "*** Move to: Box/m2.md", "@@", "-[[n]]", "+[[n]]!"))
	v.has(map[string]string{"New/b.md": "b\n", "old.md": "", "a.md": "# A\n\n1\ntwo\n", "m.md": "", "Box/m2.md": "[[n]]!\n", "n.md": "see [[m2]]\n"})
	d := res.Data.(*patched)
	if len(d.Chunks) != 2 || d.Chunks[0].Lines != (edit.Lines{First: 3, Last: 3}) || d.Chunks[0].Matched != "exact" || d.Links != 1 || d.Notes != 1 || d.PlanHash == "" {
		t.Errorf("%+v", d)
	}
	if len(d.Files) != 5 || !strings.Contains(res.Summary, "1 link in 1 note") || res.UndoID == "" {
		t.Errorf("%s: %+v", res.Summary, d.Files)
	}
}

func TestApplyPatchDryRun(t *testing.T) { // R165, contracts 2.2.8
	v := newWritable(t, map[string]string{"a.md": "one\n"})
	v.looks("a.md")
	patch := "*** Begin Patch\n*** Update File: a.md\n@@\n-one\n+1\n*** End Patch"
	d, res := good[patched](v, "apply_patch", argsOf("patch", patch, "dry_run", true))
	if res.Set != nil || res.UndoID != "" || !strings.Contains(res.Summary, "nothing was written") || !strings.Contains(d.Diff, "+1") {
		t.Errorf("%+v", res)
	}
	real := v.do("apply_patch", argsOf("patch", patch))
	if real.Data.(*patched).PlanHash != d.PlanHash {
		t.Error("the dry run planned another change")
	}
	again := v.call("apply_patch", argsOf("patch", patch)) // contracts 2.2.7
	if again.Status != tools.StatusNotModified || again.Set != nil || !again.Data.(*patched).Chunks[0].Already {
		t.Errorf("%+v", again)
	}
}

// Contracts 2.2: all or nothing, and each refusal says where.
func TestApplyPatchRefuses(t *testing.T) { // R163–R166
	v := newWritable(t, map[string]string{"a.md": "same\nx\nsame\n", "b.md": "- item\n", "fm.md": "---\nk: v\n---\n"})
	for _, p := range []string{"a.md", "b.md", "fm.md"} {
		v.looks(p)
	}
	for _, c := range []struct {
		code  tools.Code
		lines []string
		part  string
	}{
		{tools.PatchAmbiguous, []string{"*** Update File: a.md", "@@", "-same", "+other"}, "1 and 3"},
		{tools.PatchContextNotFound, []string{"*** Update File: a.md", "@@", "-nowhere", "+else"}, "a.md"},
		{tools.PatchPrefixMissing, []string{"*** Update File: b.md", "@@", "- item", "+- thing"}, ""},
		{tools.PatchSyntax, []string{"*** Change File: a.md"}, ""},
		{tools.PatchSyntax, []string{}, ""},
		{tools.TargetExists, []string{"*** Add File: a.md", "+x"}, "a.md"},
		{tools.TargetExists, []string{"*** Add File: A.md", "+x"}, "a.md"},
		{tools.TargetExists, []string{"*** Update File: a.md", "*** Move to: b.md", "@@", "-x", "+y"}, "b.md"},
		{tools.FileNotFound, []string{"*** Update File: none.md", "@@", "-x", "+y"}, "none.md"},
		{tools.FileNotFound, []string{"*** Delete File: none.md"}, "none.md"},
		{tools.FrontmatterInvalid, []string{"*** Update File: fm.md", "@@", "-k: v", "+k: [v"}, "fm.md"},
		{tools.OmissionSuspected, []string{"*** Update File: a.md", "@@", "-x", "+... rest of the note unchanged ..."}, "a.md"},
		{tools.PatchContextNotFound, []string{"*** Add File: first.md", "+x", "*** Update File: a.md", "@@", "-nowhere", "+else"}, ""},
	} {
		f := v.bad("apply_patch", patchArgs(c.lines...), c.code, c.part)
		if c.code == tools.PatchContextNotFound && (f.Chunk == 0 || f.SHA256 == "") {
			t.Errorf("%v: %+v", c.lines, f)
		}
	}
	v.bad("apply_patch", `{"patch":"no patch"}`, tools.PatchSyntax, "*** Begin Patch")
	v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n"+strings.Repeat("*** Add File: x.md\n+"+strings.Repeat("y", 1000)+"\n", 1100)+"*** End Patch"), tools.PatchSyntax)
	v.has(map[string]string{"first.md": "", "a.md": "same\nx\nsame\n"})
}

func TestCreateDirectory(t *testing.T) { // R167
	v := newWritable(t, map[string]string{"Notes/a.md": "x\n", "Box/": "", "P/s.md": "---\nprivate: true\n---\n"})
	res := v.do("create_directory", `{"path":"Neu/卡片/深"}`)
	if d := res.Data.(*folderMade); d.Path != "Neu/卡片/深" || res.Status != tools.StatusOK || !strings.Contains(res.Summary, "Made the folder") {
		t.Errorf("%+v", res)
	}
	for _, there := range []string{"Neu/卡片/深", "Notes", "Notes/", "Box", "."} {
		if d, res := good[folderMade](v, "create_directory", argsOf("path", there)); !d.Existed || res.Set != nil || len(d.Files) != 0 {
			t.Errorf("%s: %+v", there, res)
		}
	}
	v.bad("create_directory", `{"path":"Notes/a.md"}`, tools.TargetExists, "a file")
	v.bad("create_directory", `{"path":"Notes/a.md/b"}`, tools.NotADirectory)
	v.bad("create_directory", `{"path":"notes"}`, tools.TargetExists, `"Notes"`)
	v.bad("create_directory", `{"path":"notes/b"}`, tools.TargetExists, `"Notes"`)
	v.bad("create_directory", `{"path":"P"}`, tools.PolicyDenied)
	v.bad("create_directory", `{"path":""}`, tools.InvalidArgument)
}
