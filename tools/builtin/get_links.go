package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
)

//go:embed get_links.md
var getLinksDescription string

type getLinksArgs struct {
	Slug  string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Limit int    `json:"limit,omitempty" jsonschema:"Most links to return." arg:"default=100,min=1,max=1000,clamp"`
}

// outgoing is the data of get_links.
type outgoing struct {
	tools.Clamped
	Path       string    `json:"path"`
	Slug       string    `json:"slug"`
	Links      []outLink `json:"links"` // properties first, then the text in order
	Total      int       `json:"total"`
	Unresolved int       `json:"unresolved"` // of all
}

// outLink is one link of the note.
type outLink struct {
	To         string `json:"to,omitempty"`     // path of the file it leads to
	Target     string `json:"target,omitempty"` // as written, where it leads nowhere
	Subpath    string `json:"subpath,omitempty"`
	Line       int    `json:"line"`
	Display    string `json:"display,omitempty"`
	Embed      bool   `json:"embed,omitempty"`
	Property   string `json:"property,omitempty"` // the property it stands in
	Unresolved bool   `json:"unresolved,omitempty"`
}

func getLinks() tools.Tool {
	return tools.Define(reading("get_links", tools.KindSearch, getLinksDescription), runGetLinks)
}

func runGetLinks(_ context.Context, env *tools.Env, args getLinksArgs) (tools.Result, error) {
	p, err := placer{env, "get_links"}.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	data := &outgoing{Path: p.String(), Slug: p.Slug(), Links: []outLink{}}
	private := isPrivate(env, p)
	for _, edge := range env.Sight().Outgoing(p) {
		data.Total++
		l := outLink{To: edge.To.String(), Subpath: edge.Link.Subpath, Line: edge.Link.Span.Line, Display: edge.Link.Display,
			Embed: edge.Link.Embed, Property: edge.Link.Key}
		if !edge.Resolved {
			data.Unresolved++
			l.Unresolved, l.Target = true, edge.LinkText
		}
		if len(data.Links) < args.Limit {
			private = private || edge.Resolved && isPrivate(env, edge.To)
			data.Links = append(data.Links, l)
		}
	}
	res := tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(private),
		Summary: fmt.Sprintf("%q has %d %s, %d of them to nothing.", p.Slug(), data.Total, plural(data.Total, "link", "links"), data.Unresolved)}
	if len(data.Links) < data.Total {
		res.Truncated = &tools.Truncated{Shown: len(data.Links), Total: data.Total}
	}
	return res, nil
}
