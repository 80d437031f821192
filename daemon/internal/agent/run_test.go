package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

var pond = map[string]string{
	"Pond.md":  "# Pond\n\n## Frogs\n\nFrogs sleep in the mud all winter.\n\n## Newts\n\nNewts hide under stones.\n",
	"Heron.md": "# Heron\n\nA heron stands still. See [[Pond]].\n",
}

func TestFinalCarriesItsCitations(t *testing.T) { // R416, R417
	w := newWorld(t, pond)
	out := w.run("Where do frogs sleep?", says("“Frogs sleep in the mud all winter.” [[Pond#Frogs]]"))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	want := Citation{Path: "Pond.md", Heading: "Frogs", LineStart: 5, LineEnd: 5, Quote: "Frogs sleep in the mud all winter."}
	if len(out.Citations) != 1 || out.Citations[0] != want {
		t.Errorf("citations %+v, want %+v", out.Citations, want)
	}
	if out.Usage != (model.Usage{InputTokens: 10, OutputTokens: 2}) {
		t.Errorf("usage %+v, want that of the one decision", out.Usage)
	}
}

func TestParallelCallsPairInOrder(t *testing.T) { // R041, contracts 2.1.1 rule 4
	w := newWorld(t, pond)
	out := w.run("Compare", stops(model.StopToolCalls, "I look at both.",
		call("a", "read_note", `{"slug":"Heron"}`), call("b", "read_note", `{"slug":"Pond"}`)),
		says("A heron eats frogs, I think."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	got := results(t, w.requests[1])
	if len(got) != 2 || got[0].CallID != "a" || got[1].CallID != "b" {
		t.Fatalf("results %+v, want those of a and b in order", got)
	}
	if !strings.Contains(got[0].Content, "stands still") || !strings.Contains(got[1].Content, "in the mud") || got[0].IsError {
		t.Errorf("results are mixed up: %+v", got)
	}
	if want := []CallReport{{"read_note", "ok"}, {"read_note", "ok"}}; !slices.Equal(out.Calls, want) {
		t.Errorf("the report says %v, want %v", out.Calls, want)
	}
	if want := []string{"I look at both.", "A heron eats frogs, I think."}; !slices.Equal(w.screen.messages(), want) {
		t.Errorf("the client has %q, want %q", w.screen.messages(), want)
	}
	if want := []State{Running, ToolCall, Running, End}; !slices.Equal(w.screen.states, want) {
		t.Errorf("states %v, want %v", w.screen.states, want)
	}
}

func TestAskEndsTheTurn(t *testing.T) { // R415
	w := newWorld(t, pond)
	out := w.run("Read it", stops(model.StopToolCalls, "I have to ask.",
		call("r", "read_note", `{"slug":"Pond"}`), call("q", AskTool, `{"question":"Which one?","options":["Pond","Heron"]}`)))
	wantOutcome(t, out, OutcomeAsk, "end_turn")
	if out.Answer != "Which one?\n- Pond\n- Heron" {
		t.Errorf("the question is %q", out.Answer)
	}
	if len(w.screen.started) != 0 {
		t.Errorf("calls %v were run beside a question", w.screen.started)
	}
	if want := []string{"I have to ask.", out.Answer}; !slices.Equal(w.screen.messages(), want) {
		t.Errorf("the client has %q, want %q", w.screen.messages(), want)
	}
	out = w.run("The pond", says("Done."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
}

func TestAskWithoutAQuestionIsAnError(t *testing.T) {
	w := newWorld(t, pond)
	w.run("Read it", acts(call("q", AskTool, `{"question":"  "}`)), says("Then not."))
	if res := resultOf(t, results(t, w.requests[1])[0]); res.Code != tools.InvalidArgument || !strings.Contains(res.Summary, `ask_user {"question"`) {
		t.Errorf("result %+v, want the smallest right call", res)
	}
}

func TestRefusal(t *testing.T) {
	for _, tc := range []struct {
		name, said, want string
		stop             model.StopReason
	}{
		{"in its words", "I would rather not.", "I would rather not.", model.StopRefusal},
		{"without words", "", "The model declined to answer.", model.StopRefusal},
		{"filtered", "", "The provider filtered the answer.", model.StopContentFilter},
		{"filtered midway", "It begins", "It begins\n\nThe provider filtered the answer.", model.StopContentFilter},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, pond)
			out := w.run("Say something bad", stops(tc.stop, tc.said))
			wantOutcome(t, out, StopRefusal, "refusal")
			if out.Answer != tc.want {
				t.Errorf("answer %q, want %q", out.Answer, tc.want)
			}
		})
	}
}

func TestRefusalWithCallsLeavesNoneOpen(t *testing.T) { // R041
	w := newWorld(t, pond)
	out := w.run("Read it", stops(model.StopRefusal, "No.", call("a", "read_note", `{"slug":"Pond"}`)))
	wantOutcome(t, out, StopRefusal, "refusal")
	if len(w.screen.started) != 0 {
		t.Errorf("calls %v of a refusal were run", w.screen.started)
	}
	out = w.run("And now?", says("Fine.")) // its request is checked for order
	wantOutcome(t, out, OutcomeFinal, "end_turn")
}

// A call that was cut off at the output limit is asked for once more, not over and over.
func TestCutCallsAreAskedForOnce(t *testing.T) {
	w := newWorld(t, pond)
	cut := func(id string) move {
		return stops(model.StopLength, "Writing it.", call(id, "read_note", `{"slug":"Pond"}`))
	}
	out := w.run("Read it", cut("a"), cut("b"))
	wantOutcome(t, out, StopBudget, "max_tokens")
	if !strings.Contains(out.Answer, "cut off") || len(w.requests) != 2 {
		t.Errorf("after %d requests: %q", len(w.requests), out.Answer)
	}
	out = w.run("And now?", cut("c"), acts(call("d", "read_note", `{"slug":"Pond"}`)), cut("e"), says("Fine."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
}

func TestCutAnswer(t *testing.T) {
	w := newWorld(t, pond)
	out := w.run("讲讲池塘", stops(model.StopLength, "池塘里"))
	wantOutcome(t, out, StopBudget, "max_tokens")
	if !strings.HasPrefix(out.Answer, "池塘里") || !strings.Contains(out.Answer, "截断") {
		t.Errorf("answer %q, want what there is and that it was cut", out.Answer)
	}
}

func TestCutAnswerIsChecked(t *testing.T) { // contracts 2.20
	w := newWorld(t, pond)
	for name, tc := range map[string]struct {
		stop         model.StopReason
		said, warned string
		cites        int
	}{
		"a claim":            {model.StopLength, "I have updated [[Pond]] with the new dates. And", "I have updated", 1},
		"a claim in Chinese": {model.StopLength, "我已更新了笔记 [[Pond]]。然后", "我已更新", 1},
		"a wrong quotation":  {model.StopLength, "“Frogs sleep in trees.” [[Pond#Frogs]] And", "sleep in trees", 0},
		"what is right":      {model.StopLength, "“Frogs sleep in the mud all winter.” [[Pond#Frogs]] And", "", 1},
		"a link cut off":     {model.StopLength, "“Frogs sleep in the mud all winter.” [[Pond#Frogs]] And [[Po", "", 1},
		"a refusal":          {model.StopRefusal, "I have deleted the note. More I will not do.", "I have deleted", 0},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			out := w.run("What of it?", stops(tc.stop, tc.said))
			_, warning, _ := strings.Cut(out.Answer, "[!warning] Not verified: ")
			if !strings.HasPrefix(out.Outcome, "stop.") || (tc.warned == "") != (warning == "") || !strings.Contains(warning, tc.warned) {
				t.Errorf("%s says %q, want a warning of %q", out.Outcome, out.Answer, tc.warned)
			}
			if len(out.Citations) != tc.cites || (len(out.Failed) == 0) != (tc.warned == "") {
				t.Errorf("citations %+v, failed %q", out.Citations, out.Failed)
			}
		})
	}
}

func TestTruncatedCallIsNeverRun(t *testing.T) { // contracts 2.21.4
	w := newWorld(t, pond)
	w.run("Read it", stops(model.StopLength, "", call("a", "read_note", `{"slug":"Pond"}`)), says("I could not."))
	got := results(t, w.requests[1])[0]
	if res := resultOf(t, got); res.Code != tools.TruncatedCall || !got.IsError || strings.Contains(got.Content, "mud") {
		t.Errorf("result %+v, want TRUNCATED_CALL and nothing read", res)
	}
}

func TestUnreadableArguments(t *testing.T) {
	w := newWorld(t, pond)
	bad := call("a", "read_note", `{}`)
	bad.Bad = "The arguments are no JSON object: unexpected end."
	w.run("Read it", acts(bad, call("b", "read_note", `{"slog":"Pond"}`)), says("Hm."))
	got := results(t, w.requests[1])
	if res := resultOf(t, got[0]); res.Code != tools.InvalidArgument || res.Summary != bad.Bad {
		t.Errorf("unreadable arguments: %+v", res)
	}
	if res := resultOf(t, got[1]); res.Code != tools.InvalidArgument || !strings.Contains(res.Summary, "slug") {
		t.Errorf("unknown argument: %+v", res)
	}
}

func TestUnreadableArgumentsDoNotCountAgainstRightOnes(t *testing.T) { // X05 b
	w := newWorld(t, pond)
	var moves []move
	for i := range 2 {
		bad := call(fmt.Sprint("bad", i), "list_tags", `{}`)
		bad.Bad = "The arguments are no JSON object."
		moves = append(moves, acts(bad))
	}
	w.run("List it", append(moves, acts(call("good", "list_tags", `{}`)), says("There."))...)
	if res := resultOf(t, results(t, w.requests[3])[0]); res.Status != tools.StatusOK {
		t.Errorf("list_tags {} after two unreadable calls: %+v", res)
	}
}

func TestUnknownToolNamesThoseThereAre(t *testing.T) {
	w := newWorld(t, pond)
	w.run("Read it", acts(call("a", "read_notes", `{}`)), says("Hm."))
	res := resultOf(t, results(t, w.requests[1])[0])
	if res.Code != tools.UnknownTool || !strings.Contains(res.Summary, "read_note,") || !strings.Contains(res.Summary, "grep") {
		t.Errorf("result %+v, want the tools there are", res)
	}
}

func TestEmptyAnswersAreAskedForAgain(t *testing.T) { // R414
	w := newWorld(t, pond)
	out := w.run("Well?", stops(model.StopEnd, ""), stops(model.StopUnknown, "half a"), says("Here I am."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	last := w.requests[2].Messages
	if text := last[len(last)-1].Text(); !strings.HasPrefix(text, model.ObservedHead) {
		t.Errorf("the last request ends with %q, want what was wrong", text)
	}
	if want := []string{"Here I am."}; !slices.Equal(w.screen.messages(), want) {
		t.Errorf("the client has %q, want %q", w.screen.messages(), want)
	}
}

func TestThreeEmptyAnswersEndTheRun(t *testing.T) {
	w := newWorld(t, pond)
	out := w.run("Well?", stops(model.StopEnd, ""), stops(model.StopEnd, " \n"), stops(model.StopEnd, ""), says("too late"))
	wantOutcome(t, out, StopProvider, "end_turn")
	if len(w.requests) != 3 || !strings.Contains(out.Answer, "three times") {
		t.Errorf("%d requests, answer %q", len(w.requests), out.Answer)
	}
}

func TestMessagesAndStepsAreNumberedApart(t *testing.T) {
	w := newWorld(t, pond)
	w.run("Well?", stops(model.StopEnd, ""), stops(model.StopToolCalls, "One.", call("a", "list_tags", `{}`)),
		stops(model.StopEnd, ""), stops(model.StopToolCalls, "Two.", call("b", "list_tags", `{}`)), says("Three."))
	if want := []string{"One.", "Two.", "Three."}; !slices.Equal(w.screen.messages(), want) {
		t.Errorf("the client has %q, want %q", w.screen.messages(), want)
	}
	for i, step := range w.session.State().Turns[0].Steps {
		if step.Decision.Step != i+1 {
			t.Errorf("decision %d is numbered %d", i+1, step.Decision.Step)
		}
	}
}

func TestBudgetOfDecisions(t *testing.T) {
	w := newWorld(t, pond)
	var moves []move
	for i := range MaxDecisions + 1 {
		moves = append(moves, stops(model.StopToolCalls, "Looking.", call(fmt.Sprint(i), "read_file", fmt.Sprintf(`{"path":"Pond.md","offset":%d}`, i+1))))
	}
	out := w.run("Read on and on", moves...)
	wantOutcome(t, out, StopBudget, "max_turn_requests")
	if len(w.requests) != MaxDecisions || out.Detail != (Detail{Budget: "decisions", Used: MaxDecisions, Limit: MaxDecisions}) {
		t.Errorf("%d requests, detail %+v", len(w.requests), out.Detail)
	}
	if !strings.Contains(out.Answer, "8 decisions") || len(w.screen.messages()) != MaxDecisions+1 {
		t.Errorf("answer %q; the client has %q", out.Answer, w.screen.messages())
	}
}

func TestBudgetOfToolCalls(t *testing.T) {
	w := newWorld(t, pond)
	var moves []move
	for d := range 5 {
		var calls []model.Call
		for i := range 16 {
			calls = append(calls, call(fmt.Sprintf("%d-%d", d, i), "list_tags", `{}`))
		}
		moves = append(moves, acts(calls...))
	}
	out := w.run("List it a lot", moves...)
	wantOutcome(t, out, StopBudget, "max_turn_requests")
	run := 0
	for _, res := range w.screen.results {
		if res.Status == tools.StatusOK {
			run++
		}
	}
	if out.Detail.Budget != "tool_calls" || run != MaxToolCalls || len(w.screen.results) != 80 {
		t.Errorf("detail %+v after %d calls of %d, want %d", out.Detail, run, len(w.screen.results), MaxToolCalls)
	}
	steps := w.session.State().Turns[0].Steps
	if last := steps[len(steps)-1].Results; !strings.Contains(string(last[0].Result), string(tools.BudgetExhausted)) {
		t.Errorf("the calls over the limit got %s", last[0].Result)
	}
}

func TestSameFailureThreeTimesIsNotRun(t *testing.T) { // X05 b
	count := 0
	w := newWorld(t, pond, failing(&count))
	w.run("Try", acts(call("a", "fail", `{}`), call("b", "fail", `{"n":1}`)), acts(call("c", "fail", `{ "n": 1 }`)),
		acts(call("d", "fail", `{"n":1}`)), acts(call("e", "fail", `{"n":2}`)), says("It is not there."))
	if res := resultOf(t, results(t, w.requests[3])[0]); res.Code != tools.RepeatedFailure {
		t.Errorf("third time: %+v, want REPEATED_FAILURE", res)
	}
	if res := resultOf(t, results(t, w.requests[4])[0]); res.Code != tools.FileNotFound {
		t.Errorf("another call: %+v, want it run", res)
	}
	if count != 4 {
		t.Errorf("the tool ran %d times, want 4", count)
	}
}

func TestCancelWhileAToolRuns(t *testing.T) {
	entered := make(chan struct{}, 2)
	w := newWorld(t, pond, blocking(entered))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-entered
		<-entered
		cancel()
	}()
	out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Wait"}},
		stops(model.StopToolCalls, "I wait.", call("a", "wait", `{}`), call("b", "wait", `{}`)), says("too late"))
	wantOutcome(t, out, StopCancelled, "cancelled")
	if len(w.requests) != 1 || w.screen.results["a"].Status != tools.StatusCancelled {
		t.Errorf("%d requests, results %+v", len(w.requests), w.screen.results)
	}
	if out.Answer != "" || !slices.Equal(w.screen.messages(), []string{"I wait."}) {
		t.Errorf("answer %q, the client has %q", out.Answer, w.screen.messages())
	}
	wantOutcome(t, w.run("Again", says("Yes?")), OutcomeFinal, "end_turn")
}

func TestCancelWhileTheModelSpeaks(t *testing.T) {
	w := newWorld(t, pond)
	ctx, cancel := context.WithCancel(t.Context())
	out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Tell me"}},
		func(ctx context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
			emit(model.Event{Kind: model.EventText, Text: "Once upon"})
			cancel()
			<-ctx.Done()
			return model.Response{}, &model.Error{Kind: model.ErrCancelled, Message: "The request was cancelled."}
		})
	wantOutcome(t, out, StopCancelled, "cancelled")
	if out.Answer != "Once upon" {
		t.Errorf("answer %q, want what was shown", out.Answer)
	}
	wantOutcome(t, w.run("Again", says("Yes?")), OutcomeFinal, "end_turn")
}

