package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/ibid-notes/ibid/daemon/internal/autotag"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// tagChange is the data of the result: the change, and the notes left as they are.
type tagChange struct {
	tools.Change
	Skipped []skippedNote `json:"skipped,omitempty"`
}

type skippedNote struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func (s *Server) tagsApply(ctx context.Context, c *protocol.Conn, p protocol.TagsApplyParams) (tools.Result, error) {
	if len(p.Notes) == 0 {
		return tools.Result{}, protocol.InvalidParams("notes", `names no note; give at least one, as in [{"path": "a.md", "tags": ["b"]}]`)
	}
	return s.changeTags(ctx, c, "tags_apply", p.Approved, p.IncludePrivate, func(view *vaultindex.View, snap *vaultindex.Snapshot) (plan tagPlan, err error) {
		learned, err := steward(ctx, snap, p.IncludePrivate, 0)
		if err != nil {
			return plan, err
		}
		for _, n := range p.Notes {
			path, err := s.findNote(view, n.Path)
			if err != nil {
				return plan, err
			}
			set, err := autotag.PlanTags(view, learned.Habit(), path, n.Tags...)
			if err := plan.add(path, set, err); err != nil {
				return plan, err
			}
		}
		plan.did = fmt.Sprintf("Tagged %d of %d notes", plan.set.Len(), len(p.Notes))
		return plan, nil
	})
}

func (s *Server) tagsRename(ctx context.Context, c *protocol.Conn, p protocol.TagsRenameParams) (tools.Result, error) {
	return s.changeTags(ctx, c, "tags_rename", p.Approved, p.IncludePrivate, func(view *vaultindex.View, _ *vaultindex.Snapshot) (plan tagPlan, err error) {
		r, err := autotag.PlanRename(ctx, view, p.From, p.To)
		if err != nil {
			return plan, err
		}
		plan.set, plan.did = r.Set, fmt.Sprintf("Renamed #%s to #%s at %d places", r.From, r.To, r.Places)
		if r.Merges {
			plan.warnings = append(plan.warnings, fmt.Sprintf("#%s is in use already: the two become one.", r.To))
		}
		for _, skipped := range r.Skipped {
			plan.skipped = append(plan.skipped, skippedNote{skipped.Path.String(), skipped.Reason})
		}
		return plan, nil
	})
}

// tagPlan is a change of tags, planned.
type tagPlan struct {
	set      edit.Set
	did      string
	warnings []string
	skipped  []skippedNote
}

// add joins the plan for one note, or says why it stays as it is.
func (p *tagPlan) add(path vaultpath.Path, set edit.Set, err error) error {
	if refused := (*edit.Error)(nil); errors.As(err, &refused) && refused.Code != edit.InvalidArgument {
		p.skipped = append(p.skipped, skippedNote{path.String(), refused.Message})
		return nil
	}
	if err != nil {
		return err
	}
	p.set, err = p.set.Join(set)
	return err
}

// changeTags plans on the newest snapshot, and makes the change where it was agreed to.
func (s *Server) changeTags(ctx context.Context, c *protocol.Conn, name string, approved, private bool, make func(*vaultindex.View, *vaultindex.Snapshot) (tagPlan, error)) (tools.Result, error) {
	if err := s.Index.WaitReady(ctx); err != nil {
		return tools.Result{}, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	view := snap.View(private)
	plan, err := make(view, snap)
	if err != nil {
		return tools.Result{}, tagError(err)
	}
	res := plan.result(view, private)
	if res.Set == nil {
		return res, nil
	}
	if !approved && s.Agent.Writer.Open() {
		res.Code, res.Summary = tools.ApprovalDenied, "Nothing was written: changes of notes need your yes. The plan is shown; to make it, send the same again with --yes (approved, on the wire)."
		return res, nil
	}
	env := &tools.Env{View: snap.View(false), Whole: snap.View(true), Root: s.Vault.Root, Now: s.Agent.Now, Logger: s.Log}
	return s.Agent.Writer.Submit(ctx, env, res, gate.Request{Origin: journal.Origin{Tool: name}, Asker: yes{s.nameOf(c)}, IncludePrivate: private},
		func(snap *vaultindex.Snapshot) *vaultindex.View { return snap.View(private) }), nil
}

func (p tagPlan) result(view *vaultindex.View, private bool) tools.Result {
	before := func(path vaultpath.Path) ([]byte, bool) {
		raw, err := view.ReadFile(path)
		return raw, err == nil
	}
	proposal := tools.Proposal{Set: p.set, Before: before, Did: p.did, Warnings: p.warnings, Private: private}
	data := &tagChange{Change: proposal.Describe(), Skipped: p.skipped}
	if p.set.Len() == 0 {
		return tools.Result{Status: tools.StatusDenied, Code: tools.NoChange, Summary: "Nothing was written: no note can be changed so. skipped says why.", Data: data, Labels: tools.VaultLabels(private)}
	}
	return proposal.Propose(data)
}

// tagError words what cannot be planned.
func tagError(err error) error {
	var refused *edit.Error
	switch {
	case errors.As(err, &refused):
		return protocol.NewError(string(refused.Code), refused.Message+".", "", false)
	case errors.Is(err, fs.ErrNotExist):
		return protocol.NotFound("FILE_NOT_FOUND", "A note went away meanwhile.", "Ask again.")
	}
	return err
}
