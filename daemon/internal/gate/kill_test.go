package gate_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk/disktest"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
)

// victimVariable makes this test program a process that changes a vault until it
// is killed; its value is the seed.
const victimVariable = "IBID_GATE_VICTIM"

func TestMain(m *testing.M) {
	if seed := os.Getenv(victimVariable); seed != "" {
		victim(seed)
	}
	os.Exit(m.Run())
}

// victim makes random changes and kills itself, as kill -9 does, at a call of the
// system that its seed says. It really syncs.
func victim(seed string) {
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		panic(err)
	}
	r := rand.New(rand.NewPCG(n, 13))
	w := &world{t: &testing.T{}, vault: os.Getenv("VICTIM_VAULT"), state: os.Getenv("VICTIM_STATE"), plan: &disktest.Plan{}}
	fatal := 1 + r.IntN(1200)
	calls := 0
	w.plan.Between = func(call string) {
		if calls++; calls == fatal {
			fmt.Println("at", strings.Fields(call)[0])
			killSelf()
		}
	}
	o := w.options()
	o.Policy = func() (gate.Policy, error) { return gate.Policy{}, nil }
	o.Now = time.Now
	o.Disk = func(d disk.FS) disk.FS {
		return &disktest.FS{FS: d, Plan: w.plan, Plain: n%3 == 1, Poor: n%3 == 2}
	}
	g, err := gate.Open(o)
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		entries := g.Entries()
		if r.IntN(4) == 0 && len(entries) > 0 {
			_, _ = g.Undo(context.Background(), gate.Which{Entry: entries[r.IntN(len(entries))].ID}, gate.Request{}) // refused as often as not
			continue
		}
		_, _ = g.Submit(context.Background(), gate.Request{Set: randomSet(w.t, r, w.tree(), i), Asker: yes{}}) // as above
	}
}

// A process that is killed at any call leaves, after recovery, a vault in which
// every change of the journal stands or does not, no file is torn, and undoing
// everything returns the first tree (contracts 2.14.5, 2.14.8).
func TestKilledProcess(t *testing.T) {
	if !canKill {
		t.Skip("this system has no kill -9")
	}
	where := map[string]int{}
	for seed := range count(40, 500) {
		w := newWorld(t)
		w.plain, w.poor = seed%3 == 1, false
		for _, name := range names[:5] {
			w.write(name, "first text of "+name+"\n")
		}
		first := w.tree()
		where[kill(t, w, seed)]++
		w.open()
		now := w.tree()
		noLitter(t, now)
		wantFold(t, seed, first, now, w.g)
		undoAll(t, seed, w, first)
		w.close()
		_, _ = os.RemoveAll(w.vault), os.RemoveAll(w.state) // they would be many
	}
	t.Logf("killed at: %v", where)
	for _, call := range []string{"write", "sync", "rename", "syncdir"} {
		hits := 0
		for at, n := range where {
			if strings.HasPrefix(at, call) {
				hits += n
			}
		}
		if hits == 0 {
			t.Errorf("no process was killed at a %s", call)
		}
	}
}

// kill runs a victim to its end and returns the call at which it was killed.
func kill(t *testing.T, w *world, seed int) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimVariable+"="+strconv.Itoa(seed), "VICTIM_VAULT="+w.vault, "VICTIM_STATE="+w.state)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, last := bufio.NewScanner(out), ""
	for lines.Scan() {
		last = lines.Text()
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("seed %d: the process was not killed: %v, %q", seed, err, last)
	}
	return strings.TrimPrefix(last, "at ")
}

// wantFold holds the vault to what the journal says of it: the applied entries, in
// order, on the first tree.
func wantFold(t *testing.T, seed int, first, now map[string]string, g *gate.Gate) {
	t.Helper()
	want := map[string]string{}
	for name, text := range first {
		if !strings.HasSuffix(name, "/") {
			want[name] = text
		}
	}
	for _, e := range g.Entries() {
		if e.State == journal.Begun || !e.Clean {
			t.Fatalf("seed %d: entry %s is %q after recovery, clean %v", seed, e.ID, e.State, e.Clean)
		}
		if e.State == journal.Applied {
			fold(t, want, e, g)
		}
	}
	got := map[string]string{}
	for name, text := range now {
		if !strings.HasSuffix(name, "/") && !strings.HasPrefix(name, ".trash") {
			got[name] = text
		}
	}
	if !maps.Equal(want, got) {
		t.Fatalf("seed %d: the journal says %q, the vault holds %q", seed, want, got)
	}
}

func fold(t *testing.T, tree map[string]string, e journal.Entry, g *gate.Gate) {
	t.Helper()
	for _, s := range e.Steps {
		switch s.Op {
		case journal.Take:
			delete(tree, s.Path.String())
		case journal.Move:
			tree[s.To.String()] = tree[s.Path.String()]
			delete(tree, s.Path.String())
		case journal.Put:
			raw, err := g.Blob(s.After)
			if err != nil {
				t.Fatal(err)
			}
			tree[s.Path.String()] = string(raw)
		}
	}
}

func undoAll(t *testing.T, seed int, w *world, first map[string]string) {
	t.Helper()
	for _, e := range slices.Backward(w.g.Entries()) {
		if e.State != journal.Applied {
			continue
		}
		if _, err := w.g.Undo(context.Background(), gate.Which{Entry: e.ID}, gate.Request{}); err != nil {
			t.Fatalf("seed %d: undo %s: %v", seed, e.Title, err)
		}
	}
	now := w.tree()
	maps.DeleteFunc(now, func(name, text string) bool { return name == ".trash/" || w.poorTrash(name, text, seed) })
	if !maps.Equal(first, now) {
		t.Fatalf("seed %d: after undoing everything the vault holds\n%q\nand at first held\n%q", seed, now, first)
	}
}

// poorTrash tells of an empty file that a stop may leave in the trash where the
// system has neither links nor renames to free names.
func (w *world) poorTrash(name, text string, seed int) bool {
	return seed%3 == 2 && text == "" && filepath.Dir(name) == ".trash"
}
