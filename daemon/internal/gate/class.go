package gate

import (
	"fmt"
	"slices"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Class says how carefully a change is asked about (X18).
type Class string

// The classes of changes. Reading has none: it is free.
const (
	Write     Class = "write"     // may be granted for a run
	Sensitive Class = "sensitive" // asks every time
)

// Mode is how a session wants to be asked.
type Mode string

// The modes (design section 5).
const (
	ModeAsk  Mode = "ask"  // every change asks
	ModePlan Mode = "plan" // nothing is changed
	ModeEdit Mode = "edit" // changes of the class Write are allowed in named folders
)

// verdict is what the policy says about a whole set.
type verdict struct {
	decision Decision
	class    Class
	reason   string // why it is denied or asked about, one clause
	explicit bool   // a rule of the person's decided, so that no grant lifts it
}

// judge asks the policy about every path of a set; the strictest answer counts.
func (r *Request) judge(p Policy, set edit.Set) verdict {
	v := verdict{decision: Allow, class: Write}
	v.class, v.reason = r.classify(p, set)
	for _, e := range set.Effects() {
		for _, path := range paths(e) {
			decision, reason, explicit := r.decide(p, e.Op.String(), path)
			if decision > v.decision || decision == v.decision && explicit {
				v.decision, v.explicit = decision, explicit
				if reason != "" {
					v.reason = reason
				}
			}
		}
	}
	if r.Mode == ModePlan {
		v.decision, v.reason = Deny, "the session is in plan mode, in which nothing is changed"
	}
	if v.class == Sensitive && v.decision == Allow {
		v.decision = Ask
	}
	return v
}

func paths(e edit.Effect) []vaultpath.Path {
	if e.Op == edit.Move {
		return []vaultpath.Path{e.Path, e.To}
	}
	return []vaultpath.Path{e.Path}
}

// decide is the strictest rule about one path; without any, the mode decides.
func (r *Request) decide(p Policy, op string, path vaultpath.Path) (Decision, string, bool) {
	var facts Facts
	if r.Facts != nil {
		facts = r.Facts(path)
	}
	if facts.Private && !r.IncludePrivate {
		return Deny, fmt.Sprintf("%q cannot be changed in this session; choose another name", path), true
	}
	decision, reason := Decision(0), ""
	for i, rule := range p.Rules {
		if rule.Do > decision && rule.fits(op, path, facts) {
			decision, reason = rule.Do, rule.reason(i, path)
		}
	}
	switch {
	case decision != 0:
		return decision, reason, true
	case r.Mode == ModeEdit && slices.ContainsFunc(r.EditFolders, func(dir vaultpath.Path) bool { return inFolder(path, dir.String()) }):
		return Allow, "", false
	}
	return Ask, "", false
}

func (r Rule) reason(i int, path vaultpath.Path) string {
	if r.Do == Allow {
		return ""
	}
	verb := map[Decision]string{Ask: "asks about", Deny: "denies"}[r.Do]
	text := fmt.Sprintf("rule %d of the policy %s changes of %q", i+1, verb, path)
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text
}

// classify names the first thing that makes a set sensitive (X18).
func (r *Request) classify(p Policy, set edit.Set) (Class, string) {
	bulk := p.Bulk
	if bulk == 0 {
		bulk = DefaultBulk
	}
	files := 0
	for _, e := range set.Effects() {
		switch e.Op {
		case edit.Trash:
			return Sensitive, "a file would be deleted"
		case edit.Move:
			return Sensitive, "a file would be moved"
		case edit.Create, edit.Replace:
			files++
		}
	}
	switch {
	case len(r.Sensitive) > 0:
		return Sensitive, r.Sensitive[0]
	case files >= bulk:
		return Sensitive, fmt.Sprintf("%d files would be changed at once", files)
	}
	return Write, ""
}
