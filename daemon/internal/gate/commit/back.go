package commit

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
)

// takeBack takes back what was begun of an entry, the last step first, and closes
// it. What somebody else wrote meanwhile is left, and listed.
func (v *Vault) takeBack(e journal.Entry, steps []*step) error {
	if err := v.backAll(steps); err != nil {
		return err
	}
	files := v.lookBack(steps)
	if err := v.journal.End(e.ID, journal.RolledBack, files); err != nil {
		return err
	}
	return v.journal.Cleaned(e.ID, files)
}

// backAll takes back what was begun, durably.
func (v *Vault) backAll(steps []*step) error {
	for _, s := range slices.Backward(steps) {
		if !s.stood {
			continue
		}
		if err := again(func() error { return v.backOne(s) }); err != nil && !errors.Is(err, errNewer) {
			return err
		}
	}
	return v.syncFolders(steps)
}

// maxAgain bounds how often a step that goes by what stands is tried anew because
// somebody made or removed the file in between.
const maxAgain = 8

func again(do func() error) error {
	for range maxAgain {
		if err := do(); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return do()
}

func (v *Vault) backOne(s *step) error {
	switch s.Op {
	case journal.Put:
		if err := v.settle(s); err != nil {
			return err
		}
		if s.Before == "" {
			return v.backNew(s)
		}
		return v.backOld(s)
	case journal.Take:
		return v.backTaken(s)
	case journal.Move:
		return v.backMoved(s)
	case journal.Mkdir:
		return v.removeEmpty(s.name)
	case journal.Rmdir:
		if err := v.dir.Mkdir(s.name, 0); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// backNew removes a file that was made, unless somebody changed it since.
func (v *Vault) backNew(s *step) error {
	now, err := v.sum(s.name)
	if err != nil {
		return err
	}
	if v.there(s.aside) { // it never got its name, or has two
		if now == s.After && v.oneFile(s.name, s.aside) || s.torn && now == emptySum {
			if err := v.removeSure(s, s.name, now); err != nil {
				return err
			}
		}
		return v.letGo(s, s.aside)
	}
	if now != s.After {
		return nil
	}
	if err := v.setAside(s, s.name, s.After); err != nil {
		return err
	}
	return v.letGo(s, s.aside)
}

// backOld puts the old file back in the place of the new one.
func (v *Vault) backOld(s *step) error {
	now, err := v.sum(s.name)
	if err != nil {
		return err
	}
	hidden, err := v.sum(s.aside)
	if err != nil {
		return err
	}
	if now == s.After && hidden == "" {
		if err := v.stageOld(s); err != nil {
			return err
		}
		hidden = s.Before
	}
	if now == s.After && hidden != s.After {
		if err := v.exchange(s, s.After); err != nil && !errors.Is(err, errNewer) {
			return err
		}
	}
	return v.letGo(s, s.aside)
}

// stageOld makes the hidden file out of the bytes in the journal.
func (v *Vault) stageOld(s *step) error {
	data, err := v.journal.Blob(s.Before)
	if err != nil {
		return err
	}
	info, err := v.dir.Lstat(s.name)
	if err != nil {
		return err
	}
	s.perm, s.like = info.Mode().Perm(), s.name
	return v.writeAside(s, data)
}

// writeAside writes the hidden file of a step.
func (v *Vault) writeAside(s *step, data []byte) error {
	return disk.WriteNew(v.dir, s.aside, data, s.perm, s.like)
}

// backTaken puts a file that was set aside back under its name, unless somebody
// made another there.
func (v *Vault) backTaken(s *step) error {
	if !v.there(s.aside) {
		if s.through {
			return v.restoreTaken(s)
		}
		return nil
	}
	if v.oneFile(s.name, s.aside) {
		return v.dir.Remove(s.aside)
	}
	err := disk.MoveNew(v.dir, s.aside, s.name)
	if errors.Is(err, fs.ErrExist) {
		return v.letGo(s, s.aside)
	}
	return err
}

// backMoved moves a file back, unless somebody changed it at its new place or made
// another at the old one.
func (v *Vault) backMoved(s *step) error {
	if v.there(third(s)) { // removeSure was cut short
		if err := disk.MoveNew(v.dir, third(s), s.to); err != nil {
			return err
		}
	}
	if v.there(s.aside) {
		return v.backHalf(s)
	}
	moved, err := v.moved(s)
	if err != nil || !moved {
		return err
	}
	return v.move(s, s.to, s.name)
}

// backHalf brings a file back whose move was cut short while it had our name.
func (v *Vault) backHalf(s *step) error {
	now, err := v.sum(s.to)
	if err != nil {
		return err
	}
	half := v.oneFile(s.aside, s.to) || s.torn && now == emptySum && s.Before != emptySum
	if half && s.Path.Fold() != s.To.Fold() {
		if err := v.removeSure(s, s.to, now); err != nil {
			return err
		}
	}
	return v.backTaken(s)
}

// moved tells whether a file stands at its new place alone. An empty file that a
// stop in between left there is removed.
func (v *Vault) moved(s *step) (bool, error) {
	from, err := v.spelled(s.name)
	if err != nil {
		return false, err
	}
	to, err := v.spelled(s.to)
	if err != nil || !to {
		return false, err
	}
	if from {
		return false, v.freeTarget(s)
	}
	now, err := v.sum(s.to)
	return now == s.Before, err
}

// emptySum is the hash of an empty file. Where a system has neither links nor
// renames to free names, one stands for a moment where a file is to come.
var emptySum = journal.Sum(nil)

// freeTarget removes what a move that was cut short left at its new place.
func (v *Vault) freeTarget(s *step) error {
	now, err := v.sum(s.to)
	if err != nil {
		return err
	}
	if s.torn && now == emptySum && s.Before != emptySum && !v.oneFile(s.name, s.to) {
		return v.removeSure(s, s.to, now)
	}
	return nil
}

// removeSure removes a file whose bytes must have this hash; any other stays. It
// is looked at under a name of ours, where nobody else saves.
func (v *Vault) removeSure(s *step, name, sum string) error {
	if err := v.dir.Rename(name, third(s)); err != nil {
		return err
	}
	now, err := v.sum(third(s))
	if err == nil && now == sum {
		return v.dir.Remove(third(s))
	}
	return errors.Join(err, disk.MoveNew(v.dir, third(s), name))
}

// spelled tells whether a folder has exactly this name, also where the disk takes
// other spellings for the same.
func (v *Vault) spelled(name string) (bool, error) {
	list, err := v.dir.List(parent(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == base(name) }), err
}

// lookBack says what stands after steps were taken back.
func (v *Vault) lookBack(steps []*step) []journal.FileState {
	var out []journal.FileState
	for _, s := range steps {
		state := journal.FileState{Path: s.Path, State: journal.FileRestored}
		if s.Op != journal.Mkdir && s.Op != journal.Rmdir {
			state = v.lookAt(s.Path, s.name, s.Before)
			if state.State == journal.FileApplied {
				state.State = journal.FileRestored
			}
		}
		state.Kept = s.kept
		out = append(out, state)
	}
	return out
}

// keepUnknown puts bytes into the journal that are neither known nor those of the
// step, nor the first part of its new bytes, which a stop leaves.
func (v *Vault) keepUnknown(s *step, data []byte, known []string) error {
	sum := journal.Sum(data)
	if len(data) == 0 || sum == s.Before || sum == s.After || slices.Contains(known, sum) {
		return nil
	}
	if after, err := v.journal.Blob(s.After); s.After != "" && err == nil && bytes.HasPrefix(after, data) {
		return nil
	}
	kept, err := v.journal.Keep(data)
	if err == nil {
		s.kept = kept
	}
	return err
}
