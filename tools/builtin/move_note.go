package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed move_note.md
var moveNoteDescription string

type moveNoteArgs struct {
	Slug     string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Name     string `json:"name,omitempty" jsonschema:"New name, without .md and without a folder."`
	Folder   string `json:"folder,omitempty" jsonschema:"New folder, made if need be; . is the vault itself."`
	DryRun   bool   `json:"dry_run,omitempty" jsonschema:"Only say what would be done." arg:"default=false"`
	Expected string `json:"expected_sha256,omitempty" jsonschema:"The sha256 the note must have."`
}

// noteMoved is the data of move_note.
type noteMoved struct {
	tools.Change
	From  string       `json:"from"`
	Path  string       `json:"path"`
	Slug  string       `json:"slug"`
	Links int          `json:"links"` // rewritten
	Notes int          `json:"notes"` // in which they stand
	Lines []linkChange `json:"link_changes"`
}

func moveNote() tools.Tool {
	return tools.Define(writing("move_note", tools.KindMove, moveNoteDescription), runMoveNote)
}

func runMoveNote(_ context.Context, env *tools.Env, args moveNoteArgs) (tools.Result, error) {
	pl := placer{env, "move_note"}
	from, err := pl.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	if err := pl.expected(from, args.Expected); err != nil {
		return tools.Result{}, err
	}
	to, err := pl.destination(from, args)
	if err != nil {
		return tools.Result{}, err
	}
	done, err := pl.relink(map[vaultpath.Path]vaultpath.Path{from: to}).plan()
	if err != nil {
		return tools.Result{}, err
	}
	d := pl.draft()
	d.take(done)
	prop, err := d.proposal(fmt.Sprintf("Moved %q to %q and rewrote %s", from, to, done.counted()))
	if err != nil {
		return tools.Result{}, err
	}
	prop.Main = from
	data := &noteMoved{Change: prop.Describe(), From: from.String(), Path: to.String(), Slug: to.Slug(), Links: done.links, Notes: done.notes, Lines: done.lines()}
	if args.DryRun {
		res := prop.Planned(data)
		res.Summary = fmt.Sprintf("A dry run: nothing was written. Moving %q to %q rewrites %s.", from, to, done.counted())
		return res, nil
	}
	return prop.Propose(data), nil
}

// expected holds a hash that was given against the file.
func (pl placer) expected(p vaultpath.Path, sha string) error {
	if sha == "" {
		return nil
	}
	raw, err := pl.env.Sight().ReadSole(p)
	if err != nil {
		return pl.unreadable(p, err)
	}
	_, err = pl.env.Basis(p, raw, sha)
	return err
}

// destination is the path a note goes to, checked and free.
func (pl placer) destination(from vaultpath.Path, args moveNoteArgs) (vaultpath.Path, error) {
	dir, name := from.Dir(), from.Base()
	if args.Folder != "" {
		p, err := pl.parse(args.Folder)
		if err != nil {
			return p, err
		}
		dir = p
	}
	if args.Name != "" {
		given := titleOf(args.Name)
		fit, err := fileName(given)
		if err != nil || fit != strings.TrimRight(given, ".") { // dots before the extension do no harm
			return from, pl.badName(args, fit)
		}
		name = given + name[len(from.Name()):] // the extension as it is written
	}
	to, err := dir.Join(name)
	if err != nil {
		return from, err
	}
	if to == from {
		e := tools.Errorf(tools.NoChange, "%q is there already; give another name or another folder", from)
		e.Data.Path = from.String()
		return from, e.WithCall(callOf("move_note", "slug", from.Slug(), "name", "New name"))
	}
	return to, pl.vacantFor(from, to)
}

func (pl placer) badName(args moveNoteArgs, fit string) error {
	if fit == "" {
		fit = "New name"
	}
	e := tools.Errorf(tools.InvalidArgument, "The argument \"name\" is %q, which cannot be the name of a note: names have no folder, none of %s, and no dot at the beginning. Write %q",
		cutRunes(args.Name, maxShown), unfit, fit)
	e.Data = tools.Failure{Argument: "name", Got: cutRunes(args.Name, maxShown), Suggestions: []string{fit}}
	return e.WithCall(callOf("move_note", "slug", args.Slug, "name", fit))
}

// take takes what a relink came to into the draft.
func (d *draft) take(done *relinked) {
	for p, raw := range done.was {
		d.was[p] = raw
		d.private = d.private || isPrivate(d.pl.env, p)
	}
	d.effects = append(d.effects, done.effects...)
	d.unseen = append(d.unseen, done.unseen...)
}

// counted says how much is rewritten: "37 links in 21 notes".
func (r *relinked) counted() string {
	return fmt.Sprintf("%d %s in %d %s", r.links, plural(r.links, "link", "links"), r.notes, plural(r.notes, "note", "notes"))
}

// lines are the links that are rewritten, an empty list for none.
func (r *relinked) lines() []linkChange { return append([]linkChange{}, r.changes...) }
