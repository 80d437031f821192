package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// rawTool is a tool that tools.Define did not make, and does not mind.
type rawTool struct {
	spec tools.Spec
	call func(ctx context.Context) tools.Result
}

func (r rawTool) Spec() tools.Spec { return r.spec }
func (r rawTool) Call(ctx context.Context, _ *tools.Env, _ json.RawMessage) tools.Result {
	return r.call(ctx)
}
func (r rawTool) Canonical(args json.RawMessage) ([]byte, error) { return tools.Canonical(args) }

func specOf(name string, effect tools.Effect) tools.Spec {
	return tools.Spec{Name: name, Version: "1", Kind: tools.KindRead, Effect: effect, Parallel: effect == tools.EffectNone,
		Timeout: time.Millisecond, Description: name, Schema: json.RawMessage(`{"type":"object"}`)}
}

func TestToolThatPanics(t *testing.T) {
	w := newWorld(t, pond, rawTool{specOf("boom", tools.EffectNone), func(context.Context) tools.Result { panic("out of tune") }})
	out := w.run("Try", acts(call("a", "boom", `{}`), call("b", "read_note", `{"slug":"Pond"}`)), says("It failed."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	got := results(t, w.requests[1])
	if res := resultOf(t, got[0]); res.Code != tools.Internal || strings.Contains(got[0].Content, "tune") {
		t.Errorf("the panic is told as %+v", res)
	}
	if res := resultOf(t, got[1]); res.Status != tools.StatusOK {
		t.Errorf("the call beside it got %+v", res)
	}
}

// stuck is a tool that takes no notice of time or cancellation until the test
// is over.
func stuck(t *testing.T, name string, effect tools.Effect, entered chan<- struct{}) tools.Tool {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return rawTool{specOf(name, effect), func(context.Context) tools.Result {
		entered <- struct{}{}
		<-over
		return tools.Result{Status: tools.StatusOK, Summary: "too late"}
	}}
}

func TestToolThatNeverReturns(t *testing.T) { // X05: never hang
	entered := make(chan struct{}, 3)
	w := newWorld(t, pond, stuck(t, "stuck", tools.EffectNone, entered), stuck(t, "stuck_writer", tools.EffectLocalReversible, entered), stuck(t, "stuck_sender", tools.EffectExternal, entered))
	w.agent.Grace = time.Millisecond
	out := w.run("Try", acts(call("a", "stuck", `{}`), call("b", "stuck_sender", `{}`), call("c", "stuck_writer", `{}`)), says("It took too long."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	got := results(t, w.requests[1])
	if a, b := resultOf(t, got[0]), resultOf(t, got[1]); a.Status != tools.StatusTimeout || b.Status != tools.StatusOutcomeUnknown {
		t.Errorf("results %+v and %+v, want a timeout and an unknown outcome", a, b)
	}
	if c := resultOf(t, got[2]); c.Status != tools.StatusTimeout { // it only planned
		t.Errorf("a writer left behind: %+v", c)
	}
}

func TestCancelWhileAToolTakesNoNotice(t *testing.T) {
	entered := make(chan struct{}, 1)
	w := newWorld(t, pond, stuck(t, "stuck", tools.EffectNone, entered))
	w.agent.Grace = time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-entered
		cancel()
	}()
	out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Wait"}}, acts(call("a", "stuck", `{}`)), says("too late"))
	wantOutcome(t, out, StopCancelled, "cancelled")
	if len(w.screen.ended) != 1 || len(w.requests) != 1 {
		t.Errorf("%d calls ended, %d requests", len(w.screen.ended), len(w.requests))
	}
}

func TestCancelAsAQuestionArrives(t *testing.T) { // R343
	w := newWorld(t, pond)
	ctx, cancel := context.WithCancel(t.Context())
	out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Which?"}},
		func(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
			cancel()
			return acts(call("q", AskTool, `{"question":"Which one?"}`), call("r", "read_note", `{"slug":"Pond"}`))(ctx, req, emit)
		})
	wantOutcome(t, out, StopCancelled, "cancelled")
	wantOutcome(t, w.run("Again", says("Yes?")), OutcomeFinal, "end_turn") // its request is checked for pairing
}

func TestTwoHundredCallsInOneDecision(t *testing.T) {
	w := newWorld(t, pond)
	var calls []model.Call
	for i := range 200 {
		calls = append(calls, call(fmt.Sprint("c", i), "read_note", `{"slug":"Pond"}`))
	}
	out := w.run("Read it 200 times", acts(calls...), says("too late"))
	wantOutcome(t, out, StopBudget, "max_turn_requests")
	if len(w.screen.ended) != 200 || out.Detail.Budget != "tool_calls" || len(w.requests) != 1 {
		t.Errorf("%d results, detail %+v, %d requests", len(w.screen.ended), out.Detail, len(w.requests))
	}
	wantOutcome(t, w.run("And now?", says("Fine.")), OutcomeFinal, "end_turn")
}

func TestSameCallForEverEnds(t *testing.T) {
	w := newWorld(t, pond)
	var moves []move
	for i := range MaxDecisions + 5 {
		moves = append(moves, acts(call(fmt.Sprint(i), "read_note", `{"slug":"Pond"}`)))
	}
	out := w.run("Read", moves...)
	if !strings.HasPrefix(out.Outcome, "stop.") || len(w.requests) > MaxDecisions {
		t.Errorf("%s after %d requests", out.Outcome, len(w.requests))
	}
}

func TestHugeAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		answer string
		cites  int
	}{
		"a megabyte":              {strings.Repeat("Frogs sleep in the mud all winter, and wake in spring. ", 20000), 0},
		"a megabyte, one line":    {strings.Repeat("frog ", 200000), 0},
		"a megabyte of quotes":    {strings.Repeat("“One idea per card” ", 40000) + "[[Plain]]", 1},
		"a megabyte of brackets":  {strings.Repeat("[[", 500000), 0},
		"a megabyte of marks":     {strings.Repeat("“", 300000) + "[[Plain]]", 1},
		"500 citations":           {strings.Repeat("It is so [[Plain#Why]]. And so: “Write it down.” [[Plain#How]]\n", 250), 2},
		"500 in one paragraph":    {strings.Repeat("It is so [[Plain#Why]], and “Write it down.” [[Plain#How]] ", 250) + strings.Repeat("word ", 100000), 2},
		"500 claims that are not": {strings.Repeat("I have not changed the note. ", 30000), 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, shelf)
			out := w.runTask(t.Context(), Task{Prompt: runtime.Prompt{Text: "What is in it?"}, Window: NoWindow}, says(tc.answer))
			wantOutcome(t, out, OutcomeFinal, "end_turn")
			if len(out.Citations) != tc.cites {
				t.Errorf("%d citations, want %d", len(out.Citations), tc.cites)
			}
		})
	}
}

