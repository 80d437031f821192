package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Session is one conversation: an open log and the state folded from it. It is
// safe for concurrent use. Its id is for logs and traces, never a credential
// (R012).
type Session struct {
	ID string

	now func() time.Time
	mu  sync.Mutex // guards all below
	log *eventLog
	seq int
	at  time.Time
	st  State
}

// NewID makes a session id: `agent:` and a UUID (R009).
func NewID() string { return "agent:" + uuid.NewString() }

// NewRunID makes the id of one run within a session.
func NewRunID() string { return uuid.NewString() }

// Append records an event. Durable events are on disk when it returns; others
// may be lost with the machine, not with the process.
func (s *Session) Append(run string, kind EventType, payload any, durable bool) error {
	raw, err := Marshal(payload)
	if err != nil {
		return fmt.Errorf("encode %s: %w", kind, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.append(run, kind, raw, durable)
}

func (s *Session) append(run string, kind EventType, raw json.RawMessage, durable bool) error {
	if s.log == nil {
		return fmt.Errorf("session %s is closed", s.ID)
	}
	e := Event{Seq: s.seq + 1, At: s.now().UTC().Truncate(time.Millisecond), Run: run, Type: kind, Data: raw}
	if err := s.log.append(e, durable); err != nil {
		return err
	}
	s.seq, s.at = e.Seq, e.At
	return s.st.apply(e)
}

// State returns the folded state. The caller must not change what it holds.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.st
	st.Turns = slices.Clone(st.Turns)
	for i := range st.Turns {
		st.Turns[i].Steps, st.Turns[i].Changes = slices.Clone(st.Turns[i].Steps), slices.Clone(st.Turns[i].Changes)
	}
	return st
}

// Info is a session as a list shows it.
type Info struct {
	ID      string
	Cwd     string
	Title   string
	Updated time.Time
}

// Info describes the session.
func (s *Session) Info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Info{ID: s.ID, Cwd: s.st.Header.Cwd, Title: s.st.Title, Updated: s.at}
}

// endDangling gives every call that a crash cut off its one result, and the
// run that it cut off its outcome, before anything else is recorded.
func (s *Session) endDangling() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.st.Turns) == 0 || s.st.Turns[len(s.st.Turns)-1].Outcome != nil {
		return nil
	}
	turn := s.st.Turns[len(s.st.Turns)-1]
	for _, c := range turn.Dangling() {
		r := turn.cutOff(c)
		if err := s.append(turn.Run, EventToolResult, mustJSON(r), false); err != nil {
			return err
		}
	}
	return s.append(turn.Run, EventOutcome, mustJSON(Outcome{
		Outcome: "stop.internal", StopReason: "end_turn",
		Answer: "Ibid ended before this answer was finished. Ask again to start it anew.",
	}), true)
}

// cutOff is the result of a call that a crash left without one. What is known of its
// change is told (contracts 2.14.4): nobody shall make it twice.
func (t *Turn) cutOff(c CallRef) ToolResult {
	status, code, undo := "cancelled", "CANCELLED", ""
	summary := "Ibid ended before this call had a result; call it again if it is still needed."
	for _, change := range t.Changes {
		switch {
		case change.Call != c.ID || change.Failed != "":
		case change.UndoID != "":
			status, code, undo = "ok", "", change.UndoID
			summary = fmt.Sprintf("The change was made before Ibid ended: %s. It can be undone with `ibid undo %s`.", change.Title, undo)
		default:
			status, code = "outcome_unknown", "OUTCOME_UNKNOWN"
			summary = "Ibid ended while the change was made: " + change.Title + ". It stands as a whole or not at all; look before you do it again."
		}
	}
	said := map[string]string{"status": status, "summary": summary}
	if code != "" {
		said["code"] = code
	}
	if undo != "" {
		said["undo_id"] = undo
	}
	return ToolResult{CallID: c.ID, Name: c.Name, Status: status, Result: mustJSON(said)}
}

// Close closes the log. Appending afterwards is an error.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log == nil {
		return nil
	}
	log := s.log
	s.log = nil
	return log.close()
}
