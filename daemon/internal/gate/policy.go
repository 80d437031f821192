package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Decision is what a rule says, the weakest first: a later one is never lifted by
// an earlier one (contracts 2.5.1).
type Decision int

// The decisions.
const (
	Allow Decision = iota + 1
	Ask
	Deny
)

var decisionNames = map[string]Decision{"allow": Allow, "ask": Ask, "deny": Deny}

// UnmarshalText reads allow, ask or deny.
func (d *Decision) UnmarshalText(text []byte) error {
	known, ok := decisionNames[string(text)]
	if !ok {
		return fmt.Errorf("%q is no decision; use allow, ask or deny", text)
	}
	*d = known
	return nil
}

// Policy is a person's rules. The zero Policy asks before every change.
type Policy struct {
	Rules []Rule `json:"rules"`
	// RequireHuman refuses sensitive changes that were allowed faster than a
	// person could have read (contracts 2.5.6).
	RequireHuman bool `json:"requireHuman"`
	// Bulk is the number of files from which on a change is sensitive; 0 stands
	// for DefaultBulk.
	Bulk int `json:"bulk"`
}

// DefaultBulk is the number of files from which on a change is sensitive.
const DefaultBulk = 10

// Rule decides on the paths that fit all of what it names. A list fits when one of
// its members does; a rule that names nothing fits every path.
type Rule struct {
	Do      Decision `json:"do"`
	Ops     []string `json:"ops,omitempty"`     // create, replace, move, trash, mkdir, rmdir
	Folders []string `json:"folders,omitempty"` // with all below them
	Tags    []string `json:"tags,omitempty"`    // with nested ones; "#" may be left out
	Private bool     `json:"private,omitempty"` // private notes only
	Why     string   `json:"why,omitempty"`     // told to whoever is refused
}

// Facts are what a rule may ask about a path beside its name.
type Facts struct {
	Tags    []string
	Private bool
}

// maxPolicy bounds a policy file, in bytes.
const maxPolicy = 1 << 20

// PolicyFrom reads a person's rules out of files of JSON, all of which hold: those
// that are not there say nothing. A file that cannot be understood is an error,
// and then nothing is changed.
func PolicyFrom(files []string) func() (Policy, error) {
	return func() (Policy, error) {
		var all Policy
		for _, name := range files {
			p, err := readPolicy(name)
			if err != nil {
				return all, fmt.Errorf("%s: %w", filepath.Base(name), err)
			}
			all.Rules = append(all.Rules, p.Rules...)
			all.RequireHuman = all.RequireHuman || p.RequireHuman
			if p.Bulk != 0 && (all.Bulk == 0 || p.Bulk < all.Bulk) {
				all.Bulk = p.Bulk
			}
		}
		return all, nil
	}
}

func readPolicy(name string) (Policy, error) {
	var p Policy
	raw, err := config.ReadState(name, maxPolicy)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return p, fmt.Errorf(`%w; the smallest right form is {"rules": [{"do": "deny", "folders": ["Archive"]}]}`, err)
	}
	return p, p.check()
}

var ops = []string{"create", "replace", "move", "trash", "mkdir", "rmdir"}

func (p Policy) check() error {
	if p.Bulk < 0 {
		return fmt.Errorf("bulk %d is no number of files; 0 stands for %d", p.Bulk, DefaultBulk)
	}
	for i, r := range p.Rules {
		if r.Do == 0 {
			return fmt.Errorf(`rule %d lacks "do"; use allow, ask or deny`, i+1)
		}
		for _, op := range r.Ops {
			if !slices.Contains(ops, op) {
				return fmt.Errorf("rule %d: %q is no operation; use one of %s", i+1, op, strings.Join(ops, ", "))
			}
		}
		for _, f := range r.Folders {
			if _, err := vaultpath.Parse(f); err != nil {
				return fmt.Errorf("rule %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// fits tells whether the rule is about a change of this path.
func (r Rule) fits(op string, p vaultpath.Path, f Facts) bool {
	return (len(r.Ops) == 0 || slices.Contains(r.Ops, op)) &&
		(len(r.Folders) == 0 || slices.ContainsFunc(r.Folders, func(dir string) bool { return inFolder(p, dir) })) &&
		(len(r.Tags) == 0 || slices.ContainsFunc(r.Tags, func(tag string) bool { return hasTag(f.Tags, tag) })) &&
		(!r.Private || f.Private)
}

// inFolder compares as a disk does that takes upper and lower case for one.
func inFolder(p vaultpath.Path, dir string) bool {
	clean, err := vaultpath.Parse(dir)
	if err != nil || clean == vaultpath.Root {
		return err == nil
	}
	path, folder := p.Fold(), clean.Fold()
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func hasTag(tags []string, want string) bool {
	want = strings.ToLower(strings.TrimPrefix(want, "#"))
	return slices.ContainsFunc(tags, func(tag string) bool {
		tag = strings.ToLower(strings.TrimPrefix(tag, "#"))
		return tag == want || strings.HasPrefix(tag, want+"/")
	})
}
