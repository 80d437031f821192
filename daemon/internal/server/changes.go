package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// writable returns the gate, or says why there is none.
func (s *Server) writable() (*gate.Gate, error) {
	if w := s.Agent.Writer; w.Open() {
		return w.Gate, nil
	} else if w != nil && w.Fault != nil {
		return nil, protocol.NewError("CHANGES_OFF", "Notes cannot be changed: "+w.Fault.Error()+".", "ibid doctor says what to do.", true)
	}
	return nil, protocol.NewError("CHANGES_OFF", "Notes cannot be changed.", "ibid doctor says what to do.", true)
}

// approvalsList lists what waits for an answer, and can still be done.
func (s *Server) approvalsList(context.Context, *protocol.Conn, protocol.ApprovalsListParams) (protocol.ApprovalsListResult, error) {
	var r protocol.ApprovalsListResult
	g, err := s.writable()
	if err != nil {
		return r, err
	}
	g.Recheck()
	for _, a := range g.Pending() {
		r.Approvals = append(r.Approvals, toApproval(a))
	}
	r.Truncated = shorten(maxResult, partOf("approvals", &r.Approvals, maxResult))
	return r, nil
}

// approvalsDecide answers one approval, once.
func (s *Server) approvalsDecide(ctx context.Context, c *protocol.Conn, p protocol.ApprovalsDecideParams) (protocol.ApprovalsDecideResult, error) {
	var r protocol.ApprovalsDecideResult
	g, err := s.writable()
	if err != nil {
		return r, err
	}
	pending := g.Pending()
	at := slices.IndexFunc(pending, func(a gate.Approval) bool { return a.ID == p.ID })
	if at < 0 {
		return r, protocol.NotFound("APPROVAL_NOT_FOUND", fmt.Sprintf("No approval %q waits: it was answered, or it has ended.", p.ID), "approvals/list names those that wait.")
	}
	a := pending[at]
	answer, err := answerOf(a, p.Option, protocol.ApprovalAnswer{Hunks: p.Hunks, Text: p.Text, Note: p.Note}, s.nameOf(c))
	if err != nil {
		return r, err
	}
	done, err := s.Agent.Writer.Answer(ctx, p.ID, answer, gate.Request{Log: s.logOf(a.Origin.Session), IncludePrivate: true})
	var refused *tools.Error
	switch {
	case err == nil && done.UndoID != "":
		change := toChange(done)
		return protocol.ApprovalsDecideResult{State: "applied", Change: &change}, nil
	case err == nil:
		return protocol.ApprovalsDecideResult{State: "delivered"}, nil
	case errors.As(err, &refused) && refused.Code == tools.ApprovalDenied && answer.Option == gate.Reject:
		return protocol.ApprovalsDecideResult{State: "denied"}, nil
	case errors.As(err, &refused):
		return r, toolsError(refused)
	}
	return r, err
}

// logOf is the log of a session that has one still, nil otherwise.
func (s *Server) logOf(id string) gate.Log {
	if id == "" {
		return nil
	}
	ss, err := s.session(id)
	if err != nil {
		return nil
	}
	return ss.log
}

func toChange(done gate.Result) protocol.VaultChange {
	out := protocol.VaultChange{UndoID: done.UndoID, Title: done.Title, Partial: done.Partial}
	for _, f := range done.Files {
		out.Files = append(out.Files, protocol.FileChange{Op: opOf(f.Op, f.SHABefore), Path: f.Path.String(), To: f.To.String(),
			Sha256Before: f.SHABefore, Sha256After: f.SHAAfter, State: string(f.State), Trash: f.Trash})
	}
	for _, f := range done.Findings {
		out.Findings = append(out.Findings, f.Message+".")
	}
	return out
}

// opOf is what a step of the journal is called on the wire.
func opOf(op, before string) string {
	switch journal.Op(op) {
	case journal.Put:
		if before == "" {
			return "create"
		}
		return "replace"
	case journal.Take:
		return "trash"
	}
	return op
}

