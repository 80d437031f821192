package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// waiting is an approval that a Submit of this process waits for.
type waiting struct {
	answers chan Answer // of room for one
	taken   bool        // it has its answer; guarded by Gate.mu
}

// compose makes the approval of a plan out of its effect.
func (g *Gate) compose(r Request, p plan, set edit.Set, v verdict) Approval {
	now := g.options.Now().UTC().Truncate(time.Millisecond)
	a := Approval{
		ID: journal.NewID(), Origin: r.Origin, Effect: p.entry.Effect, Class: v.class, Title: p.entry.Title, Reason: v.reason,
		Rationale: r.Rationale, Sources: r.Sources, Files: diffs(set, g.read), Asked: now, Expires: now.Add(DefaultExpiry), State: Pending,
	}
	a.Options = a.options(r.Origin)
	return a
}

// ask puts an approval to a person and carries the change out when it is granted.
func (g *Gate) ask(ctx context.Context, r Request, p plan, a Approval, policy Policy) (Result, error) {
	before, err := g.withBefore(p)
	if err != nil {
		return Result{}, err
	}
	if err := g.journal.Ask(journal.Question{ID: a.ID, Entry: p.entry, Approval: a.encode()}, before); err != nil {
		g.options.Logger.Error("An approval could not be written down", "err", err)
		return Result{}, tools.Errorf(tools.Internal, "Nothing was changed: the question could not be written down")
	}
	if err := r.log(runtime.EventApproval, a); err != nil {
		g.options.Logger.Error("An approval could not be logged", "err", err)
	}
	answer, err := g.await(ctx, r, a)
	if err != nil {
		return Result{}, g.unanswered(ctx, r, a, err)
	}
	return g.decided(ctx, r, p, a, answer, policy)
}

// withBefore adds the bytes that the plan's files have now, so that the question
// can be answered when they are gone.
func (g *Gate) withBefore(p plan) (map[string][]byte, error) {
	out := map[string][]byte{}
	for sum, data := range p.data {
		out[sum] = data
	}
	for _, s := range p.entry.Steps {
		if s.Before == "" {
			continue
		}
		raw, err := g.vault.Read(s.Path)
		if err != nil || journal.Sum(raw) != s.Before {
			return nil, tools.Errorf(tools.StaleRead, "%q changed since it was read, so nothing was written; read it again and decide anew", s.Path)
		}
		out[s.Before] = raw
	}
	return out, nil
}

// errWaits says that nobody answered, and the approval still can be.
var errWaits = errors.New("nobody answered")

// waitsError is errWaits with its reason, which alone it shows.
type waitsError struct{ error }

// Is implements errors.Is.
func (waitsError) Is(target error) bool { return target == errWaits }

// Unwrap gives the reason.
func (w waitsError) Unwrap() error { return w.error }

// ErrUnusable is what an Asker's error wraps when there was an answer that cannot be
// followed. The rest of the error says why, to whoever asked for the change.
var ErrUnusable = errors.New("the answer cannot be used")

// await waits for the first answer: the Asker's, or one that came through Answer.
func (g *Gate) await(ctx context.Context, r Request, a Approval) (Answer, error) {
	w := &waiting{answers: make(chan Answer, 1)}
	g.mu.Lock()
	g.live[a.ID] = w
	g.mu.Unlock()
	defer g.forget(a.ID)
	if r.Asker == nil && r.Wait == 0 {
		return Answer{}, errWaits
	}
	asking, stop := context.WithCancel(ctx)
	if r.Wait > 0 {
		asking, stop = context.WithTimeout(ctx, r.Wait)
	}
	gaveUp := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.askPerson(asking, r.Asker, a, gaveUp)
	}()
	defer func() { stop(); <-done }()
	var why error
	select {
	case answer := <-w.answers:
		return answer, nil
	case why = <-gaveUp:
	case <-asking.Done():
	}
	answer, err := g.lastAnswer(ctx, w)
	if errors.Is(err, errWaits) && errors.Is(why, ErrUnusable) {
		err = waitsError{why}
	}
	return answer, err
}

