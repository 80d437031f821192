package edit

import (
	"encoding/json"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Set is a change of the vault: effects that do not contradict each other, in
// the order they were given. It is never changed once made; the zero Set
// changes nothing.
type Set struct {
	effects []Effect
}

// NewSet returns the set of effects, or why they contradict each other or touch
// what may not be touched. It keeps the bytes, which must not be changed.
func NewSet(effects ...Effect) (Set, error) {
	if err := validate(effects); err != nil {
		return Set{}, err
	}
	return Set{effects: slices.Clone(effects)}, nil
}

// Len returns the number of effects.
func (s Set) Len() int { return len(s.effects) }

// Effects returns the effects in order. The caller owns the slice, not the
// bytes in it.
func (s Set) Effects() []Effect { return slices.Clone(s.effects) }

// Join returns the set of the effects of both, or why they contradict.
func (s Set) Join(other Set) (Set, error) {
	return NewSet(slices.Concat(s.effects, other.effects)...)
}

// Paths returns every path the set touches, targets of moves included, sorted.
func (s Set) Paths() []vaultpath.Path {
	var out []vaultpath.Path
	for _, e := range s.effects {
		out = append(out, e.paths()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// WithParents returns the set with a Mkdir for every missing folder that a new
// file needs (R143, R167), outermost first, so that undo can take them away
// again. exists tells whether a folder is there.
func (s Set) WithParents(exists func(vaultpath.Path) bool) (Set, error) {
	made := map[vaultpath.Path]bool{vaultpath.Root: true}
	for _, e := range s.effects {
		if e.Op == Mkdir {
			made[e.Path] = true
		}
	}
	var dirs []Effect
	for _, e := range s.effects {
		if !e.makes() {
			continue
		}
		end, _ := e.ends()
		var missing []Effect
		for dir := end.Dir(); !made[dir] && !exists(dir); dir = dir.Dir() {
			made[dir] = true
			missing = append(missing, Effect{Op: Mkdir, Path: dir})
		}
		slices.Reverse(missing)
		dirs = append(dirs, missing...)
	}
	return NewSet(append(dirs, s.effects...)...)
}

// MarshalJSON writes the effects.
func (s Set) MarshalJSON() ([]byte, error) {
	if s.effects == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(s.effects)
}

// UnmarshalJSON reads what MarshalJSON wrote and validates it.
func (s *Set) UnmarshalJSON(b []byte) error {
	var effects []Effect
	if err := json.Unmarshal(b, &effects); err != nil {
		return err
	}
	read, err := NewSet(effects...)
	if err == nil {
		*s = read
	}
	return err
}
