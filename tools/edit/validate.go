package edit

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// validate holds a set to its rules: every effect is whole, every path is clean,
// visible and touched once whatever its case, and no file is another's folder.
func validate(effects []Effect) error {
	for _, e := range effects {
		if err := checkEffect(e); err != nil {
			return err
		}
	}
	t, err := touchAll(effects)
	if err != nil {
		return err
	}
	for _, e := range effects {
		if err := t.checkParents(e); err != nil {
			return err
		}
	}
	return nil
}

// checkEffect looks at one effect by itself.
func checkEffect(e Effect) error {
	for _, p := range e.paths() {
		if err := checkPath(p); err != nil {
			return err
		}
	}
	needsBefore := e.Op == Replace || e.Op == Move || e.Op == Trash
	needsAfter := e.Op == Create || e.Op == Replace
	switch {
	case e.Op.String() == "":
		return about(e, "has no op")
	case e.Op != Move && e.To != "":
		return about(e, "has a target, which only a move has")
	case needsBefore && !e.Before.Known():
		return about(e, "lacks the hash of the file it was decided on; read the file first")
	case !needsBefore && e.Before.Known():
		return about(e, "has the hash of a file that is not there")
	case needsAfter && e.After == nil:
		return about(e, "lacks the new bytes")
	case !needsAfter && e.Op != Move && e.After != nil:
		return about(e, "has bytes, which it cannot have")
	case e.Op == Replace && SumOf(e.After) == e.Before:
		return &Error{Code: NoChange, Path: e.Path, Message: "The file " + quote(e.Path.String()) + " already has this text; there is nothing to change"}
	case e.Op == Move && e.Path == e.To:
		return &Error{Code: NoChange, Path: e.Path, Message: "The file " + quote(e.Path.String()) + " would be moved to where it is; name another path"}
	}
	return nil
}

func about(e Effect, what string) error {
	err := refuse(InvalidArgument, "The effect %s on %s %s", e.Op, quote(e.Path.String()), what)
	err.Path = e.Path
	return err
}

// checkPath refuses what no tool may touch, whatever anybody answers (R171).
func checkPath(p vaultpath.Path) error {
	clean, err := vaultpath.Parse(p.String())
	switch {
	case err != nil:
		return &Error{Code: WorkspacePathDenied, Path: p, Message: err.Error()}
	case clean != p:
		return &Error{Code: WorkspacePathDenied, Path: p, Message: "The path " + quote(p.String()) + " is not clean; write " + quote(clean.String())}
	case p == vaultpath.Root:
		return &Error{Code: InvalidArgument, Message: "The vault's own folder cannot be changed; name a file or folder in it"}
	case p.Hidden():
		return &Error{Code: WorkspacePathDenied, Path: p, Message: "The path " + quote(p.String()) + " has a hidden part; names that start with a dot are not the vault's"}
	}
	return nil
}

// Portable reports, as an *Error, the first new name that cannot exist on every
// system a vault is synced to (F11). Undo does not ask: what was there may come
// back.
func (s Set) Portable() error {
	for _, e := range s.effects {
		if !e.makes() {
			continue
		}
		end, _ := e.ends()
		if err := end.WindowsSafe(); err != nil {
			return &Error{Code: InvalidArgument, Path: end, Message: err.Error()}
		}
	}
	return nil
}

// touched knows, by folded path, what a set does where.
type touched struct {
	at      map[string]Effect
	folders map[string]vaultpath.Path // how new paths spell the folders above them
}

func touchAll(effects []Effect) (touched, error) {
	t := touched{at: map[string]Effect{}, folders: map[string]vaultpath.Path{}}
	for _, e := range effects {
		keys := map[string]vaultpath.Path{}
		for _, p := range e.paths() {
			keys[p.Fold()] = p
		}
		for key, p := range keys {
			if other, twice := t.at[key]; twice {
				err := refuse(InvalidArgument, "The set touches %s twice (%s and %s); put both into one effect", quote(p.String()), other.Op, e.Op)
				err.Path = p
				return t, err
			}
		}
		for key := range keys {
			t.at[key] = e
		}
	}
	return t, nil
}

// checkParents refuses a new path below a file, below a folder that goes, and
// below a folder that the set spells in two ways.
func (t touched) checkParents(e Effect) error {
	end, stays := e.ends()
	if !stays {
		return nil
	}
	for dir := end.Dir(); dir != vaultpath.Root; dir = dir.Dir() {
		key := dir.Fold()
		above, touched := t.at[key]
		_, aboveStays := above.ends()
		if touched && (!above.isFolder() || !aboveStays) {
			err := refuse(InvalidArgument, "The path %s lies in %s, which the set makes a file or takes away; choose another folder", quote(end.String()), quote(dir.String()))
			err.Path = end
			return err
		}
		if touched && above.Path != dir {
			return spelling(end, dir, above.Path)
		}
		if !e.makes() {
			continue
		}
		if other, known := t.folders[key]; known && other != dir {
			return spelling(end, dir, other)
		}
		t.folders[key] = dir
	}
	return nil
}

func spelling(p, dir, other vaultpath.Path) error {
	err := refuse(TargetExists, "The set spells one folder %s and %s; keep one spelling", quote(dir.String()), quote(other.String()))
	err.Path = p
	err.Candidates = []string{strings.TrimSpace(other.String())}
	return err
}