func TestCancelAsTheAnswerArrives(t *testing.T) {
	for name, m := range map[string]move{
		"an answer": says("All done."),
		"a call":    stops(model.StopToolCalls, "Looking.", call("a", "list_tags", `{}`)),
		"a refusal": stops(model.StopRefusal, "No."),
		"nothing":   stops(model.StopEnd, ""),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			ctx, cancel := context.WithCancel(t.Context())
			out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Tell me"}},
				func(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
					cancel()
					return m(ctx, req, emit)
				})
			wantOutcome(t, out, StopCancelled, "cancelled")
			if len(w.screen.started) != 0 {
				t.Errorf("calls %v were run after the cancellation", w.screen.started)
			}
			wantOutcome(t, w.run("Again", says("Yes?")), OutcomeFinal, "end_turn")
		})
	}
}

func TestCancelledBeforeItBegan(t *testing.T) {
	w := newWorld(t, pond)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Tell me"}}, says("too late"))
	wantOutcome(t, out, StopCancelled, "cancelled")
	if len(w.requests) != 0 {
		t.Error("the controller was asked after the cancellation")
	}
}

func TestProviderFailure(t *testing.T) {
	for name, tc := range map[string]struct {
		err     error
		outcome string
		want    string
	}{
		"a key":           {&model.Error{Kind: model.ErrAuth, Provider: "openai", Message: "The key was refused."}, StopProvider, "No answer from the model: openai: The key was refused."},
		"too large":       {&model.Error{Kind: model.ErrContextOverflow, Message: "too many tokens"}, StopContext, "Start a new conversation."},
		"something else":  {errors.New("it broke"), StopProvider, "it broke"},
		"a wrong request": {&model.Error{Kind: model.ErrInvalid, Message: "bad order"}, StopProvider, "bad order"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			fails := func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
				emit(model.Event{Kind: model.EventText, Text: "Half an"})
				return model.Response{}, tc.err
			}
			out := w.run("Tell me", fails)
			wantOutcome(t, out, tc.outcome, "end_turn")
			if !strings.Contains(out.Answer, tc.want) || strings.Contains(out.Answer, "Half an") || out.Detail.Error == "" {
				t.Errorf("answer %q, detail %+v; want %q", out.Answer, out.Detail, tc.want)
			}
			wantOutcome(t, w.run("Again", says("Yes?")), OutcomeFinal, "end_turn")
		})
	}
}