func TestFiveHundredNotesCited(t *testing.T) {
	files, answer := map[string]string{}, ""
	for i := range 500 {
		files[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("# N%d\n\nNumber %d is here.\n", i, i)
		answer += fmt.Sprintf("- “Number %d is here.” [[n%d#N%d]]\n", i, i, i)
	}
	w := newWorld(t, files)
	out := w.run("List them", says(answer))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if len(out.Citations) != 500 || out.Citations[499].LineStart != 3 {
		t.Errorf("%d citations", len(out.Citations))
	}
	wrong := says(strings.ReplaceAll(answer, "Number", "Figure"))
	out = w.runTask(t.Context(), Task{Prompt: runtime.Prompt{Text: "List them"}, Window: NoWindow}, wrong, wrong, wrong)
	wantOutcome(t, out, OutcomeUnverified, "end_turn")
	last := w.requests[1].Messages
	if told := last[len(last)-1].Text(); len(told) > 8<<10 || len(out.Answer) > 2*len(answer) {
		t.Errorf("%d bytes of failures are told, the answer has %d", len(told), len(out.Answer))
	}
}

// twice has two headings of one name.
var twice = map[string]string{
	"Diary.md":  "# Diary\n\n## Monday\n\nIt rained.\n\n## Monday\n\nThe sun came out.\n",
	"Speech.md": "# Speech\n\nShe said “go to the \"Blue Note\" now” and left.\n\nDon't stop, it's ==very== **important**.\n\n他说：「去『蓝调』吧」。\n",
}

func TestAwkwardQuotations(t *testing.T) {
	w := newWorld(t, twice)
	for name, tc := range map[string]struct {
		answer string
		line   int // of the only citation, 0 for an answer that must not pass
	}{
		"the second of two headings":  {"“The sun came out.” [[Diary#Monday]]", 9},
		"the first of two headings":   {"“It rained.” [[Diary#Monday]]", 5},
		"in neither":                  {"“It snowed.” [[Diary#Monday]]", 0},
		"curly quotes within":         {"“She said “go to the \"Blue Note\" now” and left.” [[Speech]]", 3},
		"curly for straight":          {"“go to the “Blue Note” now” [[Speech]]", 3},
		"single for double":           {"“go to the ‘Green Note’ now” [[Speech]]", 0},
		"a curly apostrophe":          {"“Don’t stop, it’s ==very== **important**.” [[Speech]]", 5},
		"without the marks":           {"“Don't stop, it's very important.” [[Speech]]", 5},
		"changed beside the marks":    {"“Don't stop, it's quite important.” [[Speech]]", 0},
		"corner brackets within":      {"「他说：「去『蓝调』吧」。」[[Speech]]", 7},
		"white corner brackets":       {"『去『蓝调』吧』（见 [[Speech]]）", 7},
		"Chinese about English":       {"笔记说天晴了：“The sun came out.”（[[Diary#Monday]]）", 9},
		"Chinese, wrapped":            {"> The sun\n> came out.\n\n来源：[[Diary#Monday]]", 9},
		"a wrong quote within a pair": {"“She said “stay” and left.” [[Speech]]", 0},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			out := w.run("What is in it?", says(tc.answer), says("Nothing."))
			if passed := len(w.requests) == 1; passed != (tc.line > 0) {
				t.Fatalf("passed: %v; %+v", passed, w.requests[len(w.requests)-1].Messages)
			}
			if tc.line > 0 && (len(out.Citations) != 1 || out.Citations[0].LineStart != tc.line) {
				t.Errorf("citations %+v, want line %d", out.Citations, tc.line)
			}
		})
	}
}

