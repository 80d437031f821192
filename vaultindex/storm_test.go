package vaultindex

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// A checkout touches every file of a vault and a big folder is moved while
// people search: the index gets to what one made anew holds, and every search on
// the way is answered from one whole snapshot.
func TestStormOfEventsConverges(t *testing.T) {
	touched, moved := 10_000, 5_000
	if testing.Short() || underRace {
		touched, moved = 1_000, 500
	}
	vault := t.TempDir()
	for i := range touched {
		writeFile(t, vault, fmt.Sprintf("repo/d%d/n%d.md", i%50, i), fmt.Sprintf("zebra [[m%d]]", i%moved))
	}
	for i := range moved {
		writeFile(t, vault, fmt.Sprintf("box/in%d/m%d.md", i%20, i), "yak")
	}
	ix := opened(t, vault, func(o *Options) { o.Watch = true })
	stop := searchAllTheTime(t, ix)
	for i := range touched { // as git does it: away, then there
		name := filepath.Join(vault, fmt.Sprintf("repo/d%d/n%d.md", i%50, i))
		must(t, os.Remove(name))
		must(t, os.WriteFile(name, fmt.Appendf(nil, "okapi [[m%d]]", (i+1)%moved), 0o644))
		if i == touched/2 {
			must(t, os.Rename(filepath.Join(vault, "box"), filepath.Join(vault, "chest")))
		}
	}
	want := freshPicture(t, vault)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for {
		seq := seqOf(ix)
		diff := settledPicture(t, ix).differs(want)
		if diff == "" {
			break
		}
		if err := ix.WaitFor(ctx, seq+1); err != nil {
			t.Fatalf("the watcher does not get there:\n%s", diff)
		}
	}
	stop()
	if got := ix.Status().Watching; got != "events" {
		t.Errorf("it watches by %s after the storm", got)
	}
	writeFile(t, vault, "chest/in1/after.md", "quagga")
	until(t, ix, "watching where the folder went", func() bool { return len(search(t, ix, "quagga", false)) == 1 })
}

// searchAllTheTime searches until the returned function is called, and holds
// that what is found is in the snapshot that was asked.
func searchAllTheTime(t *testing.T, ix *Index) (stop func()) {
	done := make(chan struct{})
	var group sync.WaitGroup
	for _, query := range []string{"zebra", "yak okapi", "m1"} {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				s := ix.Acquire()
				r, err := s.View(false).Search(t.Context(), SearchRequest{Query: query, Limit: 20})
				if err != nil {
					t.Errorf("%s: %v", query, err)
				}
				for _, h := range r.Hits {
					if _, ok := s.Graph.File(h.Path); !ok {
						t.Errorf("%s finds %s, which its snapshot does not have", query, h.Path)
					}
				}
				s.Release()
			}
		})
	}
	return func() { close(done); group.Wait() }
}