func TestNewAttemptTakesBackTheOldOne(t *testing.T) { // contracts 2.21.1
	w := newWorld(t, pond)
	out := w.run("Tell me", func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
		emit(model.Event{Kind: model.EventText, Text: "The first try"})
		emit(model.Event{Kind: model.EventReasoning, Text: "hm"})
		emit(model.Event{Kind: model.EventAttempt, Attempt: 2, Text: "The connection broke."})
		return answer(emit, model.StopEnd, "The second try.")
	})
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if want := []string{"The connection broke."}; !slices.Equal(w.screen.discards, want) || w.screen.reasoning != "hm" {
		t.Errorf("discards %q, reasoning %q", w.screen.discards, w.screen.reasoning)
	}
}

func TestClientHasTheWholeAnswerHoweverItIsStreamed(t *testing.T) {
	for name, shown := range map[string]string{"all": "The answer.", "a part": "The ans", "nothing": "", "something else": "Thinking…"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			out := w.run("Tell me", func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
				emit(model.Event{Kind: model.EventText, Text: shown})
				return answer(func(model.Event) {}, model.StopEnd, "The answer.")
			})
			wantOutcome(t, out, OutcomeFinal, "end_turn") // checkRun compares the texts
		})
	}
}

func TestLogThatCannotBeWritten(t *testing.T) {
	w := newWorld(t, pond)
	_, err := w.agent.Run(t.Context(), Task{Session: w.session, Prompt: runtime.Prompt{Text: "Tell me"}, Sink: newScreen(),
		Controller: &script{t: t, moves: []move{func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
			w.must(w.session.Close())
			return answer(emit, model.StopEnd, "Lost.")
		}}}})
	var lost *logError
	if !errors.As(err, &lost) {
		t.Errorf("error %v, want that of the log", err)
	}
}

