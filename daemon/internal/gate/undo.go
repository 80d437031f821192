package gate

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/gate/merge"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Which says what is to be undone; exactly one field is set.
type Which struct {
	Entry string         // an entry's id; undoing an undo does the change again
	Run   string         // all that a run did, the latest first
	File  vaultpath.Path // the latest change that touched the file, as a whole
}

// Undo takes changes back, each of them as a whole, and returns what it did. Where
// a note changed since, the change is taken out of the text as it is now, line by
// line; where that meets what somebody wrote, the undo of that entry is refused
// and nothing of it is done. Whoever calls it has asked the person.
//
// Of a run, what could be undone before a refusal stays undone: the results say so.
func (g *Gate) Undo(ctx context.Context, w Which, r Request) ([]Result, error) {
	entries, err := g.choose(w)
	if err != nil {
		return nil, err
	}
	var out []Result
	for _, e := range entries {
		result, err := g.undoOne(ctx, e, r)
		if err != nil {
			return out, err
		}
		out = append(out, result)
	}
	return out, nil
}

// choose lists the entries that are meant, the latest first.
func (g *Gate) choose(w Which) ([]journal.Entry, error) {
	if w.Entry != "" {
		e, err := g.journal.Entry(w.Entry)
		if err != nil {
			return nil, tools.Errorf(tools.InvalidArgument, "The journal has no entry %q; list those there are, as in ibid undo --list", w.Entry)
		}
		return []journal.Entry{e}, undoable(e)
	}
	var out []journal.Entry
	for _, e := range slices.Backward(g.journal.Entries()) {
		switch {
		case undoable(e) != nil || len(e.Undoes) > 0:
		case w.Run != "" && e.Origin.Run == w.Run:
			out = append(out, e)
		case w.File != "" && touches(e, w.File):
			return []journal.Entry{e}, nil
		}
	}
	if len(out) == 0 {
		return nil, tools.Errorf(tools.NoChange, "The journal has no change to undo there; list all, as in ibid undo --list")
	}
	return out, nil
}

func undoable(e journal.Entry) error {
	switch {
	case e.State != journal.Applied:
		return tools.Errorf(tools.NoChange, "The entry %s was never made, so there is nothing to undo", e.ID)
	case e.UndoneBy != "":
		return tools.Errorf(tools.NoChange, "The entry %s was undone already, by %s; undo that one to do it again", e.ID, e.UndoneBy)
	}
	return nil
}

func touches(e journal.Entry, p vaultpath.Path) bool {
	return slices.ContainsFunc(e.Steps, func(s journal.Step) bool { return s.Path == p || s.To == p })
}

func (g *Gate) undoOne(ctx context.Context, e journal.Entry, r Request) (Result, error) {
	p, err := g.inverse(e)
	if err != nil {
		return Result{}, err
	}
	p.entry.Origin = r.Origin
	return g.carryOut(ctx, r, p, Approval{})
}

// inverse plans the undo of an entry on the vault as it is now.
func (g *Gate) inverse(e journal.Entry) (plan, error) {
	u := undoer{gate: g, entry: e, plan: plan{data: map[string][]byte{}}}
	for i := len(e.Steps) - 1; i >= 0; i-- {
		if err := u.step(i); err != nil {
			return plan{}, err
		}
	}
	u.plan.entry.Title, u.plan.entry.Undoes = "Undo: "+e.Title, []string{e.ID}
	u.plan.addParents(g.vault.Folder)
	u.markBack()
	u.plan.rehash()
	return u.plan, nil
}

// markBack marks the new names that the entry took away itself. They come back
// whatever they are, in the form they had on disk: a person gave them, where this
// system allows it, and no rule for the names of ours may cost the note (F11).
func (u *undoer) markBack() {
	away := u.taken()
	for i := range u.plan.entry.Steps {
		s := &u.plan.entry.Steps[i]
		switch {
		case s.Op == journal.Move:
			s.DiskTo, s.Back = away[s.To], away[s.To] != ""
		case s.Op == journal.Mkdir, s.Op == journal.Put && s.Before == "":
			s.Disk, s.Back = away[s.Path], away[s.Path] != ""
		}
	}
}

