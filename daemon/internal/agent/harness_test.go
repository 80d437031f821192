package agent

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// move is one decision of a scripted controller.
type move func(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error)

// script is a controller that makes its moves in order. Every request must
// keep the rules of order that providers have.
type script struct {
	t        *testing.T
	moves    []move
	requests []model.Request
}

func (s *script) Name() string { return "scripted" }

func (s *script) Decide(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
	if err := model.Check(req); err != nil {
		s.t.Errorf("request %d: %v", len(s.requests)+1, err)
	}
	s.requests = append(s.requests, req)
	if len(s.requests) > len(s.moves) {
		return model.Response{}, &model.Error{Kind: model.ErrInvalid, Message: "The script has no more moves."}
	}
	return s.moves[len(s.requests)-1](ctx, req, emit)
}

// answer streams a message's text in two pieces, and returns it whole.
func answer(emit func(model.Event), stop model.StopReason, text string, calls ...model.Call) (model.Response, error) {
	m := model.Message{Role: model.RoleAssistant}
	if text != "" {
		half := len(text) / 2
		emit(model.Event{Kind: model.EventText, Text: text[:half]})
		emit(model.Event{Kind: model.EventText, Text: text[half:]})
		m.Blocks = append(m.Blocks, model.Text(text))
	}
	for _, c := range calls {
		m.Blocks = append(m.Blocks, model.Block{Kind: model.BlockCall, Call: &c})
	}
	return model.Response{Message: m, Stop: stop, Model: "scripted", Usage: model.Usage{InputTokens: 10, OutputTokens: 2}}, nil
}

func says(text string) move { return stops(model.StopEnd, text) }

func stops(stop model.StopReason, text string, calls ...model.Call) move {
	return func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
		return answer(emit, stop, text, calls...)
	}
}

func acts(calls ...model.Call) move { return stops(model.StopToolCalls, "", calls...) }

func call(id, name, args string) model.Call {
	return model.Call{ID: id, Name: name, Args: json.RawMessage(args)}
}

// screen folds what a run shows, as a client does.
type screen struct {
	order     []string // ids of messages, in order of their first text
	text      map[string]string
	open      map[string]bool // calls that started and have not ended
	started   []string
	ended     []string
	results   map[string]tools.Result
	plans     [][]PlanStep
	states    []State
	discards  []string // reasons
	reasoning string
}

func newScreen() *screen {
	return &screen{text: map[string]string{}, open: map[string]bool{}, results: map[string]tools.Result{}}
}

func (s *screen) State(to State, _ string)    { s.states = append(s.states, to) }
func (s *screen) Reasoning(_, delta string)   { s.reasoning += delta }
func (s *screen) Plan(steps []PlanStep)       { s.plans = append(s.plans, steps) }
func (s *screen) Usage(model.Usage, int, int) {}
func (s *screen) Discard(message, reason string) {
	s.discards = append(s.discards, reason)
	s.text[message] = ""
}

func (s *screen) Text(message, delta string) {
	if _, known := s.text[message]; !known {
		s.order = append(s.order, message)
	}
	s.text[message] += delta
}

func (s *screen) CallStarted(c Call) {
	s.open[c.ID] = true
	s.started = append(s.started, c.ID)
}

func (s *screen) CallEnded(c Call, res tools.Result) {
	delete(s.open, c.ID)
	s.ended = append(s.ended, c.ID)
	s.results[c.ID] = res
}

// last is the text of the newest message.
func (s *screen) last() string {
	if len(s.order) == 0 {
		return ""
	}
	return s.text[s.order[len(s.order)-1]]
}

// messages lists the messages that still have a text.
func (s *screen) messages() []string {
	var all []string
	for _, id := range s.order {
		if s.text[id] != "" {
			all = append(all, s.text[id])
		}
	}
	return all
}

// world is a vault on disk with its index, and an agent with one session.
type world struct {
	t        *testing.T
	dir      string
	logs     string // folder of the sessions
	index    *vaultindex.Index
	store    *runtime.Store
	session  *runtime.Session
	agent    *Agent
	policy   gate.Policy     // allows everything at first
	asker    gate.Asker      // of the next runs
	requests []model.Request // of the last run
	screen   *screen         // of the last run
}

