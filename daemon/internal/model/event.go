package model

import "time"

// EventKind says what an Event tells.
type EventKind string

// The kinds of event.
const (
	// EventText is a piece of the answer's text, in Text.
	EventText EventKind = "text"
	// EventReasoning is a piece of visible reasoning, in Text.
	EventReasoning EventKind = "reasoning"
	// EventCallStart opens a tool call: CallID and Name are set.
	EventCallStart EventKind = "call_start"
	// EventCallArgs is a piece of a call's arguments: CallID and Text.
	EventCallArgs EventKind = "call_args"
	// EventAttempt opens an attempt after the first one: everything shown of
	// this decision so far is void and must be taken back (contracts 2.21.1).
	// Attempt, Wait and Text (the reason, safe to show) are set.
	EventAttempt EventKind = "attempt"
	// EventUsage carries the counts known so far, in Usage.
	EventUsage EventKind = "usage"
)

// Event is one transient sign of an answer in the making.
type Event struct {
	Kind   EventKind
	Text   string
	CallID string
	Name   string
	// Attempt is the number of the attempt the event belongs to, from 1.
	Attempt int
	// Wait is how long the attempt is put off.
	Wait  time.Duration
	Usage Usage
}
