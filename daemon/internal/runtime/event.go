package runtime

import (
	"encoding/json"
	"fmt"
	"time"
)

// EventType says what an event records.
type EventType string

// The types of event. Which payload each carries is written beside it.
const (
	EventSession    EventType = "session"     // Header
	EventPrompt     EventType = "prompt"      // Prompt
	EventTransition EventType = "transition"  // Transition
	EventDecision   EventType = "decision"    // Decision
	EventToolResult EventType = "tool_result" // ToolResult
	EventObserved   EventType = "observed"    // Observation
	EventOutcome    EventType = "outcome"     // Outcome
	EventRepair     EventType = "repair"      // Repair
	EventApproval   EventType = "approval"    // gate.Approval, once for each state it comes into
	EventIntent     EventType = "intent"      // gate.Intent, before a change of the vault
	EventEffect     EventType = "effect"      // gate.Result or gate.Failure, after it
)

// Event is one record of a session's log. Seq counts from 1 without gaps.
type Event struct {
	Seq  int             `json:"seq"`
	At   time.Time       `json:"at"` // the daemon's clock, UTC
	Run  string          `json:"run,omitempty"`
	Type EventType       `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Header opens a log.
type Header struct {
	ID  string `json:"id"`
	Cwd string `json:"cwd"` // vault path of the working folder, "" for the root
	// IncludePrivate lets the session see private notes: the person said so.
	IncludePrivate bool `json:"includePrivate,omitempty"`
}

// Prompt is what a person sent. Attached holds vault paths.
type Prompt struct {
	Text     string   `json:"text"`
	Attached []string `json:"attached,omitempty"`
}

// Transition is a change of a run's state and what caused it (R345).
type Transition struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Cause string `json:"cause"`
}

// Decision is one whole answer of a controller. Message is the agent's own
// form of it; Calls repeats what pairing with results needs.
type Decision struct {
	Step    int             `json:"step"` // from 1, within the run
	Message json.RawMessage `json:"message"`
	Calls   []CallRef       `json:"calls,omitempty"`
	Stop    string          `json:"stop"`
	Model   string          `json:"model"`
	Usage   Usage           `json:"usage"`
	Millis  int64           `json:"millis"`
}

// Usage counts the tokens of one decision.
type Usage struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// CallRef names a tool call.
type CallRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ToolResult is what a call came to: exactly one for each call of a decision.
type ToolResult struct {
	CallID string          `json:"callId"`
	Name   string          `json:"name"`
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
	Millis int64           `json:"millis"`
}

// Observation is what the runtime told the controller beside tool results: an
// answer that could not be read, a final answer that failed a check.
type Observation struct {
	Kind string `json:"kind"` // parse, verify
	Text string `json:"text"`
}

// Outcome ends a run. Data is the agent's own: citations, failed checks.
type Outcome struct {
	Outcome    string          `json:"outcome"`
	StopReason string          `json:"stopReason"`
	Answer     string          `json:"answer"`
	Data       json.RawMessage `json:"data,omitempty"`
}

// Repair says what was mended when the log was opened.
type Repair struct {
	Dropped int    `json:"dropped"` // bytes of a torn tail
	Why     string `json:"why"`
}

// decode reads an event's payload.
func decode[T any](e Event) (T, error) {
	var v T
	if err := json.Unmarshal(e.Data, &v); err != nil {
		return v, fmt.Errorf("event %d (%s): %w", e.Seq, e.Type, err)
	}
	return v, nil
}
