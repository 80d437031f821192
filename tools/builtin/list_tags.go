package builtin

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed list_tags.md
var listTagsDescription string

type listTagsArgs struct {
	Slug  string `json:"slug,omitempty" jsonschema:"Only the tags of this note."`
	Under string `json:"under,omitempty" jsonschema:"Only this tag and those below it."`
	Limit int    `json:"limit,omitempty" jsonschema:"Most tags to return." arg:"default=100,min=1,max=1000,clamp"`
}

// tagList is the data of list_tags.
type tagList struct {
	tools.Clamped
	Path  string     `json:"path,omitempty"`
	Tags  []tagCount `json:"tags"` // most used first
	Total int        `json:"total"`
}

// tagCount is a tag and how much it is used in the whole vault.
type tagCount struct {
	Tag   string `json:"tag"` // without '#'
	Count int    `json:"count"`
	Notes int    `json:"notes"`
}

func listTags() tools.Tool {
	return tools.Define(reading("list_tags", tools.KindSearch, listTagsDescription), runListTags)
}

func runListTags(_ context.Context, env *tools.Env, args listTagsArgs) (tools.Result, error) {
	data := &tagList{Tags: []tagCount{}}
	wanted := func(graph.TagCount) bool { return true }
	if args.Slug != "" {
		p, err := placer{env, "list_tags"}.note(args.Slug)
		if err != nil {
			return tools.Result{}, err
		}
		data.Path = p.String()
		wanted = tagsOf(env, p)
	}
	under := note.FoldTag(strings.TrimPrefix(args.Under, "#"))
	for _, t := range env.Sight().Tags() {
		folded := note.FoldTag(t.Tag)
		if wanted(t) && (under == "" || folded == under || strings.HasPrefix(folded, under+"/")) {
			data.Tags = append(data.Tags, tagCount{Tag: t.Tag, Count: t.Count, Notes: t.Notes})
		}
	}
	slices.SortStableFunc(data.Tags, func(a, b tagCount) int { return cmp.Compare(b.Notes, a.Notes) })
	return data.result(args.Limit, env.Sight().IncludesPrivate()), nil
}

// tagsOf tells which tags a note carries.
func tagsOf(env *tools.Env, p vaultpath.Path) func(graph.TagCount) bool {
	own := map[string]bool{}
	if f, ok := env.Sight().File(p); ok {
		for t := range f.Facts.Tags() {
			own[note.FoldTag(t.Name)] = true
		}
	}
	return func(t graph.TagCount) bool { return own[note.FoldTag(t.Tag)] }
}

// result words the answer. Which notes a tag is from is not known here, so where
// private ones are seen all tags count as private.
func (d *tagList) result(limit int, private bool) tools.Result {
	d.Total = len(d.Tags)
	res := tools.Result{Status: tools.StatusOK, Data: d, Labels: tools.VaultLabels(private),
		Summary: fmt.Sprintf("%d %s, most used first.", d.Total, plural(d.Total, "tag", "tags"))}
	if d.Total > limit {
		d.Tags = d.Tags[:limit]
		res.Truncated = &tools.Truncated{Shown: limit, Total: d.Total}
	}
	return res
}
