package edit

import "github.com/ibid-notes/ibid/vaultindex/vaultpath"

// Files is the vault as the caller sees it while a change is planned: a
// snapshot, with what the caller may not see left out.
type Files interface {
	// Read returns the bytes of the file at p, false when there is none.
	Read(p vaultpath.Path) ([]byte, bool)
	// Taken returns what stands at p whatever the case of its name, false when
	// the path is free.
	Taken(p vaultpath.Path) (vaultpath.Path, bool)
}

// MapFiles is Files over a map, for callers that have read what they need.
type MapFiles map[vaultpath.Path][]byte

// Read returns the bytes at p.
func (m MapFiles) Read(p vaultpath.Path) ([]byte, bool) {
	b, ok := m[p]
	return b, ok
}

// Taken looks at every key, so it suits small maps.
func (m MapFiles) Taken(p vaultpath.Path) (vaultpath.Path, bool) {
	if _, ok := m[p]; ok {
		return p, true
	}
	fold := p.Fold()
	for q := range m {
		if q.Fold() == fold {
			return q, true
		}
	}
	return "", false
}
