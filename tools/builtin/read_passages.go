package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed read_passages.md
var readPassagesDescription string

type readPassagesArgs struct {
	Query   string `json:"query" jsonschema:"A question or key words." arg:"nonempty,maxlen=1000"`
	Limit   int    `json:"limit,omitempty" jsonschema:"Most passages to return." arg:"default=5,min=1,max=20,clamp"`
	PerNote int    `json:"per_note,omitempty" jsonschema:"Most passages of one note." arg:"default=2,min=1,max=10,clamp"`
	From    string `json:"from,omitempty" jsonschema:"The note the user has open: what stands near it is preferred."`
}

// foundPassages is the data of read_passages.
type foundPassages struct {
	tools.Clamped
	Passages []passage `json:"passages"` // best first
}

// passage is a few lines of a note, exactly as they stand there.
type passage struct {
	Slug      string   `json:"slug"`
	Path      string   `json:"path"`
	Heading   string   `json:"heading,omitempty"`  // the innermost, for a citation
	Property  string   `json:"property,omitempty"` // its name, when the passage is a property
	LineStart int      `json:"line_start"`
	LineEnd   int      `json:"line_end"`
	Text      string   `json:"text"`
	Terms     []string `json:"terms,omitempty"` // what of the query it answers
}

func readPassages() tools.Tool {
	return tools.Define(reading("read_passages", tools.KindRead, readPassagesDescription), runReadPassages)
}

func runReadPassages(ctx context.Context, env *tools.Env, args readPassagesArgs) (tools.Result, error) {
	req := vaultindex.PassageRequest{Query: args.Query, Limit: args.Limit, PerNote: args.PerNote, Today: env.Time()}
	if args.From != "" {
		from, err := placer{env, "read_passages"}.parse(args.From)
		if err != nil {
			return tools.Result{}, err
		}
		req.From = from
	}
	if env.Sight().VaultMissing() {
		return tools.Result{}, placer{env, "read_passages"}.noVault() // passages are quoted from the files
	}
	found, err := env.Sight().Passages(ctx, req)
	if err != nil {
		return tools.Result{}, queryFault(err)
	}
	data := &foundPassages{Passages: []passage{}}
	private := false
	notes := map[vaultpath.Path]bool{}
	for _, p := range found {
		data.Passages = append(data.Passages, passage{Slug: p.Path.Slug(), Path: p.Path.String(), Heading: p.Leaf, Property: p.Property,
			LineStart: p.LineStart, LineEnd: p.LineEnd, Text: p.Text, Terms: p.Terms})
		notes[p.Path] = true
		private = private || isPrivate(env, p.Path)
	}
	summary := fmt.Sprintf("No passage in the vault answers %q.", args.Query)
	if len(found) > 0 {
		summary = fmt.Sprintf("%d %s of %d %s for %q, best first.", len(found), plural(len(found), "passage", "passages"),
			len(notes), plural(len(notes), "note", "notes"), args.Query)
	}
	return tools.Result{Status: tools.StatusOK, Summary: summary, Data: data, Labels: tools.VaultLabels(private)}, nil
}
