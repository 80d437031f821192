package commit

import (
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// Recover settles what a crash or a failing disk left open, and returns the
// entries as they were closed. An entry all of whose steps stand is kept; any
// other is taken back. Files that somebody changed meanwhile are left as they are,
// and listed in the entry.
func (v *Vault) Recover() ([]journal.Entry, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.recover()
}

// settleFirst keeps a change from building on an open one.
func (v *Vault) settleFirst() error {
	if !v.unclear {
		return nil
	}
	if _, err := v.recover(); err != nil {
		return v.notWritten(err)
	}
	return nil
}

func (v *Vault) recover() ([]journal.Entry, error) {
	open := v.journal.Unsettled()
	if len(open) > 0 {
		if err := v.dir.Check(); err != nil {
			return nil, vaultMissing()
		}
	}
	v.unclear = false
	var out []journal.Entry
	for _, e := range open {
		closed, err := v.recoverOne(e)
		if err != nil {
			v.unclear = true
			return out, err
		}
		out = append(out, closed)
	}
	return out, nil
}

func (v *Vault) recoverOne(e journal.Entry) (journal.Entry, error) {
	steps, err := v.bind(e.ID, e.Steps, e.Through)
	var refused *tools.Error
	if errors.As(err, &refused) && refused.Code != tools.VaultMissing {
		return v.abandon(e)
	}
	if err != nil {
		return e, err
	}
	switch e.State {
	case journal.Begun:
		err = v.finish(e, steps)
	case journal.Applied:
		err = v.cleanAll(e.ID, steps, e.Files)
	case journal.RolledBack:
		err = v.journal.Cleaned(e.ID, e.Files)
	}
	if err != nil {
		return e, err
	}
	return v.closed(e)
}

// finish closes an entry that was open: applied when all of it stands.
func (v *Vault) finish(e journal.Entry, steps []*step) error {
	whole := true
	for _, s := range steps {
		s.stood, s.torn = true, true
		stands, err := v.stands(s)
		if err != nil {
			return err
		}
		whole = whole && stands
	}
	if !whole {
		return v.takeBack(e, steps)
	}
	if err := v.syncFolders(steps); err != nil {
		return err
	}
	files := v.look(steps)
	if err := v.journal.End(e.ID, journal.Applied, files); err != nil {
		return err
	}
	return v.cleanAll(e.ID, steps, files)
}

// stands tells whether a step is done, after settling one that was cut short.
func (v *Vault) stands(s *step) (bool, error) {
	switch s.Op {
	case journal.Put:
		return v.putStands(s)
	case journal.Take:
		return !v.there(s.name) && (s.through || v.there(s.aside)), nil
	case journal.Move:
		if v.there(s.aside) {
			return false, nil
		}
		return v.moved(s)
	case journal.Mkdir:
		return v.there(s.name), nil
	case journal.Rmdir: // one that is left is left for a reason
		return true, nil
	}
	return false, nil
}

func (v *Vault) putStands(s *step) (bool, error) {
	if err := v.settle(s); err != nil {
		return false, err
	}
	now, err := v.sum(s.name)
	if err != nil || now != s.After {
		return false, err
	}
	if s.Before == "" || s.through {
		return !v.there(s.aside), nil
	}
	hidden, err := v.sum(s.aside)
	return hidden != "" && hidden != s.After, err
}

// abandon closes an entry whose paths lead where nothing is written any more: a
// folder of it became a link or a file. Nothing is touched; the journal has the
// bytes.
func (v *Vault) abandon(e journal.Entry) (journal.Entry, error) {
	v.log.Warn("An open change cannot be settled, for its folders are no longer what they were", "entry", e.ID)
	var files []journal.FileState
	for _, s := range e.Steps {
		files = append(files, journal.FileState{Path: s.Path, State: journal.FileNewer})
	}
	err := v.journal.End(e.ID, journal.RolledBack, files)
	if err == nil {
		err = v.journal.Cleaned(e.ID, files)
	}
	if err != nil {
		return e, err
	}
	return v.closed(e)
}
