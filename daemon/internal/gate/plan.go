package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// plan is a change ready to be made: the journal's entry and the bytes of every
// hash in it that the vault does not hold yet.
type plan struct {
	entry journal.Entry
	data  map[string][]byte
}

// newPlan makes the plan of a set.
func newPlan(origin journal.Origin, set edit.Set, title string) plan {
	p := plan{entry: journal.Entry{Origin: origin, Title: title, Effect: set.Hash().String()}, data: map[string][]byte{}}
	for _, e := range set.Effects() {
		p.add(e)
	}
	return p
}

func (p *plan) add(e edit.Effect) {
	switch before := e.Before.String(); e.Op {
	case edit.Create:
		p.put(journal.Step{Path: e.Path}, e.After)
	case edit.Replace:
		p.put(journal.Step{Path: e.Path, Before: before}, e.After)
	case edit.Trash:
		p.step(journal.Step{Op: journal.Take, Path: e.Path, Before: before})
	case edit.Mkdir:
		p.step(journal.Step{Op: journal.Mkdir, Path: e.Path})
	case edit.Rmdir:
		p.step(journal.Step{Op: journal.Rmdir, Path: e.Path})
	case edit.Move:
		if e.After == nil {
			p.step(journal.Step{Op: journal.Move, Path: e.Path, To: e.To, Before: before, After: before})
			return
		}
		p.rewrite(e.Path, e.To, before, e.After)
	}
}

// rewrite moves a file and gives it other bytes: two steps, so that each path
// has one.
func (p *plan) rewrite(from, to vaultpath.Path, before string, after []byte) {
	p.step(journal.Step{Op: journal.Take, Path: from, Before: before, Discard: true})
	p.put(journal.Step{Path: to, Like: from}, after)
}

func (p *plan) step(s journal.Step) { p.entry.Steps = append(p.entry.Steps, s) }

func (p *plan) put(s journal.Step, after []byte) {
	s.Op, s.After = journal.Put, journal.Sum(after)
	p.data[s.After] = after
	p.step(s)
}

// rehash binds the plan to what its steps are now.
func (p *plan) rehash() {
	raw, err := json.Marshal(p.entry.Steps)
	if err != nil { // they hold nothing that cannot be encoded
		return
	}
	sum := sha256.Sum256(raw)
	p.entry.Effect = hex.EncodeToString(sum[:])
}

// verbs word a change of one path for its title.
var verbs = map[edit.Op]string{edit.Create: "Create", edit.Replace: "Change", edit.Move: "Move", edit.Trash: "Delete",
	edit.Mkdir: "Make the folder", edit.Rmdir: "Remove the folder"}

// title says in one line what a set does, composed of the effect alone
// (contracts 2.5.5).
func title(set edit.Set, before func(vaultpath.Path) ([]byte, bool)) string {
	var files []edit.Effect
	for _, e := range set.Effects() {
		if e.Op != edit.Mkdir || set.Len() == 1 {
			files = append(files, e)
		}
	}
	if len(files) != 1 {
		return set.Summarize(before).String()
	}
	e := files[0]
	text := verbs[e.Op] + " " + show(e.Path)
	if e.Op == edit.Move {
		text += " to " + show(e.To)
	}
	return text
}

// show writes a path so that nothing in it passes for something else.
func show(p vaultpath.Path) string {
	return strings.Trim(fmt.Sprintf("%+q", p.String()), `"`)
}

// diffs says what a set does to every path.
func diffs(set edit.Set, before func(vaultpath.Path) ([]byte, bool)) []FileDiff {
	out := make([]FileDiff, 0, set.Len())
	for _, e := range set.Effects() {
		d := FileDiff{Op: e.Op.String(), Path: e.Path, To: e.To, Before: e.Before.String()}
		old, _ := before(e.Path)
		switch {
		case e.After != nil:
			d.After = journal.Sum(e.After)
			d.fill(old, e.After, e.Op == edit.Create)
		case e.Op == edit.Trash:
			d.fill(old, nil, false)
		}
		out = append(out, d)
	}
	return out
}

