package commit

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// readBefore collects the bytes the journal must have: the new ones and, read
// once more, the old ones.
func (v *Vault) readBefore(steps []*step, data map[string][]byte) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, s := range steps {
		if s.Before != "" {
			content, err := v.dir.Read(s.name, maxFile)
			if err != nil {
				return nil, v.asRefusal(v.readFault(err))
			}
			if sum := journal.Sum(content.Data); sum != s.Before {
				return nil, stale(s.Path, sum)
			}
			out[s.Before] = content.Data
		}
		if s.Op != journal.Put {
			continue
		}
		bytes, ok := data[s.After]
		if !ok || journal.Sum(bytes) != s.After {
			return nil, v.notWritten(fmt.Errorf("the new bytes of a step are missing"))
		}
		out[s.After] = bytes
	}
	return out, nil
}

// stand makes the steps stand, in order, durably. When it fails, steps that were
// begun are marked as such.
func (v *Vault) stand(e journal.Entry, steps []*step, data map[string][]byte) error {
	for i, s := range steps {
		s.nameAside(e.ID, i)
	}
	for _, s := range steps { // folders first: hidden files are staged in them
		if s.Op == journal.Mkdir {
			s.stood = true
			if err := v.dir.Mkdir(s.name, 0); err != nil {
				return v.refusalOf(s, err)
			}
		}
	}
	for _, s := range steps {
		if s.Op == journal.Put {
			s.stood = true
			if err := v.writeAside(s, data[s.After]); err != nil {
				return v.notWritten(err)
			}
		}
	}
	for _, s := range steps {
		s.stood = true
		if err := v.standOne(s); err != nil {
			return v.refusalOf(s, err)
		}
	}
	if err := v.syncFolders(steps); err != nil {
		return v.notWritten(err)
	}
	return nil
}

// refusalOf words an error of a step: a name that was taken meanwhile, a file
// that went.
func (v *Vault) refusalOf(s *step, err error) error {
	switch {
	case errors.Is(err, errNewer):
		return stale(s.Path, "")
	case errors.Is(err, fs.ErrExist) && s.To != "":
		return exists(s.To)
	case errors.Is(err, fs.ErrExist):
		return exists(s.Path)
	case errors.Is(err, fs.ErrNotExist):
		return gone(s.Path)
	}
	return v.notWritten(err)
}

// errNewer says that somebody changed the file in between; their version stands.
var errNewer = errors.New("the file was changed meanwhile")

// newer is errNewer unless something failed on the way.
func newer(errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return errNewer
}

func (v *Vault) standOne(s *step) error {
	switch s.Op {
	case journal.Put:
		if s.Before == "" {
			return disk.MoveNew(v.dir, s.aside, s.name)
		}
		return v.exchange(s, s.Before)
	case journal.Take:
		return v.setAside(s, s.name, s.Before)
	case journal.Move:
		return v.move(s, s.name, s.to)
	case journal.Rmdir:
		return v.removeEmpty(s.name)
	}
	return nil // a folder was made before
}

// move moves a file to its new name. Where the two names are one to the disk, or
// it has no rename to a free name, it goes over our own.
func (v *Vault) move(s *step, from, to string) error {
	err := errors.ErrUnsupported
	if s.Path.Fold() != s.To.Fold() || !v.oneFile(from, to) {
		err = v.dir.RenameNew(from, to)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return v.moveOver(s, from, to)
	}
	if err != nil {
		return err
	}
	now, err := v.sum(to)
	if err == nil && now == s.Before {
		return nil
	}
	back := v.dir.RenameNew(to, from)
	if errors.Is(back, fs.ErrExist) { // made anew meanwhile: both stay
		back = nil
	}
	return newer(err, back)
}

func (v *Vault) moveOver(s *step, from, to string) error {
	if err := v.setAside(s, from, s.Before); err != nil {
		return err
	}
	err := disk.MoveNew(v.dir, s.aside, to)
	if errors.Is(err, fs.ErrExist) { // the name is somebody else's
		return errors.Join(err, disk.MoveNew(v.dir, s.aside, from))
	}
	return err // what it leaves, taking back finds
}

// setAside gives a file the hidden name of its step, in one call: a second name
// and the removal of the first could remove what somebody saved in between. Bytes
// other than those of the hash are put back: errNewer.
func (v *Vault) setAside(s *step, name, sum string) error {
	if err := v.dir.Rename(name, s.aside); err != nil {
		return err
	}
	now, err := v.sum(s.aside)
	if err == nil && now == sum {
		return nil
	}
	back := disk.MoveNew(v.dir, s.aside, name)
	if errors.Is(back, fs.ErrExist) { // made anew meanwhile
		back = v.letGo(s, s.aside)
	}
	return newer(err, back)
}

// removeEmpty removes a folder that is empty; any other stays.
func (v *Vault) removeEmpty(name string) error {
	list, err := v.dir.List(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) > 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if err := v.dir.Remove(name); err != nil && v.there(name) {
		if list, again := v.dir.List(name); again == nil && len(list) > 0 {
			return nil // filled meanwhile
		}
		return err
	}
	return nil
}

// sum is the hash of the file at a name, "" when none is there.
func (v *Vault) sum(name string) (string, error) {
	content, err := v.dir.Read(name, maxRead)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return journal.Sum(content.Data), nil
}

// maxRead bounds what is read of a file that somebody else may have made larger.
const maxRead = 1 << 30

func (v *Vault) there(name string) bool {
	_, err := v.dir.Lstat(name)
	return err == nil
}

func (v *Vault) syncFolders(steps []*step) error {
	var names []string
	for _, s := range steps {
		names = append(names, s.name, s.to)
	}
	return v.syncDirs(names)
}

// syncDirs passes over folders that are not there (any more).
func (v *Vault) syncDirs(names []string) error {
	var there []string
	for _, name := range names {
		if name != "" && v.there(parent(name)) {
			there = append(there, name)
		}
	}
	return disk.SyncDirs(v.dir, there...)
}

// look reads the steps' files back and says what stands.
func (v *Vault) look(steps []*step) []journal.FileState {
	var out []journal.FileState
	for _, s := range steps {
		switch s.Op {
		case journal.Put:
			out = append(out, v.lookAt(s.Path, s.name, s.After))
		case journal.Take:
			out = append(out, v.lookAt(s.Path, s.name, ""))
		case journal.Move:
			out = append(out, v.lookAt(s.To, s.to, s.Before))
		case journal.Mkdir, journal.Rmdir:
			out = append(out, journal.FileState{Path: s.Path, State: journal.FileApplied})
		}
	}
	return out
}

func (v *Vault) lookAt(p vaultpath.Path, name, want string) journal.FileState {
	now, err := v.sum(name)
	state := journal.FileState{Path: p, State: journal.FileApplied, SHA: now}
	if err != nil || now != want {
		state.State = journal.FileNewer
	}
	return state
}
