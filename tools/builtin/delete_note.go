package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
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
	Links  int      `json:"links"`  // that will lead nowhere
	Linked []string `json:"linked"` // the notes they stand in, by path
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
	data := &noteDeleted{Path: p.String(), Linked: []string{}}
	for edge := range env.Sight().Graph().LinksTo(p) {
		if edge.From == p {
			continue
		}
		data.Links++
		if n := len(data.Linked); n < maxLinked && (n == 0 || data.Linked[n-1] != edge.From.String()) {
			data.Linked = append(data.Linked, edge.From.String())
		}
	}
	d := pl.draft()
	d.was[p], d.private = raw, isPrivate(env, p)
	d.effects = append(d.effects, edit.Effect{Op: edit.Trash, Path: p, Before: edit.SumOf(raw)})
	if data.Links > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("%d %s to it %s nowhere afterwards", data.Links, plural(data.Links, "link", "links"), plural(data.Links, "leads", "lead")))
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
