package builtin

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
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
	Text    string `json:"text"` // the line the link stands on
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
	edges := env.Sight().Backlinks(p)
	data := &backlinks{Path: p.String(), Slug: p.Slug(), Backlinks: []backlink{}, Total: len(edges)}
	files := map[vaultpath.Path][]byte{}
	private := isPrivate(env, p)
	for _, e := range edges[:min(args.Limit, len(edges))] {
		if _, ok := files[e.From]; !ok {
			files[e.From], _ = env.Sight().ReadFile(e.From) // gone meanwhile: the link has no text
		}
		private = private || isPrivate(env, e.From)
		data.Backlinks = append(data.Backlinks, backlinkOf(env, e, files[e.From]))
	}
	res := tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(private),
		Summary: fmt.Sprintf("%d %s to %q.", data.Total, plural(data.Total, "link leads", "links lead"), p.Slug())}
	if len(data.Backlinks) < data.Total {
		res.Truncated = &tools.Truncated{Shown: len(data.Backlinks), Total: data.Total}
	}
	return res, nil
}

// backlinkOf shows a link with the line it stands on in raw.
func backlinkOf(env *tools.Env, e graph.Edge, raw []byte) backlink {
	at := e.Link.Span
	b := backlink{Slug: e.From.Slug(), Path: e.From.String(), Line: at.Line, Embed: e.Link.Embed, Text: lineOf(raw, at.Start)}
	if f, ok := env.Sight().File(e.From); ok {
		for _, h := range f.Facts.Headings() {
			if h.Span.Start <= at.Start {
				b.Heading = h.Text
			}
		}
	}
	return b
}

// maxLinkLine bounds the line shown around a link, in characters.
const maxLinkLine = 300

// lineOf returns the line that holds the byte at, cut for showing.
func lineOf(raw []byte, at int) string {
	if at >= len(raw) {
		return ""
	}
	start := bytes.LastIndexByte(raw[:at], '\n') + 1
	end := len(raw)
	if i := bytes.IndexByte(raw[at:], '\n'); i >= 0 {
		end = at + i
	}
	return cutRunes(strings.TrimSpace(string(raw[start:end])), maxLinkLine)
}
