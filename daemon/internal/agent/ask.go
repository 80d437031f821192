package agent

import (
	"encoding/json"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/tools"
)

// askSpec is the control tool by which a controller asks the person one
// question and waits for the next message.
var askSpec = model.ToolSpec{
	Name: AskTool,
	Description: "Ask the user one question and wait for the answer. Use it only when the task cannot go on without it. " +
		`Example: {"question": "Which of the two notes do you mean?", "options": ["Work/Plan", "Home/Plan"]}`,
	Schema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["question"],"properties":{` +
		`"question":{"type":"string","description":"One question, in the user's language."},` +
		`"options":{"type":"array","items":{"type":"string"},"description":"Answers to choose from."}}}`),
}

// question returns the question of the first usable ask_user call.
func question(calls []model.Call) (string, bool) {
	for _, c := range calls {
		if c.Name != AskTool || c.Bad != "" || c.Truncated {
			continue
		}
		var args struct {
			Question string   `json:"question"`
			Options  []string `json:"options"`
		}
		if json.Unmarshal(c.Args, &args) != nil || strings.TrimSpace(args.Question) == "" {
			continue
		}
		return strings.Join(append([]string{args.Question}, args.Options...), "\n- "), true
	}
	return "", false
}

// ask ends the turn with the question; the reply is the next prompt. A question
// is read like an answer, and so it passes the checks of one, with what was said
// beside it: no claim of a change or citation leaves in a question that would
// not in a final (contracts 2.20).
func (r *run) ask(d Decision) (*Outcome, error) {
	citations, failed := r.verify(strings.TrimSpace(d.Beside + "\n\n" + d.Text))
	if len(failed) > 0 && r.rejected < maxRejections && r.decisions < MaxDecisions {
		r.rejected++
		r.discard("The question did not pass its checks.")
		r.openMessage()
		return nil, r.answerCalls(d.Calls, tools.Result{Status: tools.StatusError, Code: tools.InvalidArgument, Summary: rejection(failed)})
	}
	r.openMessage()
	if err := r.machine.to(WaitingInput, "ask"); err != nil {
		return nil, err
	}
	if err := r.answerCalls(d.Calls, tools.Result{Status: tools.StatusOK, Summary: "The user was asked; the next message is the answer."}); err != nil {
		return nil, err
	}
	text := r.marked(d.Text, failed)
	r.sayRest(text)
	out := r.outcome(OutcomeAsk, Detail{}, text)
	out.Citations, out.Failed = citations, failed
	return &out, nil
}

// answerCalls gives the question of a decision its result. Other calls beside it
// are not executed, and get a result that says so.
func (r *run) answerCalls(calls []model.Call, asked tools.Result) error {
	for _, c := range calls {
		res := tools.Result{Status: tools.StatusCancelled, Code: tools.Cancelled, Summary: "Not run: the user was asked a question first."}
		if c.Name == AskTool {
			res = asked
		}
		if err := r.recordResult(c, res); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) recordResult(c model.Call, res tools.Result) error {
	return r.record([]done{{call: r.shown(c), result: res}})
}
