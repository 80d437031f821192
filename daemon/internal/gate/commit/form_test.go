package commit_test

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// A change that is cut short leaves names in the form the disk had them in (4.13).
func TestDecomposedNamesAtEveryBoundary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the forms are one name here")
	}
	for system, set := range systems {
		for _, mode := range []disktest.Mode{disktest.Fail, disktest.StopAfter} {
			whole := false
			for at := 1; !whole; at++ {
				b := newBench(t)
				set(b)
				b.write("e\u0301/go\u0302ne.md", "gone")
				b.write("re\u0301.md", "old")
				b.write("mo\u0302ve.md", "moved")
				before := b.tree()
				o := b.reopen()
				b.plan.Arm(at, mode)
				c := newChange(t).remove("é/gône.md", "gone").replace("ré.md", "old", "new").move("môve.md", "é/tô.md", "moved")
				_, _ = o.Apply(context.Background(), c.entry, c.data) // what stands says how it went
				whole = b.plan.Calls() < at
				o.close()
				b.reopen().close()
				now := b.tree()
				delete(now, ".trash/")
				delete(now, ".trash/gône.md")
				delete(now, ".trash/go\u0302ne.md")
				after := map[string]string{"e\u0301/": "", "re\u0301.md": "new", "e\u0301/tô.md": "moved"}
				if !maps.Equal(now, before) && !maps.Equal(now, after) {
					t.Fatalf("%s, %v at %d: %+q", system, mode, at, now)
				}
			}
		}
	}
}

// Obsidian composes the names it makes; what comes back gets the form it had.
func TestTheFormOfANameThroughAnApplier(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the forms are one name here")
	}
	b := newBench(t)
	b.write("m.md", "m")
	o := b.reopen()
	defer o.close()
	c := newChange(t).add(journal.Step{Op: journal.Mkdir, Path: "é", Disk: "e\u0301", Back: true})
	c.add(journal.Step{Op: journal.Put, Path: "é/ô.md", Disk: "e\u0301/o\u0302.md", Back: true, After: c.sum("text")})
	c.add(journal.Step{Op: journal.Move, Path: "m.md", To: "ü.md", DiskTo: "u\u0308.md", Back: true, Before: journal.Sum([]byte("m")), After: journal.Sum([]byte("m"))})
	if _, err := o.ApplyThrough(context.Background(), &applier{b: b}, c.entry, c.data); err != nil {
		t.Fatal(err)
	}
	b.wantTree(map[string]string{"e\u0301/": "", "e\u0301/o\u0302.md": "text", "u\u0308.md": "m"}, "made")
}

// Such a change is taken back as any other.
func TestTheFormOfANameThatIsTakenBack(t *testing.T) {
	for odd := 1; odd < 5; odd++ {
		b := newBench(t)
		b.write("m.md", "m")
		o := b.reopen()
		before := b.tree()
		c := newChange(t).add(journal.Step{Op: journal.Mkdir, Path: "é", Disk: "e\u0301", Back: true})
		c.add(journal.Step{Op: journal.Put, Path: "é/ô.md", Disk: "e\u0301/o\u0302.md", Back: true, After: c.sum("text")})
		c.move("m.md", "to.md", "m").create("z.md", "z")
		a := &applier{b: b, odd: odd}
		a.does = func(a *applier, _ commit.AppliedStep) error {
			a.odd++ // nor does it take anything back
			return errors.New("lost")
		}
		_, err := o.ApplyThrough(context.Background(), a, c.entry, c.data)
		wantCode(t, err, tools.Internal, "a lost step")
		b.wantTree(before, "taken back")
		o.close()
	}
}

// What Obsidian takes back gets its form again too.
func TestTheFormOfANameThatObsidianTakesBack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the forms are one name here")
	}
	b := newBench(t)
	b.write("go\u0302ne.md", "gone")
	b.write("mo\u0302ve.md", "moved")
	before := b.tree()
	o := b.reopen()
	defer o.close()
	c := newChange(t).remove("gône.md", "gone").move("môve.md", "to.md", "moved").create("z.md", "z")
	a := &applier{b: b, odd: 3, does: func(*applier, commit.AppliedStep) error { return errors.New("lost") }}
	_, err := o.ApplyThrough(context.Background(), a, c.entry, c.data)
	wantCode(t, err, tools.Internal, "a lost step")
	b.wantTree(before, "taken back")
}

// A form that is none of the path, from a damaged journal, is not used.
func TestAFormOfAnotherNameIsNotUsed(t *testing.T) {
	for _, disk := range []string{"../out.md", ".obsidian", "other.md", "a/b.md", "/", ""} {
		b := newBench(t)
		o := b.reopen()
		c := newChange(t)
		c.add(journal.Step{Op: journal.Put, Path: "a.md", Disk: disk, Back: true, After: c.sum("text")})
		if _, err := o.Apply(context.Background(), c.entry, c.data); err != nil {
			t.Fatal(err)
		}
		b.wantTree(map[string]string{"a.md": "text"}, disk)
		o.close()
	}
}
