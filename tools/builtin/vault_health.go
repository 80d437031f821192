package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed vault_health.md
var vaultHealthDescription string

type vaultHealthArgs struct {
	Check string `json:"check,omitempty" jsonschema:"Only this check." arg:"default=all,enum=all|unresolved|orphans|dead_ends|duplicates|alias_clashes"`
	Limit int    `json:"limit,omitempty" jsonschema:"Most findings to return of each check." arg:"default=20,min=1,max=500,clamp"`
}

// health is the data of vault_health. A check that was not asked for is left out.
type health struct {
	tools.Clamped
	Unresolved     *findings[missingNote] `json:"unresolved,omitempty"`      // the most wanted first
	Orphans        *findings[string]      `json:"orphans,omitempty"`         // no other note links to them
	DeadEnds       *findings[string]      `json:"dead_ends,omitempty"`       // they link to no other file
	DuplicateNames *findings[nameClash]   `json:"duplicate_names,omitempty"` // one name, several notes
	DuplicateTexts *findings[[]string]    `json:"duplicate_texts,omitempty"` // the same bytes
	AliasClashes   *findings[nameClash]   `json:"alias_clashes,omitempty"`   // one alias, several notes
}

// findings are what one check found.
type findings[T any] struct {
	Total int `json:"total"`
	Found []T `json:"found"`
}

// missingNote is a target that links name and that does not exist.
type missingNote struct {
	Target string   `json:"target"`
	Links  int      `json:"links"`
	In     []string `json:"in"` // at most maxMissingSources
}

// nameClash is a name that could mean several notes.
type nameClash struct {
	Name  string   `json:"name"`
	Notes []string `json:"notes"`
}

// maxMissingSources bounds the notes named for one missing target.
const maxMissingSources = 10

func vaultHealth() tools.Tool {
	return tools.Define(reading("vault_health", tools.KindSearch, vaultHealthDescription), runVaultHealth)
}

func runVaultHealth(_ context.Context, env *tools.Env, args vaultHealthArgs) (tools.Result, error) {
	lens, data := env.Sight().Kept(), &health{}
	var said []string
	shown, total := 0, 0
	check := func(name string, run func() (n, all int, words string)) {
		if args.Check != "all" && args.Check != name {
			return
		}
		n, all, words := run()
		shown, total = shown+n, total+all
		said = append(said, words)
	}
	check("unresolved", func() (int, int, string) {
		data.Unresolved = firstOf(lens.UnresolvedRanked(), args.Limit, missingOf)
		return data.Unresolved.told("missing target", "missing targets")
	})
	check("orphans", func() (int, int, string) {
		data.Orphans = firstOf(lens.Orphans(), args.Limit, vaultpath.Path.String)
		return data.Orphans.told("orphan", "orphans")
	})
	check("dead_ends", func() (int, int, string) {
		data.DeadEnds = firstOf(lens.DeadEnds(), args.Limit, vaultpath.Path.String)
		return data.DeadEnds.told("dead end", "dead ends")
	})
	check("duplicates", func() (int, int, string) {
		data.DuplicateNames = firstOf(lens.DuplicateNames(), args.Limit, clashOf)
		return data.DuplicateNames.told("name of several notes", "names of several notes")
	})
	check("duplicates", func() (int, int, string) {
		data.DuplicateTexts = firstOf(lens.SameContents(), args.Limit, texts)
		return data.DuplicateTexts.told("text that several notes have", "texts that several notes have")
	})
	check("alias_clashes", func() (int, int, string) {
		data.AliasClashes = firstOf(lens.AliasClashes(), args.Limit, clashOf)
		return data.AliasClashes.told("ambiguous alias", "ambiguous aliases")
	})
	res := tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(env.Sight().IncludesPrivate()),
		Summary: "Found: " + strings.Join(said, ", ") + "."}
	if shown < total {
		res.Truncated = &tools.Truncated{Shown: shown, Total: total}
	}
	return res, nil
}

// firstOf takes the first findings of a check.
func firstOf[S, T any](all []S, limit int, as func(S) T) *findings[T] {
	f := &findings[T]{Total: len(all), Found: []T{}}
	for _, s := range all[:min(len(all), limit)] {
		f.Found = append(f.Found, as(s))
	}
	return f
}

func (f *findings[T]) told(one, many string) (shown, total int, words string) {
	return len(f.Found), f.Total, fmt.Sprintf("%d %s", f.Total, plural(f.Total, one, many))
}

func missingOf(m graph.Missing) missingNote {
	return missingNote{Target: m.Text, Links: m.Count, In: texts(m.Sources[:min(len(m.Sources), maxMissingSources)])}
}

func clashOf(c graph.Clash) nameClash { return nameClash{Name: c.Name, Notes: texts(c.Paths)} }