// clock is the time by which everything in a test happens.
func clock() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC) }

// newWorld makes a vault of files, path to text, and opens it. Tools may be
// added to the builtin ones.
func newWorld(t *testing.T, files map[string]string, more ...tools.Tool) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), logs: t.TempDir()}
	for path, text := range files {
		w.write(path, text)
	}
	var err error
	w.index, err = vaultindex.Open(t.Context(), vaultindex.Options{Vault: w.dir, CacheDir: t.TempDir(), Private: vaultindex.DefaultPrivateRules()})
	w.must(err)
	t.Cleanup(func() { w.must(w.index.Close()) })
	w.must(w.index.WaitReady(t.Context()))
	w.store, err = runtime.OpenStore(w.logs, clock)
	w.must(err)
	t.Cleanup(func() { w.must(w.store.Close()) })
	w.session, err = w.store.New(runtime.Header{})
	w.must(err)
	mounted := slices.Concat(builtin.Reading(), builtin.Writing(), more)
	w.agent = &Agent{Index: w.index, Root: w.dir, Tools: tools.New(slices.Concat(mounted, builtin.Extra(), builtin.WritingExtra())...),
		Mounted: tools.New(mounted...).Specs(), Now: clock, Log: slog.New(slog.DiscardHandler)}
	w.openGate()
	return w
}

// openGate gives the agent a gate, which allows every change that is not sensitive.
func (w *world) openGate() {
	w.t.Helper()
	w.policy = gate.Policy{Rules: []gate.Rule{{Do: gate.Allow}}}
	g, err := gate.Open(gate.Options{Root: w.dir, Journal: w.t.TempDir(), Policy: func() (gate.Policy, error) { return w.policy, nil },
		Now: time.Now, Logger: w.agent.Log})
	w.must(err)
	w.t.Cleanup(func() { w.must(g.Close()) })
	w.agent.Writer = &Writer{Gate: g, Index: w.index, Log: w.agent.Log}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) write(path, text string) {
	w.t.Helper()
	name := filepath.Join(w.dir, filepath.FromSlash(path))
	w.must(os.MkdirAll(filepath.Dir(name), 0o755))
	w.must(os.WriteFile(name, []byte(text), 0o644))
}

// touch has the index look at files.
func (w *world) touch(names ...string) {
	w.t.Helper()
	for _, name := range names {
		p, err := vaultpath.Parse(name)
		w.must(err)
		seq, err := w.index.Touch(w.t.Context(), p)
		w.must(err)
		w.must(w.index.WaitFor(w.t.Context(), seq))
	}
}

// read is what stands in a file, "" for none.
func (w *world) read(path string) string {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(path)))
	if !errors.Is(err, fs.ErrNotExist) {
		w.must(err)
	}
	return string(raw)
}

// run works on a prompt with a scripted controller, and checks what holds for
// every run.
func (w *world) run(prompt string, moves ...move) Outcome {
	w.t.Helper()
	return w.runTask(w.t.Context(), Task{Prompt: runtime.Prompt{Text: prompt}}, moves...)
}

func (w *world) runTask(ctx context.Context, task Task, moves ...move) Outcome {
	w.t.Helper()
	s := &script{t: w.t, moves: moves}
	w.screen = newScreen()
	task.Session, task.Sink, task.Controller = w.session, w.screen, s
	if task.Asker == nil {
		task.Asker = w.asker
	}
	if task.Reads == nil {
		task.Reads = tools.NewReads()
	}
	out, err := w.agent.Run(ctx, task)
	w.must(err)
	w.requests = s.requests
	w.checkRun(out)
	return out
}

