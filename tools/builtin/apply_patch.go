package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed apply_patch.md
var applyPatchDescription string

type applyPatchArgs struct {
	Patch    string            `json:"patch" jsonschema:"The patch, from *** Begin Patch to *** End Patch." arg:"nonempty"`
	DryRun   bool              `json:"dry_run,omitempty" jsonschema:"Only check the patch and say what it would do." arg:"default=false"`
	Expected map[string]string `json:"expected_sha256,omitempty" jsonschema:"The sha256 of files, by path, for callers that have read nothing in this session."`
}

// patched is the data of apply_patch (contracts 2.2.8).
type patched struct {
	tools.Change
	Chunks   []patchedChunk `json:"chunks"`
	followed                // because a file moves, or has the name of another
}

// patchedChunk is where one chunk of a patch was found.
type patchedChunk struct {
	Path    string     `json:"path"`
	Chunk   int        `json:"chunk"` // of the patch, from 1
	Lines   edit.Lines `json:"lines"` // of the file as it is
	Matched string     `json:"matched_with"`
	Already bool       `json:"not_modified,omitempty"` // the file has the chunk's new lines already
}

func applyPatch() tools.Tool {
	return tools.Define(writing("apply_patch", tools.KindEdit, applyPatchDescription), runApplyPatch)
}

func runApplyPatch(_ context.Context, env *tools.Env, args applyPatchArgs) (tools.Result, error) {
	patch, err := edit.ParsePatch(args.Patch)
	if err != nil {
		return tools.Result{}, err
	}
	s := &patchSession{pl: placer{env, "apply_patch"}, files: edit.MapFiles{}, texts: map[vaultpath.Path]*text{}, basis: map[vaultpath.Path]*tools.Basis{}}
	if err := s.expect(args.Expected, patch); err != nil {
		return tools.Result{}, err
	}
	for _, f := range patch.Files {
		if err := s.open(f); err != nil {
			return tools.Result{}, err
		}
	}
	plan, err := patch.Plan(s.files)
	if err != nil {
		return tools.Result{}, err
	}
	if err := s.authorise(plan); err != nil {
		return tools.Result{}, err
	}
	return s.result(plan, args.DryRun)
}

// patchSession is one patch under way.
type patchSession struct {
	pl       placer
	files    edit.MapFiles
	texts    map[vaultpath.Path]*text
	basis    map[vaultpath.Path]*tools.Basis
	expected map[vaultpath.Path]string
}

// expect takes the hashes that were given; each must be of a file of the patch.
func (s *patchSession) expect(given map[string]string, patch *edit.Patch) error {
	s.expected = map[vaultpath.Path]string{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		p, err := s.pl.parse(name)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(patch.Files, func(f edit.FilePatch) bool { return f.Path == p }) {
			e := tools.Errorf(tools.InvalidArgument, "The argument \"expected_sha256\" names %q, which the patch does not touch", cutRunes(name, maxShown))
			e.Data = tools.Failure{Argument: "expected_sha256", Got: cutRunes(name, maxShown)}
			return e
		}
		s.expected[p] = given[name]
	}
	return nil
}

// open reads a file of the patch and looks what may be done to it.
func (s *patchSession) open(f edit.FilePatch) error {
	if _, err := s.pl.parse(f.Path.String()); err != nil {
		return err
	}
	t, err := s.pl.load(f.Path)
	switch {
	case f.Op == edit.AddFile && (err != nil || string(t.raw) != string(f.Text)):
		return s.pl.vacant(f.Path)
	case err != nil:
		return err
	}
	s.files[f.Path], s.texts[f.Path] = t.raw, t
	if f.Op == edit.UpdateFile || s.expected[f.Path] != "" {
		if s.basis[f.Path], err = s.pl.env.Basis(f.Path, t.raw, s.expected[f.Path]); err != nil {
			return err
		}
	}
	if f.MoveTo == "" {
		return nil
	}
	if _, err := s.pl.parse(f.MoveTo.String()); err != nil {
		return err
	}
	return s.pl.vacantFor(f.Path, f.MoveTo)
}

// authorise holds every chunk to what was read (2.3 rule 3).
func (s *patchSession) authorise(plan *edit.PatchPlan) error {
	for _, f := range plan.Files {
		for _, c := range f.Chunks {
			if c.Already {
				continue
			}
			if err := s.basis[f.Path].Covers(c.Lines); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *patchSession) result(plan *edit.PatchPlan, dry bool) (tools.Result, error) {
	data := &patched{Chunks: []patchedChunk{}}
	for _, f := range plan.Files {
		for _, c := range f.Chunks {
			data.Chunks = append(data.Chunks, patchedChunk{Path: f.Path.String(), Chunk: c.Index, Lines: c.Lines, Matched: c.MatchedWith.String(), Already: c.Already})
		}
	}
	if plan.Set.Len() == 0 {
		data.Change = tools.Change{Changes: "nothing changed", Files: []tools.ChangedFile{}}
		return tools.Result{Status: tools.StatusNotModified, Summary: "Every file is as the patch wants it already; nothing is left to do.", Data: data}, nil
	}
	d := s.pl.draft()
	for p, basis := range s.basis {
		d.given[p] = basis != nil && basis.ByHash()
	}
	did, err := s.fill(d, plan, data)
	if err != nil {
		return tools.Result{}, err
	}
	prop, err := d.proposal(did)
	if err != nil {
		return tools.Result{}, err
	}
	if len(plan.Files) == 1 {
		prop.Main = plan.Files[0].Path
	}
	data.Change = prop.Describe()
	if dry {
		return prop.Planned(data), nil
	}
	return prop.Propose(data), nil
}

// fill puts the effects of a plan into a draft. Where files move, the links to
// them follow.
func (s *patchSession) fill(d *draft, plan *edit.PatchPlan, data *patched) (string, error) {
	r := s.pl.relink(map[vaultpath.Path]vaultpath.Path{})
	r.created = map[vaultpath.Path][]byte{}
	for _, f := range plan.Files {
		if f.Already {
			continue
		}
		if err := s.hold(d, f); err != nil {
			return "", err
		}
		switch f.Op {
		case edit.Create:
			r.created[f.Path] = f.After
		case edit.Trash:
			r.trashed = append(r.trashed, f.Path)
		case edit.Move:
			r.moves[f.Path] = f.To
		}
		if f.After != nil && f.Op != edit.Create {
			r.texts[f.Path] = f.After
		}
	}
	did := fmt.Sprintf("Applied the patch: %s", plan.Set.Summarize(s.files.Read))
	if len(r.moves) == 0 && !s.pl.shareName(r.created) {
		d.effects = plan.Set.Effects()
		return did, nil
	}
	done, err := r.plan()
	if err != nil {
		return "", err
	}
	for _, e := range plan.Set.Effects() {
		if e.Op == edit.Create || e.Op == edit.Trash {
			d.effects = append(d.effects, e)
		}
	}
	d.take(done)
	data.followed = done.followed()
	if done.links == 0 {
		return did, nil
	}
	return fmt.Sprintf("%s; rewrote %s", did, done.counted()), nil
}

// hold holds the new text of a file to the rules.
func (s *patchSession) hold(d *draft, f edit.FilePlan) error {
	switch {
	case f.Op == edit.Create:
		return checkText(f.Path, nil, f.After)
	case f.After != nil:
		return d.revise(f.Path, s.texts[f.Path], f.After)
	}
	d.was[f.Path] = s.files[f.Path]
	d.private = d.private || isPrivate(s.pl.env, f.Path)
	return nil
}
