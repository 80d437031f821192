package server

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// broken are parts of an answer that cannot be followed, with what the refusal names.
var broken = map[string]struct{ meta, names string }{
	"a number for a text":    {`{"text":5}`, "text"},
	"an object for a text":   {`{"text":{}}`, "text"},
	"a long text":            {`{"text":"` + strings.Repeat("x", 2<<20+1) + `"}`, "2 MiB"},
	"a NUL":                  {`{"text":"a\u0000b"}`, "NUL"},
	"half a pair":            {`{"text":"a \ud800 b"}`, "surrogate"},
	"the other half":         {`{"text":"a \udc00 b"}`, "surrogate"},
	"a text and hunks":       {`{"text":"mine\n","hunks":[]}`, "text"},
	"a word for hunks":       {`{"hunks":"all"}`, "hunks"},
	"a number for hunks":     {`{"hunks":0}`, "hunks"},
	"true for hunks":         {`{"hunks":true}`, "hunks"},
	"words in hunks":         {`{"hunks":["0"]}`, "hunks"},
	"half a hunk":            {`{"hunks":[0.5]}`, "hunks"},
	"null in hunks":          {`{"hunks":[null]}`, "hunks"},
	"hunks below 0":          {`{"hunks":[-1]}`, "hunks"},
	"hunks that are not":     {`{"hunks":[2]}`, "has 2"},
	"no file in hunks":       {`{"hunks":{}}`, "hunks"},
	"null for a file":        {`{"hunks":{"a.md":null}}`, "hunks"},
	"a word for a file":      {`{"hunks":{"a.md":"all"}}`, "hunks"},
	"another file":           {`{"hunks":{"b.md":[]}}`, "b.md"},
	"no path":                {`{"hunks":[{"hunks":[0]}]}`, "hunks"},
	"no hunks of a file":     {`{"hunks":[{"path":"a.md"}]}`, "hunks"},
	"a path out":             {`{"hunks":{"../a.md":[]}}`, "hunks"},
	"a number for a note":    {`{"note":5}`, "note"},
	"a word for the answer":  {`"x"`, "answer"},
	"a list for the answer":  {`[0]`, "answer"},
	"right hunks, no note":   {`{"hunks":[0],"note":[]}`, "note"},
	"a path that is no text": {`{"hunks":[{"path":1,"hunks":[]}]}`, "hunks"},
}

// An answer that is not understood grants nothing: the question stays open, and whoever
// asked is told why.
func TestABrokenAnswerGrantsNothing(t *testing.T) { // design section 5, "Approvals"
	h := newHouse(t, map[string]string{"a.md": longNote})
	g := h.guest()
	p, session := g.use("m"), g.newSession()
	asked := make(chan protocol.RequestPermissionRequest, 1)
	for name, tc := range broken {
		g.permit = chooses("allow_once", tc.meta, asked)
		answered := g.begin(session, "Change it")
		p.says("", modelCall("c", "apply_patch", patchBoth()))
		p.waitAsked(t)
		p.says("Well.")
		g.wait(answered)
		<-asked
		if got := h.read("a.md"); got != longNote {
			t.Fatalf("%s: the file is %q", name, got)
		}
		var list protocol.ApprovalsListResult
		g.call(protocol.MethodApprovalsList, protocol.ApprovalsListParams{}, &list)
		if len(list.Approvals) != 1 {
			t.Fatalf("%s: %d questions wait", name, len(list.Approvals))
		}
		id := list.Approvals[0].ID
		if story, _ := json.Marshal(lastContent(g, session)); !strings.Contains(string(story), tc.names) || !strings.Contains(string(story), id) {
			t.Errorf("%s: the call says %s", name, story)
		}
		decideBroken(t, g, id, name)
		g.call(protocol.MethodApprovalsDecide, protocol.ApprovalsDecideParams{ID: id, Option: "reject"}, nil)
	}
}

// decideBroken gives the same parts to approvals/decide, which refuses them alike.
func decideBroken(t *testing.T, g *guest, id, name string) {
	t.Helper()
	var params map[string]any
	if json.Unmarshal([]byte(broken[name].meta), &params) != nil {
		return // the answer as a whole is broken, which has no counterpart there
	}
	raw := strings.TrimSuffix(broken[name].meta, "}") + `,"id":"` + id + `","option":"allow_once"}`
	e := g.refused(protocol.CodeInvalidParams, protocol.MethodApprovalsDecide, json.RawMessage(raw))
	if !strings.Contains(e.Error(), broken[name].names) {
		t.Errorf("%s: approvals/decide says %v", name, e)
	}
}

// An answer that was not offered is told as such, not as silence.
func TestAnAnswerThatWasNotOffered(t *testing.T) {
	h := newHouse(t, map[string]string{"a.md": longNote})
	g := h.guest()
	p, session := g.use("m"), g.newSession()
	g.permit = chooses("ALLOW", "", make(chan protocol.RequestPermissionRequest, 1))
	answered := g.begin(session, "Change it")
	p.says("", modelCall("c", "apply_patch", patchBoth()))
	p.says("Well.")
	g.wait(answered)
	if story, _ := json.Marshal(lastContent(g, session)); !strings.Contains(string(story), "ALLOW") || !strings.Contains(string(story), "allow_once") || h.read("a.md") != longNote {
		t.Errorf("the call says %s; the file is %q", story, h.read("a.md"))
	}
}

// No is no, whatever comes with it.
func TestABrokenNoIsNo(t *testing.T) {
	h := newHouse(t, map[string]string{"a.md": longNote})
	g := h.guest()
	p, session := g.use("m"), g.newSession()
	g.permit = chooses("reject", `{"hunks":"none"}`, make(chan protocol.RequestPermissionRequest, 1))
	answered := g.begin(session, "Change it")
	p.says("", modelCall("c", "apply_patch", patchBoth()))
	p.says("Well.")
	r := g.wait(answered)
	var list protocol.ApprovalsListResult
	g.call(protocol.MethodApprovalsList, protocol.ApprovalsListParams{}, &list)
	if r.meta.ToolCalls[0].Status != "denied" || len(list.Approvals) != 0 || h.read("a.md") != longNote {
		t.Errorf("%+v; %d questions wait; the file is %q", r.meta.ToolCalls, len(list.Approvals), h.read("a.md"))
	}
}
