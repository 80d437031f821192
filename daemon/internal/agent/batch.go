package agent

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxParallel bounds how many calls of a decision run at once (contracts 2.4).
const maxParallel = 8

// act carries out the calls of a decision. Each gets exactly one result, and
// the results are recorded in call order (R041, contracts 2.1.1 rule 4).
func (r *run) act(ctx context.Context, d Decision) (*Outcome, error) {
	if len(r.calls)+len(d.Calls) > MaxToolCalls {
		if err := r.refuseAll(d.Calls); err != nil {
			return nil, err
		}
		out := r.budgetStop("tool_calls", MaxToolCalls)
		return &out, nil
	}
	if err := r.machine.to(ToolCall, "act"); err != nil {
		return nil, err
	}
	if err := r.record(r.execute(ctx, d.Calls)); err != nil {
		return nil, err
	}
	return nil, r.machine.to(Running, "results")
}

// done is a call with its result.
type done struct {
	at     int
	call   Call
	result tools.Result
	took   time.Duration
	tried  bool // the call was executed, or read at least
}

// execute runs the calls on one snapshot and returns their results in call
// order. Calls that may run beside others do; the rest run alone, in their
// place in the order. What follows a change looks at the vault after it.
func (r *run) execute(ctx context.Context, calls []model.Call) []done {
	var running sync.WaitGroup // calls that have not come back, given up or not
	env, release := r.toolEnv()
	giveBack := func() {
		if r.deserted {
			release := release
			go func() { running.Wait(); release() }() // they may still read the snapshot
			return
		}
		release()
	}
	defer func() { giveBack() }()
	results := make([]done, len(calls))
	denied := false
	for from := 0; from < len(calls); {
		to := r.groupEnd(calls, from)
		if denied && r.changing(calls[from]) {
			results[from] = r.cancelAfterDenial(from, calls[from])
			from = to
			continue
		}
		r.executeGroup(ctx, env, &running, calls[from:to], results[from:to])
		if proposes(results[from:to]) {
			giveBack() // nobody holds a snapshot while a person thinks
			denied = r.submitGroup(ctx, env, results[from:to]) || denied
			env, release = r.toolEnv()
		}
		from = to
	}
	return results
}

func proposes(results []done) bool {
	return slices.ContainsFunc(results, func(d done) bool { return d.result.Set != nil })
}

// submitGroup hands what calls propose to the gate, one after the other, and tells
// whether any of it was denied.
func (r *run) submitGroup(ctx context.Context, env *tools.Env, results []done) (denied bool) {
	for i := range results {
		d := &results[i]
		if d.result.Set == nil {
			continue
		}
		started := time.Now()
		d.result = r.submit(ctx, env, *d)
		d.took += time.Since(started)
		denied = denied || d.result.Status == tools.StatusDenied
		r.task.Sink.CallEnded(d.call, d.result)
	}
	return denied
}

// groupEnd returns where the group of calls that starts at from ends.
func (r *run) groupEnd(calls []model.Call, from int) int {
	to := from + 1
	if !r.parallel(calls[from]) {
		return to
	}
	for to < len(calls) && to-from < maxParallel && r.parallel(calls[to]) {
		to++
	}
	return to
}

func (r *run) parallel(c model.Call) bool {
	tool, ok := r.agent.Tools.Lookup(c.Name)
	return ok && tool.Spec().Parallel
}

// executeGroup runs one group at once. Everything the client sees comes from
// this goroutine.
func (r *run) executeGroup(ctx context.Context, env *tools.Env, running *sync.WaitGroup, calls []model.Call, results []done) {
	ended := make(chan done, len(calls)) // room for all: no call waits for this loop
	for i, c := range calls {
		shown := r.shown(c)
		results[i] = done{at: i, call: shown, tried: true}
		r.task.Sink.CallStarted(shown)
		if refused, no := r.refuse(c); no {
			ended <- done{at: i, call: shown, result: refused}
			continue
		}
		if c.Name == PlanTool {
			ended <- done{at: i, call: shown, result: r.plan(c.Args), tried: true}
			continue
		}
		running.Go(func() {
			started := time.Now()
			res := r.call(ctx, env, c)
			ended <- done{at: i, call: shown, result: res, took: time.Since(started), tried: true}
		})
	}
	r.collect(ctx, ended, results)
}