// taken is every name that the entry took away, and the folders above it, with the
// form it had on disk.
func (u *undoer) taken() map[vaultpath.Path]string {
	out := map[vaultpath.Path]string{}
	for _, s := range u.entry.Steps {
		if s.Op != journal.Take && s.Op != journal.Move && s.Op != journal.Rmdir {
			continue
		}
		disk := s.Disk
		if disk == "" {
			disk = s.Path.String()
		}
		for p := s.Path; p != vaultpath.Root; p = p.Dir() {
			out[p], disk = disk, path.Dir(disk)
		}
	}
	return out
}

type undoer struct {
	gate  *Gate
	entry journal.Entry
	plan  plan
}

// step adds what undoes one step.
func (u *undoer) step(i int) error {
	switch s := u.entry.Steps[i]; {
	case s.Op == journal.Mkdir:
		u.plan.step(journal.Step{Op: journal.Rmdir, Path: s.Path})
	case s.Op == journal.Rmdir && !u.gate.vault.Folder(s.Path):
		u.plan.step(journal.Step{Op: journal.Mkdir, Path: s.Path})
	case s.Op == journal.Put && s.Like != "":
		return u.moveBack(s)
	case s.Op == journal.Put && s.Before == "":
		return u.unmake(s)
	case s.Op == journal.Put:
		return u.restore(s)
	case s.Op == journal.Move:
		return u.unmove(s)
	case s.Op == journal.Take && !u.movesOn(s.Path): // moveBack does the other half of a move
		return u.bringBack(i, s)
	}
	return nil
}

// movesOn tells whether the bytes of a file that was taken away live on in another
// step.
func (u *undoer) movesOn(p vaultpath.Path) bool {
	return slices.ContainsFunc(u.entry.Steps, func(s journal.Step) bool { return s.Op == journal.Put && s.Like == p })
}

// now is the text of a file, nil when none is there.
func (u *undoer) now(p vaultpath.Path) ([]byte, error) {
	raw, err := u.gate.vault.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && raw == nil {
		raw = []byte{}
	}
	return raw, err
}

// unmake takes away a file that was made, unless somebody wrote into it.
func (u *undoer) unmake(s journal.Step) error {
	now, err := u.now(s.Path)
	if err != nil || now == nil { // gone already
		return err
	}
	if journal.Sum(now) != s.After {
		return refuseUndo(s.Path, "it was made by this change and written into since, so taking it away would lose that")
	}
	u.plan.step(journal.Step{Op: journal.Take, Path: s.Path, Before: s.After, Discard: s.Untrash == ""})
	return nil
}

// restore puts the text before back, around what changed since.
func (u *undoer) restore(s journal.Step) error {
	now, err := u.now(s.Path)
	if err != nil {
		return err
	}
	if now == nil {
		return refuseUndo(s.Path, "it is not there any more")
	}
	text, err := u.merged(s.Path, s.After, s.Before, now)
	if err != nil {
		return err
	}
	if before := journal.Sum(now); before != journal.Sum(text) {
		u.plan.put(journal.Step{Path: s.Path, Before: before}, text)
	}
	return nil
}

// merged is the text of a file as it is now without the change from before to
// after.
func (u *undoer) merged(p vaultpath.Path, after, before string, now []byte) ([]byte, error) {
	base, err := u.gate.journal.Blob(after)
	var old []byte
	if err == nil {
		old, err = u.gate.journal.Blob(before)
	}
	if err != nil {
		return nil, refuseUndo(p, "the journal no longer has the bytes")
	}
	text, ok := merge.Three(base, old, now)
	if !ok {
		return nil, refuseUndo(p, "it was changed since in the same lines, and nothing newer is overwritten")
	}
	return text, nil
}

