package server

import (
	"context"
	"encoding/json"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// toolCall runs one tool outside any conversation, on the newest snapshot. The
// answer is the tool's result, whatever it is: only a wrong request fails.
func (s *Server) toolCall(ctx context.Context, c *protocol.Conn, p protocol.ToolCallParams) (tools.Result, error) {
	if err := s.Index.WaitReady(ctx); err != nil {
		return tools.Result{}, indexFault(err)
	}
	args := p.Arguments
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	env, res := s.runTool(ctx, p, args)
	if res.Set == nil {
		return res, nil
	}
	return s.changeByTool(ctx, c, p, env, res), nil
}

// runTool runs the tool on the newest snapshot, which is held no longer than that.
func (s *Server) runTool(ctx context.Context, p protocol.ToolCallParams, args json.RawMessage) (*tools.Env, tools.Result) {
	snap := s.Index.Acquire()
	defer snap.Release()
	env := &tools.Env{View: snap.View(false), Whole: snap.View(true), Root: s.Vault.Root, Now: s.Agent.Now,
		NewEvidenceID: runtime.NewRunID, Logger: s.Log}
	if p.IncludePrivate {
		env.Private = env.Whole
	}
	return env, s.Tools.Call(ctx, env, p.Name, args)
}

// changeByTool makes the change that a tool has planned, if the person has agreed to it
// beforehand; otherwise the plan is shown, with what to do.
func (s *Server) changeByTool(ctx context.Context, c *protocol.Conn, p protocol.ToolCallParams, env *tools.Env, res tools.Result) tools.Result {
	if !p.Approved && s.Agent.Writer.Open() {
		res.Code, res.Summary = tools.ApprovalDenied, "Nothing was written: changes of notes need your yes. The plan is shown; to make it, send the same call again with --yes (approved, on the wire)."
		return res
	}
	return s.Agent.Writer.Submit(ctx, env, res, gate.Request{Origin: journal.Origin{Tool: p.Name},
		Asker: yes{s.nameOf(c)}, IncludePrivate: p.IncludePrivate},
		func(snap *vaultindex.Snapshot) *vaultindex.View { return snap.View(p.IncludePrivate) })
}
