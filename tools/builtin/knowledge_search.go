package builtin

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

//go:embed knowledge_search.md
var knowledgeSearchDescription string

type knowledgeSearchArgs struct {
	Query          string `json:"query" jsonschema:"A question, key words, or a query with operators." arg:"nonempty,maxlen=1000"`
	Limit          int    `json:"limit,omitempty" jsonschema:"Most notes to return." arg:"default=5,min=1,max=20,clamp"`
	IncludePrivate bool   `json:"include_private,omitempty" jsonschema:"Also search private notes, if this session allows them." arg:"default=false"`
}

// foundNotes is the data of knowledge_search.
type foundNotes struct {
	tools.Clamped
	Hits     []noteHit `json:"hits"` // best first
	Total    int       `json:"total"`
	Notices  []string  `json:"notices,omitempty"` // what was searched, left out or meant
	Near     []string  `json:"near,omitempty"`    // files with similar names, when nothing was found
	Indexing bool      `json:"indexing,omitempty"`

	missing bool // the vault's folder is gone
}

// noteHit is one note found (R135).
type noteHit struct {
	Slug      string   `json:"slug"`
	Title     string   `json:"title"`
	Excerpt   string   `json:"excerpt"`
	Tags      []string `json:"tags"`
	Type      string   `json:"type"`
	UpdatedAt string   `json:"updatedAt"`
	Path      string   `json:"path"`
	Line      int      `json:"line,omitempty"` // where the excerpt begins
	Heading   string   `json:"heading,omitempty"`
	Why       []string `json:"why,omitempty"`
}

func knowledgeSearch() tools.Tool {
	return tools.Define(reading("knowledge_search", tools.KindSearch, knowledgeSearchDescription), runKnowledgeSearch)
}

func runKnowledgeSearch(ctx context.Context, env *tools.Env, args knowledgeSearchArgs) (tools.Result, error) {
	view, refused := env.View, false
	if args.IncludePrivate {
		if view = env.Private; view == nil {
			view, refused = env.View, true
		}
	}
	found, err := view.Search(ctx, vaultindex.SearchRequest{Query: args.Query, Limit: args.Limit})
	if err != nil {
		return tools.Result{}, queryFault(err)
	}
	data := &foundNotes{Hits: []noteHit{}, Total: found.Total, Notices: found.Notices, Near: texts(found.Near), Indexing: found.Indexing, missing: view.VaultMissing()}
	private := false
	for _, h := range found.Hits {
		hit, secret := hitOf(view, h)
		data.Hits = append(data.Hits, hit)
		private = private || secret
	}
	return data.result(args.Query, private, refused), nil
}

// queryFault words an error of the query language.
func queryFault(err error) error {
	var bad *vaultindex.QueryError
	if !errors.As(err, &bad) {
		return err
	}
	e := tools.Errorf(tools.InvalidArgument, "The argument \"query\" cannot be read: %s", bad.Error())
	e.Data = tools.Failure{Argument: "query", Got: cutRunes(bad.Query, 60), Allowed: bad.Hint}
	return e
}

// hitOf turns a hit of the index into one of the tool, and tells whether it is
// private.
func hitOf(view *vaultindex.View, h vaultindex.Hit) (noteHit, bool) {
	hit := noteHit{
		Slug: h.Path.Slug(), Title: h.Title, Excerpt: h.Excerpt, Tags: h.Tags, Type: h.Type,
		UpdatedAt: stamp(h.ModTime), Path: h.Path.String(), Line: h.Line, Heading: h.Heading, Why: h.Why,
	}
	if hit.Tags == nil {
		hit.Tags = []string{}
	}
	f, ok := view.File(h.Path)
	if !ok {
		return hit, false
	}
	hit.Type = typeOf(f.Note(), h.Path)
	return hit, f.Private
}

// result words the answer. Asking for private notes where the session does not
// allow them is no failure: the rest is answered, and what was left out is said
// (R134, design 5 Private).
func (d *foundNotes) result(query string, private, refused bool) tools.Result {
	res := tools.Result{Status: tools.StatusOK, Data: d, Labels: tools.VaultLabels(private)}
	var b strings.Builder
	switch {
	case len(d.Hits) == 0:
		fmt.Fprintf(&b, "Nothing in the vault matches %q.", query)
	default:
		fmt.Fprintf(&b, "%d of %d %s for %q, best first; read one with %s.", len(d.Hits), d.Total, plural(d.Total, "note", "notes"), query,
			callOf("read_note", "slug", d.Hits[0].Slug))
	}
	if len(d.Hits) < d.Total {
		res.Truncated = &tools.Truncated{Shown: len(d.Hits), Total: d.Total}
	}
	if d.Indexing {
		res.Status = tools.StatusPartial
		b.WriteString(" The index is still being built, so notes may be missing.")
	}
	if d.missing {
		res.Status = tools.StatusPartial
		b.WriteString(" The vault's folder is gone: this is what was indexed before.")
	}
	if refused {
		res.Status, res.Code = tools.StatusPartial, tools.PolicyDenied
		b.WriteString(" Private notes, if there are any, were left out: this session does not allow them.")
	}
	res.Summary = b.String()
	return res
}
