package commit_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
)

// everything is a vault and a change with every kind of step.
func everything(b *bench) (before, after map[string]string, c *change) {
	b.write("a.md", "old a")
	b.write("sub/b.md", "old b")
	b.write("gone.md", "bytes of gone")
	b.write("from.md", "moved text")
	b.write("empty/keep", "")
	if err := removeAll(b, "empty/keep"); err != nil {
		b.t.Fatal(err)
	}
	before = b.tree()
	after = maps.Clone(before)
	for _, name := range []string{"gone.md", "from.md", "empty/"} {
		delete(after, name)
	}
	maps.Copy(after, map[string]string{"a.md": "new a", "sub/b.md": "", "new/": "", "new/deep/": "", "new/deep/c.md": "text of c",
		"sub/to.md": "moved text"})
	if b.place == commit.LocalTrash {
		maps.Copy(after, map[string]string{".trash/": "", ".trash/gone.md": "bytes of gone"})
	}
	c = newChange(b.t).mkdir("new").mkdir("new/deep").create("new/deep/c.md", "text of c").replace("a.md", "old a", "new a").
		replace("sub/b.md", "old b", "").remove("gone.md", "bytes of gone").move("from.md", "sub/to.md", "moved text").rmdir("empty")
	return before, after, c
}

var systems = map[string]func(*bench){
	"swap":  func(*bench) {},
	"plain": func(b *bench) { b.plain = true },
	// Nothing goes to the trash there: a stop may leave an empty file in it.
	"poor": func(b *bench) { b.plain, b.poor, b.place = true, true, commit.NoTrash },
}

var modes = map[string]disktest.Mode{"fail": disktest.Fail, "failOn": disktest.FailOn, "stopBefore": disktest.StopBefore,
	"stopAfter": disktest.StopAfter, "stopWithin": disktest.StopWithin}

// Every write, sync and rename is failed and stopped in turn: all of a change
// stands or none of it, and nothing of ours is left (contracts 2.14.5, 2.14.8).
func TestEveryBoundaryInTurn(t *testing.T) {
	for system, set := range systems {
		for name, mode := range modes {
			t.Run(system+"/"+name, func(t *testing.T) {
				boundaries(t, set, mode)
			})
		}
	}
}

func boundaries(t *testing.T, set func(*bench), mode disktest.Mode) {
	stood, calls := 0, 1<<30
	for at := 1; at <= calls; at++ {
		b := newBench(t)
		set(b)
		before, after, c := everything(b)
		o := b.reopen()
		b.plan.Arm(at, mode)
		_, err := o.Apply(context.Background(), c.entry, c.data)
		if at > 1 && b.plan.Calls() < at {
			calls = b.plan.Calls()
		}
		o.close()
		o = b.reopen()
		when := fmt.Sprintf("call %d", at)
		b.noLitter(when)
		if _, changed := b.tree()["new/deep/c.md"]; changed {
			stood++
			b.wantTree(after, when)
		} else {
			b.wantTree(before, when)
			if err == nil {
				t.Fatalf("%s: success was reported, and nothing stands", when)
			}
		}
		for _, e := range o.journal.Entries() {
			if e.State == journal.Begun || !e.Clean {
				t.Fatalf("%s: the entry is %q, clean %v", when, e.State, e.Clean)
			}
		}
		o.close()
	}
	if stood == 0 || stood == calls || calls < 30 {
		t.Fatalf("of %d calls, %d left the change standing: the test does not reach what it is for", calls, stood)
	}
}
