package runtime

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

func newStore(t *testing.T, dir string) *Store {
	t.Helper()
	st, err := OpenStore(dir, func() time.Time { return time.Unix(1_700_000_000, 0) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// recordTurn writes a whole turn with one call, and the start of a second.
func recordTurn(t *testing.T, s *Session) {
	t.Helper()
	do(t, s.Append("r1", EventPrompt, Prompt{Text: "什么是卡片笔记法？\n第二行", Attached: []string{"a.md"}}, true))
	do(t, s.Append("r1", EventTransition, Transition{From: "IDLE", To: "RUNNING", Cause: "prompt"}, false))
	do(t, s.Append("r1", EventDecision, Decision{Step: 1, Message: json.RawMessage(`{"a":1}`),
		Calls: []CallRef{{ID: "c1", Name: "grep"}, {ID: "c2", Name: "read_note"}}}, true))
	do(t, s.Append("r1", EventToolResult, ToolResult{CallID: "c1", Name: "grep", Status: "ok", Result: json.RawMessage(`{}`)}, true))
}

func TestSessionIDs(t *testing.T) { // R009, R011
	form := regexp.MustCompile(`^agent:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	st := newStore(t, t.TempDir())
	a, err := st.New(Header{})
	do(t, err)
	b, err := st.New(Header{})
	do(t, err)
	if !form.MatchString(a.ID) || a.ID == b.ID {
		t.Errorf("ids %s and %s, want two different agent:UUID", a.ID, b.ID)
	}
	for _, bad := range []string{"", "agent:", "agent:../../etc/passwd", "agent:" + strings.Repeat("A", 36), a.ID[6:]} {
		if _, err := st.Load(bad); !errors.Is(err, ErrNoSession) {
			t.Errorf("Load(%q) = %v, want ErrNoSession", bad, err)
		}
	}
}

func TestLogSurvivesACutAtEveryByte(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	s, err := st.New(Header{})
	do(t, err)
	recordTurn(t, s)
	do(t, st.Close())
	path := st.path(s.ID)
	raw, err := os.ReadFile(path)
	do(t, err)
	head := strings.IndexByte(string(raw), '\n') + 1
	for cut := head; cut < len(raw); cut++ {
		do(t, os.WriteFile(path, raw[:cut], 0o600))
		st := newStore(t, dir)
		again, err := st.Load(s.ID)
		if err != nil {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
		for _, turn := range again.State().Turns {
			if len(turn.Dangling()) != 0 || turn.Outcome == nil {
				t.Fatalf("cut at byte %d: turn has open calls %v, outcome %v", cut, turn.Dangling(), turn.Outcome)
			}
		}
		do(t, again.Append("r9", EventPrompt, Prompt{Text: "next"}, true))
		do(t, st.Close())
	}
}

func TestFlippedByteEndsTheLogThere(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	s, err := st.New(Header{})
	do(t, err)
	recordTurn(t, s)
	do(t, st.Close())
	path := st.path(s.ID)
	raw, err := os.ReadFile(path)
	do(t, err)
	at := strings.Index(string(raw), "read_note")
	raw[at] ^= 1
	do(t, os.WriteFile(path, raw, 0o600))
	again, err := newStore(t, dir).Load(s.ID)
	do(t, err)
	if turns := again.State().Turns; len(turns) != 1 || len(turns[0].Steps) != 0 {
		t.Errorf("after a damaged decision the state holds %+v, want the prompt alone", turns)
	}
}

func TestFoldIsTheSameLiveAndReloaded(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	s, err := st.New(Header{Cwd: "Cards"})
	do(t, err)
	recordTurn(t, s)
	do(t, s.Append("r1", EventToolResult, ToolResult{CallID: "c2", Name: "read_note", Status: "ok", Result: json.RawMessage(`1`)}, true))
	do(t, s.Append("r1", EventOutcome, Outcome{Outcome: "final", StopReason: "end_turn", Answer: "x"}, true))
	live, err := json.Marshal(s.State())
	do(t, err)
	do(t, st.Close())
	again, err := newStore(t, dir).Load(s.ID)
	do(t, err)
	reloaded, err := json.Marshal(again.State())
	do(t, err)
	if string(live) != string(reloaded) {
		t.Errorf("live state\n%s\nreloaded\n%s", live, reloaded)
	}
}

func TestReleasedSessionIsLoadedAgain(t *testing.T) {
	st := newStore(t, t.TempDir())
	s, err := st.New(Header{Cwd: "Cards"})
	do(t, err)
	recordTurn(t, s)
	do(t, st.Release(s.ID))
	do(t, st.Release(s.ID))
	if err := s.Append("r9", EventPrompt, Prompt{Text: "lost"}, true); err == nil {
		t.Error("a released session takes events")
	}
	again, err := st.Load(s.ID)
	do(t, err)
	do(t, again.Append("r2", EventPrompt, Prompt{Text: "next"}, true))
	if turns := again.State().Turns; len(turns) != 2 || turns[1].Prompt.Text != "next" {
		t.Errorf("after loading again the turns are %+v", turns)
	}
}

func TestListShowsSessionsWithAPrompt(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	_, err := st.New(Header{})
	do(t, err)
	s, err := st.New(Header{})
	do(t, err)
	recordTurn(t, s)
	do(t, os.WriteFile(filepath.Join(dir, "junk"+logSuffix), []byte("no log\n"), 0o600))
	infos, err := st.List()
	do(t, err)
	if len(infos) != 1 || infos[0].ID != s.ID || infos[0].Title != "什么是卡片笔记法？" {
		t.Errorf("List = %+v, want the one session with a prompt", infos)
	}
	do(t, st.Delete(s.ID))
	if _, err := st.Load(s.ID); !errors.Is(err, ErrNoSession) {
		t.Errorf("after Delete, Load = %v", err)
	}
}

// A conversation that is too long to load is named, with what to do, and left as it is.
func TestHugeLogIsNamed(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	s, err := st.New(Header{})
	do(t, err)
	do(t, st.Release(s.ID))
	path := st.path(s.ID)
	do(t, os.Truncate(path, maxLog+1)) // a hole: nothing of it is on the disk
	_, err = st.Load(s.ID)
	var place *config.PlaceError
	if !errors.As(err, &place) || place.Path != path || !strings.Contains(place.Reason, "1024 MiB") || !strings.Contains(place.Hint, "new conversation") {
		t.Errorf("Load = %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != maxLog+1 {
		t.Errorf("the log was changed: %v", err)
	}
}