func (r *run) shown(c model.Call) Call {
	shown := Call{ID: c.ID, Name: c.Name, Args: c.Args, Kind: tools.KindControl}
	if tool, ok := r.agent.Tools.Lookup(c.Name); ok {
		shown.Kind = tool.Spec().Kind
	}
	return shown
}

// refuse answers a call that must not be executed: a cut one, an unreadable
// one, and one that failed twice before in the same form (X05 b).
func (r *run) refuse(c model.Call) (tools.Result, bool) {
	fail := func(code tools.Code, summary string) (tools.Result, bool) {
		return tools.Result{Status: tools.StatusError, Code: code, Summary: summary}, true
	}
	switch {
	case c.Truncated:
		return fail(tools.TruncatedCall, "The call was cut off before its arguments were complete; nothing was done. Send it again, shorter or in parts.")
	case c.Name == AskTool:
		return fail(tools.InvalidArgument, `ask_user needs one question, as in ask_user {"question": "Which note do you mean?"}`)
	case c.Bad != "":
		return fail(tools.InvalidArgument, c.Bad)
	case r.failures[r.signature(c)] >= 2:
		return fail(tools.RepeatedFailure, "This call failed twice and was not run again. Explain what is in the way, or try another one.")
	}
	return tools.Result{}, false
}

// signature is what makes two calls the same call.
func (r *run) signature(c model.Call) string {
	if tool, ok := r.agent.Tools.Lookup(c.Name); ok {
		if canonical, err := tool.Canonical(c.Args); err == nil {
			return c.Name + " " + string(canonical)
		}
	}
	return c.Name + " " + string(c.Args)
}

// record writes results to the log, in call order, and counts failures.
func (r *run) record(results []done) error {
	for _, d := range results {
		r.calls = append(r.calls, CallReport{Tool: d.call.Name, Status: string(d.result.Status)})
		if d.tried && !d.result.Status.Success() {
			r.failures[r.signature(model.Call{Name: d.call.Name, Args: d.call.Args})]++
		}
		raw, err := runtime.Marshal(d.result)
		if err != nil {
			raw, _ = runtime.Marshal(tools.Result{Status: tools.StatusError, Code: tools.Internal, Summary: "The result could not be encoded."})
		}
		e := runtime.ToolResult{CallID: d.call.ID, Name: d.call.Name, Status: string(d.result.Status),
			Result: raw, Millis: d.took.Milliseconds()}
		if err := r.append(runtime.EventToolResult, e, false); err != nil {
			return err
		}
	}
	return nil
}

// refuseAll gives every call the result that the budget has none for it.
func (r *run) refuseAll(calls []model.Call) error {
	results := make([]done, len(calls))
	for i, c := range calls {
		results[i] = done{at: i, call: r.shown(c), result: tools.Result{Status: tools.StatusError,
			Code: tools.BudgetExhausted, Summary: "The limit of tool calls for this run is used up; nothing was done."}}
		r.task.Sink.CallStarted(results[i].call)
		r.task.Sink.CallEnded(results[i].call, results[i].result)
	}
	return r.record(results)
}

// toolEnv is what the tools of one batch see: one snapshot for all.
func (r *run) toolEnv() (*tools.Env, func()) {
	snap := r.agent.Index.Acquire()
	env := &tools.Env{View: snap.ViewWith(r.attached()...), Root: r.agent.Root, Reads: r.task.Reads, Now: r.agent.Now,
		NewEvidenceID: runtime.NewRunID, Logger: r.agent.Log}
	env.Whole = snap.View(true)
	if r.task.IncludePrivate {
		env.Private = env.Whole
	}
	return env, snap.Release
}

// sight is all that the run may see.
func (r *run) sight(snap *vaultindex.Snapshot) *vaultindex.View {
	if r.task.IncludePrivate {
		return snap.View(true)
	}
	return snap.ViewWith(r.attached()...)
}

// attached lists what the person attached in this conversation: that much of
// what is private is shown (design section 5, "Private").
func (r *run) attached() []vaultpath.Path {
	var paths []vaultpath.Path
	for _, t := range r.task.Session.State().Turns {
		for _, name := range t.Prompt.Attached {
			if p, err := vaultpath.Parse(name); err == nil {
				paths = append(paths, p)
			}
		}
	}
	return paths
}
