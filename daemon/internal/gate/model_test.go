package gate_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// long tells whether the long forms of the tests were asked for.
var long = os.Getenv("IBID_LONG") == "1"

func count(short, all int) int {
	if long {
		return all
	}
	return short
}

// lifeOps is how many operations one vault lives through.
const lifeOps = 50

// Two writers plan on what they see, and a person saves, deletes and makes files
// between any two calls of the system, which fails or stops at random. No file is
// lost or torn, and nothing newer is written over (design promise 1, 2.14).
func TestRandomOperationsOfTwoWritersAndAPerson(t *testing.T) {
	ops := count(600, 100_000)
	tally := map[string]int{}
	for seed := 0; seed*lifeOps < ops; seed++ {
		liveThrough(t, uint64(seed), tally)
	}
	t.Logf("%d operations: %v", ops, tally)
	for _, kind := range []string{"made", "refused", "stopped", "undone", "person"} {
		if tally[kind] == 0 {
			t.Errorf("no operation came to %q: the test does not reach what it is for", kind)
		}
	}
}

func liveThrough(t *testing.T, seed uint64, tally map[string]int) {
	w := newWorld(t)
	defer func() { w.close(); _ = os.RemoveAll(w.vault); _ = os.RemoveAll(w.state) }()
	r := rand.New(rand.NewPCG(seed, 7))
	w.plain = seed%2 > 0 // a poor system has a gap no caller can close: see disk.MoveNew
	for _, name := range names[:4] {
		w.write(name, "first text of "+name+"\n")
	}
	p := &person{w: w, r: r}
	w.plan.Between = p.between
	w.open()
	seen := w.tree()
	for n := range lifeOps {
		m := &moment{w: w, r: r, person: p, n: n, before: w.tree(), tally: tally, what: fmt.Sprintf("seed %d, operation %d", seed, n)}
		p.begin()
		if r.IntN(4) > 0 {
			m.submit(randomSet(t, r, seen, n))
		} else {
			m.undo()
		}
		p.acts = false
		m.check()
		if r.IntN(2) == 0 { // the other writer goes on with an older view
			seen = w.tree()
		}
	}
}

// person saves, deletes and makes files, and remembers it.
type person struct {
	w      *world
	r      *rand.Rand
	acts   bool
	n      int
	rate   int // one in how many calls
	events map[string][]string
}

// gone stands for a deletion among events.
const gone = "\x00gone"

func (p *person) begin() {
	p.events, p.acts = map[string][]string{}, true
	p.rate = []int{8, 30, 100, 1 << 30}[p.r.IntN(4)]
}

func (p *person) between(string) {
	if !p.acts || p.r.IntN(p.rate) > 0 {
		return
	}
	p.n++
	name := names[p.r.IntN(len(names))]
	full := filepath.Join(p.w.vault, name)
	text := fmt.Sprintf("person %d\n", p.n)
	if old, err := os.ReadFile(full); err == nil && p.r.IntN(2) == 0 {
		text = string(old) + text
	}
	switch p.r.IntN(5) {
	case 0:
		if os.Remove(full) == nil {
			p.events[name] = append(p.events[name], gone)
		}
	case 1, 2: // as most editors save
		temp := filepath.Join(p.w.state, "persons-save")
		if os.WriteFile(temp, []byte(text), 0o644) == nil && os.Rename(temp, full) == nil {
			p.events[name] = append(p.events[name], text)
		}
	default: // as Obsidian saves
		if os.WriteFile(full, []byte(text), 0o644) == nil {
			p.events[name] = append(p.events[name], text)
		}
	}
}

// moment is one operation and what is held against it.
type moment struct {
	w       *world
	r       *rand.Rand
	person  *person
	n       int
	what    string
	before  map[string]string
	after   map[string]string // what the vault holds if the operation is made, of the paths it touches
	pairs   map[string]string // both ends of a move
	loose   bool              // an undo plans on what it finds while the person is at work
	err     error
	faulty  bool // something may fail or stop
	stopped bool
	tally   map[string]int
}

func (m *moment) arm() {
	switch m.r.IntN(3) {
	case 0:
		m.faulty = true
		mode := disktest.Mode(1 + m.r.IntN(5))
		m.w.plan.Arm(1+m.r.IntN(140), mode)
	default:
		m.w.plan.Arm(0, disktest.Pass)
	}
}

func (m *moment) submit(set edit.Set) {
	m.after, m.pairs = map[string]string{}, map[string]string{}
	for _, e := range set.Effects() {
		name := e.Path.String()
		switch e.Op {
		case edit.Create, edit.Replace:
			m.after[name] = string(e.After)
		case edit.Trash:
			m.after[name] = gone
		case edit.Move:
			m.after[name], m.after[e.To.String()] = gone, string(e.After)
			m.pairs[name], m.pairs[e.To.String()] = e.To.String(), name
			if e.After == nil {
				m.after[e.To.String()] = m.before[name]
			}
		}
	}
	m.arm()
	_, m.err = m.w.g.Submit(context.Background(), gate.Request{Set: set, Asker: yes{}})
	m.finish("made")
}

func (m *moment) undo() {
	entries := m.w.g.Entries()
	if len(entries) == 0 {
		m.after = map[string]string{}
		return
	}
	e := entries[m.r.IntN(len(entries))]
	m.loose = true
	m.arm()
	_, m.err = m.w.g.Undo(context.Background(), gate.Which{Entry: e.ID}, gate.Request{})
	m.finish("undone")
}

