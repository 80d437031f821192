package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// run is one prompt being worked on. One goroutine uses it.
type run struct {
	agent   *Agent
	task    Task
	id      string
	machine machine

	steps      int // answers in the log
	decisions  int // those that counted
	parses     int // answers in a row that could not be read
	cuts       int // and that were cut off in their calls
	rejected   int // finals that failed their checks
	usage      model.Usage
	calls      []CallReport
	failures   map[string]int  // failed calls by canonical form (X05 b)
	narrowed   bool            // the model takes less than was assumed
	deserted   bool            // a tool was left behind that did not end
	said       spoken          // what the client has seen of the current message
	rationale  string          // what was said beside the calls under way
	writes     int             // changes that were made
	unanswered []gate.Approval // that wait still
}

// loop is the five-step loop: assemble, decide, act, observe, until an outcome
// (R413).
func (r *run) loop(ctx context.Context) (Outcome, error) {
	if err := r.machine.to(Running, "prompt"); err != nil {
		return Outcome{}, err
	}
	for {
		if ctx.Err() != nil {
			return r.interrupted(ctx), nil
		}
		if r.decisions >= MaxDecisions {
			return r.budgetStop("decisions", MaxDecisions), nil
		}
		d, out, err := r.decide(ctx)
		if err != nil || out != nil {
			return deref(out), err
		}
		out, err = r.carryOut(ctx, d)
		if err != nil || out != nil {
			return deref(out), err
		}
	}
}

// interrupted ends a run from outside. Where the person was asked and has gone, the
// question waits for the answer.
func (r *run) interrupted(ctx context.Context) Outcome {
	if len(r.unanswered) == 0 || !errors.Is(context.Cause(ctx), ErrLost) {
		return r.stop(StopCancelled, Detail{}, r.said.text.String())
	}
	a := r.unanswered[len(r.unanswered)-1]
	return r.stop(OutcomeSuspended, Detail{Error: a.ID}, say(r.task.Prompt.Text, "suspended", a.Title))
}

func deref(out *Outcome) Outcome {
	if out == nil {
		return Outcome{}
	}
	return *out
}

// decide makes one model request and records its answer before anything is
// done about it.
func (r *run) decide(ctx context.Context) (Decision, *Outcome, error) {
	r.openMessage()
	started := r.agent.Now()
	resp, err := r.consult(ctx)
	var long *tooLongError
	var ours *assemblyError
	switch {
	case errors.As(err, &long):
		out := r.stop(StopContext, Detail{Error: long.Error()}, say(r.task.Prompt.Text, "too_long", long.Need, long.Room, long.Window))
		return Decision{}, &out, nil
	case errors.As(err, &ours):
		return Decision{}, nil, err
	}
	if err = cmp.Or(err, ctx.Err()); err != nil { // an answer that comes after a cancellation is none
		out := r.providerStop(ctx, err)
		return Decision{}, &out, nil
	}
	r.sayRest(resp.Message.Text())
	r.tidy(resp.Message)
	d := decode(&resp).bounded(&resp, r.cuts)
	r.cuts++
	if !d.cutOff() {
		r.cuts = 0
	}
	return d, nil, r.recordDecision(resp, started)
}

func (r *run) recordDecision(resp model.Response, started time.Time) error {
	message, err := runtime.Marshal(resp.Message)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	r.steps++
	d := runtime.Decision{Step: r.steps, Message: message, Stop: string(resp.Stop), Model: resp.Model,
		Usage:  runtime.Usage{In: resp.Usage.InputTokens, Out: resp.Usage.OutputTokens},
		Millis: r.agent.Now().Sub(started).Milliseconds()}
	for _, c := range resp.Message.Calls() {
		d.Calls = append(d.Calls, runtime.CallRef{ID: c.ID, Name: c.Name})
	}
	return r.append(runtime.EventDecision, d, true)
}

// carryOut does what a decision says. It returns an outcome when the run ends.
func (r *run) carryOut(ctx context.Context, d Decision) (*Outcome, error) {
	if d.Kind == Invalid {
		return r.observeInvalid(d)
	}
	r.decisions++
	r.parses = 0
	switch d.Kind {
	case Act:
		r.openMessage()
		r.rationale = rationaleOf(d.Text)
		return r.act(ctx, d)
	case Ask:
		return r.ask(d)
	case Final:
		return r.final(d)
	default:
		return r.stopDecision(d), nil
	}
}

// observeInvalid tells the controller what was wrong, at most maxParse times
// in a row (R414).
func (r *run) observeInvalid(d Decision) (*Outcome, error) {
	r.parses++
	if r.parses > maxParse {
		out := r.stop(StopProvider, Detail{Error: d.Problem}, say(r.task.Prompt.Text, "parse"))
		return &out, nil
	}
	r.discard("The answer could not be read.")
	return nil, r.observe("parse", d.Problem)
}

