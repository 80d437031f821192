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

// ask ends the turn with the question; the reply is the next prompt. Other
// calls of the same decision are not executed, and get a result that says so.
func (r *run) ask(d Decision) (*Outcome, error) {
	if err := r.machine.to(WaitingInput, "ask"); err != nil {
		return nil, err
	}
	for _, c := range d.Calls {
		res := tools.Result{Status: tools.StatusCancelled, Code: tools.Cancelled, Summary: "Not run: the user was asked a question first."}
		if c.Name == AskTool {
			res = tools.Result{Status: tools.StatusOK, Summary: "The user was asked; the next message is the answer."}
		}
		if err := r.recordResult(c, res); err != nil {
			return nil, err
		}
	}
	r.sayRest(d.Text)
	out := r.outcome(OutcomeAsk, Detail{}, d.Text)
	return &out, nil
}

func (r *run) recordResult(c model.Call, res tools.Result) error {
	return r.record([]done{{call: r.shown(c), result: res}})
}