// Bounds of a list of changes.
const (
	defaultEntries = 50
	maxEntries     = 500
)

// undoList lists the changes that Ibid made, the latest first.
func (s *Server) undoList(_ context.Context, _ *protocol.Conn, p protocol.UndoListParams) (protocol.UndoListResult, error) {
	var r protocol.UndoListResult
	g, err := s.writable()
	if err != nil {
		return r, err
	}
	limit := defaultEntries
	if p.Limit != nil {
		limit = min(*p.Limit, maxEntries)
	}
	if limit < 1 {
		return r, protocol.InvalidParams("limit", fmt.Sprintf("must be at least 1, not %d", limit))
	}
	file, err := vaultpath.Parse(p.File)
	if err != nil {
		return r, protocol.InvalidParams("file", err.Error())
	}
	begun := p.Before == ""
	for _, e := range slices.Backward(g.Entries()) {
		if (p.Run == "" || e.Origin.Run == p.Run) && (file == vaultpath.Root || touches(e, file)) {
			if r.Total++; begun && len(r.Entries) < limit {
				r.Entries = append(r.Entries, toEntry(e))
			}
		}
		begun = begun || e.ID == p.Before
	}
	if !begun {
		return r, protocol.InvalidParams("before", fmt.Sprintf("names no change: there is no %q in the journal; undo/list without it names the ids", p.Before))
	}
	r.Truncated = shorten(maxResult, partOf("entries", &r.Entries, maxResult))
	return r, nil
}

func touches(e journal.Entry, p vaultpath.Path) bool {
	return slices.ContainsFunc(e.Steps, func(s journal.Step) bool { return s.Path == p || s.To == p })
}

func toEntry(e journal.Entry) protocol.JournalEntry {
	out := protocol.JournalEntry{ID: e.ID, At: stamp(e.At), Title: e.Title, State: string(e.State), SessionID: e.Origin.Session,
		RunID: e.Origin.Run, Tool: e.Origin.Tool, Undoes: e.Undoes, UndoneBy: e.UndoneBy, Undoable: e.State == journal.Applied && e.UndoneBy == ""}
	for i, st := range e.Steps {
		f := protocol.FileChange{Op: opOf(string(st.Op), st.Before), Path: st.Path.String(), To: st.To.String(), Sha256Before: st.Before, Sha256After: st.After}
		if i < len(e.Files) {
			f.State, f.Trash = string(e.Files[i].State), e.Files[i].Trash
		}
		out.Files = append(out.Files, f)
	}
	return out
}

// undoApply takes changes back.
func (s *Server) undoApply(ctx context.Context, _ *protocol.Conn, p protocol.UndoApplyParams) (protocol.UndoApplyResult, error) {
	var r protocol.UndoApplyResult
	if _, err := s.writable(); err != nil {
		return r, err
	}
	which, err := toWhich(p)
	if err != nil {
		return r, err
	}
	done, err := s.Agent.Writer.Undo(ctx, which, gate.Request{IncludePrivate: true})
	for _, d := range done {
		r.Changes = append(r.Changes, toChange(d))
	}
	var refused *tools.Error
	switch {
	case errors.As(err, &refused) && len(done) > 0:
		r.Refused = refused.Message + "."
		return r, nil
	case errors.As(err, &refused):
		return r, toolsError(refused)
	}
	return r, err
}

func toWhich(p protocol.UndoApplyParams) (gate.Which, error) {
	given := 0
	for _, v := range []string{p.ID, p.Run, p.File} {
		if v != "" {
			given++
		}
	}
	if given != 1 {
		return gate.Which{}, protocol.InvalidParams("id", `exactly one of id, run and file says what to undo, as in {"id": "…"}; undo/list names the ids`)
	}
	file, err := vaultpath.Parse(p.File)
	if err != nil {
		return gate.Which{}, protocol.InvalidParams("file", err.Error())
	}
	return gate.Which{Entry: p.ID, Run: p.Run, File: file}, nil
}