func TestIllegalTransitions(t *testing.T) { // R345
	states := []State{Idle, Planning, Running, ToolCall, WaitingInput, End}
	for _, from := range states {
		for _, to := range states {
			recorded := 0
			m := machine{state: from, record: func(State, State, string) error { recorded++; return nil }}
			err := m.to(to, "test")
			if want := slices.Contains(legal[from], to); want != (err == nil) || want != (recorded == 1) || want != (m.state == to && from != to) {
				t.Errorf("%s to %s: error %v, recorded %d times, now %s", from, to, err, recorded, m.state)
			}
		}
	}
	if len(legal[End]) != 0 || slices.Contains(legal[Running], Running) {
		t.Error("END must be the end, and no state may follow itself")
	}
}

func TestPlan(t *testing.T) {
	for name, tc := range map[string]struct{ args, want string }{
		"good":          {`{"steps":[{"content":"Search","status":"completed"},{"content":"Read","status":"in_progress"}]}`, ""},
		"no steps":      {`{"steps":[]}`, "1 to 20 steps"},
		"too many":      {`{"steps":[` + strings.Repeat(`{"content":"a","status":"pending"},`, 20) + `{"content":"a","status":"pending"}]}`, "1 to 20 steps"},
		"empty step":    {`{"steps":[{"content":" ","status":"pending"}]}`, "content"},
		"wrong status":  {`{"steps":[{"content":"a","status":"done"}]}`, "done"},
		"wrong type":    {`{"steps":"search"}`, "could not be read"},
		"unknown field": {`{"steps":[{"content":"a","status":"pending","owner":"me"}]}`, "owner"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			w.run("Plan it", acts(call("p", PlanTool, tc.args)), says("Planned."))
			res := resultOf(t, results(t, w.requests[1])[0])
			if tc.want == "" {
				if res.Status != tools.StatusOK || len(w.screen.plans) != 1 || w.screen.plans[0][1] != (PlanStep{"Read", "in_progress"}) {
					t.Errorf("result %+v, plans %+v", res, w.screen.plans)
				}
				return
			}
			if res.Code != tools.InvalidArgument || !strings.Contains(res.Summary, tc.want) || !strings.Contains(res.Summary, planExample) || len(w.screen.plans) != 0 {
				t.Errorf("result %+v, plans %+v; want %q and the smallest right call", res, w.screen.plans, tc.want)
			}
		})
	}
}
