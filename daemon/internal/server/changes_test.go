package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

func (h *house) read(path string) string {
	h.t.Helper()
	raw, err := os.ReadFile(filepath.Join(h.vault.Root, filepath.FromSlash(path)))
	if !errors.Is(err, fs.ErrNotExist) {
		must(h.t, err)
	}
	return string(raw)
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// chooses answers every question alike, with what is granted in particular, and hands
// the questions on.
func chooses(option, meta string, asked chan<- protocol.RequestPermissionRequest) func(context.Context, protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
	return func(_ context.Context, r protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
		asked <- r
		out := protocol.RequestPermissionResponse{Outcome: protocol.PermissionOutcome{Outcome: protocol.PermissionSelected, OptionID: option}}
		if meta != "" {
			out.Meta = protocol.IbidMeta(json.RawMessage(meta))
		}
		return out, nil
	}
}

// longNote has two places to change, far apart.
var longNote = "one\n" + strings.Repeat("\nsame\n", 20) + "\nlast\n"

func patchBoth() string {
	args, _ := json.Marshal(map[string]any{"patch": "*** Begin Patch\n*** Update File: a.md\n@@\n-one\n+first\n@@\n-last\n+end\n*** End Patch",
		"expected_sha256": map[string]string{"a.md": sum(longNote)}})
	return string(args)
}

// What a person is asked is the change, whole, and what is answered is what is made.
func TestPermissionIsAskedWithTheDiff(t *testing.T) { // design section 5, "Approvals"; contracts 2.5
	whole := strings.NewReplacer("one", "first", "last", "end").Replace(longNote)
	for name, tc := range map[string]struct{ option, meta, want, status string }{
		"allowed":       {"allow_once", "", whole, "ok"},
		"for the files": {"allow_files", "", whole, "ok"},
		"denied":        {"reject", `{"note":"not now"}`, longNote, "denied"},
		"one hunk":      {"allow_once", `{"hunks":[1]}`, strings.Replace(longNote, "last", "end", 1), "partial"},
		"by its path":   {"allow_once", `{"hunks":[{"path":"a.md","hunks":[0]}]}`, strings.Replace(longNote, "one", "first", 1), "partial"},
		"by a map":      {"allow_once", `{"hunks":{"a.md":[0]}}`, strings.Replace(longNote, "one", "first", 1), "partial"},
		"none by a map": {"allow_once", `{"hunks":{"a.md":[]}}`, longNote, "denied"},
		"no hunk":       {"allow_once", `{"hunks":[]}`, longNote, "denied"},
		"another text":  {"allow_once", `{"text":"mine\n"}`, "mine\n", "partial"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"a.md": longNote})
			g := h.guest()
			asked := make(chan protocol.RequestPermissionRequest, 2)
			g.permit = chooses(tc.option, tc.meta, asked)
			p, session := g.use("m"), g.newSession()
			answered := g.begin(session, "Change it")
			p.says("For the better.", modelCall("c1", "apply_patch", patchBoth()))
			p.says("So it is.")
			r := g.wait(answered)
			g.wantOutcome(r, "final", protocol.StopEndTurn)
			if got := h.read("a.md"); got != tc.want || r.meta.ToolCalls[0].Status != tc.status {
				t.Errorf("%+v; the file is %q", r.meta.ToolCalls, got)
			}
			checkQuestion(t, h, <-asked, session)
			checkContent(t, h, g, session, tc.want)
		})
	}
}

func checkQuestion(t *testing.T, h *house, q protocol.RequestPermissionRequest, session string) {
	t.Helper()
	var meta protocol.ApprovalMeta
	if !q.Meta.Ibid(&meta) || meta.Approval.Class != "write" || meta.Approval.Rationale != "For the better." || meta.Approval.Files[0].Hunks != 2 ||
		!strings.Contains(meta.Approval.Files[0].Diff, "+first") || meta.Approval.SessionID != session {
		t.Errorf("the question is about %+v", meta)
	}
	var kinds []string
	for _, o := range q.Options {
		kinds = append(kinds, o.OptionID+" "+string(o.Kind))
	}
	if want := []string{"allow_once allow_once", "allow_files allow_always", "reject reject_once"}; !slices.Equal(kinds, want) {
		t.Errorf("options %v", kinds)
	}
	c := q.ToolCall
	if c.ToolCallID != "c1" || c.Title != "Change a.md" || c.ToolKind != protocol.ToolEdit || len(c.Content) != 1 || c.Content[0].Type != protocol.ToolContentDiff ||
		c.Content[0].Path != filepath.Join(h.vault.Root, "a.md") || c.Content[0].OldText == nil || *c.Content[0].OldText != longNote || !strings.HasPrefix(c.Content[0].NewText, "first") {
		t.Errorf("the call is %+v", c)
	}
}

