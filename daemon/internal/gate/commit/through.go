package commit

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Applier carries changes out for us: the plugin, through Obsidian's own API, so
// that an open editor keeps its cursor and its unsaved text (contracts 2.1.3).
type Applier interface {
	// Do makes one change, if the file is still the one with the expected hash. A
	// *tools.Error says that nothing was changed and why; after any other error it
	// is not known what was, and after context.DeadlineExceeded the change may still
	// be made. The step is read back whatever it says.
	Do(ctx context.Context, c AppliedStep) error
}

// AppliedStep is one change for an Applier.
type AppliedStep struct {
	Op       journal.Op
	Path     vaultpath.Path
	To       vaultpath.Path // Move
	Expected string         // sha256 of the bytes the file must have; "" for a new one
	Data     []byte         // Put
	Discard  bool           // Take: for good, for the bytes live on in another step
}

// ApplyThrough is Apply by way of an Applier. Steps are made one by one; what a
// failure leaves is taken back by the same way, and what cannot be is settled in
// the folder before the next change, unless somebody changed it.
func (v *Vault) ApplyThrough(ctx context.Context, by Applier, e journal.Entry, data map[string][]byte) (journal.Entry, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.settleFirst(); err != nil {
		return journal.Entry{}, err
	}
	steps, err := v.check(e.Steps)
	if err != nil {
		return journal.Entry{}, err
	}
	before, err := v.readBefore(steps, data)
	if err != nil {
		return journal.Entry{}, err
	}
	if ctx.Err() != nil {
		return journal.Entry{}, cancelled()
	}
	e.Through = true
	e.Steps = planned(steps)
	if e, err = v.journal.Begin(e, before); err != nil {
		return journal.Entry{}, v.notWritten(err)
	}
	for i, s := range steps {
		s.nameAside(e.ID, i)
		s.through = true
	}
	return v.handOver(ctx, by, e, steps, before)
}

func (v *Vault) handOver(ctx context.Context, by Applier, e journal.Entry, steps []*step, data map[string][]byte) (journal.Entry, error) {
	cause := v.doAll(ctx, by, steps, data)
	if cause == nil {
		files := v.look(steps)
		if cause = v.journal.End(e.ID, journal.Applied, files); cause == nil {
			v.clean(e.ID, steps, files)
			return v.closed(e)
		}
	}
	late := v.unanswered(steps, cause)
	v.returnBack(by, steps, late, data)
	if late != nil {
		return v.leaveOpen(e, steps, late)
	}
	if err := v.takeBack(e, steps); err != nil {
		v.unclear = true
		v.log.Error("A change of the plugin's could not be taken back", "entry", e.ID, "err", err)
		return e, outcomeUnknown(e, cause)
	}
	closed, _ := v.closed(e)
	return closed, v.notTaken(cause, closed)
}

// doAll has the steps made. What an Applier says is not enough: each step must
// stand before the next one is asked for. Once begun, it goes through to an end.
func (v *Vault) doAll(ctx context.Context, by Applier, steps []*step, data map[string][]byte) error {
	ctx = context.WithoutCancel(ctx)
	for _, s := range inOrder(steps) {
		s.stood = true
		if err := by.Do(ctx, forward(s, data)); err != nil {
			return failed{err}
		}
		if err := v.readBack(s); err != nil {
			return err
		}
	}
	return v.respell(steps)
}

// failed is an Applier's own error, which says nothing of the disk.
type failed struct{ error }

func (f failed) Unwrap() error { return f.error }

// amiss says that a step does not stand though the Applier said it does.
type amiss struct{ step *step }

func (a amiss) Error() string { return fmt.Sprintf("%q is not as planned", a.step.Path) }

// readBack holds a step of an Applier to the plan, and gives its file the
// permissions it must have, which an Applier knows nothing of.
func (v *Vault) readBack(s *step) error {
	if err := v.rebind(s); err != nil {
		return err
	}
	stands, err := v.stands(s)
	if err != nil {
		return err
	}
	if !stands {
		return amiss{s}
	}
	return v.fitMode(s, s.After)
}

// rebind finds what an Applier made under a name that comes back: Obsidian composes
// every name.
func (v *Vault) rebind(s *step) error {
	p, name, form := s.end()
	if form == "" {
		return nil
	}
	at, err := v.locateAs(p, form)
	if err == nil {
		*name = at.name
		s.aside = path.Join(path.Dir(s.name), path.Base(s.aside))
	}
	return err
}

// respell gives names that come back the form they had, once all is made: before,
// Obsidian would look for its own. A name that cannot have it stays.
func (v *Vault) respell(steps []*step) error {
	for _, s := range inOrder(steps) {
		_, name, form := s.end()
		if form == "" {
			continue
		}
		if err := v.rebind(s); err != nil { // a folder above it has another form now
			return err
		}
		want := path.Join(path.Dir(*name), path.Base(form))
		if *name == want || v.there(want) {
			continue
		}
		if err := v.dir.RenameNew(*name, want); err != nil {
			v.log.Info("A name keeps the form that Obsidian gave it", "err", err)
			continue
		}
		*name = want
	}
	return nil
}

