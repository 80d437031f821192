package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

//go:embed edit_file.md
var editFileDescription string

type editFileArgs struct {
	Path       string `json:"path" jsonschema:"File to change, relative to the vault." arg:"nonempty"`
	OldText    string `json:"old_text" jsonschema:"Text to replace, exactly as it stands in the file, without line numbers." arg:"nonempty"`
	NewText    string `json:"new_text" jsonschema:"Text to put in its place; empty deletes."`
	ReplaceAll bool   `json:"replace_all,omitempty" jsonschema:"Replace every occurrence." arg:"default=false"`
	Occurrence int    `json:"occurrence,omitempty" jsonschema:"Replace only this occurrence, from 1." arg:"min=1"`
	LineHint   int    `json:"line_hint,omitempty" jsonschema:"The line the text is on or near, to tell occurrences apart." arg:"min=1"`
	Expected   int    `json:"expected_replacements,omitempty" jsonschema:"How many replacements there must be; another number refuses the edit." arg:"min=1"`
	SHA        string `json:"expected_sha256,omitempty" jsonschema:"The sha256 of the file, for callers that have read nothing in this session."`
}

func editFile() tools.Tool {
	return tools.Define(writing("edit_file", tools.KindEdit, editFileDescription), runEditFile)
}

func runEditFile(_ context.Context, env *tools.Env, args editFileArgs) (tools.Result, error) {
	pl := placer{env, "edit_file"}
	p, err := pl.parse(args.Path)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := pl.load(p)
	if err != nil {
		return tools.Result{}, err
	}
	basis, err := env.Basis(p, t.raw, args.SHA)
	if err != nil {
		return tools.Result{}, err
	}
	done, err := edit.ReplaceText(t.raw, args.replacement())
	if err != nil {
		return tools.Result{}, located(err, p, t)
	}
	if err := basis.Covers(done.Lines...); err != nil {
		return tools.Result{}, err
	}
	d := pl.draft()
	d.given[p] = basis.ByHash()
	if err := d.replace(p, t, done.After); err != nil {
		return tools.Result{}, err
	}
	n := len(done.Lines)
	return d.ofOneFile(p, fmt.Sprintf("Edited %q: %d %s on line %d", p, n, plural(n, "replacement", "replacements, the first"), done.Lines[0].First), &relinked{})
}

func (a editFileArgs) replacement() edit.Replacement {
	return edit.Replacement{Old: a.OldText, New: a.NewText, All: a.ReplaceAll, Occurrence: a.Occurrence, LineHint: a.LineHint, Expected: a.Expected}
}
