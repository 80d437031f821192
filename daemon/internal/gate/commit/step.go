package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxFile bounds the bytes of one file that is changed: what the index reads too.
const maxFile = 32 << 20

// step is a journal step with the names it has on this disk.
type step struct {
	journal.Step
	name    string      // of Path
	to      string      // of To
	aside   string      // our hidden file beside name: the new bytes, then the old ones
	perm    fs.FileMode // of the new file; 0 for what the user's new files get
	like    string      // the file whose extended attributes a new one gets
	stood   bool        // the step was begun in the vault, so that it may have to be taken back
	through bool        // an Applier makes the step: nothing of it is set aside
	torn    bool        // the step may have been cut short within a call of ours
	kept    string      // hash of somebody else's bytes that went into the journal
	went    string      // where the deleted file went
}

// prefix begins every name of ours in the vault's folders. It is hidden from
// Obsidian, and no tool may name it (F5, S2).
const prefix = ".ibid-"

// bind gives steps their names on this disk. It looks but refuses nothing.
func (v *Vault) bind(id string, steps []journal.Step, through bool) ([]*step, error) {
	out := make([]*step, len(steps))
	for i, js := range steps {
		at, err := v.locateAs(js.Path, js.Disk)
		if err != nil {
			return nil, err
		}
		s := &step{Step: js, name: at.name, through: through, perm: js.Mode.Perm()}
		if js.Op == journal.Move {
			to, err := v.locateAs(js.To, js.DiskTo)
			if err != nil {
				return nil, err
			}
			s.to = to.name
		}
		s.nameAside(id, i)
		out[i] = s
	}
	return out, nil
}

func (s *step) nameAside(id string, i int) {
	s.aside = path.Join(path.Dir(s.name), fmt.Sprintf("%s%s-%d", prefix, id, i))
}

// check holds the steps to the floor and to the hashes they were decided on. It
// changes nothing.
func (v *Vault) check(steps []journal.Step) ([]*step, error) {
	if err := v.dir.Check(); err != nil {
		return nil, vaultMissing()
	}
	plan := checker{vault: v, folders: map[string]bool{}, freed: map[vaultpath.Path]bool{}}
	for _, s := range steps {
		if s.Op == journal.Take || s.Op == journal.Move {
			plan.freed[s.Path] = true
		}
	}
	out := make([]*step, 0, len(steps))
	for _, s := range steps {
		checked, err := plan.step(s)
		if err != nil {
			return nil, v.asRefusal(err)
		}
		out = append(out, checked)
	}
	return out, nil
}

// asRefusal keeps an error of the system out of what a caller sees.
func (v *Vault) asRefusal(err error) error {
	var known *tools.Error
	if errors.As(err, &known) {
		return known
	}
	return v.notWritten(err)
}

// checker knows what earlier steps of a set will have done.
type checker struct {
	vault   *Vault
	folders map[string]bool         // folders that the set makes, by name on disk
	freed   map[vaultpath.Path]bool // paths whose file the set takes away
}

func (c *checker) step(js journal.Step) (*step, error) {
	isNew := js.Op == journal.Mkdir || js.Op == journal.Put && js.Before == ""
	if err := lexical(js.Path, isNew && !js.Back); err != nil {
		return nil, err
	}
	at, err := c.vault.locateAs(js.Path, js.Disk)
	if err != nil {
		return nil, err
	}
	s := &step{Step: js, name: at.name, perm: js.Mode.Perm()}
	s.Disk = otherForm(js.Path, at.name)
	switch {
	case isNew:
		err = c.free(js, at, c.spare(js))
		if js.Op == journal.Mkdir {
			c.folders[at.name] = true
		}
		if err == nil && js.Like != "" {
			err = c.takeLike(s)
		}
	case js.Op == journal.Rmdir:
		if at.info != nil && !at.info.IsDir() {
			err = stale(js.Path, "")
		}
	default:
		err = c.same(s, at)
	}
	if err == nil && js.Op == journal.Move {
		err = c.target(s)
	}
	return s, err
}

// otherForm is the name on disk of a path, "" when it is the path itself.
func otherForm(p vaultpath.Path, name string) string {
	if name == p.String() {
		return ""
	}
	return name
}

// spare is the path that a new name may resemble: the one its file comes from.
func (c *checker) spare(js journal.Step) vaultpath.Path {
	if js.Like != "" && c.freed[js.Like] {
		return js.Like
	}
	return ""
}

// free checks that the new name of a step can be made: nothing is there, all
// folders above it are or will be, and it is nobody's twin. A name that comes back
// may be one: it was before.
func (c *checker) free(js journal.Step, at place, but vaultpath.Path) error {
	p := js.Path
	if js.Op == journal.Move {
		p = js.To
	}
	if at.info != nil && !(but != "" && c.sameSpot(p, but)) {
		return exists(p)
	}
	for _, dir := range at.missing {
		if !c.folders[dir] {
			e := tools.Errorf(tools.FileNotFound, "the folder %q of %q does not exist; make it in the same change", path.Dir(p.String()), p)
			e.Data.Path = p.String()
			return e
		}
	}
	if len(at.missing) > 0 || js.Back {
		return nil // nothing is in a folder that is yet to be made
	}
	return c.vault.twin(p, at, but)
}

// sameSpot tells whether two spellings lead to one file: a disk that folds case.
func (c *checker) sameSpot(a, b vaultpath.Path) bool { return a.Fold() == b.Fold() }

// same checks that the file is the one the step was decided on.
func (c *checker) same(s *step, at place) error {
	if at.info == nil {
		return gone(s.Path)
	}
	content, err := c.vault.dir.Read(at.name, maxFile)
	switch {
	case errors.Is(err, disk.ErrNotRegular):
		return plainFile(s.Path, content.Info, 1)
	case errors.Is(err, disk.ErrTooLarge):
		e := tools.Errorf(tools.FileTooLarge, "%q is larger than 32 MiB, and such files are not changed", s.Path)
		e.Data.Path = s.Path.String()
		return e
	case err != nil:
		return c.vault.readFault(err)
	}
	if err := plainFile(s.Path, content.Info, content.Links); err != nil {
		return err
	}
	if sum := journal.Sum(content.Data); sum != s.Before {
		return stale(s.Path, sum)
	}
	s.perm, s.like = content.Info.Mode().Perm(), at.name
	s.Mode = s.perm
	if s.Op == journal.Put {
		return c.vault.writable(s.Path, at)
	}
	return nil
}

// target checks the new name of a move.
func (c *checker) target(s *step) error {
	if err := lexical(s.To, !s.Back); err != nil {
		return err
	}
	at, err := c.vault.locateAs(s.To, s.DiskTo)
	if err != nil {
		return err
	}
	s.to, s.DiskTo = at.name, otherForm(s.To, at.name)
	return c.free(s.Step, at, s.Path)
}

// takeLike gives a new file the permissions of the one it comes from.
func (c *checker) takeLike(s *step) error {
	at, err := c.vault.locate(s.Like)
	if err == nil && at.info != nil && at.info.Mode().IsRegular() {
		s.perm, s.like = at.info.Mode().Perm(), at.name
		err = c.vault.writable(s.Like, at)
	}
	return err
}

// planned are the steps as the journal keeps them: with what was found on disk.
func planned(steps []*step) []journal.Step {
	out := make([]journal.Step, len(steps))
	for i, s := range steps {
		out[i] = s.Step
	}
	return out
}
