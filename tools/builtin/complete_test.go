package builtin

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Contracts 2.1.1 rules 3 and 4: a plan becomes one result, which says what was
// made of it.
func TestWhatWasNotMadeIsSaidSo(t *testing.T) { // R168
	v := newWritable(t, map[string]string{"a.md": "one\n"})
	v.looks("a.md")
	res := v.proposed("edit_file", `{"path":"a.md","old_text":"one","new_text":"two"}`)
	for name, c := range map[string]struct {
		err    error
		status tools.Status
		code   tools.Code
	}{
		"denied":  {tools.Errorf(tools.ApprovalDenied, "The person said no"), tools.StatusDenied, tools.ApprovalDenied},
		"stale":   {tools.Errorf(tools.StaleRead, "\"a.md\" changed"), tools.StatusError, tools.StaleRead},
		"edit":    {&edit.Error{Code: edit.TargetExists, Message: "\"a.md\" is taken", Path: "a.md"}, tools.StatusError, tools.TargetExists},
		"unknown": {tools.Errorf(tools.OutcomeUnknown, "Whether it was written is not known"), tools.StatusOutcomeUnknown, tools.OutcomeUnknown},
		"fault":   {errors.New("open /home/me/vault/a.md: disk full"), tools.StatusError, tools.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			out := tools.Complete(v.env, res, tools.Outcome{Err: c.err, UndoID: "U1"})
			if out.Status != c.status || out.Code != c.code || out.Set != nil || out.UndoID != "" || out.SHAAfter != "" || out.EvidenceID != res.EvidenceID {
				t.Errorf("%+v", out)
			}
			if said := strings.Contains(out.Summary, "Nothing was written"); said != (c.code != tools.OutcomeUnknown) || strings.Contains(out.Summary, "/home") {
				t.Errorf("%q", out.Summary)
			}
		})
	}
	if again := tools.Complete(v.env, tools.Result{Summary: "no plan"}, tools.Outcome{}); again.Summary != "no plan" {
		t.Errorf("%+v", again)
	}
	v.bad("edit_file", `{"path":"a.md","old_text":"two","new_text":"x"}`, tools.NoMatch) // a refused write left no receipt of its text
}

func TestWhatAPersonChangedIsSaidSo(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "one\n", "s.md": "---\nprivate: true\n---\n"})
	v.looks("a.md")
	res := v.proposed("edit_file", `{"path":"a.md","old_text":"one","new_text":"two"}`)
	v.write("a.md", "three\n")
	sum := edit.SumOf([]byte("three\n")).String()
	out := tools.Complete(v.env, res, tools.Outcome{
		UndoID: "U7", Partial: true, Note: "three is better", Files: []tools.Written{{Path: "a.md", SHAAfter: sum, State: "written"}},
		Findings: []tools.Broken{{Kind: "unresolved", Path: "a.md", Message: "A link leads nowhere"}},
	})
	if out.Status != tools.StatusPartial || out.SHAAfter != sum || out.UndoID != "U7" {
		t.Errorf("%+v", out)
	}
	for _, part := range []string{"Only a part", "A link leads nowhere.", "three is better", "ibid undo U7"} {
		if !strings.Contains(out.Summary, part) {
			t.Errorf("%q does not say %q", out.Summary, part)
		}
	}
	if d := out.Data.(*written); d.Files[0].State != "written" || d.Files[0].SHAAfter != sum || d.Note == "" || len(d.Findings) != 1 {
		t.Errorf("%+v", d)
	}
	v.refresh()
	v.allowWhole()
	v.bad("edit_file", `{"path":"a.md","old_text":"three","new_text":"x"}`, tools.StaleRead) // the text is not the caller's
}

// A result stays small, however much a change touches, and names no unseen file.
func TestLargeChangesAreToldInShort(t *testing.T) {
	files := map[string]string{"a.md": "x\n", "s.md": "---\nprivate: true\n---\n[[a]]\n"}
	for i := range 300 {
		files[fmt.Sprintf("n/%03d.md", i)] = "[[a]] " + strings.Repeat("word ", 100) + "\n"
	}
	v := newWritable(t, files)
	res := v.proposed("move_note", `{"slug":"a","name":"b"}`)
	d := res.Data.(*noteMoved)
	if d.Links != 300 || d.Notes != 300 || len(d.Lines) != maxLinkChanges || len(d.Files)+d.MoreFiles != 301 || d.DiffCut == nil || d.DiffCut.Shown >= d.DiffCut.Total || len(quote(d)) > 128<<10 {
		t.Errorf("%d links in %d notes, %d lines, %d + %d files, %v, %d bytes", d.Links, d.Notes, len(d.Lines), len(d.Files), d.MoreFiles, d.DiffCut, len(quote(d)))
	}
	if res.Set.Len() != 302 || len(res.Unseen) != 1 || !strings.HasSuffix(d.Diff, "\n") {
		t.Errorf("%d effects, unseen %v", res.Set.Len(), res.Unseen)
	}
	out := tools.Complete(v.env, res, tools.Outcome{UndoID: "U1", Findings: []tools.Broken{{Kind: "k", Path: "s.md", Message: "secret"}},
		Files: []tools.Written{{Path: vaultpath.Path("a.md"), To: "b.md", SHAAfter: edit.SumOf([]byte("x\n")).String()}}})
	if strings.Contains(quote(out.Data)+out.Summary, "s.md") || strings.Contains(out.Summary, "secret") {
		t.Errorf("names an unseen note: %s", out.Summary)
	}
}