// lastAnswer takes an answer that came at the very end; otherwise none is taken by
// this call any more.
func (g *Gate) lastAnswer(ctx context.Context, w *waiting) (Answer, error) {
	g.mu.Lock()
	taken := w.taken
	w.taken = true
	g.mu.Unlock()
	if taken {
		return <-w.answers, nil
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	return Answer{}, errWaits
}

func (g *Gate) askPerson(ctx context.Context, asker Asker, a Approval, gaveUp chan<- error) {
	if asker == nil {
		return
	}
	answer, err := asker.Ask(ctx, a)
	if err == nil {
		err = g.deliver(a, answer)
	}
	if err != nil {
		g.options.Logger.Info("An approval got no answer from its client", "approval", a.ID, "err", err)
		gaveUp <- err
	}
}

// deliver hands an answer to the Submit that waits for it, once.
func (g *Gate) deliver(a Approval, answer Answer) error {
	if err := a.accepts(answer); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.live[a.ID]
	if w == nil || w.taken {
		return answered(a.ID)
	}
	w.taken = true
	w.answers <- answer
	return nil
}

func (g *Gate) forget(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.live, id)
}

// accepts refuses an answer that was not offered.
func (a Approval) accepts(answer Answer) error {
	if slices.Contains(a.Options, answer.Option) {
		return nil
	}
	return tools.Errorf(tools.InvalidArgument, "The answer %q was not offered; use one of %v", answer.Option, a.Options)
}

func answered(id string) error {
	return tools.Errorf(tools.InvalidArgument, "The approval %s was answered, or is none; each is answered once", id)
}

// unanswered ends a question whose run ended, and leaves any other for later.
func (g *Gate) unanswered(ctx context.Context, r Request, a Approval, err error) error {
	if ctx.Err() == nil && errors.Is(err, ErrUnusable) {
		return tools.Errorf(tools.ApprovalExpired, "There was an answer, but %v; nothing was changed, and the question still waits as %s", err, a.ID)
	}
	if ctx.Err() == nil && errors.Is(err, errWaits) {
		return tools.Errorf(tools.ApprovalExpired, "Nobody answered whether to go ahead (%s); nothing was changed, and the question still waits as %s", a.Title, a.ID)
	}
	a.State, a.Decided = Cancelled, g.options.Now().UTC()
	if err := g.record(r, a); err != nil {
		g.options.Logger.Error("A cancelled approval could not be written down", "err", err)
	}
	return tools.Errorf(tools.Cancelled, "The call was cancelled before the change was approved; nothing was changed")
}

// record writes down what became of an approval; an error says that it has been
// decided before.
func (g *Gate) record(r Request, a Approval) error {
	if err := g.journal.Answer(a.ID, a.encode()); err != nil {
		if errors.Is(err, journal.ErrNoEntry) {
			return answered(a.ID)
		}
		return fmt.Errorf("write down an answer: %w", err)
	}
	if err := r.log(runtime.EventApproval, a); err != nil {
		g.options.Logger.Error("An answer could not be logged", "err", err)
	}
	return nil
}

// decided settles an approval by its answer.
func (g *Gate) decided(ctx context.Context, r Request, p plan, a Approval, answer Answer, policy Policy) (Result, error) {
	a.Answer, a.Decided = &answer, g.options.Now().UTC()
	a.Automatic = a.Decided.Sub(a.Asked) < humanTime
	refusal := g.refusal(r, &a, p, policy)
	if err := g.record(r, a); err != nil {
		return Result{}, g.failed(r, p, journal.Entry{}, err)
	}
	if refusal != nil {
		return Result{}, refusal
	}
	g.grantFor(a)
	return g.carryOut(ctx, r, p, a)
}

// refusal sets the approval's state, and says why the change is not made.
func (g *Gate) refusal(r Request, a *Approval, p plan, policy Policy) error {
	switch {
	case a.Answer.Option == Reject:
		a.State = Denied
		text := "The user said no"
		if a.Answer.Note != "" {
			text += fmt.Sprintf(", and why: %q", a.Answer.Note)
		}
		return tools.Errorf(tools.ApprovalDenied, "%s; nothing was changed", text)
	case a.Decided.After(a.Expires):
		a.State = Expired
		return tools.Errorf(tools.ApprovalExpired, "The answer came after %s, when the question had expired; nothing was changed", a.Expires.Format(time.DateTime))
	case a.Automatic && a.Class == Sensitive && policy.RequireHuman:
		a.State = Denied
		return tools.Errorf(tools.ApprovalDenied, "The answer came faster than a person could have read the question, and the policy requires one; nothing was changed")
	}
	if err := r.forbidden(policy, p.entry.Steps); err != nil {
		a.State = Denied
		return err
	}
	if err := g.vault.Check(p.entry.Steps); err != nil {
		a.State = Superseded
		return err
	}
	a.State = Granted
	return nil
}
