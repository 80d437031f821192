package edit

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
)

// hashVersion begins every canonical encoding. It changes when the encoding
// does, so that an old approval never fits a new meaning.
const hashVersion = "ibid edit set 1"

// Hash returns what an approval binds to (contracts 2.2.8, 2.5.2): the SHA-256
// of the set's canonical encoding. Equal sets have equal hashes whatever the
// order they were given in; any other path, hash or byte makes another one.
//
// The encoding is the version and then, by path, every effect: its op, path,
// target, the sum of the old bytes, and the sum of the new ones where it has
// any; every field is preceded by its length.
func (s Set) Hash() Sum {
	sorted := slices.Clone(s.effects)
	slices.SortFunc(sorted, func(a, b Effect) int { return cmp.Compare(a.Path, b.Path) })
	h := sha256.New()
	field(h, []byte(hashVersion))
	for _, e := range sorted {
		sum := e.Hash()
		field(h, sum[:])
	}
	return Sum(h.Sum(nil))
}

// ID returns a short name of the set for people and logs, made of its Hash.
func (s Set) ID() string { return shortID("set-", s.Hash()) }

// Hash returns the SHA-256 of the effect's canonical encoding.
func (e Effect) Hash() Sum {
	h := sha256.New()
	field(h, []byte(e.Op.String()))
	field(h, []byte(e.Path))
	field(h, []byte(e.To))
	field(h, e.Before[:])
	if e.After != nil {
		after := SumOf(e.After)
		field(h, after[:])
	}
	return Sum(h.Sum(nil))
}

// ID returns a short name of the effect, made of its Hash.
func (e Effect) ID() string { return shortID("eff-", e.Hash()) }

func shortID(prefix string, sum Sum) string { return prefix + hex.EncodeToString(sum[:8]) }

// field writes b with its length before it. A hash takes every write.
func field(h hash.Hash, b []byte) {
	var size [8]byte
	binary.BigEndian.PutUint64(size[:], uint64(len(b)))
	h.Write(size[:])
	h.Write(b)
}
