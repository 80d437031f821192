package commit_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// slow gives no answer in time and keeps the step for later.
func slow(kept *commit.AppliedStep) func(*applier, commit.AppliedStep) error {
	return func(_ *applier, s commit.AppliedStep) error {
		*kept = s
		return context.DeadlineExceeded
	}
}

// A step that the plugin makes after it was given up is announced, and taken back
// before the next change or at the next start: half a change never stays.
func TestAStepThatComesLateIsTakenBack(t *testing.T) {
	for odd := 1; odd < 7; odd++ {
		for _, comes := range []bool{true, false} {
			for _, restart := range []bool{true, false} {
				b := newBench(t)
				before, c := five(b)
				o := b.reopen()
				var kept commit.AppliedStep
				a := &applier{b: b, odd: odd, does: slow(&kept)}
				e, err := o.ApplyThrough(context.Background(), a, c.entry, c.data)
				wantCode(t, err, tools.OutcomeUnknown, "a late step")
				if err == nil || !strings.Contains(err.Error(), kept.Path.String()) || len(e.Files) != len(c.entry.Steps) {
					t.Fatalf("step %d: %v, %+v", odd, err, e.Files)
				}
				b.wantTree(before, "given up")
				if comes && kept.Path != "new/c.md" { // its folder was taken back
					if err := a.honest(kept); err != nil {
						t.Fatal(err)
					}
				}
				if restart {
					o.close()
					o = b.reopen()
				} else if _, err := o.Apply(context.Background(), newChange(t).create("next.md", "n").entry, newChange(t).create("next.md", "n").data); err != nil {
					t.Fatal(err)
				}
				now := b.tree()
				delete(now, "next.md")
				if !maps.Equal(now, before) {
					t.Fatalf("step %d, comes %v, restart %v: %v\nwant %v", odd, comes, restart, now, before)
				}
				if settled, err := o.journal.Entry(e.ID); err != nil || settled.State != journal.RolledBack || !settled.Clean {
					t.Errorf("step %d: the entry is %+v, %v", odd, settled, err)
				}
				b.noLitter("settled")
				o.close()
			}
		}
	}
}

// When all of a change stands in the end, it is kept, and can be undone.
func TestAWholeChangeThatComesLateIsKept(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "old")
	o := b.reopen()
	var kept commit.AppliedStep
	a := &applier{b: b, odd: 1, does: slow(&kept)}
	c := newChange(t).replace("a.md", "old", "new")
	e, err := o.ApplyThrough(context.Background(), a, c.entry, c.data)
	wantCode(t, err, tools.OutcomeUnknown, "a late step")
	if err := a.honest(kept); err != nil {
		t.Fatal(err)
	}
	o.close()
	o = b.reopen()
	defer o.close()
	b.wantTree(map[string]string{"a.md": "new"}, "settled")
	if settled, err := o.journal.Entry(e.ID); err != nil || settled.State != journal.Applied {
		t.Errorf("the entry is %+v, %v", settled, err)
	}
}

// A step that was made though the answer is missing leaves nothing open: all is
// taken back. A plugin that hangs is asked once more, not for every file.
func TestAStepThatStandsWithoutAnAnswer(t *testing.T) {
	b := newBench(t)
	before, c := five(b)
	o := b.reopen()
	defer o.close()
	a := &applier{b: b, odd: 4}
	a.does = func(a *applier, s commit.AppliedStep) error {
		a.odd++ // and so does every later one
		if a.calls == 4 {
			if err := a.honest(s); err != nil {
				return err
			}
		}
		return context.DeadlineExceeded
	}
	e, err := o.ApplyThrough(context.Background(), a, c.entry, c.data)
	wantCode(t, err, tools.Internal, "made without an answer")
	if err == nil || !strings.Contains(err.Error(), "did not answer in time") || e.State != journal.RolledBack {
		t.Errorf("%v, %q", err, e.State)
	}
	if a.calls != 5 {
		t.Errorf("%d calls to a plugin that hangs at the fourth", a.calls)
	}
	b.wantTree(before, "taken back")
}

// A change that has begun goes through to an end when whoever asked for it goes.
func TestACancelledChangeThroughAnApplier(t *testing.T) {
	b := newBench(t)
	before, c := five(b)
	o := b.reopen()
	defer o.close()
	ctx, cancel := context.WithCancel(context.Background())
	a := &applier{b: b, odd: 2, does: func(a *applier, s commit.AppliedStep) error { cancel(); return a.honest(s) }}
	if _, err := o.ApplyThrough(ctx, a, c.entry, c.data); err != nil || maps.Equal(b.tree(), before) {
		t.Errorf("cancelled halfway: %v", err)
	}
}
