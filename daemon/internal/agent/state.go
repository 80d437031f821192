package agent

import "fmt"

// State is where a run stands (R338–R343).
type State string

// The states of a run. PLANNING is entered for a goal that needs a plan;
// WAITING_INPUT is left by a reply, an approval or a cancellation.
const (
	Idle         State = "IDLE"
	Planning     State = "PLANNING"
	Running      State = "RUNNING"
	ToolCall     State = "TOOL_CALL"
	WaitingInput State = "WAITING_INPUT"
	End          State = "END"
)

// legal lists, for each state, those it may be left for. END is terminal for
// the run; a new prompt is a new run.
var legal = map[State][]State{
	Idle:         {Planning, Running, End},
	Planning:     {Running, WaitingInput, End},
	Running:      {ToolCall, Planning, WaitingInput, End},
	ToolCall:     {Running, Planning, WaitingInput, End},
	WaitingInput: {Running, Planning, ToolCall, End},
	End:          nil,
}

// machine holds the state of one run. Only the run's own goroutine uses it.
type machine struct {
	state  State
	record func(from, to State, cause string) error
}

// to changes the state, and records why. A change that the table does not
// allow is a fault of ours: it is refused and ends the run.
func (m *machine) to(next State, cause string) error {
	for _, s := range legal[m.state] {
		if s == next {
			from := m.state
			m.state = next
			return m.record(from, next, cause)
		}
	}
	return fmt.Errorf("illegal transition from %s to %s (%s)", m.state, next, cause)
}
