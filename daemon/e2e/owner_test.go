package e2e

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// With a daemon running, a second serve and every command attach to it and
// answer (design decision 11).
func TestSecondServeAndCommandsAttach(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# Apple\n\nsweet fruit [[b]]\n", "b.md": "banana\n"})
	first := w.serve().connect()
	first.ready()
	second := w.serve().connect()
	if got := paths(second.search("banana", 0)); len(got) != 1 || got[0] != "b.md" {
		t.Errorf("through the second serve, banana finds %v", got)
	}
	var r struct {
		Hits []struct{ Path string } `json:"hits"`
	}
	if res := w.json(&r, "search", "sweet"); res.code != 0 || len(r.Hits) != 1 || r.Hits[0].Path != "a.md" {
		t.Errorf("with a daemon running, search = %+v, %+v", r, res)
	}
	for _, args := range [][]string{{"graph"}, {"note", "a.md"}, {"index"}, {"doctor"}, {"tool", "list_dir", `{"path":"."}`}, {"ask", "sweet fruit?"}} {
		var doc map[string]any
		if res := w.json(&doc, args...); res.code != 0 {
			t.Errorf("with a daemon running, ibid %v exits %d: %s%s", args, res.code, res.stdout, res.stderr)
		}
	}
}

// When the owner dies, the next one takes over and its client goes on with the
// session it had.
func TestNextOwnerTakesOver(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# Apple\n\nAn apple is a sweet fruit.\n"})
	owner := w.serve()
	owner.connect().ready()
	other := w.serve().connect()
	session := other.newSession(w.vault)
	if _, meta := other.prompt(session, "What is an apple?"); meta.Outcome != "final" {
		t.Fatalf("before: outcome %q", meta.Outcome)
	}
	for round := range 3 {
		owner.kill()
		w.write("b.md", strings.Repeat("new ", round+1)+"quince\n")
		other.ready()
		if got := paths(other.search("quince", 0)); len(got) != 1 {
			t.Errorf("round %d: after the owner died, quince finds %v", round, got)
		}
		_, meta := other.prompt(session, "What is an apple?")
		if meta.Outcome != "final" || len(meta.Citations) == 0 {
			t.Errorf("round %d: after the owner died, the session answers %+v", round, meta)
		}
		if round == 2 {
			return
		}
		// Now `other` owns. A new one attaches, and is the next to take over.
		owner, other = otherDaemon(t, w, other)
		session = other.newSession(w.vault)
	}
}

// otherDaemon starts a serve that attaches to the present owner and returns
// that owner, to be killed, with the new client.
func otherDaemon(t *testing.T, w *world, present *peer) (*daemon, *peer) {
	t.Helper()
	var info struct {
		PID int `json:"pid"`
	}
	raw, err := os.ReadFile(ownerFile(t, w))
	must(t, err)
	must(t, json.Unmarshal(raw, &info))
	proc, err := os.FindProcess(info.PID)
	must(t, err)
	next := w.serve().connect()
	next.search("apple", 0)
	present.search("apple", 0)
	gone := make(chan struct{})
	close(gone)
	return &daemon{t: t, world: w, cmd: &exec.Cmd{Process: proc}, gone: gone, stderr: &lockedBuffer{}}, next
}

func ownerFile(t *testing.T, w *world) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.home, "state", "vaults", "*", "owner.json"))
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("owner files: %v", found)
	}
	return found[0]
}

// A prompt that was under way when the owner died is answered, not lost.
func TestRequestsUnderWayAreAnsweredWhenTheOwnerDies(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	owner := w.serve()
	owner.connect().ready()
	other := w.serve().connect()
	session := other.newSession(w.vault)
	answers := make(chan error, 20)
	for range cap(answers) / 2 {
		go func() {
			var r protocol.PromptResponse
			answers <- other.try(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session,
				Prompt: []protocol.ContentBlock{protocol.TextBlock("apple?")}}, &r)
		}()
		go func() {
			var r protocol.SearchQueryResult
			answers <- other.try(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "apple"}, &r)
		}()
	}
	owner.kill()
	for range cap(answers) {
		err := <-answers
		var wire *protocol.Error
		if err != nil && !(errors.As(err, &wire) && wire.Data != nil && wire.Data.Code == "OWNER_CHANGED" && wire.Data.Retryable) {
			t.Errorf("a request under way was answered %v, want a result or OWNER_CHANGED", err)
		}
	}
}

func TestSocketIsTheUsersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("pipes have no mode; their descriptor is in socket_windows.go")
	}
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	w.serve().connect().ready()
	var info struct {
		Socket string `json:"socket"`
	}
	raw, err := os.ReadFile(ownerFile(t, w))
	must(t, err)
	must(t, json.Unmarshal(raw, &info))
	stat, err := os.Stat(info.Socket)
	must(t, err)
	if stat.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v, want 0600", stat.Mode().Perm())
	}
}

// The daemon ends when its standard input does, and leaves nothing behind.
func TestDaemonEndsWithItsInput(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	d := w.serve()
	p := d.connect()
	p.ready()
	must(t, d.in.Close())
	d.wait()
	if left, _ := filepath.Glob(filepath.Join(w.home, "state", "vaults", "*", "owner.json")); len(left) > 0 {
		t.Errorf("after the end, %v is left", left)
	}
}

// kill -9 at any moment, then start: the index is right.
func TestKilledDaemonLeavesARightIndex(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		for i := range 30 {
			files[filepath.Join(name, strings.Repeat(name, i+1)+".md")] = "# " + name + "\n\ncommon word" + strings.Repeat(name, i+1) + "\n"
		}
	}
	w := newWorld(t, files)
	for round := range 6 {
		d := w.serve()
		p := d.connect()
		n := round * 2 // kill after so many signs of progress
		var st protocol.IndexStatusResult
		p.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, &st)
		if st.Phase != protocol.IndexReady { // else nothing more is said
			p.await("progress", func(all []seen) bool { return len(all) >= n || indexed(all) })
		}
		d.kill()
		w.write("a/late.md", strings.Repeat("late ", round+1)+"\n")
	}
	p := w.serve().connect()
	st := p.ready()
	if st.Notes != len(files)+1 || st.Phase != protocol.IndexReady {
		t.Errorf("after the kills the index has %d notes in phase %s, want %d, ready", st.Notes, st.Phase, len(files)+1)
	}
	for query, want := range map[string]int{"wordaaa": 1, "wordhhhhhhhhhhhh": 1, "late": 1} {
		if r := p.search(`"`+query+`"`, 0); r.Total != want {
			t.Errorf("after the kills, %s finds %d notes (%v), want %d", query, r.Total, paths(r), want)
		}
	}
}

func indexed(all []seen) bool {
	for _, s := range all {
		if s.method == protocol.NotifyIndexProgress && strings.Contains(string(s.params), string(protocol.IndexReady)) {
			return true
		}
	}
	return false
}

// Indexing that one client paused is paused for all; commands answer from what is
// known, and ibid index says what is in its way.
func TestPausedIndexStillAnswers(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# Apple\n\nAn apple is a sweet fruit.\n"})
	w.serve().connect().ready()
	p := w.serve().connect() // attached
	var st protocol.IndexStatusResult
	p.call(protocol.MethodIndexPause, protocol.IndexPauseParams{}, &st)
	if st.Phase != protocol.IndexPaused {
		t.Errorf("pause is answered with %+v", st)
	}
	w.write("b.md", "quince\n")
	for _, args := range [][]string{{"search", "sweet"}, {"ask", "What is an apple?"}, {"graph"}, {"doctor"}} {
		if r := w.run(args...); r.code != 0 {
			t.Errorf("paused, ibid %v exits %d: %s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	if r := w.run("search", "sweet"); !strings.Contains(r.stdout, "a.md") || !strings.Contains(r.stderr, "paused") {
		t.Errorf("paused, a search prints %+v", r)
	}
	var doc struct{ Error struct{ Code string } }
	if r := w.json(&doc, "index"); r.code != 1 || doc.Error.Code != "INDEX_PAUSED" {
		t.Errorf("paused, ibid index: %+v, %+v", doc, r)
	}
	p.call(protocol.MethodIndexResume, protocol.IndexResumeParams{}, nil)
	if r := w.run("search", "quince"); r.code != 0 || !strings.Contains(r.stdout, "b.md") {
		t.Errorf("resumed, a search prints %+v", r)
	}
}