// end is the new name of a step, and the form on disk it should have, "" for its
// own.
func (s *step) end() (p vaultpath.Path, name *string, form string) {
	p, name, form = s.Path, &s.name, s.Disk
	if s.Op == journal.Move {
		p, name, form = s.To, &s.to, s.DiskTo
	}
	if !s.Back {
		form = ""
	}
	return p, name, form
}

// fitMode gives the file of a step, if it has these bytes, the permissions of the
// one it stands for.
func (v *Vault) fitMode(s *step, sum string) error {
	if s.perm == 0 || sum == "" { // the user's own, or no file
		return nil
	}
	if now, err := v.sum(s.name); err != nil || now != sum {
		return err
	}
	info, err := v.dir.Lstat(s.name)
	if err != nil || info.Mode().Perm() == s.perm {
		return err
	}
	return v.dir.Chmod(s.name, s.perm)
}

// notTaken words why a change through an Applier failed. What it wrote otherwise
// than planned cannot be told from what a person wrote: it stays, and the error
// says so.
func (v *Vault) notTaken(cause error, e journal.Entry) error {
	var wrong amiss
	if !errors.As(cause, &wrong) {
		return v.notWritten(cause)
	}
	v.log.Error("The plugin said it had made a step, and it does not stand", "op", string(wrong.step.Op), "entry", e.ID)
	if left := unlike(e.Files); left != "" {
		err := tools.Errorf(tools.OutcomeUnknown, "Obsidian said that it had changed %q, but the file is not as planned. The change was taken back, except that %s now has text that was neither planned nor there before; read it before anything else (%s)",
			wrong.step.Path, left, e.ID)
		err.Data.Path = wrong.step.Path.String()
		return err
	}
	return tools.Errorf(tools.Internal, "The change was not made: Obsidian said that it had changed %q, but the file is not as planned; all files are as they were", wrong.step.Path)
}

// unlike names the files that are not as they were.
func unlike(files []journal.FileState) string {
	var names []string
	for _, f := range files {
		if f.State == journal.FileNewer {
			names = append(names, fmt.Sprintf("%q", f.Path))
		}
	}
	return strings.Join(names, ", ")
}

// returnBack asks for the inverse of every step that was begun, but for a late
// one. Errors are no matter here: takeBack looks at what stands. An Applier that
// does not answer is not asked again.
func (v *Vault) returnBack(by Applier, steps []*step, late *step, data map[string][]byte) {
	ordered := inOrder(steps)
	for i := len(ordered) - 1; i >= 0; i-- {
		s := ordered[i]
		if !s.stood || s == late {
			continue
		}
		err := by.Do(context.Background(), backward(s, data))
		if err != nil {
			v.log.Info("The plugin did not take a step back", "op", string(s.Op), "err", err)
		}
		v.restoreForm(s)
		if timedOut(err) {
			return
		}
	}
}

// restoreForm gives a file that the Applier brought back the form its name had.
func (v *Vault) restoreForm(s *step) {
	if s.Op != journal.Take && s.Op != journal.Move || otherForm(s.Path, s.name) == "" || v.there(s.name) {
		return
	}
	at, err := v.locate(s.Path)
	if err == nil && at.info != nil {
		err = v.dir.RenameNew(at.name, s.name)
	}
	if err != nil {
		v.log.Info("A name keeps the form that Obsidian gave it", "err", err)
	}
}

// inOrder is the order of steps: folders come first.
func inOrder(steps []*step) []*step {
	var folders, rest []*step
	for _, s := range steps {
		if s.Op == journal.Mkdir {
			folders = append(folders, s)
		} else {
			rest = append(rest, s)
		}
	}
	return append(folders, rest...)
}

func forward(s *step, data map[string][]byte) AppliedStep {
	out := AppliedStep{Op: s.Op, Path: s.Path, To: s.To, Expected: s.Before, Discard: s.Discard}
	if s.Op == journal.Put {
		out.Data = data[s.After]
	}
	return out
}

func backward(s *step, data map[string][]byte) AppliedStep {
	switch {
	case s.Op == journal.Put && s.Before == "":
		return AppliedStep{Op: journal.Take, Path: s.Path, Expected: s.After, Discard: true}
	case s.Op == journal.Put:
		return AppliedStep{Op: journal.Put, Path: s.Path, Expected: s.After, Data: data[s.Before]}
	case s.Op == journal.Take:
		return AppliedStep{Op: journal.Put, Path: s.Path, Data: data[s.Before]}
	case s.Op == journal.Move:
		return AppliedStep{Op: journal.Move, Path: s.To, To: s.Path, Expected: s.Before}
	case s.Op == journal.Mkdir:
		return AppliedStep{Op: journal.Rmdir, Path: s.Path}
	}
	return AppliedStep{Op: journal.Mkdir, Path: s.Path}
}

// restoreTaken makes a file that the Applier took away and did not bring back.
func (v *Vault) restoreTaken(s *step) error {
	if v.there(s.name) {
		return v.fitMode(s, s.Before)
	}
	data, err := v.journal.Blob(s.Before)
	if err != nil {
		return fmt.Errorf("restore %s: %w", s.Path, err)
	}
	if err := v.writeAside(s, data); err != nil {
		return err
	}
	return v.backTaken(s)
}
