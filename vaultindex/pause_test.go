package vaultindex

import (
	"errors"
	"fmt"
	"testing"
)

// A first indexing that is paused keeps what it has, answers from it, and goes
// on when resumed, also in another process.
func TestPauseAColdIndex(t *testing.T) {
	files := map[string]string{}
	for i := range 3000 {
		files[fmt.Sprintf("d%d/n%d.md", i%20, i)] = "zebra"
	}
	vault, cache := vaultOf(t, files), t.TempDir()
	opts := Options{Vault: vault, CacheDir: cache, Private: DefaultPrivateRules(), Watch: true}
	ix, err := Open(t.Context(), opts)
	must(t, err)
	must(t, ix.Pause(t.Context()))
	must(t, ix.Pause(t.Context())) // twice is once
	st := ix.Status()
	if st.Phase != Paused || st.Total == 0 || st.Done >= st.Total {
		t.Errorf("paused, the status is %s %d/%d", st.Phase, st.Done, st.Total)
	}
	found := len(search(t, ix, "zebra", false)) // answered, with whatever there is
	if found > 50 {
		t.Errorf("found %d, over the limit", found)
	}
	s := ix.Acquire()
	if !s.Indexing {
		t.Error("the snapshot is not labelled as incomplete")
	}
	s.Release()
	if _, err := ix.Refresh(t.Context()); !errors.Is(err, ErrPaused) {
		t.Errorf("Refresh: %v", err)
	}
	if err := ix.Rebuild(t.Context()); !errors.Is(err, ErrPaused) {
		t.Errorf("Rebuild: %v", err)
	}
	must(t, ix.Close())
	ix, err = Open(t.Context(), opts)
	must(t, err)
	defer ix.Close()
	must(t, ix.Pause(t.Context()))
	writeFile(t, vault, "late.md", "okapi")
	must(t, ix.Resume(t.Context()))
	must(t, ix.Resume(t.Context()))
	must(t, ix.WaitReady(t.Context()))
	if diff := settledPicture(t, ix).differs(freshPicture(t, vault)); diff != "" {
		t.Error(diff)
	}
	if st := ix.Status(); st.Phase != Ready || st.Stats.Notes != 3001 {
		t.Errorf("resumed, the status is %s with %d notes", st.Phase, st.Stats.Notes)
	}
}

// Paused when all is done: what changes meanwhile waits, a note that is named is
// looked at, and after Resume nothing is missing.
func TestPauseAReadyIndex(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "zebra"})
	ix := opened(t, vault, func(o *Options) { o.Watch = true })
	must(t, ix.Pause(t.Context()))
	writeFile(t, vault, "b.md", "zebra [[a]]")
	writeFile(t, vault, "c.md", "zebra [[a]]")
	_, err := ix.Touch(t.Context(), "b.md")
	must(t, err)
	s := ix.Acquire()
	if _, known := s.Graph.File("b.md"); !known {
		t.Error("a note that was named is not in the graph")
	}
	if _, known := s.Graph.File("c.md"); known {
		t.Error("paused, the index goes on by itself")
	}
	s.Release()
	must(t, ix.WaitReady(t.Context())) // nobody waits on a paused index
	must(t, ix.Resume(t.Context()))
	must(t, ix.WaitReady(t.Context()))
	if got := search(t, ix, "zebra", false); len(got) != 3 {
		t.Errorf("found %v", got)
	}
}

// Whatever order two clients' wishes come in, what they say first and what the owner
// does last agree: an index that was resumed reads.
func TestPauseAndResumeAtOnce(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "zebra"})
	ix := opened(t, vault)
	ix.paused.Store(false) // Resume begins
	must(t, ix.Pause(t.Context()))
	_, err := ix.ask(t.Context(), ask{kind: askResume}) // and its wish comes second
	must(t, err)
	for i := range urgentDocs + 1 {
		writeFile(t, vault, fmt.Sprintf("n%d.md", i), "okapi")
	}
	_, err = ix.Refresh(t.Context())
	must(t, err)
	if n := ix.Status().Stats.Notes; n != urgentDocs+2 {
		t.Errorf("resumed, the index holds %d notes, want %d", n, urgentDocs+2)
	}
}