// shown is how many equal lines a diff shows around a change.
const shown = 3

func (d *FileDiff) fill(old, after []byte, isNew bool) {
	if !utf8.Valid(old) || !utf8.Valid(after) {
		return
	}
	diff := edit.Compare(old, after)
	from, to := d.Path.String(), d.Path.String()
	switch {
	case isNew:
		from = ""
	case after == nil:
		to = ""
	case d.To != "":
		to = d.To.String()
	}
	d.Diff = diff.Unified(from, to, shown)
	d.Hunks, d.Added, d.Lost = len(diff.Hunks(shown)), diff.Added(), diff.Removed()
}

// cut leaves of a plan what an answer granted. It tells whether that is less, or
// other, than what was asked.
func (p *plan) cut(a Answer, before func(string) ([]byte, error)) (bool, error) {
	if a.Text != nil {
		return true, p.rewriteText(*a.Text)
	}
	if len(a.Hunks) == 0 {
		return false, nil
	}
	known := map[vaultpath.Path]bool{}
	for _, s := range p.entry.Steps {
		known[s.Path] = true
	}
	for path := range maps.Keys(a.Hunks) {
		if !known[path] {
			return false, tools.Errorf(tools.InvalidArgument, "The answer names %q, which the change does not touch; name its files only", path)
		}
	}
	var steps []journal.Step
	for _, s := range p.entry.Steps {
		take, named := a.Hunks[s.Path]
		switch {
		case !named:
			steps = append(steps, s)
		case len(take) == 0:
		default:
			if err := p.cutStep(&s, take, before); err != nil {
				return false, err
			}
			steps = append(steps, s)
		}
	}
	changed := !slices.Equal(steps, p.entry.Steps)
	p.entry.Steps = steps
	if changed {
		p.rehash()
	}
	return changed, p.whole()
}

// whole refuses half of a move: the parts of one are granted together.
func (p *plan) whole() error {
	var taken, put int
	for _, s := range p.entry.Steps {
		if s.Op == journal.Take && s.Discard {
			taken++
		}
		if s.Op == journal.Put && s.Like != "" {
			put++
		}
	}
	if taken != put {
		return tools.Errorf(tools.InvalidArgument, "A moved file can only be granted or left out as a whole; name both of its paths")
	}
	return nil
}

func (p *plan) cutStep(s *journal.Step, take []int, before func(string) ([]byte, error)) error {
	if s.Op != journal.Put || s.Before == "" {
		return tools.Errorf(tools.InvalidArgument, "Only a changed file has hunks to choose from; grant %q whole, or leave it out", s.Path)
	}
	old, err := before(s.Before)
	if err != nil {
		return err
	}
	diff := edit.Compare(old, p.data[s.After])
	after, err := diff.Take(diff.Hunks(shown), take...)
	if err != nil {
		return tools.FromEdit(err)
	}
	s.After = journal.Sum(after)
	p.data[s.After] = after
	return nil
}

func (p *plan) rewriteText(text string) error {
	at := -1
	for i, s := range p.entry.Steps {
		if s.Op != journal.Put {
			continue
		}
		if at >= 0 {
			return tools.Errorf(tools.InvalidArgument, "A text of one's own can be given for a change of one file only")
		}
		at = i
	}
	if at < 0 {
		return tools.Errorf(tools.InvalidArgument, "The change writes no file that a text could be given for")
	}
	s := &p.entry.Steps[at]
	s.After = journal.Sum([]byte(text))
	p.data[s.After] = []byte(text)
	p.rehash()
	return nil
}

// empty tells whether nothing is left to do.
func (p *plan) empty() bool {
	for _, s := range p.entry.Steps {
		if s.Op != journal.Put || s.Before != s.After {
			return false
		}
	}
	return true
}

// read returns a function that reads the vault, for diffs.
func (g *Gate) read(p vaultpath.Path) ([]byte, bool) {
	raw, err := g.vault.Read(p)
	if errors.Is(err, fs.ErrNotExist) || err != nil {
		return nil, false
	}
	return raw, true
}