// checkContent holds the end of the call to what was made, live and when it is loaded
// again.
func checkContent(t *testing.T, h *house, g *guest, session, text string) {
	t.Helper()
	live := lastContent(g, session)
	if text == longNote {
		if len(live) != 1 {
			t.Errorf("a denied call shows %+v", live)
		}
		return
	}
	if len(live) != 2 || live[1].Type != protocol.ToolContentDiff || live[1].NewText != text {
		t.Errorf("the call shows %+v", live)
	}
	again := h.guest()
	again.call(protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: session, CWD: h.vault.Root}, nil)
	must(t, again.conn.Settle(t.Context()))
	if replayed := lastContent(again, session); len(replayed) != 2 || replayed[1].NewText != text {
		t.Errorf("the loaded call shows %+v", replayed)
	}
}

func lastContent(g *guest, session string) []protocol.ToolCallContent {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, u := range slices.Backward(g.updates[session]) {
		if u, ok := u.(protocol.ToolCallUpdate); ok {
			return u.Content
		}
	}
	return nil
}

// A question that one client shows can be answered by another, once.
func TestApprovalIsAnsweredElsewhere(t *testing.T) { // contracts 2.5.7
	h := newHouse(t, map[string]string{"a.md": longNote})
	g, other := h.guest(), h.guest()
	ended := make(chan error, 1)
	shown := make(chan struct{})
	g.permit = func(ctx context.Context, _ protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
		close(shown)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return protocol.RequestPermissionResponse{}, ctx.Err()
	}
	p, session := g.use("m"), g.newSession()
	answered := g.begin(session, "Change it")
	p.says("", modelCall("c1", "apply_patch", patchBoth()))
	p.says("So it is.")
	<-shown
	var list protocol.ApprovalsListResult
	other.call(protocol.MethodApprovalsList, protocol.ApprovalsListParams{}, &list)
	if len(list.Approvals) != 1 || list.Approvals[0].CallID != "c1" {
		t.Fatalf("%+v", list)
	}
	id := list.Approvals[0].ID
	other.refused(protocol.CodeApplication, protocol.MethodApprovalsDecide, protocol.ApprovalsDecideParams{ID: id, Option: "always"})
	var done protocol.ApprovalsDecideResult
	other.call(protocol.MethodApprovalsDecide, protocol.ApprovalsDecideParams{ID: id, Option: "allow_once"}, &done)
	if done.State != "delivered" {
		t.Errorf("%+v", done)
	}
	g.wantOutcome(g.wait(answered), "final", protocol.StopEndTurn)
	if err := <-ended; !errors.Is(err, protocol.ErrCancelled) {
		t.Errorf("the question ended with %v", err)
	}
	other.refused(protocol.CodeResourceNotFound, protocol.MethodApprovalsDecide, protocol.ApprovalsDecideParams{ID: id, Option: "allow_once"})
	if !strings.HasPrefix(h.read("a.md"), "first") {
		t.Errorf("the file is %q", h.read("a.md"))
	}
}

// A client that goes while it asks leaves the question, which another answers.
func TestAQuestionOutlivesItsClient(t *testing.T) { // contracts 3.3
	h := newHouse(t, map[string]string{"a.md": longNote})
	g := h.guest()
	shown := make(chan struct{})
	g.permit = func(ctx context.Context, _ protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
		close(shown)
		<-ctx.Done()
		return protocol.RequestPermissionResponse{}, ctx.Err()
	}
	p, session := g.use("m"), g.newSession()
	g.begin(session, "Change it")
	p.says("", modelCall("c1", "apply_patch", patchBoth()))
	<-shown
	must(t, g.conn.Close())
	other := h.guest()
	other.queued(session, 0)
	ss, err := h.server.session(session)
	must(t, err)
	if o := ss.log.State().Turns[0].Outcome; o == nil || o.Outcome != "suspended" || !strings.Contains(o.Answer, "Change a.md") {
		t.Errorf("the run ended in %+v", o)
	}
	var list protocol.ApprovalsListResult
	other.call(protocol.MethodApprovalsList, protocol.ApprovalsListParams{}, &list)
	var done protocol.ApprovalsDecideResult
	other.call(protocol.MethodApprovalsDecide, protocol.ApprovalsDecideParams{ID: list.Approvals[0].ID, Option: "allow_once", Hunks: protocol.HunkChoice{{Hunks: []int{0}}}}, &done)
	if done.State != "applied" || !done.Change.Partial || !strings.HasPrefix(h.read("a.md"), "first") || !strings.HasSuffix(h.read("a.md"), "last\n") {
		t.Errorf("%+v; the file is %q", done, h.read("a.md"))
	}
	var undone protocol.UndoApplyResult
	other.call(protocol.MethodUndoApply, protocol.UndoApplyParams{Run: list.Approvals[0].RunID}, &undone)
	if len(undone.Changes) != 1 || h.read("a.md") != longNote {
		t.Errorf("%+v; the file is %q", undone, h.read("a.md"))
	}
}