func TestCitationsInCodeAreNone(t *testing.T) {
	w := newWorld(t, pond)
	for _, answer := range []string{
		"~~~md\n“no” [[Nowhere]]\n~~~", "````\n```\n[[Nowhere]]\n```\n````", "A `“no” [[Nowhere]]` here.", "``a ` [[Nowhere]]``",
		"1. Do:\n\n   ```\n   [[Nowhere]]\n   ```\n", "> ```\n> [[Nowhere]]\n> ```\n",
	} {
		out := w.run("How do I link?", says(answer), says("Not so."))
		if len(w.requests) != 1 || len(out.Citations) != 0 {
			t.Errorf("%q: %d requests, citations %+v", answer, len(w.requests), out.Citations)
		}
	}
}

func TestEveryStateCanBeCancelled(t *testing.T) { // R339–R343
	want := map[State]bool{Running: true, ToolCall: true, WaitingInput: true, Planning: true, Idle: true}
	for s := range want {
		if !slices.Contains(legal[s], End) {
			t.Errorf("%s cannot end", s)
		}
	}
}

func TestOneAbsurdAnswerDoesNotSpoilTheNext(t *testing.T) {
	long := strings.Repeat("x", 1_000_000)
	for name, first := range map[string][]move{
		"a name of 1 MB":        {acts(call("a", long, `{}`)), says("Not in your vault.")},
		"a name with a line":    {acts(call("a", "read\nnote", `{"slug":"Pond"}`)), says("Not in your vault.")},
		"3 MB under a key":      {acts(call("a", "read_note", `{"slug":"Pond","zz":"`+strings.Repeat(long, 3)+`"}`)), says("Not in your vault.")},
		"a key of 1 MB":         {acts(call("a", "read_note", `{"slug":"Pond","`+long+`":1}`)), says("Not in your vault.")},
		"a slug of 1 MB":        {acts(call("a", "read_note", `{"slug":"`+long+`"}`)), says("Not in your vault.")},
		"an id of 1 MB":         {acts(call(long, "read_note", `{"slug":"Pond"}`), call(long+"_2", "read_note", `{"slug":"Heron"}`)), says("Not in your vault.")},
		"a plan of 1 MB":        {acts(call("a", PlanTool, `{"steps":[{"content":"`+long+`","status":"pending"}]}`)), says("Not in your vault.")},
		"a question of 1 MB":    {acts(call("a", AskTool, `{"question":"`+long+`"}`))},
		"100,000 options":       {acts(call("a", AskTool, `{"question":"Which?","options":[`+strings.Repeat(`"an option",`, 100_000)+`"b"]}`))},
		"an answer of 800 kB":   {says(strings.Repeat("nap ", 200_000))},
		"many words and a call": {stops(model.StopToolCalls, strings.Repeat("nap ", 200_000), call("a", "read_note", `{"slug":"Pond"}`)), says("Not in your vault.")},
		"1000 calls":            {acts(manyCalls(1000)...)},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			if out := w.run("Where do frogs sleep?", first...); out.Outcome == StopContext {
				t.Fatalf("it ended in %s: %s", out.Outcome, out.Answer)
			}
			wantOutcome(t, w.run("And newts?", says("Under stones.")), OutcomeFinal, "end_turn")
			if len(w.requests) != 1 {
				t.Fatal("the next prompt does not go out")
			}
			if n := len(asJSON(t, w.requests[0])); n > 4*DefaultWindow {
				t.Errorf("the next request has %d bytes", n)
			}
		})
	}
}

