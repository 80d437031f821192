package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// change is a change of line n of a file of numbered lines, by each tool that
// changes a part.
func changesOfLine(n string) map[string]string {
	return map[string]string{
		"edit_file":   argsOf("path", "a.md", "old_text", "line "+n+"\n", "new_text", "row\n"),
		"apply_patch": argsOf("patch", "*** Begin Patch\n*** Update File: a.md\n@@\n-line "+n+"\n+row\n*** End Patch"),
	}
}

// Contracts 2.3 rules 2, 3 and 6: what was read may be changed, nothing else.
func TestReadBeforeEdit(t *testing.T) { // R162, X09
	v := newWritable(t, map[string]string{"a.md": numbered(50)})
	for name, args := range changesOfLine("5") {
		v.bad(name, args, tools.ReadRequired, "was not read")
	}
	v.call("grep", `{"pattern":"line","output_mode":"content"}`) // no receipt (rule 4)
	v.call("knowledge_search", `{"query":"line"}`)
	for name, args := range changesOfLine("5") {
		v.bad(name, args, tools.ReadRequired, "was not read")
	}
	v.call("read_file", `{"path":"a.md","offset":4,"limit":7}`) // lines 4-10
	for name, args := range changesOfLine("5") {
		v.proposed(name, args)
	}
	for _, beyond := range []string{"3", "11", "50"} {
		for name, args := range changesOfLine(beyond) {
			f := v.bad(name, args, tools.ReadRequired, "in part only (lines 4-10)")
			if len(f.Lines) != 1 || f.SHA256 == "" || !strings.HasPrefix(f.Call, "read_file ") {
				t.Errorf("%+v", f)
			}
			if res := v.call("read_file", strings.TrimPrefix(f.Call, "read_file ")); !res.Status.Success() {
				t.Errorf("the call it names fails: %s", res.Summary)
			}
			v.env.Reads = tools.NewReads()
			v.call("read_file", `{"path":"a.md","offset":4,"limit":7}`)
		}
	}
	v.bad("write_file", `{"path":"a.md","content":"x\n"}`, tools.ReadRequired, "the whole of it would be replaced")
	v.bad("update_note", `{"slug":"a","content":"x\n"}`, tools.ReadRequired, "the whole of it would be replaced")
	v.bad("update_note", `{"slug":"a","content":"x\n","mode":"append"}`, tools.ReadRequired, "50")
	for _, part := range []string{`{"path":"a.md","limit":20}`, `{"path":"a.md","offset":15,"limit":100}`} {
		v.call("read_file", part) // both parts make the whole
	}
	v.proposed("write_file", `{"path":"a.md","content":"x\n"}`)
	v.proposed("update_note", `{"slug":"a","content":"x\n"}`)
}

// What the call named in READ_REQUIRED reads is enough.
func TestReadingWhatIsAskedForIsEnough(t *testing.T) { // contracts 2.1.1 rule 2
	for name, args := range map[string]string{
		"write_file":        argsOf("path", "a.md", "content", "x\n"),
		"update_note":       argsOf("slug", "a", "content", "x\n"),
		"edit_file":         argsOf("path", "a.md", "old_text", "line 44\n", "new_text", "x\n"),
		"apply_patch":       argsOf("patch", "*** Begin Patch\n*** Update File: a.md\n@@\n line 43\n-line 44\n+row\n*** End Patch"),
		"update_properties": `{"slug":"a","set":{"k":"w"}}`,
	} {
		v := newWritable(t, map[string]string{"a.md": "---\nk: v\n---\n" + numbered(50)})
		v.call("read_file", `{"path":"a.md","offset":20,"limit":3}`)
		res := v.call(name, args)
		for range 3 { // each names what is missing next
			f, refused := res.Data.(*tools.Failure)
			if !refused || res.Code != tools.ReadRequired {
				break
			}
			v.call("read_file", strings.TrimPrefix(f.Call, "read_file "))
			res = v.call(name, args)
		}
		if res.Set == nil {
			t.Errorf("%s: %s %s", name, res.Code, res.Summary)
		}
	}
}

func TestReadNoteIsAReceipt(t *testing.T) { // contracts 2.3 rule 1
	v := newWritable(t, map[string]string{"a.md": "# A\n\none\n\n# B\n\ntwo\n"})
	v.call("read_note", `{"slug":"a","section":"B"}`)
	v.proposed("edit_file", `{"path":"a.md","old_text":"two","new_text":"2"}`)
	v.bad("edit_file", `{"path":"a.md","old_text":"one","new_text":"1"}`, tools.ReadRequired)
	v.call("read_note", `{"slug":"a"}`)
	v.proposed("write_file", `{"path":"a.md","content":"x\n"}`)
}

func TestStaleReads(t *testing.T) { // contracts 2.3 rule 2
	v := newWritable(t, map[string]string{"a.md": "one\n"})
	v.looks("a.md")
	v.write("a.md", "one\nsomebody's\n")
	calls := map[string]string{
		"write_file": `{"path":"a.md","content":"x"}`, "update_note": `{"slug":"a","content":"x"}`, "edit_file": `{"path":"a.md","old_text":"one","new_text":"1"}`,
		"apply_patch": argsOf("patch", "*** Begin Patch\n*** Update File: a.md\n@@\n-one\n+1\n*** End Patch"), "update_properties": `{"slug":"a","set":{"k":1}}`,
	}
	for name, args := range calls {
		f := v.bad(name, args, tools.StaleRead, `read_file {"path":"a.md"}`)
		if f.SHA256 != edit.SumOf([]byte("one\nsomebody's\n")).String() {
			t.Errorf("%s: %+v", name, f)
		}
	}
	v.write("a.md", "one\n") // the same bytes again: no reason to refuse
	for name, args := range calls {
		v.proposed(name, args)
	}
}

