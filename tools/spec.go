package tools

import (
	"context"
	"encoding/json"
	"time"
)

// Kind groups tools by what they do; policy and parallelism look at it.
type Kind string

// The kinds.
const (
	KindRead    Kind = "read"
	KindSearch  Kind = "search"
	KindFetch   Kind = "fetch"
	KindEdit    Kind = "edit"
	KindDelete  Kind = "delete"
	KindMove    Kind = "move"
	KindCreate  Kind = "create"
	KindControl Kind = "control"
)

// Effect says what remains of a call after it.
type Effect string

// The effects.
const (
	EffectNone              Effect = "none"
	EffectLocalReversible   Effect = "local_reversible"
	EffectLocalIrreversible Effect = "local_irreversible"
	EffectExternal          Effect = "external"
)

// Spec describes a tool (contracts 2.1.1, R322). Define fills Schema, Examples
// and Tokens.
type Spec struct {
	Name         string
	Version      string // of the contract, "1"; a change of meaning counts it up
	Kind         Kind
	Effect       Effect
	Sensitive    bool          // asks a person every time
	Parallel     bool          // may run beside other parallel calls of one decision
	Timeout      time.Duration // 0 = DefaultTimeout
	MaxOutTokens int           // rough upper bound of a result, for budgets
	Description  string        // Markdown; its ```json blocks are the examples (R323)

	Schema   json.RawMessage   // JSON Schema 2020-12 of the arguments
	Examples []json.RawMessage // correct calls, the smallest first
	Tokens   int               // rough cost of mounting the tool
}

// DefaultTimeout bounds a call of a tool that names no timeout.
const DefaultTimeout = 30 * time.Second

// smallest is the smallest correct call, as error texts show it.
func (s Spec) smallest() string {
	if len(s.Examples) == 0 {
		return s.Name + " {}"
	}
	return s.Name + " " + string(s.Examples[0])
}

// Tool is one thing the agent can do. Define makes them.
type Tool interface {
	// Spec describes the tool. The caller must not change it.
	Spec() Spec
	// Call checks the arguments and does the work. It never panics on bad
	// arguments; what fails is a result.
	Call(ctx context.Context, env *Env, args json.RawMessage) Result
	// Canonical returns the arguments in the one form that equal calls share:
	// aliases resolved, defaults filled in, limits applied, keys sorted.
	Canonical(args json.RawMessage) ([]byte, error)
}
