package server

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/protocol"
)

func TestWorkingFolders(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	s, outside := g.newSession(), t.TempDir()
	must(t, os.Symlink(h.vault.Root, filepath.Join(outside, "link")))
	for _, cwd := range []string{h.vault.Root, h.vault.Root + "/", filepath.Join(h.vault.Root, "sub"), filepath.Join(outside, "link"), filepath.Join(outside, "link", "sub")} {
		g.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: cwd}, nil)
	}
	for _, cwd := range []string{"", ".", "sub", "/", outside, filepath.Dir(h.vault.Root), h.vault.Root + "x", filepath.Join(h.vault.Root, "..", "x")} {
		e := g.refused(protocol.CodeInvalidParams, protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: cwd})
		if !strings.Contains(e.Message, "cwd") || !strings.Contains(e.Message, h.vault.Root) {
			t.Errorf("%q: %q names neither the field nor its right form", cwd, e.Message)
		}
		g.refused(protocol.CodeInvalidParams, protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: s, CWD: cwd})
		g.refused(protocol.CodeInvalidParams, protocol.MethodSessionResume, protocol.ResumeSessionRequest{SessionID: s, CWD: cwd})
	}
}

// ACP begins with initialize: before it there are no sessions, afterwards there are.
func TestInitializeComesFirst(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.connect()
	for method, params := range map[string]any{
		protocol.MethodSessionNew:    protocol.NewSessionRequest{CWD: h.vault.Root},
		protocol.MethodSessionList:   protocol.ListSessionsRequest{},
		protocol.MethodSessionLoad:   protocol.LoadSessionRequest{CWD: h.vault.Root},
		protocol.MethodSessionResume: protocol.ResumeSessionRequest{CWD: h.vault.Root},
		protocol.MethodSessionClose:  protocol.CloseSessionRequest{},
		protocol.MethodSessionDelete: protocol.DeleteSessionRequest{},
		protocol.MethodSessionPrompt: protocol.PromptRequest{Prompt: []protocol.ContentBlock{protocol.TextBlock("hi")}},
	} {
		if e := g.refused(protocol.CodeInvalidRequest, method, params); !strings.Contains(e.Message, "initialize") {
			t.Errorf("%s: %s", method, e.Message)
		}
	}
	g.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil) // how one that attaches sees that its owner lives
	g.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1}, nil)
	g.newSession()
}

func TestListOfSessions(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	g.newSession() // without a prompt it is not worth listing
	var want []string
	for i := range pageSize + 3 {
		s := g.newSession()
		g.wantOutcome(g.prompt(s, fmt.Sprintf("/search apple %d", i)), agent.OutcomeFinal, protocol.StopEndTurn)
		want = append(want, s)
	}
	var in protocol.NewSessionResponse
	g.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: filepath.Join(h.vault.Root, "sub")}, &in)
	g.wantOutcome(g.prompt(in.SessionID, "/tags"), agent.OutcomeFinal, protocol.StopEndTurn)

	var first, second, below protocol.ListSessionsResponse
	g.call(protocol.MethodSessionList, protocol.ListSessionsRequest{}, &first)
	g.call(protocol.MethodSessionList, protocol.ListSessionsRequest{Cursor: first.NextCursor}, &second)
	if len(first.Sessions) != pageSize || len(second.Sessions) != 4 || second.NextCursor != "" {
		t.Errorf("pages of %d and %d sessions, then %q", len(first.Sessions), len(second.Sessions), second.NextCursor)
	}
	var got []string
	for _, s := range append(first.Sessions, second.Sessions...) {
		got = append(got, s.SessionID)
	}
	slices.Sort(got)
	all := append(slices.Clone(want), in.SessionID)
	slices.Sort(all)
	if !slices.Equal(got, all) {
		t.Errorf("listed %d sessions, want each of %d once", len(got), len(all))
	}
	g.call(protocol.MethodSessionList, protocol.ListSessionsRequest{CWD: filepath.Join(h.vault.Root, "sub")}, &below)
	if len(below.Sessions) != 1 || below.Sessions[0].SessionID != in.SessionID || below.Sessions[0].CWD != filepath.Join(h.vault.Root, "sub") {
		t.Errorf("of the folder: %+v", below.Sessions)
	}
	if s := first.Sessions[0]; s.Title == "" || s.UpdatedAt == "" {
		t.Errorf("a session is listed as %+v", s)
	}
	for _, cursor := range []string{"x", "-1", "1.5"} {
		g.refused(protocol.CodeInvalidParams, protocol.MethodSessionList, protocol.ListSessionsRequest{Cursor: cursor})
	}
}

func TestResumeCloseDelete(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	s := g.newSession()
	g.wantOutcome(g.prompt(s, "When do apples ripen?"), agent.OutcomeFinal, protocol.StopEndTurn)

	other := h.guest()
	other.call(protocol.MethodSessionResume, protocol.ResumeSessionRequest{SessionID: s, CWD: h.vault.Root}, nil)
	must(t, other.conn.Settle(t.Context()))
	if len(other.story(s)) != 0 {
		t.Errorf("resuming sent %v", other.story(s))
	}
	other.wantOutcome(other.prompt(s, "And pears?"), agent.OutcomeFinal, protocol.StopEndTurn)

	g.call(protocol.MethodSessionClose, protocol.CloseSessionRequest{SessionID: s}, nil)
	g.call(protocol.MethodSessionClose, protocol.CloseSessionRequest{SessionID: s}, nil)
	other.call(protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: s, CWD: h.vault.Root}, nil)
	must(t, other.conn.Settle(t.Context()))
	if users := other.story(s).texts("user"); !slices.Equal(users, []string{"When do apples ripen?", "And pears?"}) {
		t.Errorf("after closing, loading told %q", users)
	}

	g.call(protocol.MethodSessionDelete, protocol.DeleteSessionRequest{SessionID: s}, nil)
	for _, method := range []string{protocol.MethodSessionLoad, protocol.MethodSessionResume, protocol.MethodSessionDelete} {
		g.refused(protocol.CodeResourceNotFound, method, protocol.LoadSessionRequest{SessionID: s, CWD: h.vault.Root})
	}
	g.refused(protocol.CodeResourceNotFound, protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: "../../etc/passwd", CWD: h.vault.Root})
	var list protocol.ListSessionsResponse
	g.call(protocol.MethodSessionList, protocol.ListSessionsRequest{}, &list)
	if len(list.Sessions) != 0 {
		t.Errorf("a deleted session is listed: %+v", list.Sessions)
	}
}

func TestCloseAndDeleteEndWhatRuns(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	for _, method := range []string{protocol.MethodSessionClose, protocol.MethodSessionDelete} {
		s := g.newSession()
		running := g.begin(s, "x")
		p.waitAsked(t)
		queued := g.beginAll(s, []string{"y"})[0]
		g.call(method, protocol.CloseSessionRequest{SessionID: s}, nil)
		g.wantOutcome(g.wait(running), agent.StopCancelled, protocol.StopCancelled)
		g.wantOutcome(g.wait(queued), agent.StopCancelled, protocol.StopCancelled)
	}
}
