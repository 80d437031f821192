package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

//go:embed update_properties.md
var updatePropertiesDescription string

type updatePropertiesArgs struct {
	Slug     string              `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Set      map[string]any      `json:"set,omitempty" jsonschema:"Properties and their values: text, number, true or false, null, or a list."`
	Add      map[string][]string `json:"add,omitempty" jsonschema:"Items to add to lists, by property, such as tags."`
	Drop     map[string][]string `json:"drop,omitempty" jsonschema:"Items to take out of lists, by property."`
	Remove   []string            `json:"remove,omitempty" jsonschema:"Properties to remove."`
	Expected string              `json:"expected_sha256,omitempty" jsonschema:"The sha256 of the note, for callers that have read nothing in this session."`
}

// maxPropertyEdits bounds the properties that one call can change.
const maxPropertyEdits = 100

func updateProperties() tools.Tool {
	return tools.Define(writing("update_properties", tools.KindEdit, updatePropertiesDescription), runUpdateProperties)
}

func runUpdateProperties(_ context.Context, env *tools.Env, args updatePropertiesArgs) (tools.Result, error) {
	pl := placer{env, "update_properties"}
	p, err := pl.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	edits, names, err := args.edits()
	if err != nil {
		return tools.Result{}, err
	}
	t, err := pl.load(p)
	if err != nil {
		return tools.Result{}, err
	}
	basis, err := env.Basis(p, t.raw, args.Expected)
	if err != nil {
		return tools.Result{}, err
	}
	after, err := withProperties(env, t.raw, edits)
	if err != nil {
		return tools.Result{}, located(err, p, t)
	}
	if err := basis.CoversChange(t.raw, after); err != nil {
		return tools.Result{}, err
	}
	d := pl.draft()
	d.given[p] = basis.ByHash()
	if err := d.change(p, t, after); err != nil {
		return tools.Result{}, err
	}
	return d.ofOneFile(p, fmt.Sprintf("Changed the properties of %q: %s", p.Slug(), strings.Join(names, ", ")), &relinked{})
}

// edits are the edits that were asked for, by name, and the names.
func (a updatePropertiesArgs) edits() (edits []edit.PropertyEdit, names []string, err error) {
	add := func(key string, op edit.PropertyOp, value any) {
		edits = append(edits, edit.PropertyEdit{Key: key, Op: op, Value: value})
		names = append(names, key)
	}
	for _, key := range slices.Sorted(maps.Keys(a.Set)) {
		value, err := propertyValue(key, a.Set[key])
		if err != nil {
			return nil, nil, err
		}
		add(key, edit.SetValue, value)
	}
	for _, key := range slices.Sorted(maps.Keys(a.Add)) {
		add(key, edit.AppendItems, itemsOf(a.Add[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(a.Drop)) {
		add(key, edit.DropItems, itemsOf(a.Drop[key]))
	}
	for _, key := range a.Remove {
		add(key, edit.RemoveKey, nil)
	}
	return edits, names, checkNames(edits)
}

// checkNames refuses no edit, too many, and two of one property.
func checkNames(edits []edit.PropertyEdit) error {
	switch {
	case len(edits) == 0:
		return tools.Errorf(tools.InvalidArgument, "No property is named; give at least one in \"set\", \"add\", \"drop\" or \"remove\"")
	case len(edits) > maxPropertyEdits:
		return tools.Errorf(tools.InvalidArgument, "%d properties are named; at most %d are changed at once", len(edits), maxPropertyEdits)
	}
	seen := map[string]bool{}
	for _, e := range edits {
		key := strings.ToLower(e.Key)
		if seen[key] {
			err := tools.Errorf(tools.InvalidArgument, "The property %q is named twice; say once what becomes of it", cutRunes(e.Key, maxShown))
			err.Data = tools.Failure{Argument: "set", Got: cutRunes(e.Key, maxShown)}
			return err
		}
		seen[key] = true
	}
	return nil
}

// propertyValue makes a value one that package edit knows.
func propertyValue(key string, v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		s, ok := scalarOf(v)
		if !ok {
			return nil, badValue(key, v)
		}
		return s, nil
	}
	out := make([]any, len(list))
	for i := range list {
		if out[i], ok = scalarOf(list[i]); !ok {
			return nil, badValue(key, v)
		}
	}
	return out, nil
}

// maxExact is the greatest whole number that keeps all its digits in JSON.
const maxExact = 1 << 53

// scalarOf makes a number an integer where it is one. Lists and objects are no
// scalars, and numbers too great to be exact have to be given as text.
func scalarOf(v any) (any, bool) {
	switch v := v.(type) {
	case []any, map[string]any:
		return nil, false
	case float64:
		if math.Abs(v) > maxExact {
			return nil, false
		}
		if v == math.Trunc(v) {
			return int64(v), true
		}
	}
	return v, true
}

func badValue(key string, v any) error {
	shown := cutRunes(quote(v), 80)
	e := tools.Errorf(tools.InvalidArgument, "The value of %q is %s; it must be text, a number (of more than 15 digits as text), true, false, null, or a list of these", cutRunes(key, 80), shown)
	e.Data = tools.Failure{Argument: "set", Got: shown}
	return e
}

func itemsOf(list []string) []any {
	items := make([]any, len(list))
	for i, s := range list {
		items[i] = s
	}
	return items
}
