package agent

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/tools"
)

// collect waits for the results of a group. A tool that neither ends in its
// time nor heeds a cancellation is given up: its call gets a result all the
// same, and whatever it still brings is thrown away.
func (r *run) collect(ctx context.Context, ended <-chan done, results []done) {
	limit := time.NewTimer(r.longest(results) + r.agent.grace())
	defer limit.Stop()
	open := make(map[int]bool, len(results))
	for i := range results {
		open[i] = true
	}
	cancelled := ctx.Done()
	for len(open) > 0 {
		select {
		case d := <-ended:
			delete(open, d.at)
			results[d.at] = d
			if d.result.Set == nil { // else it ends when the gate has answered
				r.task.Sink.CallEnded(d.call, d.result)
			}
		case <-cancelled:
			cancelled = nil
			limit.Reset(r.agent.grace())
		case <-limit.C:
			r.giveUp(ctx, open, results)
			return
		}
	}
}

// longest is the longest time a tool of a group may take.
func (r *run) longest(calls []done) time.Duration {
	most := time.Duration(0)
	for _, c := range calls {
		if tool, ok := r.agent.Tools.Lookup(c.call.Name); ok {
			most = max(most, tool.Spec().Timeout)
		}
	}
	return most
}

// giveUp answers the calls that have not come back, in call order. What would change
// the vault only plans, and a plan that comes too late goes nowhere; of what else may
// have changed something nobody knows whether it did.
func (r *run) giveUp(ctx context.Context, open map[int]bool, results []done) {
	r.deserted = true
	for i := range results {
		if !open[i] {
			continue
		}
		name := results[i].call.Name
		res := tools.Result{Status: tools.StatusTimeout, Code: tools.Timeout, Summary: "The tool did not end in its time and was left behind; there is no result."}
		if ctx.Err() != nil {
			res = tools.Result{Status: tools.StatusCancelled, Code: tools.Cancelled, Summary: "The run was cancelled; the tool did not heed it and was left behind."}
		}
		if tool, ok := r.agent.Tools.Lookup(name); ok && tool.Spec().Effect != tools.EffectNone && tool.Spec().Effect != tools.EffectLocalReversible {
			res.Status = tools.StatusOutcomeUnknown
		}
		r.agent.Log.Error("Tool was left behind", "tool", name, "run", r.id)
		results[i].result = res
		r.task.Sink.CallEnded(results[i].call, res)
	}
}

// call runs one tool. A tool that panics is a fault of ours that must not end
// the daemon.
func (r *run) call(ctx context.Context, env *tools.Env, c model.Call) (res tools.Result) {
	defer func() {
		if p := recover(); p != nil {
			r.agent.Log.Error("Tool panicked", "tool", c.Name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			res = tools.Result{Status: tools.StatusError, Code: tools.Internal, Summary: "Ibid itself failed in this tool; try another one."}
		}
	}()
	return r.agent.Tools.Call(ctx, env, c.Name, c.Args)
}
