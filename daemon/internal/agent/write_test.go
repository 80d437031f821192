package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// person answers approvals.
type person func(ctx context.Context, a gate.Approval) (gate.Answer, error)

func (p person) Ask(ctx context.Context, a gate.Approval) (gate.Answer, error) { return p(ctx, a) }

// answers answers every approval alike, and remembers them.
func answers(asked *[]gate.Approval, answer gate.Answer) person {
	return func(_ context.Context, a gate.Approval) (gate.Answer, error) {
		*asked = append(*asked, a)
		return answer, nil
	}
}

// edited is the call that changes the pond, which was read before.
var (
	readsPond = call("r", "read_file", `{"path":"Pond.md"}`)
	editsPond = call("e", "edit_file", `{"path":"Pond.md","old_text":"all winter","new_text":"until spring"}`)
)

// lastResult is the result of a call as the model got it.
func (w *world) result(request int, id string) tools.Result {
	w.t.Helper()
	for _, r := range results(w.t, w.requests[request]) {
		if r.CallID == id {
			return resultOf(w.t, r)
		}
	}
	w.t.Fatalf("request %d has no result for %s", request, id)
	return tools.Result{}
}

// A change is shown, made, read back and told; what follows in the same decision
// reads it.
func TestAnApprovedChangeIsMade(t *testing.T) { // design section 3; contracts 2.3 rule 2, 2.5
	w := newWorld(t, pond)
	w.policy = gate.Policy{}
	var asked []gate.Approval
	w.asker = answers(&asked, gate.Answer{Option: gate.AllowOnce, Note: "Fine."})
	out := w.run("Say until spring", acts(readsPond),
		stops("tool_calls", "Frogs wake in spring.", editsPond, call("again", "read_file", `{"path":"Pond.md"}`)),
		acts(call("e2", "edit_file", `{"path":"Pond.md","old_text":"Newts hide","new_text":"Newts sleep"}`)),
		says("I have updated [[Pond]]."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if text := w.read("Pond.md"); !strings.Contains(text, "until spring") || !strings.Contains(text, "Newts sleep") {
		t.Errorf("the file is %q", text)
	}
	if res := w.result(2, "e"); res.Status != tools.StatusOK || res.UndoID == "" || res.SHAAfter == "" || !strings.Contains(res.Summary, "Fine.") {
		t.Errorf("the model is told %+v", res)
	}
	if res := w.result(2, "again"); !strings.Contains(asJSON(t, res.Data), "until spring") {
		t.Errorf("a reading behind the change has %+v", res)
	}
	if len(asked) != 2 || asked[0].Rationale != "Frogs wake in spring." || asked[0].Origin != (journal.Origin{Session: w.session.ID, Run: asked[0].Origin.Run, Call: "e", Tool: "edit_file"}) {
		t.Errorf("asked %+v", asked)
	}
	if waited := count(w.screen.states, WaitingInput); waited != 2 {
		t.Errorf("states %v", w.screen.states)
	}
}

func count(states []State, want State) int {
	n := 0
	for _, s := range states {
		if s == want {
			n++
		}
	}
	return n
}

// What a person does not grant is not made, not claimed, and ends the changes of the
// decision.
func TestDeniedPartlyGrantedAndReworded(t *testing.T) { // contracts 2.4.4, 2.5
	text := "until the first warm night"
	for name, tc := range map[string]struct {
		answer gate.Answer
		status tools.Status
		holds  string
	}{
		"denied":     {gate.Answer{Option: gate.Reject, Note: "Not that."}, tools.StatusDenied, "all winter"},
		"a part":     {gate.Answer{Option: gate.AllowOnce, Hunks: map[vaultpath.Path][]int{"Pond.md": {0}}}, tools.StatusPartial, "in mud"},
		"other text": {gate.Answer{Option: gate.AllowOnce, Text: &text}, tools.StatusPartial, text},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"Pond.md": "# Pond\n\nFrogs sleep in the mud all winter.\n\n\n\n\n\n\n\nNewts hide.\n"})
			w.policy = gate.Policy{}
			var asked []gate.Approval
			w.asker = answers(&asked, tc.answer)
			patch := "*** Begin Patch\n*** Update File: Pond.md\n@@\n-Frogs sleep in the mud all winter.\n+Frogs sleep in mud all winter.\n@@\n-Newts hide.\n+Newts sleep.\n*** End Patch"
			args, err := json.Marshal(map[string]string{"patch": patch})
			w.must(err)
			lie := says("I have updated [[Pond]].")
			out := w.run("Change it", acts(readsPond), acts(call("e", "apply_patch", string(args)), call("c", "create_note", `{"title":"Two","content":"x"}`)), lie, lie, lie)
			res := w.result(2, "e")
			if res.Status != tc.status || !strings.Contains(w.read("Pond.md"), tc.holds) || strings.Contains(w.read("Pond.md"), "Newts sleep") {
				t.Errorf("%+v; the file is %q", res, w.read("Pond.md"))
			}
			want, second := OutcomeFinal, tools.StatusPartial
			if tc.status == tools.StatusDenied {
				want, second = OutcomeUnverified, tools.StatusCancelled
				if len(asked) != 1 || w.read("Two.md") != "" || !strings.Contains(res.Summary, "Not that.") {
					t.Errorf("asked %d times, told %q", len(asked), res.Summary)
				}
			}
			wantOutcome(t, out, want, "end_turn")
			if c := w.result(2, "c"); tc.status == tools.StatusDenied && c.Status != second {
				t.Errorf("the second change: %+v", c)
			}
		})
	}
}

