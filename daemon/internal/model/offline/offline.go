// Package offline is the controller that needs no model: a workflow, not a
// loop (R401). It searches, reads the passages that answer, and answers by
// quoting them, each with its citation; when the vault has nothing it says so.
// The same conversation always gives the same decision.
package offline

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Controller decides without a model. It has no state and is safe for
// concurrent use.
type Controller struct {
	// IncludePrivate asks for private notes too; the session must allow them.
	IncludePrivate bool
}

// New returns the offline controller.
func New() Controller { return Controller{} }

// Name implements model.Controller.
func (Controller) Name() string { return "offline" }

// Decide implements model.Controller: it looks at what the last prompt asks
// and at the results it has already got for it, and takes the next step.
func (c Controller) Decide(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
	if ctx.Err() != nil {
		return model.Response{}, &model.Error{Kind: model.ErrCancelled, Provider: "offline", Message: "The answer was stopped."}
	}
	t, err := lastTurn(req.Messages)
	if err != nil {
		return model.Response{}, &model.Error{Kind: model.ErrInvalid, Provider: "offline", Message: err.Error()}
	}
	t.private = c.IncludePrivate
	s := workflow(t)
	resp := model.Response{Model: "offline", Attempts: 1, Message: model.Message{Role: model.RoleAssistant}, Stop: model.StopEnd}
	if len(s.calls) > 0 {
		resp.Stop = model.StopToolCalls
		for i, call := range s.calls {
			call.ID = fmt.Sprintf("offline-%d-%d", len(req.Messages), i)
			resp.Message.Blocks = append(resp.Message.Blocks, model.Block{Kind: model.BlockCall, Call: &call})
		}
		return resp, nil
	}
	if emit != nil {
		emit(model.Event{Kind: model.EventText, Text: s.answer, Attempt: 1})
	}
	resp.Message.Blocks = []model.Block{model.Text(s.answer)}
	if s.failed {
		resp.Stop = model.StopFailed
	}
	return resp, nil
}

// step is a decision: calls to make, or the answer.
type step struct {
	calls  []model.Call
	answer string
	failed bool // the answer says that what was asked could not be done

	unknown bool // none of this: the question names no note
}

func call(name string, args any) model.Call {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings and numbers marshal
	}
	return model.Call{Name: name, Args: raw}
}

func act(calls ...model.Call) step { return step{calls: calls} }
func say(text string) step         { return step{answer: text} }

// fail ends a workflow whose call failed: it would fail again.
func fail(text string) step { return step{answer: text, failed: true} }