// The mode of a session is an option of it: plan changes nothing, edit asks not in the
// folders that were named.
func TestModes(t *testing.T) { // design section 5, "Approvals"
	h := newHouse(t, nil)
	g := h.guest()
	asked := make(chan protocol.RequestPermissionRequest, 9)
	g.permit = chooses("reject", "", asked)
	p := g.use("m")
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{EditFolders: []string{"In"}, Provider: "openai", Model: "m"}, nil)
	var opened protocol.NewSessionResponse
	g.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: h.vault.Root}, &opened)
	if len(opened.ConfigOptions) != 1 || opened.ConfigOptions[0].CurrentValue.ID != "ask" || opened.Modes.CurrentModeID != "ask" {
		t.Errorf("a new session has %+v", opened)
	}
	session := opened.SessionID
	for _, tc := range []struct {
		mode, folder, status string
		asks                 bool
	}{{"plan", "In", "denied", false}, {"edit", "In", "ok", false}, {"edit", "Out", "denied", true}, {"ask", "In", "denied", true}} {
		var set protocol.SetConfigOptionResponse
		g.call(protocol.MethodSessionSetConfigOption, protocol.SetConfigOptionRequest{SessionID: session, ConfigID: "mode", Value: protocol.ConfigValue{ID: tc.mode}}, &set)
		answered := g.begin(session, "Make it")
		p.says("", modelCall("c-"+tc.mode+tc.folder, "create_note", `{"title":"`+tc.mode+`","content":"x","folder":"`+tc.folder+`"}`))
		p.says("Well.")
		r := g.wait(answered)
		if r.meta.ToolCalls[0].Status != tc.status || (len(asked) > 0) != tc.asks || set.ConfigOptions[0].CurrentValue.ID != tc.mode {
			t.Errorf("%+v: %+v, asked %d times", tc, r.meta.ToolCalls, len(asked))
		}
		for len(asked) > 0 {
			<-asked
		}
	}
	g.call(protocol.MethodSessionSetMode, protocol.SetSessionModeRequest{SessionID: session, ModeID: "plan"}, nil)
	g.refused(protocol.CodeInvalidParams, protocol.MethodSessionSetMode, protocol.SetSessionModeRequest{SessionID: session, ModeID: "yolo"})
	g.refused(protocol.CodeInvalidParams, protocol.MethodSessionSetConfigOption, protocol.SetConfigOptionRequest{SessionID: session, ConfigID: "model", Value: protocol.ConfigValue{ID: "x"}})
	g.refused(protocol.CodeInvalidParams, protocol.MethodConfigSet, protocol.ConfigSetParams{Mode: "yolo"})
	g.refused(protocol.CodeInvalidParams, protocol.MethodConfigSet, protocol.ConfigSetParams{EditFolders: []string{".obsidian"}})
}

// All changes can be listed, a page after the other, also while new ones are made.
func TestChangesAreListedInPages(t *testing.T) {
	g := newHouse(t, nil).guest()
	makeNote := func(title string) {
		args, _ := json.Marshal(map[string]string{"title": title, "content": "x", "folder": "."})
		g.call(protocol.MethodToolCall, protocol.ToolCallParams{Name: "create_note", Arguments: args, Approved: true}, nil)
	}
	for _, title := range []string{"a", "b", "c", "d", "e"} {
		makeNote(title)
	}
	two, before := 2, ""
	var seen []string
	for total := 5; ; total++ {
		var page protocol.UndoListResult
		g.call(protocol.MethodUndoList, protocol.UndoListParams{Limit: &two, Before: before}, &page)
		if page.Total != total {
			t.Errorf("%d changes, want %d", page.Total, total)
		}
		if len(page.Entries) == 0 {
			break
		}
		for _, e := range page.Entries {
			seen, before = append(seen, e.Files[0].Path), e.ID
		}
		makeNote("new " + before)
	}
	if want := []string{"e.md", "d.md", "c.md", "b.md", "a.md"}; !slices.Equal(seen, want) {
		t.Errorf("the pages have %v", seen)
	}
	var of protocol.UndoListResult
	if g.call(protocol.MethodUndoList, protocol.UndoListParams{File: "b.md", Before: before}, &of); of.Total != 1 || len(of.Entries) != 0 {
		t.Errorf("before the first there are %+v", of)
	}
	if e := g.refused(protocol.CodeInvalidParams, protocol.MethodUndoList, protocol.UndoListParams{Before: "none"}); !strings.Contains(e.Error(), "before") {
		t.Errorf("%v", e)
	}
}