// A person who saves while the question stands keeps what was saved.
func TestAPersonEditsWhileAsked(t *testing.T) { // contracts 2.5.2
	w := newWorld(t, pond)
	w.policy = gate.Policy{}
	w.asker = person(func(context.Context, gate.Approval) (gate.Answer, error) {
		w.write("Pond.md", "# Mine\n")
		return gate.Answer{Option: gate.AllowOnce}, nil
	})
	w.run("Change it", acts(readsPond), acts(editsPond), says("It did not work."))
	if res := w.result(2, "e"); res.Code != tools.StaleRead || w.read("Pond.md") != "# Mine\n" {
		t.Errorf("%+v; the file is %q", res, w.read("Pond.md"))
	}
}

// A cancelled run takes its question back; one whose client has gone leaves it.
func TestWhatBecomesOfAQuestionWhoseRunEnds(t *testing.T) { // contracts 2.5.7, 3.3
	for name, tc := range map[string]struct {
		cause   error
		outcome string
		waits   int
	}{"cancelled": {nil, StopCancelled, 0}, "lost": {ErrLost, OutcomeSuspended, 1}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			w.policy = gate.Policy{}
			ctx, cancel := context.WithCancelCause(t.Context())
			asker := person(func(ctx context.Context, _ gate.Approval) (gate.Answer, error) {
				cancel(tc.cause)
				<-ctx.Done()
				return gate.Answer{}, ctx.Err()
			})
			out := w.runTask(ctx, Task{Prompt: runtime.Prompt{Text: "Change it"}, Asker: asker}, acts(readsPond), acts(editsPond), says("too late"))
			if pending := w.agent.Writer.Gate.Pending(); out.Outcome != tc.outcome || len(pending) != tc.waits {
				t.Fatalf("%s, %d questions wait", out.Outcome, len(pending))
			}
			if tc.waits == 0 {
				return
			}
			id := w.agent.Writer.Gate.Pending()[0].ID
			done, err := w.agent.Writer.Answer(t.Context(), id, gate.Answer{Option: gate.AllowOnce}, gate.Request{Log: w.session})
			if err != nil || done.UndoID == "" || !strings.Contains(w.read("Pond.md"), "until spring") {
				t.Errorf("answered later: %+v, %v", done, err)
			}
			if _, err := w.agent.Writer.Answer(t.Context(), id, gate.Answer{Option: gate.AllowOnce}, gate.Request{}); err == nil {
				t.Error("answered twice")
			}
			w.checkReload()
		})
	}
}

// Without a gate nothing is changed, and the model hears why.
func TestWithoutAGate(t *testing.T) {
	w := newWorld(t, pond)
	w.agent.Writer = &Writer{Fault: errors.New("the journal is on a disk that cannot be written"), Index: w.index, Log: w.agent.Log}
	w.run("Change it", acts(readsPond), acts(editsPond), says("It cannot be changed."))
	if res := w.result(2, "e"); res.Code != tools.PolicyDenied || !strings.Contains(res.Summary, "cannot be written") || !strings.Contains(res.Summary, "doctor") {
		t.Errorf("%+v", res)
	}
	if !strings.Contains(w.requests[0].System, "You can read and search.") || strings.Contains(w.requests[0].System, "{{") {
		t.Errorf("the model is told that it can change notes: %s", w.requests[0].System)
	}
}

// What a change breaks is told with its result.
func TestFindingsOfAChange(t *testing.T) { // issue 4: graph check
	w := newWorld(t, map[string]string{
		"Pond.md": "# Pond\n\n## Frogs\n\nFrogs sleep. ^sleep\n\nMore.\n", "Heron.md": "[[Pond#Frogs]] [[Pond#^sleep]] [[Pond]] [[Nowhere]]\n",
		"Hidden.md": "---\nprivate: true\n---\n[[Pond#Frogs]]\n",
	})
	w.asker = answers(&[]gate.Approval{}, gate.Answer{Option: gate.AllowOnce})
	rewrite := `{"path":"Pond.md","content":"# Pond\n\nToads sleep, as frogs do. [[Lagoon]]\n\nMore.\n"}`
	w.run("Change it", acts(readsPond), acts(call("e", "write_file", rewrite)),
		acts(call("d", "delete_note", `{"slug":"Pond"}`)), says("I have deleted [[Pond]]."))
	said := w.result(2, "e").Summary
	for _, want := range []string{`"Lagoon"`, `"#Frogs"`, `"#^sleep"`, `"Heron.md"`} {
		if !strings.Contains(said, want) {
			t.Errorf("the findings lack %s: %s", want, said)
		}
	}
	for _, bad := range []string{"Nowhere", "Hidden"} {
		if strings.Contains(said, bad) {
			t.Errorf("the findings name %s: %s", bad, said)
		}
	}
	gone := asJSON(t, w.result(3, "d"))
	if !strings.Contains(gone, `\"Pond\" in \"Heron.md\"`) || strings.Contains(gone, "Hidden") || w.read("Pond.md") != "" {
		t.Errorf("deleted: %s", gone)
	}
}