// checkRun holds for every run, however it ended: one outcome, one result a
// call in the order of the calls, a client that was told the answer and of no
// call that goes on, and a log from which the same state folds.
func (w *world) checkRun(out Outcome) {
	w.t.Helper()
	turns := w.session.State().Turns
	turn := turns[len(turns)-1]
	if turn.Outcome == nil || turn.Outcome.Outcome != out.Outcome || turn.Outcome.Answer != out.Answer {
		w.t.Errorf("the log's outcome is %+v, want %s %q", turn.Outcome, out.Outcome, out.Answer)
	}
	for _, step := range turn.Steps {
		var want, got []string
		for _, c := range step.Decision.Calls {
			want = append(want, c.ID)
		}
		for _, r := range step.Results {
			got = append(got, r.CallID)
		}
		if !reflect.DeepEqual(want, got) {
			w.t.Errorf("step %d has calls %v and results for %v", step.Decision.Step, want, got)
		}
	}
	stopped := out.Outcome == StopCancelled && out.Answer == "" // before anything was said
	if w.screen.last() != out.Answer && !stopped {
		w.t.Errorf("the client was told %q, the answer is %q", w.screen.last(), out.Answer)
	}
	if len(w.screen.open) > 0 {
		w.t.Errorf("calls %v started and never ended for the client", w.screen.open)
	}
	if last := w.screen.states[len(w.screen.states)-1]; last != End {
		w.t.Errorf("the run ended in state %s", last)
	}
	w.checkReload()
}

// checkReload opens a copy of the log and compares the states.
func (w *world) checkReload() {
	w.t.Helper()
	copied := w.t.TempDir()
	w.must(os.CopyFS(copied, os.DirFS(w.logs)))
	store, err := runtime.OpenStore(copied, clock)
	w.must(err)
	again, err := store.Load(w.session.ID)
	w.must(err)
	live, reloaded := asJSON(w.t, w.session.State()), asJSON(w.t, again.State())
	if live != reloaded {
		w.t.Errorf("the state is\n%s\nand folds from the log to\n%s", live, reloaded)
	}
	w.must(store.Close())
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// wantOutcome checks how a run ended.
func wantOutcome(t *testing.T, out Outcome, outcome, stop string) {
	t.Helper()
	if out.Outcome != outcome || out.StopReason != stop {
		t.Errorf("the run ended in %s (%s): %q %v; want %s (%s)", out.Outcome, out.StopReason, out.Answer, out.Failed, outcome, stop)
	}
}

// results lists the results in the last message of a request.
func results(t *testing.T, req model.Request) []model.Result {
	t.Helper()
	last := req.Messages[len(req.Messages)-1]
	if last.Role != model.RoleTool {
		t.Fatalf("the request ends with a %s message, not with results", last.Role)
	}
	var all []model.Result
	for _, b := range last.Blocks {
		all = append(all, *b.Result)
	}
	return all
}

// resultOf decodes a result as the model got it.
func resultOf(t *testing.T, r model.Result) tools.Result {
	t.Helper()
	var res tools.Result
	if err := json.Unmarshal([]byte(r.Content), &res); err != nil {
		t.Fatalf("result %s: %v: %s", r.CallID, err, r.Content)
	}
	return res
}

// blocking is a tool that waits until its context ends; entered hears of
// every call that began.
func blocking(entered chan<- struct{}) tools.Tool {
	return tools.Define(tools.Spec{Name: "wait", Version: "1", Kind: tools.KindRead, Effect: tools.EffectNone, Parallel: true, Description: "Waits."},
		func(ctx context.Context, _ *tools.Env, _ struct{}) (tools.Result, error) {
			entered <- struct{}{}
			<-ctx.Done()
			return tools.Result{}, ctx.Err()
		})
}

// failing is a tool that never gives what it is asked for, and counts how
// often it was.
func failing(count *int) tools.Tool {
	return tools.Define(tools.Spec{Name: "fail", Version: "1", Kind: tools.KindRead, Effect: tools.EffectNone, Description: "Fails."},
		func(context.Context, *tools.Env, struct {
			N int `json:"n,omitempty" jsonschema:"which one"`
		}) (tools.Result, error) {
			*count++
			return tools.Result{}, tools.Errorf(tools.FileNotFound, "It is not there")
		})
}
