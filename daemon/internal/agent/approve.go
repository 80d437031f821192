package agent

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// ErrLost is the cause with which the context of a run ends when its client has gone
// without a word. What the person was asked then still waits for an answer; any other
// end takes the question back.
var ErrLost = errors.New("the client has gone")

// MaxWrites bounds the sets of a run (contracts 2.6: files_written counts sets).
const MaxWrites = 20

// submit hands the change that a call proposes to the gate, and returns the call's
// result. It waits for the person as long as it takes.
func (r *run) submit(ctx context.Context, env *tools.Env, d done) tools.Result {
	if r.writes >= MaxWrites {
		return tools.Complete(env, d.result, tools.Outcome{Err: tools.Errorf(tools.BudgetExhausted,
			"Nothing was written: the limit of %d changes for this run is used up. Say what is left to do", MaxWrites)})
	}
	asking, stop := patient(ctx)
	defer stop()
	res := r.agent.Writer.Submit(asking, env, d.result, gate.Request{
		Origin: journal.Origin{Session: r.task.Session.ID, Run: r.id, Call: d.call.ID, Tool: d.call.Name},
		Asker:  r.asker(ctx), Log: r.task.Session, Mode: r.task.Mode, EditFolders: r.task.EditFolders,
		IncludePrivate: r.task.IncludePrivate, Rationale: r.rationale, Sources: r.sources(),
	}, r.sight)
	if res.UndoID != "" {
		r.writes++
	}
	return res
}

// patient is a context that ends with ctx, unless the client is lost: then whoever
// asks gives up by itself, and the question stays.
func patient(ctx context.Context) (context.Context, func()) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if !errors.Is(context.Cause(ctx), ErrLost) {
			cancel()
		}
	})
	return own, func() { stop(); cancel() }
}

// asking is the Asker of a run: it shows that the run waits, and gives up when the
// run's context ends.
type asking struct {
	run *run
	ctx context.Context
}

func (r *run) asker(ctx context.Context) gate.Asker {
	if r.task.Asker == nil {
		return nil
	}
	return asking{r, ctx}
}

// Ask implements gate.Asker. The run's own goroutine waits meanwhile.
func (a asking) Ask(asked context.Context, ap gate.Approval) (gate.Answer, error) {
	ctx, cancel := context.WithCancel(asked)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	if err := a.run.machine.to(WaitingInput, "approval"); err != nil {
		return gate.Answer{}, err
	}
	answer, err := a.run.task.Asker.Ask(ctx, ap)
	switch {
	case err == nil:
	case a.ctx.Err() != nil && !errors.Is(context.Cause(a.ctx), ErrLost):
		<-asked.Done() // which follows, and tells the gate that the question is taken back
	default:
		a.run.unanswered = append(a.run.unanswered, ap)
	}
	return answer, errors.Join(err, a.run.machine.to(ToolCall, "approval"))
}

// maxRationale is how much of a model's own words is shown beside a question, in
// characters.
const maxRationale = 500

func rationaleOf(text string) string {
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > maxRationale {
		return string(r[:maxRationale]) + "…"
	}
	return text
}

// sources lists the pages of the web that the conversation has read, for whoever is
// asked to judge what may have steered the change.
func (r *run) sources() []string {
	var all []string
	for _, t := range r.task.Session.State().Turns {
		for _, step := range t.Steps {
			for i, res := range step.Results {
				if url := webSource(step.Decision, i, res); url != "" && !slices.Contains(all, url) {
					all = append(all, url)
				}
			}
		}
	}
	return all
}

func webSource(d runtime.Decision, call int, res runtime.ToolResult) string {
	var labelled struct {
		Labels tools.Labels `json:"labels"`
	}
	if json.Unmarshal(res.Result, &labelled) != nil || labelled.Labels.Integrity != tools.IntegrityWeb {
		return ""
	}
	var args struct {
		URL string `json:"url"`
	}
	if json.Unmarshal([]byte(argsOf(d, call)), &args) != nil || args.URL == "" {
		return res.Name
	}
	return args.URL
}

// changing tells whether a call would change something.
func (r *run) changing(c model.Call) bool {
	tool, ok := r.agent.Tools.Lookup(c.Name)
	return ok && tool.Spec().Effect != tools.EffectNone
}

// cancelAfterDenial answers a change that comes after one that was denied in the same
// decision (contracts 2.4.4): it may have been thought of as its second half.
func (r *run) cancelAfterDenial(at int, c model.Call) done {
	d := done{at: at, call: r.shown(c), result: tools.Result{Status: tools.StatusCancelled, Code: tools.PolicyDenied,
		Summary: "Nothing was written: a change before this one was denied, so it was not tried. Propose it again by itself if it still makes sense."}}
	r.task.Sink.CallStarted(d.call)
	r.task.Sink.CallEnded(d.call, d.result)
	return d
}