// After an own write nothing has to be read again, and reading says so.
func TestOwnWritesAreKnown(t *testing.T) { // contracts 2.3 rule 2, R172, X10
	v := newWritable(t, map[string]string{"a.md": "one\n", "b.md": "[[a]]\n"})
	v.do("create_note", `{"title":"N","content":"x\n","folder":"."}`)
	v.do("edit_file", `{"path":"N.md","old_text":"x","new_text":"y"}`)
	v.do("edit_file", `{"path":"N.md","old_text":"y","new_text":"z"}`)
	v.looks("a.md")
	v.do("move_note", `{"slug":"a","name":"c"}`)
	v.do("edit_file", `{"path":"c.md","old_text":"one","new_text":"two"}`)
	v.has(map[string]string{"N.md": "z\n", "c.md": "two\n", "b.md": "[[c]]\n"})
	v.looks("c.md")
	if res := v.call("read_file", `{"path":"c.md","limit":10000}`); res.Status != tools.StatusNotModified {
		t.Errorf("read again: %s %s", res.Status, res.Summary)
	}
	if res := v.call("read_file", `{"path":"c.md","limit":10000,"force":true}`); res.Status != tools.StatusOK {
		t.Errorf("forced: %s", res.Status)
	}
}

// X10, contracts 2.3 rule 7: what left the conversation has to be read again.
func TestForgottenReads(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "one\n"})
	res := v.call("read_file", `{"path":"a.md"}`)
	v.env.Reads.Forget(res.EvidenceID)
	v.bad("edit_file", `{"path":"a.md","old_text":"one","new_text":"1"}`, tools.ReadRequired, "left the conversation")
}

// Contracts 2.3 rule 5: the hash stands in for a receipt, and is held to be right.
func TestExpectedHash(t *testing.T) {
	sum, other := edit.SumOf([]byte("one\n")).String(), edit.SumOf([]byte("else")).String()
	for name, form := range map[string]string{
		"write_file": `{"path":"a.md","content":"x","expected_sha256":%s}`, "update_note": `{"slug":"a","content":"x","expected_sha256":%s}`,
		"edit_file": `{"path":"a.md","old_text":"one","new_text":"1","expected_sha256":%s}`, "update_properties": `{"slug":"a","set":{"k":1},"expected_sha256":%s}`,
		"move_note": `{"slug":"a","name":"b","expected_sha256":%s}`, "delete_note": `{"slug":"a","expected_sha256":%s}`,
		"apply_patch": `{"patch":"*** Begin Patch\n*** Update File: a.md\n@@\n-one\n+1\n*** End Patch","expected_sha256":{"a.md":%s}}`,
	} {
		v := newWritable(t, map[string]string{"a.md": "one\n"})
		with := func(s string) string { return strings.Replace(form, "%s", quote(s), 1) }
		v.bad(name, with(other), tools.StaleRead, sum)
		v.bad(name, with("abc"), tools.InvalidArgument, `"expected_sha256"`, "64")
		v.proposed(name, with("sha256:"+strings.ToUpper(sum)))
		v.env.Reads = nil // a caller without a session
		v.proposed(name, with(sum))
	}
	v := newWritable(t, map[string]string{"a.md": "one\n"})
	v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n*** Add File: n.md\n+1\n*** End Patch", "expected_sha256", map[string]string{"b.md": sum}), tools.InvalidArgument, `"b.md"`)
	v.bad("apply_patch", argsOf("patch", "*** Begin Patch\n*** Delete File: a.md\n*** End Patch", "expected_sha256", map[string]string{"a.md": other}), tools.StaleRead)
}

// Contracts 2.3 rules 2 and 3: an own write makes known what was written, and
// nothing that was never shown.
func TestOwnWritesShowNothingElse(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": numbered(50), "l.md": "[[a]]\n" + numbered(50)})
	v.call("read_file", `{"path":"a.md","offset":4,"limit":7}`)
	v.do("edit_file", argsOf("path", "a.md", "old_text", "line 5\n", "new_text", "row\nrow 2\nrow 3\n"))
	v.proposed("edit_file", argsOf("path", "a.md", "old_text", "row 3\nline 6\nline 7\nline 8\nline 9\nline 10\n", "new_text", "x\n"))
	v.bad("edit_file", argsOf("path", "a.md", "old_text", "line 11\n", "new_text", "x\n"), tools.ReadRequired, "lines 4-12")
	v.bad("edit_file", argsOf("path", "a.md", "old_text", "line 3\n", "new_text", "x\n"), tools.ReadRequired)
	v.bad("write_file", `{"path":"a.md","content":"x"}`, tools.ReadRequired)
	v.do("move_note", `{"slug":"a","name":"b"}`)
	v.proposed("edit_file", argsOf("path", "b.md", "old_text", "row 3\n", "new_text", "x\n"))
	v.bad("edit_file", argsOf("path", "b.md", "old_text", "line 11\n", "new_text", "x\n"), tools.ReadRequired)
	v.bad("write_file", `{"path":"l.md","content":"x"}`, tools.ReadRequired) // its link was rewritten, and nobody read it
	v.looks("l.md")
	v.do("move_note", `{"slug":"b","name":"c"}`)
	v.proposed("write_file", `{"path":"l.md","content":"x"}`)
}
