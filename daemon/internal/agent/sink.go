package agent

import (
	"encoding/json"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/tools"
)

// Sink is where a run shows itself while it goes on. Its methods are called
// from one goroutine at a time, in order, and must not block on a slow client.
// Nothing that goes into a Sink is the record: the session's log is.
type Sink interface {
	// State tells a transition.
	State(to State, cause string)
	// Text is a piece of the answer in the making. Message tells pieces of
	// one answer from those of the next.
	Text(message, delta string)
	// Reasoning is a piece of visible reasoning.
	Reasoning(message, delta string)
	// Discard takes back all text of a message: the attempt failed, or the
	// answer did not pass its checks.
	Discard(message, reason string)
	// Plan shows the whole plan as it stands now.
	Plan(steps []PlanStep)
	// CallStarted tells that a call is going to be executed.
	CallStarted(call Call)
	// CallEnded tells a call's one result.
	CallEnded(call Call, result tools.Result)
	// Usage tells the tokens of the run so far and the share of the window
	// that the last request took.
	Usage(run model.Usage, contextTokens, window int)
}

// Call is a tool call as a client sees it.
type Call struct {
	ID   string // unique within the session
	Name string
	Kind tools.Kind
	Args json.RawMessage
}
