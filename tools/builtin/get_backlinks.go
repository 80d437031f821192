package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
)

//go:embed get_backlinks.md
var getBacklinksDescription string

type getBacklinksArgs struct {
	Slug  string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Limit int    `json:"limit,omitempty" jsonschema:"Most links to return." arg:"default=50,min=1,max=500,clamp"`
}

// backlinks is the data of get_backlinks.
type backlinks struct {
	tools.Clamped
	Path      string     `json:"path"`
	Slug      string     `json:"slug"`
	Backlinks []backlink `json:"backlinks"` // by path and place
	Total     int        `json:"total"`
}

// backlink is one link to the note.
type backlink struct {
	Slug    string `json:"slug"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Text    string `json:"text"` // the line the link stands on, cut around it; empty when the note has changed since
	Embed   bool   `json:"embed,omitempty"`
	Heading string `json:"heading,omitempty"` // nearest above the link
}

func getBacklinks() tools.Tool {
	return tools.Define(reading("get_backlinks", tools.KindSearch, getBacklinksDescription), runGetBacklinks)
}

func runGetBacklinks(_ context.Context, env *tools.Env, args getBacklinksArgs) (tools.Result, error) {
	p, err := placer{env, "get_backlinks"}.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	links, total := env.Sight().BacklinksInContext(p, args.Limit)
	data := &backlinks{Path: p.String(), Slug: p.Slug(), Backlinks: []backlink{}, Total: total}
	private := isPrivate(env, p)
	for _, l := range links {
		private = private || isPrivate(env, l.From)
		data.Backlinks = append(data.Backlinks, backlink{Slug: l.From.Slug(), Path: l.From.String(), Line: l.Link.Span.Line,
			Embed: l.Link.Embed, Text: l.Context, Heading: l.Heading})
	}
	res := tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(private),
		Summary: fmt.Sprintf("%d %s to %q.", data.Total, plural(data.Total, "link leads", "links lead"), p.Slug())}
	if len(data.Backlinks) < data.Total {
		res.Truncated = &tools.Truncated{Shown: len(data.Backlinks), Total: data.Total}
	}
	return res, nil
}
