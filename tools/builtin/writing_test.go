package builtin

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// allowWhole fills what a run with a gate fills.
func (v *testVault) allowWhole() *testVault {
	v.env.Whole = v.snapshot().View(true)
	return v
}

// newWritable is newVault for tools that change it.
func newWritable(t *testing.T, files map[string]string) *testVault {
	t.Helper()
	return newVault(t, files).allowWhole()
}

// do runs a writing tool, carries its set out as a gate would, and completes the
// result.
func (v *testVault) do(name, args string) tools.Result {
	v.t.Helper()
	res := v.proposed(name, args)
	out := tools.Outcome{UndoID: "U1"}
	for _, e := range res.Set.Effects() {
		out.Files = append(out.Files, v.carryOut(e))
	}
	v.refresh()
	v.allowWhole()
	return tools.Complete(v.env, res, out)
}

// proposed runs a writing tool that must plan a change, and holds that it says
// that nothing was written.
func (v *testVault) proposed(name, args string) tools.Result {
	v.t.Helper()
	res := v.call(name, args)
	if res.Set == nil {
		v.t.Fatalf("%s %s proposes nothing: %s %s %s", name, args, res.Status, res.Code, res.Summary)
	}
	if res.Status.Success() || !strings.Contains(res.Summary, "Nothing was written") || res.UndoID != "" || res.SHAAfter != "" {
		v.t.Errorf("%s pretends to have written: %+v", name, res)
	}
	return res
}

// carryOut does to the disk what an effect says, after a look at its hash.
func (v *testVault) carryOut(e edit.Effect) tools.Written {
	v.t.Helper()
	full := v.onDisk
	w := tools.Written{Path: e.Path, To: e.To}
	if e.Before.Known() {
		raw, err := os.ReadFile(full(e.Path))
		if err != nil || edit.SumOf(raw) != e.Before {
			v.t.Fatalf("%s is not what the set was decided on: %v", e.Path, err)
		}
		w.SHAAfter = e.Before.String()
	}
	end := e.Path
	switch e.Op {
	case edit.Mkdir:
		if err := os.Mkdir(full(e.Path), 0o755); err != nil {
			v.t.Fatal(err)
		}
		return w
	case edit.Trash:
		w.SHAAfter = ""
		if err := os.Remove(full(e.Path)); err != nil {
			v.t.Fatal(err)
		}
		return w
	case edit.Move:
		end = e.To
		if err := os.Rename(full(e.Path), full(e.To)); err != nil {
			v.t.Fatal(err)
		}
	}
	if e.After != nil {
		w.SHAAfter = edit.SumOf(e.After).String()
		if err := os.WriteFile(full(end), e.After, 0o644); err != nil {
			v.t.Fatal(err)
		}
	}
	return w
}

// onDisk is where a file of the vault stands, which may be under a decomposed
// name (4.13).
func (v *testVault) onDisk(p vaultpath.Path) string {
	dir := filepath.Join(v.dir, filepath.FromSlash(p.Dir().String()))
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		v.t.Fatal(err)
	}
	for _, e := range entries {
		if q, err := p.Dir().Join(e.Name()); err == nil && q == p {
			return filepath.Join(dir, e.Name())
		}
	}
	return filepath.Join(dir, p.Base())
}

// read returns a file of the vault, "" for none.
func (v *testVault) read(name string) string {
	v.t.Helper()
	raw, err := os.ReadFile(filepath.Join(v.dir, filepath.FromSlash(name)))
	if err != nil && !os.IsNotExist(err) {
		v.t.Fatal(err)
	}
	return string(raw)
}

// has checks the text of files.
func (v *testVault) has(files map[string]string) {
	v.t.Helper()
	for name, want := range files {
		if got := v.read(name); got != want {
			v.t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// looks reads a file as the model does, so that it may change it.
func (v *testVault) looks(path string) {
	v.t.Helper()
	v.call("read_file", `{"path":`+quote(path)+`,"limit":10000}`)
}

// argsOf writes arguments.
func argsOf(pairs ...any) string {
	return strings.TrimPrefix(callOf("", pairs...), " ")
}

func names(list []tools.Tool) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Spec().Name)
	}
	slices.Sort(out)
	return out
}

// X01: the resident tools are the thirteen, and those that write are apart.
func TestTheThirteen(t *testing.T) {
	want := strings.Fields("apply_patch create_directory create_note edit_file find_files grep knowledge_search list_dir read_file read_note update_note web_fetch write_file")
	if got := names(slices.Concat(Reading(), Web(), Writing())); !slices.Equal(got, want) {
		t.Errorf("the resident tools are %v", got)
	}
	want = strings.Fields("delete_note get_backlinks get_links list_tags move_note read_passages related_notes unlinked_mentions update_properties vault_health")
	if got := names(slices.Concat(Extra(), WritingExtra())); !slices.Equal(got, want) {
		t.Errorf("the tools beside them are %v", got)
	}
}

