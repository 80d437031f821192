package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed delete_note.md
var deleteNoteDescription string

type deleteNoteArgs struct {
	Slug     string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	DryRun   bool   `json:"dry_run,omitempty" jsonschema:"Only say what would be done." arg:"default=false"`
	Expected string `json:"expected_sha256,omitempty" jsonschema:"The sha256 the note must have."`
}

// noteDeleted is the data of delete_note.
type noteDeleted struct {
	tools.Change
	Path   string   `json:"path"`
	Links  int      `json:"links"`            // to it, that will not lead there any more
	Other  int      `json:"others,omitempty"` // of them, that will mean another file of the name
	Linked []string `json:"linked"`           // the notes they stand in, by path
}

// maxLinked bounds the notes that a result names.
const maxLinked = 50

func deleteNote() tools.Tool {
	spec := writing("delete_note", tools.KindDelete, deleteNoteDescription)
	spec.Sensitive = true
	return tools.Define(spec, runDeleteNote)
}

func runDeleteNote(_ context.Context, env *tools.Env, args deleteNoteArgs) (tools.Result, error) {
	pl := placer{env, "delete_note"}
	p, err := pl.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	raw, err := env.Sight().ReadSole(p)
	if err != nil {
		return tools.Result{}, pl.unreadable(p, err)
	}
	if args.Expected != "" {
		if _, err := env.Basis(p, raw, args.Expected); err != nil {
			return tools.Result{}, err
		}
	}
	data := pl.leftBehind(p)
	d := pl.draft()
	d.was[p], d.private = raw, isPrivate(env, p)
	d.effects = append(d.effects, edit.Effect{Op: edit.Trash, Path: p, Before: edit.SumOf(raw)})
	if n := data.Links - data.Other; n > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("%d %s to it %s nowhere afterwards", n, plural(n, "link", "links"), plural(n, "leads", "lead")))
	}
	if n := data.Other; n > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("%d %s to it %s another file of the name afterwards", n, plural(n, "link", "links"), plural(n, "means", "mean")))
	}
	prop, err := d.proposal(fmt.Sprintf("Moved the note %q to the trash", p.Slug()))
	if err != nil {
		return tools.Result{}, err
	}
	data.Change = prop.Describe()
	if args.DryRun {
		return prop.Planned(data), nil
	}
	return prop.Propose(data), nil
}

// leftBehind finds the links to a note that the caller sees, and what they will
// mean without it.
func (pl placer) leftBehind(p vaultpath.Path) *noteDeleted {
	data := &noteDeleted{Path: p.String(), Linked: []string{}}
	now := &graph.Graph{Lens: pl.env.Sight().Graph()}
	then := now.Update(nil, []vaultpath.Path{p})
	for edge := range now.LinksTo(p) {
		if edge.From == p {
			continue
		}
		data.Links++
		if other, ok := then.Resolve(edge.Link.Path, edge.From); ok && pl.sees(other) {
			data.Other++
		}
		if n := len(data.Linked); n < maxLinked && (n == 0 || data.Linked[n-1] != edge.From.String()) {
			data.Linked = append(data.Linked, edge.From.String())
		}
	}
	return data
}
