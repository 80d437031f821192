package gate

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// Submit makes a change, after all that has to be asked. Its error is a
// *tools.Error: nothing was changed then, unless the code is OUTCOME_UNKNOWN. An
// APPROVAL_EXPIRED names the approval that still waits.
func (g *Gate) Submit(ctx context.Context, r Request) (Result, error) {
	if r.Set.Len() == 0 {
		return Result{}, tools.Errorf(tools.NoChange, "The change is empty; nothing is left to do")
	}
	if err := r.Set.Portable(); err != nil {
		return Result{}, tools.FromEdit(err)
	}
	set, err := r.Set.WithParents(g.vault.Folder)
	if err != nil {
		return Result{}, tools.FromEdit(err)
	}
	policy, err := g.options.Policy()
	if err != nil {
		return Result{}, policyDenied("the policy cannot be read (" + err.Error() + "); correct it first")
	}
	v := r.judge(policy, set)
	if v.decision == Deny {
		return Result{}, policyDenied(v.reason)
	}
	p := newPlan(r.Origin, set, title(set, g.read))
	if err := g.vault.Check(p.entry.Steps); err != nil {
		return Result{}, err
	}
	if v.decision == Allow || !v.explicit && v.class == Write && g.granted(r.Origin.Run, set.Paths()) {
		return g.carryOut(ctx, r, p, Approval{})
	}
	return g.ask(ctx, r, p, g.compose(r, p, set, v), policy)
}

// carryOut commits a plan that was allowed.
func (g *Gate) carryOut(ctx context.Context, r Request, p plan, a Approval) (Result, error) {
	partial, err := g.cutPlan(&p, a)
	if err != nil {
		return Result{}, err
	}
	if err := r.log(runtime.EventIntent, Intent{Effect: p.entry.Effect, Title: p.entry.Title, Call: r.Origin.Call, Steps: p.entry.Steps}); err != nil {
		g.options.Logger.Error("The intent of a change could not be logged", "err", err)
		return Result{}, tools.Errorf(tools.Internal, "The change was not made: it could not be written down first")
	}
	entry, err := g.commit(ctx, p)
	if err != nil {
		return Result{}, g.failed(r, p, entry, err)
	}
	result := resultOf(entry)
	result.Partial, result.Approval = partial, a.ID
	if a.Answer != nil {
		result.Note = a.Answer.Note
	}
	if r.Check != nil {
		result.Findings = r.Check(ctx, g.changed(entry))
	}
	if err := r.log(runtime.EventEffect, result); err != nil { // it was made, and the journal has it
		g.options.Logger.Error("The effect of a change could not be logged", "err", err)
	}
	return result, nil
}

func (g *Gate) cutPlan(p *plan, a Approval) (bool, error) {
	if a.Answer == nil {
		return false, nil
	}
	partial, err := p.cut(*a.Answer, g.journal.Blob)
	if err == nil && p.empty() {
		err = tools.Errorf(tools.ApprovalDenied, "No part of the change was granted, so nothing was changed")
	}
	return partial, err
}

func (g *Gate) commit(ctx context.Context, p plan) (journal.Entry, error) {
	if by := g.applier(); by != nil {
		return g.vault.ApplyThrough(ctx, by, p.entry, p.data)
	}
	return g.vault.Apply(ctx, p.entry, p.data)
}

func (g *Gate) failed(r Request, p plan, entry journal.Entry, err error) error {
	var known *tools.Error
	if !errors.As(err, &known) {
		g.options.Logger.Error("A change failed", "err", err)
		known = tools.Errorf(tools.Internal, "The change was not made; the particulars are in Ibid's log")
	}
	failure := Failure{Effect: p.entry.Effect, Code: known.Code, Entry: entry.ID, Files: entry.Files}
	if err := r.log(runtime.EventEffect, failure); err != nil {
		g.options.Logger.Error("The failure of a change could not be logged", "err", err)
	}
	return known
}

func resultOf(e journal.Entry) Result {
	out := Result{UndoID: e.ID, Title: e.Title, Effect: e.Effect}
	for i, s := range e.Steps {
		done := FileDone{Op: string(s.Op), Path: s.Path, To: s.To, SHABefore: s.Before}
		if i < len(e.Files) {
			f := e.Files[i]
			done.SHAAfter, done.State, done.Trash, done.Kept = f.SHA, f.State, f.Trash, f.Kept
		}
		out.Files = append(out.Files, done)
	}
	return out
}

// changed collects the bytes of an entry for a Checker.
func (g *Gate) changed(e journal.Entry) []Changed {
	var out []Changed
	for _, s := range e.Steps {
		c := Changed{Path: s.Path, To: s.To}
		if s.Before != "" {
			c.Before, _ = g.journal.Blob(s.Before) // a Checker does without what is damaged
		}
		if s.After != "" {
			c.After, _ = g.journal.Blob(s.After)
		}
		if c.Before != nil || c.After != nil {
			out = append(out, c)
		}
	}
	return out
}

// Blob returns bytes that the journal has, by their sha256.
func (g *Gate) Blob(sum string) ([]byte, error) { return g.journal.Blob(sum) }
