package edit

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// tree is a model of a vault: files by path, and folders as paths that end in a
// slash.
type tree map[vaultpath.Path]string

func (t tree) files() MapFiles {
	out := MapFiles{}
	for p, text := range t {
		if !strings.HasSuffix(string(p), "/") {
			out[p] = []byte(text)
		}
	}
	return out
}

func (t tree) before(p vaultpath.Path) ([]byte, bool) {
	text, ok := t[p]
	return []byte(text), ok
}

// apply carries a set out the way the gate does: every hash is checked, nothing
// is written over.
func (t tree) apply(s Set) (tree, error) {
	out := maps.Clone(t)
	for _, e := range s.Effects() {
		have, there := out[e.Path]
		switch e.Op {
		case Create:
			if there {
				return nil, fmt.Errorf("%s is there", e.Path)
			}
			out[e.Path] = string(e.After)
		case Mkdir:
			out[e.Path+"/"] = ""
		case Rmdir:
			delete(out, e.Path+"/")
		default:
			if !there || SumOf([]byte(have)) != e.Before {
				return nil, fmt.Errorf("%s %s does not fit", e.Op, e.Path)
			}
			delete(out, e.Path)
			if e.Op == Trash {
				continue
			}
			end, _ := e.ends()
			if _, taken := out[end]; taken {
				return nil, fmt.Errorf("%s is taken", end)
			}
			if out[end] = have; e.After != nil {
				out[end] = string(e.After)
			}
		}
	}
	return out, nil
}

// fataler is what the tests of testing and of rapid share.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// checkSet holds what everybody relies on: a set applies to the files it was
// planned on, and its inverse brings every byte back.
func checkSet(t fataler, files tree, s Set) tree {
	t.Helper()
	after, err := files.apply(s)
	if err != nil {
		t.Fatalf("planned, but not to be applied: %v", err)
	}
	back, err := s.Inverse(files.before)
	if err != nil {
		t.Fatal(err)
	}
	restored, err := after.apply(back)
	if err != nil || !maps.Equal(restored, files) {
		t.Fatalf("undone is %q, %v; want %q", restored, err, files)
	}
	again, err := back.Inverse(after.before)
	if err != nil || again.Hash() != s.Hash() {
		t.Fatalf("the inverse of the inverse is another set: %v", err)
	}
	return after
}

func mustSet(t *testing.T, effects ...Effect) Set {
	t.Helper()
	s, err := NewSet(effects...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
