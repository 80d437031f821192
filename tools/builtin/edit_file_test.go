package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestEditFile(t *testing.T) { // R157–R161
	const text = "leek\r\npea\r\nleek, leek\r\nend"
	for _, c := range []struct{ args, want string }{
		{`"old_text":"pea","new_text":"bean"`, "leek\r\nbean\r\nleek, leek\r\nend"},                                  // R157
		{`"old_text":"pea\nleek,","new_text":"a\nb"`, "leek\r\na\r\nb leek\r\nend"},                                  // R157, line ends of the place
		{`"old_text":"leek","new_text":"x","replace_all":true`, "x\r\npea\r\nx, x\r\nend"},                           // R158
		{`"old_text":"leek","new_text":"x","occurrence":2`, "leek\r\npea\r\nx, leek\r\nend"},                         // R159
		{`"old_text":"leek","new_text":"x","line_hint":1`, "x\r\npea\r\nleek, leek\r\nend"},                          // R160
		{`"old_text":"leek","new_text":"x","expected_replacements":3`, "x\r\npea\r\nx, x\r\nend"},                    // R161
		{`"old_text":"pea\n","new_text":"","expected_replacements":1`, "leek\r\nleek, leek\r\nend"},                  // R161
		{`"old_text":"leek","new_text":"x","replace_all":true,"expected_replacements":3`, "x\r\npea\r\nx, x\r\nend"}, // R158, R161
	} {
		v := newWritable(t, map[string]string{"a.md": text})
		v.looks("a.md")
		res := v.do("edit_file", `{"path":"a.md",`+c.args+`}`)
		v.has(map[string]string{"a.md": c.want})
		if !strings.Contains(res.Summary, `Edited "a.md"`) || res.SHABefore == "" || res.SHAAfter == res.SHABefore {
			t.Errorf("%s: %+v", c.args, res)
		}
	}
}

func TestEditFileRefuses(t *testing.T) { // R157–R162, contracts 2.1.1
	v := newWritable(t, map[string]string{"a.md": "leek\npea\nleek\n"})
	v.bad("edit_file", `{"path":"a.md","old_text":"pea","new_text":"bean"}`, tools.ReadRequired, `read_file {"path":"a.md"}`) // R162, X09
	v.looks("a.md")
	f := v.bad("edit_file", `{"path":"a.md","old_text":"leek","new_text":"x"}`, tools.AmbiguousMatch, "lines 1 and 3")
	if len(f.Lines) != 2 || f.SHA256 == "" || f.Path != "a.md" {
		t.Errorf("%+v", f)
	}
	f = v.bad("edit_file", `{"path":"a.md","old_text":"pea\nleeks","new_text":"x"}`, tools.NoMatch)
	if f.Nearest == nil || f.Nearest.Text == "" {
		t.Errorf("%+v", f)
	}
	v.bad("edit_file", `{"path":"a.md","old_text":"leek","new_text":"x","expected_replacements":2,"occurrence":1}`, tools.InvalidArgument)
	v.bad("edit_file", `{"path":"a.md","old_text":"leek","new_text":"x","expected_replacements":1}`, tools.CountMismatch, "lines 1 and 3") // R161
	v.bad("edit_file", `{"path":"a.md","old_text":"leek","new_text":"x","occurrence":3}`, tools.CountMismatch)                             // R159
	v.bad("edit_file", `{"path":"a.md","old_text":"leek","new_text":"x","replace_all":true,"occurrence":1}`, tools.InvalidArgument)
	v.bad("edit_file", `{"path":"a.md","old_text":"pea","new_text":"pea"}`, tools.NoChange)
	v.bad("edit_file", `{"path":"a.md","old_text":"","new_text":"x"}`, tools.InvalidArgument, `"old_text"`)
	v.bad("edit_file", `{"path":"A.txt","old_text":"x","new_text":"y"}`, tools.FileNotFound)
	v.bad("edit_file", `{"path":".","old_text":"x","new_text":"y"}`, tools.IsDirectory)
	v.has(map[string]string{"a.md": "leek\npea\nleek\n"})
}