// Links follow a moved note into a private one, of which nobody hears.
func TestAMoveRewritesPrivateNotesUnseen(t *testing.T) { // design 5, Private
	w := newWorld(t, map[string]string{"Pond.md": "# Pond\n", "Heron.md": "[[Pond]]\n", "Hidden.md": "---\nprivate: true\n---\n[[Pond]]\n"})
	w.asker = answers(&[]gate.Approval{}, gate.Answer{Option: gate.AllowOnce})
	out := w.run("Rename it", acts(call("m", "move_note", `{"slug":"Pond","name":"Pool"}`)), says("I have renamed [[Pool]]."))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if said := asJSON(t, w.result(1, "m")); strings.Contains(said, "Hidden") {
		t.Errorf("the result names a private note: %s", said)
	}
	if w.read("Hidden.md") != "---\nprivate: true\n---\n[[Pool]]\n" || w.read("Heron.md") != "[[Pool]]\n" || w.read("Pool.md") != "# Pond\n" {
		t.Errorf("%q, %q, %q", w.read("Hidden.md"), w.read("Heron.md"), w.read("Pool.md"))
	}
	done, err := w.agent.Writer.Undo(t.Context(), gate.Which{File: "Pool.md"}, gate.Request{IncludePrivate: true})
	if err != nil || len(done) != 1 || w.read("Pond.md") != "# Pond\n" || w.read("Heron.md") != "[[Pond]]\n" {
		t.Errorf("undone: %+v, %v", done, err)
	}
	snap := w.index.Acquire()
	defer snap.Release()
	if _, there := snap.View(false).File("Pond.md"); !there {
		t.Error("the index has not seen the undo")
	}
}

// A run makes a bounded number of changes.
func TestChangesOfARunAreBounded(t *testing.T) { // contracts 2.6
	w := newWorld(t, pond)
	notes := func(decision int) move {
		var calls []model.Call
		for i := range MaxWrites {
			calls = append(calls, call(fmt.Sprintf("n%d-%d", decision, i), "create_note", fmt.Sprintf(`{"title":"%d %d","content":"x","folder":"N"}`, decision, i)))
		}
		return acts(calls...)
	}
	w.run("Make notes", notes(0), notes(1), says("Enough."))
	if res := w.result(2, "n1-0"); res.Code != tools.BudgetExhausted {
		t.Errorf("%+v", res)
	}
	files, err := os.ReadDir(filepath.Join(w.dir, "N"))
	if w.must(err); len(files) != MaxWrites {
		t.Errorf("%d notes were made", len(files))
	}
}

// A crash between a change and its result loses neither.
func TestAChangeWithoutItsResult(t *testing.T) { // contracts 2.14.4
	w := newWorld(t, pond)
	s := w.session
	w.must(s.Append("r", runtime.EventPrompt, runtime.Prompt{Text: "Change it"}, false))
	w.must(s.Append("r", runtime.EventDecision, runtime.Decision{Step: 1, Message: json.RawMessage(`{}`),
		Calls: []runtime.CallRef{{ID: "made", Name: "edit_file"}, {ID: "open", Name: "edit_file"}, {ID: "none", Name: "edit_file"}}}, false))
	for _, id := range []string{"made", "open"} {
		w.must(s.Append("r", runtime.EventIntent, gate.Intent{Effect: "hash " + id, Title: "Change Pond.md", Call: id}, false))
		if id == "made" {
			w.must(s.Append("r", runtime.EventEffect, gate.Result{Effect: "hash made", UndoID: "U1"}, true))
		}
	}
	w.must(w.store.Close())
	store, err := runtime.OpenStore(w.logs, clock)
	w.must(err)
	again, err := store.Load(s.ID)
	w.must(err)
	got := map[string]string{}
	for _, r := range again.State().Turns[0].Steps[0].Results {
		got[r.CallID] = r.Status + " " + string(r.Result)
	}
	for id, want := range map[string]string{"made": "U1", "open": "outcome_unknown", "none": "cancelled"} {
		if !strings.Contains(got[id], want) {
			t.Errorf("%s: %s", id, got[id])
		}
	}
	w.must(store.Close())
}