// moveBack undoes a move with a rewriting.
func (u *undoer) moveBack(s journal.Step) error {
	at := slices.IndexFunc(u.entry.Steps, func(t journal.Step) bool { return t.Op == journal.Take && t.Path == s.Like })
	now, err := u.now(s.Path)
	if err != nil {
		return err
	}
	if now == nil || at < 0 {
		return refuseUndo(s.Path, "it is not there any more")
	}
	text, err := u.merged(s.Path, s.After, u.entry.Steps[at].Before, now)
	if err != nil {
		return err
	}
	u.plan.rewrite(s.Path, s.Like, journal.Sum(now), text)
	return nil
}

// unmove moves a file back, with what was written into it since.
func (u *undoer) unmove(s journal.Step) error {
	now, err := u.now(s.To)
	if err != nil {
		return err
	}
	if now == nil {
		return refuseUndo(s.To, "it is not there any more")
	}
	sum := journal.Sum(now)
	u.plan.step(journal.Step{Op: journal.Move, Path: s.To, To: s.Path, Before: sum, After: sum})
	return nil
}

// bringBack makes a deleted file again.
func (u *undoer) bringBack(i int, s journal.Step) error {
	now, err := u.now(s.Path)
	if err != nil {
		return err
	}
	if now != nil {
		if journal.Sum(now) == s.Before { // somebody brought it back
			return nil
		}
		return refuseUndo(s.Path, "another file stands there now")
	}
	data, err := u.gate.journal.Blob(s.Before)
	if err != nil {
		return refuseUndo(s.Path, "the journal no longer has its bytes")
	}
	back := journal.Step{Path: s.Path, Mode: s.Mode}
	if i < len(u.entry.Files) {
		back.Untrash = u.entry.Files[i].Trash
	}
	u.plan.put(back, data)
	return nil
}

func refuseUndo(p vaultpath.Path, why string) error {
	e := tools.Errorf(tools.StaleRead, "The change of %q cannot be undone: %s. Nothing was changed", p, why)
	e.Data.Path = p.String()
	return e
}

// addParents makes the folders that are gone, before all else.
func (p *plan) addParents(exists func(vaultpath.Path) bool) {
	made := map[vaultpath.Path]bool{}
	for _, s := range p.entry.Steps {
		if s.Op == journal.Mkdir {
			made[s.Path] = true
		}
	}
	var dirs []journal.Step
	for _, s := range p.entry.Steps {
		end := s.Path
		if s.Op == journal.Move {
			end = s.To
		}
		if s.Op == journal.Take || s.Op == journal.Rmdir {
			continue
		}
		for dir := end.Dir(); dir != vaultpath.Root && !made[dir] && !exists(dir); dir = dir.Dir() {
			made[dir] = true
			dirs = append(dirs, journal.Step{Op: journal.Mkdir, Path: dir})
		}
	}
	slices.SortFunc(dirs, func(a, b journal.Step) int { return len(a.Path) - len(b.Path) })
	p.entry.Steps = append(dirs, p.entry.Steps...)
}

// stepOp names what a step does, as rules name it.
func stepOp(s journal.Step) string {
	switch {
	case s.Op == journal.Put && s.Like != "", s.Op == journal.Take && s.Discard, s.Op == journal.Move:
		return "move"
	case s.Op == journal.Put && s.Before == "":
		return "create"
	case s.Op == journal.Put:
		return "replace"
	case s.Op == journal.Take:
		return "trash"
	}
	return string(s.Op)
}

// forbidden names a rule that denies the steps now: one may have been added while
// an approval waited.
func (r *Request) forbidden(p Policy, steps []journal.Step) error {
	for _, s := range steps {
		for _, path := range []vaultpath.Path{s.Path, s.To} {
			if path == vaultpath.Root {
				continue
			}
			if decision, reason, _ := r.decide(p, stepOp(s), path); decision == Deny {
				return policyDenied(reason)
			}
		}
	}
	return nil
}