// Contracts 2.1.1, 2.4: who writes runs alone, can be undone, and says what it is.
func TestWritingToolsSaySo(t *testing.T) {
	kinds := map[string]tools.Kind{"write_file": tools.KindCreate, "create_note": tools.KindCreate, "create_directory": tools.KindCreate,
		"update_note": tools.KindEdit, "edit_file": tools.KindEdit, "apply_patch": tools.KindEdit, "update_properties": tools.KindEdit,
		"move_note": tools.KindMove, "delete_note": tools.KindDelete}
	for _, spec := range tools.New(slices.Concat(Writing(), WritingExtra())...).Specs() {
		if spec.Kind != kinds[spec.Name] || spec.Effect != tools.EffectLocalReversible || spec.Parallel || spec.Version == "" || spec.MaxOutTokens <= 0 {
			t.Errorf("%s: %+v", spec.Name, spec)
		}
	}
}

// writingParameters is the ledger (R142–R167, X25), with what 2.3 rule 5 adds.
var writingParameters = map[string]map[string]string{
	"write_file": {
		"path":            `{"type":"string"}`, // R142
		"content":         `{"type":"string"}`, // R142
		"expected_sha256": `{"type":"string"}`,
	},
	"create_note": {
		"title":   `{"type":"string"}`,                          // R145
		"content": `{"type":"string"}`,                          // R146
		"tags":    `{"type":"array","items":{"type":"string"}}`, // R147
		"folder":  `{"type":"string"}`,                          // R148
		"topic":   `{"type":"string"}`,                          // R149
	},
	"update_note": {
		"slug":            `{"type":"string"}`,                                                           // R151
		"target":          `{"type":"string"}`,                                                           // R152
		"content":         `{"type":"string"}`,                                                           // R153
		"title":           `{"type":"string"}`,                                                           // R154
		"tags":            `{"type":"array","items":{"type":"string"}}`,                                  // R155
		"mode":            `{"type":"string","default":"replace","enum":["replace","append","section"]}`, // X25
		"section":         `{"type":"string"}`,                                                           // X25
		"expected_sha256": `{"type":"string"}`,
	},
	"edit_file": {
		"path":                  `{"type":"string"}`,                  // R157
		"old_text":              `{"type":"string"}`,                  // R157
		"new_text":              `{"type":"string"}`,                  // R157
		"replace_all":           `{"type":"boolean","default":false}`, // R158
		"occurrence":            `{"type":"integer","minimum":1}`,     // R159
		"line_hint":             `{"type":"integer","minimum":1}`,     // R160
		"expected_replacements": `{"type":"integer","minimum":1}`,     // R161
		"expected_sha256":       `{"type":"string"}`,
	},
	"apply_patch": {
		"patch":           `{"type":"string"}`,                                          // R164
		"dry_run":         `{"type":"boolean","default":false}`,                         // R165
		"expected_sha256": `{"type":"object","additionalProperties":{"type":"string"}}`, // design 5 Hashes
	},
	"create_directory": {"path": `{"type":"string"}`}, // R167
}

func TestWritingParametersAreThoseOfTheLedger(t *testing.T) { // R092, R142–R167, R173
	required := map[string]string{"write_file": "path content", "create_note": "title content", "update_note": "content",
		"edit_file": "path old_text new_text", "apply_patch": "patch", "create_directory": "path"}
	checkParameters(t, tools.New(Writing()...).Specs(), writingParameters, required)
}

// smallestWrites are the smallest correct arguments of each writing tool on the
// vault of the tests that use them.
var smallestWrites = map[string]string{
	"write_file": `"path":"new.txt","content":"x"`, "create_note": `"title":"New","content":"x"`, "update_note": `"slug":"a","content":"more","mode":"append"`,
	"edit_file": `"path":"a.md","old_text":"x","new_text":"y"`, "apply_patch": `"patch":"*** Begin Patch\n*** Add File: n.md\n+x\n*** End Patch"`,
	"create_directory": `"path":"New"`, "move_note": `"slug":"a","name":"b"`, "delete_note": `"slug":"a"`, "update_properties": `"slug":"a","set":{"k":"v"}`,
}