// observe tells the controller what the runtime found about its answer, which
// the client no longer shows.
func (r *run) observe(kind, text string) error {
	r.openMessage()
	return r.append(runtime.EventObserved, runtime.Observation{Kind: kind, Text: text}, false)
}

// stopDecision ends the run with what was said before an answer broke off or a
// refusal. No further answer is asked for, so what fails its checks is marked.
func (r *run) stopDecision(d Decision) *Outcome {
	citations, failed := r.verify(d.Text)
	text, detail := d.Text, Detail{}
	switch {
	case d.Outcome == StopBudget:
		text, detail = strings.TrimSpace(d.Text+"\n\n"+say(r.task.Prompt.Text, "cut")), Detail{Budget: "tokens"}
	case d.Outcome == StopRepeatedFailure:
		detail = Detail{Error: d.Text}
	case d.Filtered:
		text = strings.TrimSpace(d.Text + "\n\n" + say(r.task.Prompt.Text, "filtered"))
	case strings.TrimSpace(text) == "":
		text = say(r.task.Prompt.Text, "refusal")
	}
	out := r.stop(d.Outcome, detail, r.marked(text, failed))
	out.Citations, out.Failed = citations, failed
	return &out
}

func (r *run) budgetStop(kind string, limit int) Outcome {
	prompt := r.task.Prompt.Text
	return r.stop(StopBudget, Detail{Budget: kind, Used: limit, Limit: limit},
		say(prompt, "budget", say(prompt, kind), limit))
}

// providerStop ends the run for a failed request. A person's own cancellation
// is not a failure.
func (r *run) providerStop(ctx context.Context, err error) Outcome {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return r.interrupted(ctx)
	}
	r.discard("The attempt failed.")
	sentence := err.Error()
	switch e, ok := model.AsError(err); {
	case ok && e.Kind == model.ErrContextOverflow:
		return r.contextStop(sentence)
	case ok && e.Kind == model.ErrNoKey:
		variable, name := config.KeyVariable(e.Provider), r.task.Controller.Name()
		return r.stop(StopProvider, Detail{Error: sentence}, say(r.task.Prompt.Text, "no_key", name, variable))
	}
	shown := sentence
	if e, ok := model.AsError(err); ok && isChinese(r.task.Prompt.Text) {
		shown = e.InChinese()
	}
	return r.stop(StopProvider, Detail{Error: sentence}, say(r.task.Prompt.Text, "provider", shown))
}

func (r *run) contextStop(why string) Outcome {
	return r.stop(StopContext, Detail{Error: why}, say(r.task.Prompt.Text, "context", strings.TrimSuffix(why, ".")))
}

// stop makes an outcome that is no success and shows its text.
func (r *run) stop(outcome string, d Detail, text string) Outcome {
	r.sayRest(text)
	return r.outcome(outcome, d, text)
}

func (r *run) outcome(outcome string, d Detail, text string) Outcome {
	return Outcome{Outcome: outcome, StopReason: stopReason(outcome, d), Answer: text, Detail: d,
		Usage: r.usage, Calls: r.calls}
}

// finish records the outcome: durable before the client hears of it.
func (r *run) finish(out Outcome) error {
	if err := r.machine.to(End, out.Outcome); err != nil {
		r.agent.Log.Error("Run ended in an illegal state", "run", r.id, "error", err)
	}
	data, err := runtime.Marshal(outcomeData{Citations: out.Citations, Failed: out.Failed, Detail: out.Detail})
	if err != nil {
		return fmt.Errorf("encode the outcome: %w", err)
	}
	return r.append(runtime.EventOutcome, runtime.Outcome{
		Outcome: out.Outcome, StopReason: out.StopReason, Answer: out.Answer, Data: data}, true)
}

// outcomeData is the agent's part of a recorded outcome.
type outcomeData struct {
	Citations []Citation `json:"citations,omitempty"`
	Failed    []string   `json:"failed,omitempty"`
	Detail    Detail     `json:"detail,omitzero"`
}

func (r *run) append(kind runtime.EventType, payload any, durable bool) error {
	if err := r.task.Session.Append(r.id, kind, payload, durable); err != nil {
		return &logError{err}
	}
	return nil
}

func (r *run) recordTransition(from, to State, cause string) error {
	r.task.Sink.State(to, cause)
	return r.append(runtime.EventTransition,
		runtime.Transition{From: string(from), To: string(to), Cause: cause}, false)
}
