package agent

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// consult asks the controller for one answer. When the model turns out to take fewer
// tokens than was assumed, the run goes on with what it takes, and the question is put
// once more with what fits into that.
func (r *run) consult(ctx context.Context) (model.Response, error) {
	resp, sent, err := r.request(ctx)
	if e, ok := model.AsError(err); !ok || e.Kind != model.ErrContextOverflow || ctx.Err() != nil || !r.narrow(e.Window, sent) {
		return resp, err
	}
	r.discard("The attempt failed.")
	again, _, againErr := r.request(ctx)
	if errors.As(againErr, new(*tooLongError)) { // the refusal says more than that
		return resp, err
	}
	return again, againErr
}

// assemblyError is a request that could not be built, by a fault of ours.
type assemblyError struct{ error }

func (e *assemblyError) Unwrap() error { return e.error }

// request assembles a request and sends it. sent is its size in estimated tokens. Its
// error is the controller's, or an *assemblyError around what kept it from being sent.
func (r *run) request(ctx context.Context) (resp model.Response, sent int, err error) {
	req, rep, err := assemble(assembly{
		Writes:  r.agent.Writer.Open(),
		Turns:   r.task.Session.State().Turns,
		Tools:   r.agent.toolSpecs(),
		Context: envelope(newDelimiter(), r.agent.Now(), r.task.Session.ID, "general"),
		Window:  r.task.Window, Reserve: reserveOf(r.task.Window),
	})
	if err != nil {
		return resp, 0, &assemblyError{err}
	}
	resp, err = r.task.Controller.Decide(ctx, req, r.show)
	r.usage = r.usage.Add(resp.Usage)
	r.task.Sink.Usage(r.usage, rep.total(), r.task.Window)
	return resp, rep.total(), err
}

// reserveOf is what is kept free for the answer: of a small window a quarter.
func reserveOf(window int) int { return min(outputReserve, window/4) }

// leastWindow is the smallest window, in tokens, that is tried.
const leastWindow = 1 << 10

// narrow takes a smaller window for the rest of the run, after a request of so many
// estimated tokens was too large: what the provider says the model takes, or half of
// what was tried where it does not say, or where our count already fits and is too low.
// It reports whether there is anything smaller to try.
func (r *run) narrow(told, sent int) bool {
	window := told
	if told == 0 || told >= r.task.Window || sent+reserveOf(told) <= told {
		window = min(r.task.Window, sent+reserveOf(r.task.Window)) / 2
	}
	if window < leastWindow {
		return false
	}
	r.task.Window, r.narrowed = window, true
	return true
}

// noteWindow tells the person that the model saw less than it would have been given.
func (r *run) noteWindow(out *Outcome) {
	if !r.narrowed || out.Outcome != OutcomeFinal && out.Outcome != OutcomeUnverified {
		return
	}
	out.Answer += "\n\n> [!note] " + say(r.task.Prompt.Text, "narrowed", r.task.Window)
	r.sayRest(out.Answer)
}