func TestWritingArgumentsAreStrict(t *testing.T) { // R173, R233, X24, contracts 2.1.1 rule 1
	v := newWritable(t, map[string]string{"a.md": "x\n"})
	v.looks("a.md")
	for name, args := range smallestWrites {
		v.bad(name, "{"+args+`,"nonsense":1}`, tools.InvalidArgument, `"nonsense"`)
		v.proposed(name, "{"+args+"}")
	}
	for _, c := range []struct{ tool, extra, part string }{
		{"edit_file", `"occurrence":0`, "at least 1"},            // R159
		{"edit_file", `"line_hint":0`, "at least 1"},             // R160
		{"edit_file", `"expected_replacements":0`, "at least 1"}, // R161
		{"edit_file", `"replace_all":"true"`, "boolean"},         // R158
		{"apply_patch", `"dry_run":1`, "boolean"},                // R165
		{"create_note", `"tags":"a, b"`, "array"},                // R147
		{"update_note", `"tags":"a"`, "array"},                   // R155
		{"move_note", `"dry_run":"yes"`, "boolean"},
		{"update_properties", `"remove":"k"`, "array"},
	} {
		v.bad(c.tool, "{"+smallestWrites[c.tool]+","+c.extra+"}", tools.InvalidArgument, c.part)
	}
	v.proposed("edit_file", `{"path":"a.md","oldText":"x","newText":"y","replaceAll":false}`) // X24
	v.bad("update_note", `{"slug":"a","content":"x","mode":"prepend"}`, tools.InvalidArgument, "append")
}

func TestWritingPathsOutsideAreDenied(t *testing.T) { // R021, R144, R171, X07, contracts 2.1.2
	v := newWritable(t, map[string]string{"a.md": "x\n", ".obsidian/app.json": "{}"})
	for _, bad := range []string{"/etc/passwd", "../a.md", "x/../../a.md", `C:\a.md`, ".obsidian/app.json", ".trash/a.md", "n/.git/x"} {
		for name, form := range map[string]string{
			"write_file": `{"path":%s,"content":"x"}`, "edit_file": `{"path":%s,"old_text":"x","new_text":"y"}`, "create_directory": `{"path":%s}`,
			"create_note": `{"title":"T","content":"x","folder":%s}`, "update_note": `{"slug":%s,"content":"x"}`, "move_note": `{"slug":"a","folder":%s}`,
			"delete_note": `{"slug":%s}`, "update_properties": `{"slug":%s,"set":{"k":1}}`,
		} {
			v.bad(name, strings.Replace(form, "%s", quote(bad), 1), tools.WorkspacePathDenied)
		}
		for _, form := range []string{"*** Add File: %s\n+x", "*** Delete File: %s", "*** Update File: %s\n@@\n-x\n+y", "*** Update File: a.md\n*** Move to: %s\n@@\n-x\n+y"} {
			v.looks("a.md")
			v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n"+strings.Replace(form, "%s", bad, 1)+"\n*** End Patch"), tools.WorkspacePathDenied)
		}
	}
	f := v.bad("write_file", argsOf("path", v.dir+"/b.md", "content", "x"), tools.WorkspacePathDenied, `write_file {"path":"b.md"`)
	if len(f.Suggestions) != 1 || f.Suggestions[0] != "b.md" {
		t.Errorf("%v", f.Suggestions)
	}
}

// F11: a name that one system cannot have is refused on every one.
func TestNamesThatNotEverySystemCanHave(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "x\n"})
	for _, bad := range []string{"a?.md", "con.md", "x/nul", "trailing.", "b*.md"} {
		if res := v.call("write_file", argsOf("path", bad, "content", "x")); res.Set != nil || res.Code != tools.InvalidArgument && res.Code != tools.WorkspacePathDenied {
			t.Errorf("%q: %s %s", bad, res.Code, res.Summary)
		}
	}
}

// X27, R026: nothing over 2 MiB and nothing but text is written.
func TestLimitsOfWriting(t *testing.T) {
	big := strings.Repeat("0123456789abcde\n", maxFile/16)
	v := newWritable(t, map[string]string{"a.md": "x\n", "full.md": big, "bin.png": "\x00\x01"})
	if res := v.proposed("write_file", argsOf("path", "just.md", "content", big)); res.Set.Len() != 1 {
		t.Errorf("%+v", res)
	}
	v.looks("a.md")
	for name, args := range map[string]string{
		"write_file":  argsOf("path", "b.md", "content", big+"x"),
		"create_note": argsOf("title", "B", "content", big+"x"),
		"update_note": argsOf("slug", "a", "content", big+"x", "mode", "append"),
		"edit_file":   argsOf("path", "a.md", "old_text", "x", "new_text", big),
	} {
		v.bad(name, args, tools.FileTooLarge, "2 MiB")
	}
	v.bad("edit_file", argsOf("path", "full.md", "old_text", "x", "new_text", "y", "expected_sha256", edit.SumOf([]byte(big)).String()), tools.NoMatch)
	v.bad("write_file", `{"path":"n.md","content":"a\u0000b"}`, tools.BinaryFile)
	v.bad("edit_file", argsOf("path", "bin.png", "old_text", "x", "new_text", "y"), tools.BinaryFile)
	v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n*** Update File: bin.png\n@@\n-x\n+y\n*** End Patch"), tools.BinaryFile)
}
