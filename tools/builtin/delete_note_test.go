package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestDeleteNote(t *testing.T) { // X26
	v := newWritable(t, map[string]string{"a.md": "x\n", "b.md": "[[a]] [[a]]\n", "s.md": "---\nprivate: true\n---\n[[a]]\n", "B/Two.md": "1\n", "Two.md": "2\n", "t.md": "[[Two]]\n", "self.md": "[[self]]\n"})
	d, res := good[noteDeleted](v, "delete_note", `{"slug":"a","dry_run":true}`)
	if res.Set != nil || d.Links != 2 || d.Other != 0 || len(d.Linked) != 1 || d.Linked[0] != "b.md" || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "2 links to it lead nowhere") {
		t.Errorf("%+v %+v", d, res)
	}
	res = v.do("delete_note", `{"slug":"a"}`)
	v.has(map[string]string{"a.md": "", "b.md": "[[a]] [[a]]\n"})
	if !strings.Contains(res.Summary, `Moved the note "a" to the trash`) || !strings.Contains(res.Summary, "lead nowhere") || res.SHABefore == "" || res.SHAAfter != "" {
		t.Errorf("%+v", res)
	}
	if d, _ := good[noteDeleted](v, "delete_note", `{"slug":"Two.md","dry_run":true}`); d.Links != 1 || d.Other != 1 || !strings.Contains(d.Warnings[0], "means another file") {
		t.Errorf("%+v", d)
	}
	if d, _ := good[noteDeleted](v, "delete_note", `{"slug":"self","dry_run":true}`); d.Links != 0 || len(d.Warnings) != 0 {
		t.Errorf("%+v", d)
	}
	v.bad("delete_note", `{"slug":"a"}`, tools.NoteNotFound)
	v.bad("delete_note", `{"slug":"s"}`, tools.NoteNotFound)
	v.bad("delete_note", `{"slug":"Tow"}`, tools.NoteNotFound, "Two")
	if spec, _ := registry.Lookup("delete_note"); !spec.Spec().Sensitive {
		t.Error("deleting does not ask")
	}
}
