package gate

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// Pending lists the approvals that can be answered, the oldest first.
func (g *Gate) Pending() []Approval {
	var out []Approval
	for _, q := range g.journal.Questions() {
		if a, err := decodeApproval(q); err == nil {
			out = append(out, a)
		}
	}
	return out
}

// Answer answers an approval that waits. Where a Submit waits for it, that carries
// the change out, and the Result here is empty; otherwise, after a restart or once
// the run has ended, it is carried out here. r needs no Set; its Log and Check are
// used. A second answer is refused.
func (g *Gate) Answer(ctx context.Context, id string, answer Answer, r Request) (Result, error) {
	q, a, err := g.question(id)
	if err != nil {
		return Result{}, err
	}
	if err := a.accepts(answer); err != nil {
		return Result{}, err
	}
	g.mu.Lock()
	_, live := g.live[id]
	g.mu.Unlock()
	if live {
		return Result{}, g.deliver(a, answer)
	}
	policy, err := g.options.Policy()
	if err != nil {
		return Result{}, policyDenied("the policy cannot be read (" + err.Error() + "); correct it first")
	}
	p := plan{entry: q.Entry, data: map[string][]byte{}}
	for _, s := range q.Entry.Steps {
		if s.Op == journal.Put {
			if p.data[s.After], err = g.journal.Blob(s.After); err != nil {
				return Result{}, g.failed(r, p, journal.Entry{}, err)
			}
		}
	}
	r.Origin = a.Origin
	return g.decided(ctx, r, p, a, answer, policy)
}

func (g *Gate) question(id string) (journal.Question, Approval, error) {
	for _, q := range g.journal.Questions() {
		if q.ID == id {
			a, err := decodeApproval(q)
			return q, a, err
		}
	}
	return journal.Question{}, Approval{}, answered(id)
}

// Recheck supersedes the approvals whose files have changed, so that nobody is
// asked about what can no longer be done. It returns them.
func (g *Gate) Recheck() []Approval {
	var out []Approval
	for _, q := range g.journal.Questions() {
		a, err := decodeApproval(q)
		if err != nil || g.vault.Check(q.Entry.Steps) == nil {
			continue
		}
		g.mu.Lock()
		_, live := g.live[q.ID]
		g.mu.Unlock()
		if live {
			continue // whoever waits for it finds out when it is answered
		}
		a.State, a.Decided = Superseded, g.options.Now().UTC()
		if g.record(Request{}, a) == nil {
			out = append(out, a)
		}
	}
	return out
}

// expire ends the approvals that can no longer be answered.
func (g *Gate) expire() error {
	now := g.options.Now()
	for _, a := range g.Pending() {
		if now.Before(a.Expires) {
			continue
		}
		a.State, a.Decided = Expired, now.UTC()
		var known *tools.Error
		if err := g.record(Request{}, a); err != nil && !errors.As(err, &known) {
			return err
		}
	}
	return nil
}
