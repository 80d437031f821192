package edit

import (
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Inverse returns the set that undoes s, in reverse order. before returns the
// bytes a file had; it is asked for every file that was replaced, trashed or
// moved with other bytes, and its answer must have the hash the effect names.
func (s Set) Inverse(before func(vaultpath.Path) ([]byte, bool)) (Set, error) {
	out := make([]Effect, 0, len(s.effects))
	for _, e := range slices.Backward(s.effects) {
		back, err := invert(e, before)
		if err != nil {
			return Set{}, err
		}
		out = append(out, back)
	}
	return NewSet(out...)
}

func invert(e Effect, before func(vaultpath.Path) ([]byte, bool)) (Effect, error) {
	var old []byte
	if e.Op == Replace || e.Op == Trash || e.Op == Move && e.After != nil {
		bytes, ok := before(e.Path)
		if !ok || SumOf(bytes) != e.Before {
			err := refuse(FileNotFound, "The bytes that %s had before are not at hand; without them nothing can be restored", quote(e.Path.String()))
			err.Path = e.Path
			return Effect{}, err
		}
		if old = bytes; old == nil {
			old = []byte{}
		}
	}
	switch e.Op {
	case Create:
		return Effect{Op: Trash, Path: e.Path, Before: SumOf(e.After)}, nil
	case Replace:
		return Effect{Op: Replace, Path: e.Path, Before: SumOf(e.After), After: old}, nil
	case Move:
		now := e.Before
		if e.After != nil {
			now = SumOf(e.After)
		}
		return Effect{Op: Move, Path: e.To, To: e.Path, Before: now, After: old}, nil
	case Trash:
		return Effect{Op: Create, Path: e.Path, After: old}, nil
	case Mkdir:
		return Effect{Op: Rmdir, Path: e.Path}, nil
	}
	return Effect{Op: Mkdir, Path: e.Path}, nil
}