func manyCalls(n int) []model.Call {
	var calls []model.Call
	for i := range n {
		calls = append(calls, call(fmt.Sprint("m", i), "read_note", `{"slug":"Pond"}`))
	}
	return calls
}

func TestNamesAndIDsAreTidied(t *testing.T) {
	w := newWorld(t, pond)
	id := strings.Repeat("i", 1000)
	w.run("Look", acts(call(id, "read note", `{"slug":"Pond"}`), call("call_1_1_0", "read.note\n", `{}`), call(id+"x", "list_tags", `{}`)),
		says("So."))
	said := w.requests[1].Messages[1].Calls()
	got := results(t, w.requests[1])
	for i, want := range []model.Call{{ID: "call_1_1_0_", Name: "not_read_note"}, {ID: "call_1_1_0", Name: "read_note_"}, {ID: "call_1_1_2", Name: "list_tags"}} {
		if said[i].ID != want.ID || said[i].Name != want.Name || got[i].CallID != want.ID {
			t.Errorf("call %d is %s %q with a result for %s, want %s %q", i, said[i].ID, said[i].Name, got[i].CallID, want.ID, want.Name)
		}
	}
	if a, b := resultOf(t, got[0]), resultOf(t, got[1]); a.Code != tools.UnknownTool || b.Code != tools.UnknownTool {
		t.Errorf("results %+v and %+v, want UNKNOWN_TOOL", a, b)
	}
}

func TestArgumentsOfARefusedCallDoNotGoBack(t *testing.T) { // design section 5, "Models"
	w := newWorld(t, pond)
	w.run("Look", acts(call("a", "read_note", `{"slug":"Pond","zz":"`+strings.Repeat("y", 5000)+`"}`), call("b", "read_note", `{"slog":"Pond"}`)), says("So."))
	calls := w.requests[1].Messages[1].Calls()
	if string(calls[0].Args) != "{}" || string(calls[1].Args) != `{"slog":"Pond"}` {
		t.Errorf("the arguments are %.100s and %s, want none of the long ones", calls[0].Args, calls[1].Args)
	}
	if res := results(t, w.requests[1])[0]; !res.IsError || !strings.Contains(res.Content, "zz") {
		t.Errorf("the result is %+v, want the error", res)
	}
}
