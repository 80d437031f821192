package cli

import (
	"context"
	"io"
	"net"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/protocol"
)

// dying is a daemon of which the process that runs a prompt ends.
type dying struct {
	updates []protocol.SessionUpdate // what it tells before
	made    []protocol.JournalEntry  // what the next process finds in the journal
	prompts int
}

func (d *dying) connect(t *testing.T, show *transcript) *client {
	t.Helper()
	mux := protocol.NewMux()
	protocol.Handle(mux, protocol.MethodConfigSet, protocol.LaneConcurrent, func(context.Context, *protocol.Conn, protocol.ConfigSetParams) (struct{}, error) {
		return struct{}{}, nil
	})
	protocol.Handle(mux, protocol.MethodIndexUpdate, protocol.LaneConcurrent, func(context.Context, *protocol.Conn, protocol.IndexUpdateParams) (struct{}, error) {
		return struct{}{}, nil
	})
	protocol.Handle(mux, protocol.MethodSessionNew, protocol.LaneConcurrent, func(context.Context, *protocol.Conn, protocol.NewSessionRequest) (protocol.NewSessionResponse, error) {
		return protocol.NewSessionResponse{SessionID: "s"}, nil
	})
	protocol.Handle(mux, protocol.MethodUndoList, protocol.LaneConcurrent, func(context.Context, *protocol.Conn, protocol.UndoListParams) (protocol.UndoListResult, error) {
		return protocol.UndoListResult{Entries: d.made, Total: len(d.made)}, nil
	})
	protocol.Handle(mux, protocol.MethodSessionPrompt, protocol.LaneConcurrent, d.prompt)
	ours := protocol.NewMux()
	protocol.HandleNotification(ours, protocol.NotifySessionUpdate, protocol.LaneSession, show.update)
	here, there := net.Pipe()
	daemon := protocol.NewConn(t.Context(), there, mux, protocol.Options{})
	cl := &client{conn: protocol.NewConn(t.Context(), here, ours, protocol.Options{}), served: make(chan error)}
	close(cl.served)
	t.Cleanup(func() {
		_ = cl.close()
		_ = daemon.Close()
	})
	return cl
}

func (d *dying) prompt(_ context.Context, c *protocol.Conn, p protocol.PromptRequest) (protocol.PromptResponse, error) {
	d.prompts++
	for _, u := range d.updates {
		if err := c.Notify(protocol.NotifySessionUpdate, protocol.SessionNotification{SessionID: p.SessionID, Update: u}); err != nil {
			return protocol.PromptResponse{}, err
		}
	}
	return protocol.PromptResponse{}, protocol.NewError("OWNER_CHANGED", "It ended.", "Ask again.", true)
}

// A question is not asked again once something may have been changed for it: not when
// that is told in the last of many words before the end, and not when only the journal
// knows of it.
func TestAskNeverChangesTwice(t *testing.T) {
	var many []protocol.SessionUpdate
	for range 500 {
		many = append(many, protocol.ToolCall{ToolKind: protocol.ToolRead})
	}
	for name, tc := range map[string]struct {
		daemon  dying
		prompts int
	}{
		"nothing happened":   {dying{}, 2},
		"only read":          {dying{updates: many}, 2},
		"told late":          {dying{updates: append(many, protocol.ToolCall{ToolKind: protocol.ToolEdit})}, 1},
		"never told":         {dying{made: []protocol.JournalEntry{{ID: "1", SessionID: "s"}}}, 1},
		"changed by another": {dying{made: []protocol.JournalEntry{{ID: "1", SessionID: "other"}}}, 2},
	} {
		e := env{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard}
		show := &transcript{e: e}
		_, _, err := askCmd{}.answer(e, tc.daemon.connect(t, show), app.Options{}, "Why?", show)
		if !ownerChanged(err) || tc.daemon.prompts != tc.prompts {
			t.Errorf("%s: asked %d times, %v", name, tc.daemon.prompts, err)
		}
	}
}
