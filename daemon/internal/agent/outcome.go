package agent

import "github.com/ibid-notes/ibid/daemon/internal/model"

// The outcomes of a run (design section 5, "Outcome").
const (
	OutcomeFinal        = "final"
	OutcomeUnverified   = "unverified"
	OutcomeAsk          = "ask"
	OutcomeSuspended    = "suspended" // the client went while the person was asked
	StopBudget          = "stop.budget"
	StopRepeatedFailure = "stop.repeated_failure"
	StopContext         = "stop.context"
	StopRefusal         = "stop.refusal"
	StopCancelled       = "stop.cancelled"
	StopProvider        = "stop.provider"
	StopInternal        = "stop.internal"
)

// Outcome is what a run ended in. There is exactly one a run.
type Outcome struct {
	Outcome    string
	StopReason string // ACP's word for it
	Answer     string
	Citations  []Citation
	Failed     []string // checks the answer did not pass
	Detail     Detail
	Usage      model.Usage
	Calls      []CallReport
}

// Detail holds the particulars of an outcome.
type Detail struct {
	Budget string `json:"budget,omitempty"` // which budget ran out: decisions, tool_calls, tokens
	Used   int    `json:"used,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Error  string `json:"error,omitempty"` // a sentence that is safe to show
}

// CallReport is a call in the report of a run.
type CallReport struct {
	Tool   string `json:"tool"`
	Status string `json:"status"`
}

// stopReason maps an outcome to ACP v1's five reasons (contracts 3.3).
func stopReason(outcome string, d Detail) string {
	switch {
	case outcome == StopCancelled:
		return "cancelled"
	case outcome == StopRefusal:
		return "refusal"
	case outcome == StopBudget && d.Budget == "tokens":
		return "max_tokens"
	case outcome == StopBudget:
		return "max_turn_requests"
	}
	return "end_turn"
}
