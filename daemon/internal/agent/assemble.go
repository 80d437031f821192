package agent

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// instructions are the general skill's: the same in every request, so that
// providers can cache them.
//
//go:embed prompt/general.md
var instructions string

// assembly is everything a request is made of. Assembling is a pure function
// of it (R389, contracts 2.19.1).
type assembly struct {
	Turns   []runtime.Turn // the last one is the run's own
	Tools   []model.ToolSpec
	Context string // the untrusted block
	Window  int    // tokens the model takes, output included
	Reserve int    // tokens kept free for the answer
}

// report says what a request costs, in estimated tokens.
type report struct {
	Fixed, Conversation, Tools int
}

func (r report) total() int { return r.Fixed + r.Conversation + r.Tools }

// assemble builds the request. Results of earlier turns are stubs from the
// start; when the rest is still over the window, results of this run become
// stubs too, oldest first. It fails when even that does not fit.
func assemble(a assembly) (model.Request, report, error) {
	last := len(a.Turns) - 1
	whole := 0 // steps of the last turn, from its end, whose results stay whole
	if last >= 0 {
		whole = len(a.Turns[last].Steps)
	}
	for ; ; whole-- {
		req := model.Request{System: instructions, Tools: a.Tools, Context: a.Context, MaxOutputTokens: a.Reserve}
		for i, t := range a.Turns {
			keep := 0
			if i == last {
				keep = whole
			}
			messages, err := turnMessages(t, keep, i == last)
			if err != nil {
				return req, report{}, err
			}
			req.Messages = append(req.Messages, messages...)
		}
		rep := measure(req)
		if rep.total()+a.Reserve <= a.Window {
			return req, rep, nil
		}
		if whole <= 0 {
			return req, rep, fmt.Errorf("the conversation needs %d tokens and the model takes %d", rep.total()+a.Reserve, a.Window)
		}
	}
}

// turnMessages renders a turn. Tool results of its last keep steps are whole.
// A turn that is over ends with words of the assistant, whatever ended it.
func turnMessages(t runtime.Turn, keep int, current bool) ([]model.Message, error) {
	messages := []model.Message{model.UserText(escapeTag(model.WithAttached(t.Prompt.Text, t.Prompt.Attached)))}
	for i, step := range t.Steps {
		var said model.Message
		if err := json.Unmarshal(step.Decision.Message, &said); err != nil {
			return nil, fmt.Errorf("decision %d of the log: %w", step.Decision.Step, err)
		}
		if len(said.Blocks) > 0 {
			messages = append(messages, said)
		}
		if len(step.Results) > 0 {
			messages = append(messages, resultMessage(step.Results, i >= len(t.Steps)-keep))
		}
		if step.Observed != nil {
			messages = append(messages, model.UserText(model.ObservedHead+escapeTag(step.Observed.Text)))
		}
	}
	if !current && messages[len(messages)-1].Role != model.RoleAssistant {
		messages = append(messages, model.Message{Role: model.RoleAssistant, Blocks: []model.Block{model.Text(closing(t))}})
	}
	return messages, nil
}

func closing(t runtime.Turn) string {
	if t.Outcome != nil && t.Outcome.Answer != "" {
		return t.Outcome.Answer
	}
	return "(This turn ended without an answer.)"
}

func resultMessage(results []runtime.ToolResult, whole bool) model.Message {
	out := make([]model.Result, len(results))
	for i, r := range results {
		out[i] = model.Result{CallID: r.CallID, Name: r.Name, Content: resultText(r, whole), IsError: isFailure(r.Status)}
	}
	return model.ToolResults(out...)
}

// resultText is a result as the model reads it. A stub keeps what tells
// whether to call again (contracts 2.8 stage a).
func resultText(r runtime.ToolResult, whole bool) string {
	if whole {
		return escapeTag(string(r.Result))
	}
	var stub struct {
		Status     string `json:"status"`
		Code       string `json:"code,omitempty"`
		Summary    string `json:"summary"`
		EvidenceID string `json:"evidence_id,omitempty"`
		Note       string `json:"note"`
	}
	if json.Unmarshal(r.Result, &stub) != nil {
		stub.Status = r.Status
	}
	stub.Note = "folded away; call the tool again when the text is needed"
	text, err := runtime.Marshal(stub)
	if err != nil {
		return r.Status
	}
	return escapeTag(string(text))
}

func isFailure(status string) bool {
	return status != "ok" && status != "partial" && status != "not_modified"
}

// measure estimates the tokens of a request.
func measure(req model.Request) report {
	rep := report{Fixed: estimate(req.System) + estimate(req.Context)}
	for _, m := range req.Messages {
		for _, b := range m.Blocks {
			rep.Conversation += estimate(b.Text) + perBlock
			if b.Call != nil {
				rep.Conversation += estimate(b.Call.Name) + estimate(string(b.Call.Args))
			}
			if b.Result != nil {
				rep.Conversation += estimate(b.Result.Content)
			}
		}
	}
	for _, t := range req.Tools {
		rep.Tools += estimate(t.Name) + estimate(t.Description) + estimate(string(t.Schema))
	}
	return rep
}

// perBlock is what roles and separators cost, in tokens.
const perBlock = 4

// estimate counts tokens roughly, and rather too many than too few: a Han
// character or a symbol is one, four ASCII characters are one, and 15 % are
// added (contracts 2.19.2).
func estimate(s string) int {
	ascii, other := 0, 0
	for _, r := range s {
		if r < 0x80 {
			ascii++
		} else {
			other++
		}
	}
	return (ascii/4 + other) * 115 / 100
}
