package agent

import (
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Kind is the type of a decision (R391).
type Kind string

// The types of decision. Invalid is an answer that is none of them: it is
// observed and asked for again, within the parse budget (R414).
const (
	Act     Kind = "act"
	Ask     Kind = "ask"
	Final   Kind = "final"
	Stop    Kind = "stop"
	Invalid Kind = "invalid"
)

// Decision is a controller's answer, typed.
type Decision struct {
	Kind     Kind
	Calls    []model.Call // act
	Text     string       // act: what was said beside it; ask: the question; final: the answer; stop: what was said before
	Beside   string       // ask: what was said beside the question
	Outcome  string       // stop: the outcome it ends in
	Filtered bool         // stop: the provider took the answer, or its rest, away
	Problem  string       // invalid: what to tell the controller
}

// AskTool is the control tool by which a controller asks the person.
const AskTool = "ask_user"

// decode types an answer. It never repairs a truncated call into one that is
// executed (contracts 2.21.4); such a call stays in Calls, marked, and gets an
// error for its result. The calls of a refusal are taken out of the answer:
// nobody will give them results.
func decode(resp *model.Response) Decision {
	text, calls := resp.Message.Text(), resp.Message.Calls()
	switch {
	case resp.Stop == model.StopRefusal || resp.Stop == model.StopContentFilter:
		dropCalls(resp)
		return Decision{Kind: Stop, Outcome: StopRefusal, Text: text, Filtered: resp.Stop == model.StopContentFilter}
	case resp.Stop == model.StopFailed:
		dropCalls(resp)
		return Decision{Kind: Stop, Outcome: StopRepeatedFailure, Text: text}
	case len(calls) > 0:
		return decodeCalls(text, calls, resp.Stop)
	case resp.Stop == model.StopLength:
		return Decision{Kind: Stop, Outcome: StopBudget, Text: text}
	case strings.TrimSpace(text) == "":
		return Decision{Kind: Invalid, Problem: "The last answer was empty. Call a tool, or answer in text."}
	case resp.Stop == model.StopEnd:
		return Decision{Kind: Final, Text: text}
	}
	return Decision{Kind: Invalid, Problem: "The last answer ended for an unknown reason and cannot be relied on. Answer again."}
}

// dropCalls takes out of an answer the calls that nobody will give results.
func dropCalls(resp *model.Response) {
	resp.Message.Blocks = slices.DeleteFunc(resp.Message.Blocks, func(b model.Block) bool { return b.Kind == model.BlockCall })
}

// maxCut is how often in a row a model is asked for calls that were cut off: the next
// answer is usually as long as the last.
const maxCut = 1

// bounded ends a run whose answers are cut off in their calls, over and over. cuts
// counts those before this one, in a row.
func (d Decision) bounded(resp *model.Response, cuts int) Decision {
	if cuts < maxCut || !d.cutOff() {
		return d
	}
	dropCalls(resp)
	return Decision{Kind: Stop, Outcome: StopBudget, Text: d.Text}
}

// cutOff reports that a decision holds calls of which none can be carried out, since
// they were cut off.
func (d Decision) cutOff() bool {
	return d.Kind == Act && !slices.ContainsFunc(d.Calls, func(c model.Call) bool { return !c.Truncated })
}

func decodeCalls(text string, calls []model.Call, stop model.StopReason) Decision {
	if stop == model.StopLength {
		for i := range calls {
			calls[i].Truncated = true
		}
	}
	if q, ok := question(calls); ok {
		return Decision{Kind: Ask, Calls: calls, Text: q, Beside: text}
	}
	return Decision{Kind: Act, Calls: calls, Text: text}
}
