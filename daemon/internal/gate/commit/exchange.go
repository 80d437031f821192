package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// maxRounds bounds how often names are exchanged with somebody who saves each
// time in between.
const maxRounds = 64

// exchange puts the hidden file of a step in the place of the file, which should
// have the bytes expect, and the file in the place of the hidden one.
//
// When the file had other bytes, somebody saved in between, and theirs are put
// back: errNewer. Whoever saves again while that is done has the newest version,
// and so on; what stands in the end is the newest that was seen. The file is
// looked at right before too: an editor that saw a refused text for a moment might
// load it, and save on top of it.
func (v *Vault) exchange(s *step, expect string) error {
	ours, err := v.sum(s.aside)
	if err != nil {
		return err
	}
	if now, err := v.sum(s.name); err != nil || now != "" && now != expect {
		return newer(err)
	}
	stands, hidden := expect, ours // what is believed to be where
	for round := range maxRounds {
		err := v.swap(s)
		if errors.Is(err, fs.ErrNotExist) && round > 0 { // removed while theirs was put back
			return newer(v.letGo(s, s.aside))
		}
		if err != nil {
			return err
		}
		got, err := v.sum(s.aside)
		if err != nil {
			return err
		}
		if got == stands {
			if round == 0 {
				return nil
			}
			return newer(v.letGo(s, s.aside))
		}
		stands, hidden = hidden, got // theirs is newer than what stands now
	}
	return fmt.Errorf("%s is saved faster than it can be looked at", s.name)
}

// swap exchanges a step's file with its hidden one. Where the system cannot, the
// file is set aside under a third name, and the name is free for a moment; settle
// mends what a stop in between leaves.
func (v *Vault) swap(s *step) error {
	err := v.dir.Swap(s.name, s.aside)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := v.dir.Rename(s.name, third(s)); err != nil {
		return err
	}
	if err := disk.MoveNew(v.dir, s.aside, s.name); err != nil {
		if errors.Is(err, fs.ErrExist) { // made in the moment it was free
			return newer(v.keepThird(s))
		}
		return errors.Join(err, disk.MoveNew(v.dir, third(s), s.name))
	}
	return v.dir.Rename(third(s), s.aside)
}

// third is where a file stands between two renames of swap.
func third(s *step) string { return s.aside + "~" }

// settle brings a step whose swap was cut short to its state before or after.
func (v *Vault) settle(s *step) error {
	if !v.there(third(s)) {
		return nil
	}
	now, err := v.dir.Read(s.name, maxRead)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return disk.MoveNew(v.dir, third(s), s.name)
	case err != nil:
		return err
	case !v.there(s.aside) || v.oneFile(s.name, s.aside):
		return v.dir.Rename(third(s), s.aside)
	case len(now.Data) == 0: // the name was reserved and not yet taken
		if err := v.dir.Remove(s.name); err != nil {
			return err
		}
		return disk.MoveNew(v.dir, third(s), s.name)
	}
	return v.keepThird(s)
}

// keepThird keeps the bytes of the file that was set aside, when somebody made a
// new one in its place.
func (v *Vault) keepThird(s *step) error {
	return v.letGo(s, third(s), s.Before)
}

// letGo removes a hidden file of ours. Bytes that are not among the known ones
// are somebody else's: they go into the journal first.
func (v *Vault) letGo(s *step, name string, known ...string) error {
	content, err := v.dir.Read(name, maxRead)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := v.keepUnknown(s, content.Data, known); err != nil {
		return err
	}
	return v.dir.Remove(name)
}

func (v *Vault) oneFile(a, b string) bool {
	ia, errA := v.dir.Lstat(a)
	ib, errB := v.dir.Lstat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

func parent(name string) string { return path.Dir(name) }
