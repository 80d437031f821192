package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
)

// clean lets the old files of an applied entry go, after one more look at them,
// and brings deleted ones to the trash. What fails is tried again before the next
// change and at the next start: the entry stands either way.
func (v *Vault) clean(id string, steps []*step, files []journal.FileState) {
	if err := v.cleanAll(id, steps, files); err != nil {
		v.unclear = true
		v.log.Warn("Old files of a change could not be cleaned up yet", "entry", id, "err", err)
	}
}

func (v *Vault) cleanAll(id string, steps []*step, files []journal.FileState) error {
	for i, s := range steps {
		late := false
		err := again(func() error {
			now, err := v.cleanOne(s)
			late = late || now
			return err
		})
		if err != nil {
			return err
		}
		if late {
			files[i] = v.lookAt(s.Path, s.name, "")
			files[i].State = journal.FileNewer
		}
		files[i].Kept, files[i].Trash = s.kept, s.went
	}
	names := []string{}
	for _, s := range steps {
		names = append(names, s.name, s.went)
	}
	if err := v.syncDirs(names); err != nil {
		return err
	}
	return v.journal.Cleaned(id, files)
}

// cleanOne tells whether somebody had written into the old file, whose bytes then
// stand again.
func (v *Vault) cleanOne(s *step) (late bool, err error) {
	switch s.Op {
	case journal.Put:
		if s.Before == "" {
			return false, errors.Join(v.letGo(s, s.aside), v.untrash(s))
		}
		return v.cleanOld(s)
	case journal.Take:
		return v.cleanTaken(s)
	case journal.Rmdir: // again, where a stop came before it
		return false, v.removeEmpty(s.name)
	}
	return false, nil
}

func (v *Vault) cleanOld(s *step) (bool, error) {
	if err := v.settle(s); err != nil {
		return false, err
	}
	hidden, err := v.sum(s.aside)
	if err != nil || hidden == "" {
		return false, err
	}
	now, err := v.sum(s.name)
	if err != nil {
		return false, err
	}
	late := hidden != s.Before && hidden != s.After && now == s.After
	if late {
		if err := v.exchange(s, s.After); err != nil && !errors.Is(err, errNewer) {
			return false, err
		}
	}
	return late, v.letGo(s, s.aside)
}

func (v *Vault) cleanTaken(s *step) (bool, error) {
	now, err := v.sum(s.aside)
	switch {
	case err != nil:
		return false, err
	case now == "" && s.through:
		return false, nil
	case now == "":
		return false, v.findTrashed(s)
	case now == s.Before:
		return false, v.dispose(s)
	}
	err = disk.MoveNew(v.dir, s.aside, s.name)
	if errors.Is(err, fs.ErrExist) {
		err = v.letGo(s, s.aside)
	}
	return true, err
}

// localTrash is the folder of Obsidian's own trash in the vault.
const localTrash = ".trash"

// SystemTrashName stands for the system's trash in a FileState.
const SystemTrashName = "the system's trash"

// dispose brings a deleted file where the vault's deleted files go (F10).
func (v *Vault) dispose(s *step) error {
	if s.Discard {
		return v.dir.Remove(s.aside)
	}
	switch v.trash.Place() {
	case NoTrash:
		return v.dir.Remove(s.aside)
	case SystemTrash:
		content, err := v.dir.Read(s.aside, maxRead)
		if err != nil {
			return err
		}
		if _, err = v.trash.System(s.name, content.Data); err == nil {
			s.went = SystemTrashName
			return v.dir.Remove(s.aside)
		}
		v.log.Info("The system's trash takes nothing, so the vault's own is used", "err", err)
	}
	return v.toLocalTrash(s)
}

// maxTrashNames bounds how many files of one name the trash is searched for.
const maxTrashNames = 10_000

func (v *Vault) toLocalTrash(s *step) error {
	if err := v.dir.Mkdir(localTrash, 0); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for n := 1; n < maxTrashNames; n++ {
		name := trashName(s.name, n)
		err := disk.MoveNew(v.dir, s.aside, name)
		if errors.Is(err, fs.ErrExist) && v.oneFile(s.aside, name) { // a move that was cut short
			err = v.dir.Remove(s.aside)
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			s.went = name
			err = v.dir.SyncDir(".")
		}
		return err
	}
	return fmt.Errorf("the trash has too many files named %s", base(s.name))
}

// trashName is the n-th name a file can have in the trash, from 1: Obsidian's
// second is "name 2.md".
func trashName(name string, n int) string {
	if n == 1 {
		return localTrash + "/" + base(name)
	}
	ext := path.Ext(name)
	return fmt.Sprintf("%s/%s %d%s", localTrash, strings.TrimSuffix(base(name), ext), n, ext)
}

// findTrashed finds where a file went that was brought to the trash just before a
// stop.
func (v *Vault) findTrashed(s *step) error {
	if s.Discard || v.trash.Place() != LocalTrash {
		return nil
	}
	for n := 1; n < maxTrashNames; n++ {
		name := trashName(s.name, n)
		now, err := v.sum(name)
		if err != nil || now == "" {
			return err
		}
		if now == s.Before {
			s.went = name
			return nil
		}
	}
	return nil
}

// untrash removes from the vault's trash the copy of a file that was put back.
func (v *Vault) untrash(s *step) error {
	if s.Untrash == "" || !strings.HasPrefix(s.Untrash, localTrash+"/") {
		return nil
	}
	now, err := v.sum(s.Untrash)
	if err != nil || now != s.After {
		return err
	}
	s.went = s.Untrash // its folder is synced with the others
	if err := v.dir.Remove(s.Untrash); err != nil {
		return err
	}
	s.went = ""
	return v.syncDirs([]string{s.Untrash})
}

func base(name string) string { return path.Base(name) }
