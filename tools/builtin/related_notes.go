package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

//go:embed related_notes.md
var relatedNotesDescription string

type relatedNotesArgs struct {
	Slug  string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Limit int    `json:"limit,omitempty" jsonschema:"Most notes to return." arg:"default=10,min=1,max=50,clamp"`

	IncludeLinked bool `json:"include_linked,omitempty" jsonschema:"Also notes that are linked with it already." arg:"default=false"`
}

// related is the data of related_notes.
type related struct {
	tools.Clamped
	Path  string        `json:"path"`
	Slug  string        `json:"slug"`
	Notes []relatedNote `json:"notes"` // nearest first
}

// relatedNote is a note worth a link.
type relatedNote struct {
	Slug  string   `json:"slug"`
	Path  string   `json:"path"`
	Title string   `json:"title"`
	Why   []string `json:"why"`

	Linked bool `json:"linked,omitempty"` // with the note asked about
}

func relatedNotes() tools.Tool {
	return tools.Define(reading("related_notes", tools.KindSearch, relatedNotesDescription), runRelatedNotes)
}

func runRelatedNotes(ctx context.Context, env *tools.Env, args relatedNotesArgs) (tools.Result, error) {
	p, err := placer{env, "related_notes"}.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	found, err := env.Sight().Related(ctx, vaultindex.RelatedRequest{Path: p, Limit: args.Limit, Linked: args.IncludeLinked})
	if err != nil {
		return tools.Result{}, err
	}
	data := &related{Path: p.String(), Slug: p.Slug(), Notes: []relatedNote{}}
	private := isPrivate(env, p)
	for _, r := range found {
		private = private || isPrivate(env, r.Path)
		data.Notes = append(data.Notes, relatedNote{Slug: r.Path.Slug(), Path: r.Path.String(), Title: r.Title, Why: r.Why, Linked: r.Linked})
	}
	yet := " and not linked with it yet"
	if args.IncludeLinked {
		yet = ""
	}
	return tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(private),
		Summary: fmt.Sprintf("%d %s related to %q%s.", len(found), plural(len(found), "note is", "notes are"), p.Slug(), yet)}, nil
}