func (m *moment) finish(made string) {
	m.stopped = m.w.plan.Stopped()
	if len(m.person.events) > 0 {
		m.tally["person"]++
	}
	switch {
	case m.stopped:
		m.tally["stopped"]++
	case m.err == nil:
		m.tally[made]++
	default:
		m.tally["refused"]++
	}
	if m.faulty || m.unknown() {
		m.w.open() // recovers, with the person still at work
	}
}

// unknown tells whether it was said that the outcome is not known.
func (m *moment) unknown() bool {
	var e *tools.Error
	return errors.As(m.err, &e) && e.Code == tools.OutcomeUnknown
}

func (m *moment) fatal(format string, args ...any) {
	m.w.t.Helper()
	m.w.t.Fatalf("%s (%v, stopped %v): %s\nbefore %q\nasked %q\nperson %q\nnow %q", m.what, m.err, m.stopped,
		fmt.Sprintf(format, args...), m.before, m.after, m.person.events, m.w.tree())
}

func (m *moment) check() {
	now := m.w.tree()
	for name := range now {
		if strings.Contains(name, ".ibid-") {
			m.fatal("%s is left behind", name)
		}
	}
	for name, text := range now {
		m.untorn(name, text)
	}
	for name, events := range m.person.events {
		m.newest(now, name, events[len(events)-1])
	}
	if !m.loose {
		m.allOrNothing(now)
	}
}

// untorn holds that a file is made of whole lines that somebody wrote.
func (m *moment) untorn(name, text string) {
	if text != "" && !strings.HasSuffix(text, "\n") {
		m.fatal("%s is torn", name)
	}
	for line := range strings.Lines(text) {
		if first, _, _ := strings.Cut(line, " "); !slices.Contains([]string{"first", "made", "written", "person"}, first) {
			m.fatal("%s has a torn line %q", name, line)
		}
	}
}

// newest holds that what a person saved last is there.
func (m *moment) newest(now map[string]string, name, last string) {
	text, there := now[name]
	switch {
	case last == gone: // may be made again by a change that found the name free
		if there && text != m.after[name] && !m.loose {
			m.fatal("%s was deleted by the person and is back", name)
		}
	case there && text == last:
	case m.pairs[name] != "" && now[m.pairs[name]] == last: // saved while it was moved, and moved back with that
	case m.deletedMoved(name): // and deleted by the person under its old name then
	case m.loose: // planned on the person's text: it went along
		mark := lastLine(last)
		for other, text := range now {
			if !strings.HasPrefix(other, ".trash") && strings.Contains(text, mark) {
				return
			}
		}
		m.fatal("the person's %q of %s is nowhere", last, name)
	default:
		m.fatal("the person's last %q of %s is not there", last, name)
	}
}

// deletedMoved tells whether the person deleted a file at the other end of its move.
func (m *moment) deletedMoved(name string) bool {
	events := m.person.events[m.pairs[name]]
	return len(events) > 0 && events[len(events)-1] == gone
}

func lastLine(text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1]
}

// allOrNothing holds that of the files that no person touched, all are as asked
// for or all as before, and as was reported.
func (m *moment) allOrNothing(now map[string]string) {
	made, kept := []string{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(union(m.before, now))) {
		if strings.HasSuffix(name, "/") || strings.HasPrefix(name, ".trash") || m.touched(name) {
			continue
		}
		text := state(now, name)
		want, asked := m.after[name]
		switch {
		case asked && text == want && text != state(m.before, name):
			made = append(made, name)
		case text != state(m.before, name):
			m.fatal("%s is neither as before nor as asked for", name)
		case asked && text != want:
			kept = append(kept, name)
		}
	}
	switch {
	case len(made) > 0 && len(kept) > 0 && len(m.person.events) == 0:
		m.fatal("%v were made and %v were not", made, kept)
	case m.stopped || m.unknown():
	case m.err == nil && len(kept) > 0:
		m.fatal("success was reported, and %v are as before", kept)
	case m.err != nil && len(made) > 0:
		m.fatal("a failure was reported, and %v were changed", made)
	}
}

// touched tells whether the person had a hand in a file, or in the other end of
// its move.
func (m *moment) touched(name string) bool {
	return len(m.person.events[name]) > 0 || len(m.person.events[m.pairs[name]]) > 0
}

func state(tree map[string]string, name string) string {
	if text, ok := tree[name]; ok {
		return text
	}
	return gone
}

func union(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// Whatever was done, undoing all of it, the latest first, returns the first tree
// byte for byte.
func TestUndoOfEverythingReturnsTheFirstTree(t *testing.T) {
	for seed := range count(12, 400) {
		w := newWorld(t)
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		w.plain, w.poor = seed%3 > 0, false
		for _, name := range names[:5] {
			w.write(name, "first text of "+name+"\n")
		}
		first := w.tree()
		w.open()
		for n := range 30 {
			m := &moment{w: w, r: r, tally: map[string]int{}, person: &person{}, before: w.tree(), what: fmt.Sprintf("seed %d, %d", seed, n)}
			m.submit(randomSet(t, r, m.before, n))
		}
		undone := 0
		for _, e := range slices.Backward(w.g.Entries()) {
			if e.State != "applied" {
				continue
			}
			if _, err := w.g.Undo(context.Background(), gate.Which{Entry: e.ID}, gate.Request{}); err != nil {
				t.Fatalf("seed %d: undo %s: %v", seed, e.Title, err)
			}
			undone++
		}
		now := w.tree()
		delete(now, ".trash/") // stays, empty
		if !maps.Equal(first, now) || undone == 0 {
			t.Fatalf("seed %d: after undoing %d changes the vault holds\n%q\nand at first held\n%q", seed, undone, now, first)
		}
		w.close()
	}
}
