package server

import (
	"context"
	"encoding/json"

	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// toolCall runs one tool outside any conversation, on the newest snapshot. The
// answer is the tool's result, whatever it is: only a wrong request fails.
func (s *Server) toolCall(ctx context.Context, _ *protocol.Conn, p protocol.ToolCallParams) (tools.Result, error) {
	if err := s.Index.WaitReady(ctx); err != nil {
		return tools.Result{}, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	env := &tools.Env{View: snap.View(false), Root: s.Vault.Root, Now: s.Agent.Now,
		NewEvidenceID: runtime.NewRunID, Logger: s.Log}
	if p.IncludePrivate {
		env.Private = snap.View(true)
	}
	args := p.Arguments
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	return s.Tools.Call(ctx, env, p.Name, args), nil
}
