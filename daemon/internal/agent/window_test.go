package agent

import (
	"context"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// overflows refuses a request for its size.
func overflows(window int) move {
	return func(context.Context, model.Request, func(model.Event)) (model.Response, error) {
		return model.Response{}, &model.Error{Kind: model.ErrContextOverflow, Provider: "openai", Message: "The request is larger than the model can read.", Window: window}
	}
}

// size is a request in estimated tokens, with what is kept free for its answer.
func size(req model.Request) int { return measure(req).total() + req.MaxOutputTokens }

// A model that takes less than was assumed is asked once more with what fits, keeps to
// it for the rest of the run, and the person is told; a second refusal ends the run.
func TestSmallerWindowIsLearned(t *testing.T) {
	for name, tc := range map[string]struct {
		question, note string
		told, most     int
	}{
		"told":                {"Tell me", "takes about 12000 tokens", 12000, 12000},
		"not told":            {"Tell me", "fewer than was assumed", 0, DefaultWindow / 2},
		"told more than sent": {"Tell me", "fewer than was assumed", 1 << 20, DefaultWindow / 2},
		"in Chinese":          {"说说池塘", "12000 个 token", 12000, 12000},
	} {
		t.Run(name, func(t *testing.T) {
			w := talked(t)
			out := w.run(tc.question, overflows(tc.told), acts(call("1", "list_dir", `{"path":"."}`)), says("Frogs."))
			wantOutcome(t, out, OutcomeFinal, "end_turn")
			if !strings.HasPrefix(out.Answer, "Frogs.") || !strings.Contains(out.Answer, tc.note) {
				t.Errorf("the answer is %q", out.Answer)
			}
			sent := w.requests
			if len(sent) != 3 || size(sent[0]) <= tc.most {
				t.Fatalf("%d requests, the first of %d tokens", len(sent), size(sent[0]))
			}
			for _, req := range sent[1:] {
				if size(req) > tc.most {
					t.Errorf("a request has %d tokens, want at most %d", size(req), tc.most)
				}
			}
		})
	}
	w := talked(t)
	wantOutcome(t, w.run("Tell me", overflows(12000), overflows(9000)), StopContext, "end_turn")
	if len(w.requests) != 2 {
		t.Errorf("%d requests", len(w.requests))
	}
}

// talked is a world with a conversation that nearly fills the window.
func talked(t *testing.T) *world {
	w := newWorld(t, pond)
	filler := strings.Repeat("A long talk about ponds and what lives in them. ", 200)
	for range 4 {
		w.run(filler, says(filler))
	}
	return w
}

// What is kept free for the answer leaves room in a small window, and one that is too
// small for anything is not tried.
func TestSmallWindows(t *testing.T) {
	w := newWorld(t, pond)
	out := w.runTask(t.Context(), Task{Prompt: runtime.Prompt{Text: "Tell me"}, Window: 12000}, says("Frogs."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if got := w.requests[len(w.requests)-1].MaxOutputTokens; got != 3000 {
		t.Errorf("%d tokens are kept free of 12000", got)
	}
	r := &run{task: Task{Window: DefaultWindow}}
	if r.narrow(leastWindow-1, DefaultWindow) || r.narrowed || r.task.Window != DefaultWindow {
		t.Error("a window too small for anything is tried")
	}
}
