package gate_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// asker answers as a test says, and remembers what was asked.
type asker struct {
	answer gate.Answer
	err    error
	before func(gate.Approval) // while the question waits
	asked  []gate.Approval
}

func (a *asker) Ask(_ context.Context, q gate.Approval) (gate.Answer, error) {
	a.asked = append(a.asked, q)
	if a.before != nil {
		a.before(q)
	}
	return a.answer, a.err
}

func says(o gate.Option) *asker { return &asker{answer: gate.Answer{Option: o}} }

// events is a session's log.
type events struct{ kinds []runtime.EventType }

func (e *events) Append(_ string, kind runtime.EventType, payload any, durable bool) error {
	if _, err := json.Marshal(payload); err != nil || !durable {
		return errors.New("an event that cannot be kept")
	}
	e.kinds = append(e.kinds, kind)
	return nil
}

func wantCode(t *testing.T, err error, code tools.Code) *tools.Error {
	t.Helper()
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("%v, want %s", err, code)
	}
	return e
}

var run = journal.Origin{Session: "s", Run: "r", Call: "c", Tool: "edit_file"}

// The question holds the whole diff, is composed of the effect, and the log tells
// of question, answer, intent and effect in that order (contracts 2.5.5, 2.14.2).
func TestApprovedChange(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "one\ntwo\n")
	g, who, log := w.open(), says(gate.AllowOnce), &events{}
	who.answer.Note = "fine"
	broken := gate.Finding{Kind: "unresolved_link", Path: at(t, "a.md"), Message: "[[x]] leads nowhere"}
	set := setOf(t, replace(t, "a.md", "one\ntwo\n", "one\n2\n"), create(t, "new/b.md", "b\n"))
	got, err := g.Submit(context.Background(), gate.Request{Origin: run, Set: set, Asker: who, Log: log, Rationale: "because",
		Check: func(_ context.Context, c []gate.Changed) []gate.Finding {
			if len(c) == 2 && string(c[0].Before) == "one\ntwo\n" && string(c[0].After) == "one\n2\n" {
				return []gate.Finding{broken}
			}
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	q := who.asked[0]
	if len(who.asked) != 1 || q.Class != gate.Write || !strings.Contains(q.Title, "1 note changed, 1 created") || q.Rationale != "because" {
		t.Errorf("asked %+v", q)
	}
	if i := slices.IndexFunc(q.Files, func(f gate.FileDiff) bool { return f.Path == "a.md" }); i < 0 ||
		!strings.Contains(q.Files[i].Diff, "-two\n+2\n") || q.Files[i].Before != sum("one\ntwo\n").String() {
		t.Errorf("the diff is %+v", q.Files)
	}
	if want := []runtime.EventType{runtime.EventApproval, runtime.EventApproval, runtime.EventIntent, runtime.EventEffect}; !slices.Equal(log.kinds, want) {
		t.Errorf("logged %v", log.kinds)
	}
	if got.Note != "fine" || got.Effect != q.Effect || len(got.Findings) != 1 || got.Partial || got.Files[1].SHAAfter != sum("one\n2\n").String() {
		t.Errorf("result %+v", got)
	}
	if w.tree()["new/b.md"] != "b\n" || len(g.Pending()) != 0 {
		t.Errorf("tree %v, pending %v", w.tree(), g.Pending())
	}
	if _, err := g.Undo(context.Background(), gate.Which{Run: "r"}, gate.Request{Log: log}); err != nil {
		t.Fatal(err)
	}
	if tree := w.tree(); tree["a.md"] != "one\ntwo\n" || has(tree, "new/") {
		t.Errorf("after undo %v", tree)
	}
}

// A no changes nothing; and an answer is taken once, whoever gives it (4.3 "human").
func TestRefusals(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "a\n")
	g, first := w.open(), w.tree()
	set := setOf(t, replace(t, "a.md", "a\n", "b\n"))
	who := says(gate.Reject)
	who.answer.Note = "not now"
	_, err := g.Submit(context.Background(), gate.Request{Set: set, Asker: who})
	if e := wantCode(t, err, tools.ApprovalDenied); !strings.Contains(e.Message, "not now") {
		t.Error(e)
	}
	second := error(nil)
	who = says(gate.Reject)
	who.before = func(q gate.Approval) {
		_, err := g.Answer(context.Background(), q.ID, gate.Answer{Option: gate.Reject}, gate.Request{})
		_, second = g.Answer(context.Background(), q.ID, gate.Answer{Option: gate.AllowOnce}, gate.Request{})
		if err != nil {
			t.Error(err)
		}
	}
	_, err = g.Submit(context.Background(), gate.Request{Set: set, Asker: who})
	wantCode(t, err, tools.ApprovalDenied)
	wantCode(t, second, tools.InvalidArgument)
	_, err = g.Submit(context.Background(), gate.Request{Set: set, Asker: says("allow_always")})
	wantCode(t, err, tools.ApprovalExpired) // that was no answer: the question waits
	ctx, cancel := context.WithCancel(context.Background())
	who = &asker{err: context.Canceled, before: func(gate.Approval) { cancel() }}
	_, err = g.Submit(ctx, gate.Request{Set: set, Asker: who})
	wantCode(t, err, tools.Cancelled)
	_, err = g.Submit(context.Background(), gate.Request{})
	wantCode(t, err, tools.NoChange)
	if got := w.tree(); got["a.md"] != first["a.md"] || len(g.Pending()) != 1 {
		t.Errorf("%v, pending %d", got, len(g.Pending()))
	}
}

// A question that nobody answered can be answered after a restart, once, and is
// superseded when its file changed (contracts 2.5.2, 2.5.7).
func TestApprovalsOutliveTheProcess(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "a\n")
	w.write("b.md", "b\n")
	g := w.open()
	for _, e := range []edit.Effect{replace(t, "a.md", "a\n", "A\n"), replace(t, "b.md", "b\n", "B\n"), trashed(t, "a.md", "a\n")} {
		_, err := g.Submit(context.Background(), gate.Request{Origin: run, Set: setOf(t, e)})
		wantCode(t, err, tools.ApprovalExpired)
	}
	g = w.open()
	pending := g.Pending()
	if len(pending) != 3 || pending[0].Origin != run || pending[0].Files[0].Diff == "" {
		t.Fatalf("pending %+v", pending)
	}
	w.write("b.md", "person\n")
	log := &events{}
	got, err := g.Answer(context.Background(), pending[0].ID, gate.Answer{Option: gate.AllowOnce}, gate.Request{Log: log})
	if err != nil || got.UndoID == "" || w.tree()["a.md"] != "A\n" {
		t.Fatalf("%+v, %v, %v", got, err, w.tree())
	}
	_, err = g.Answer(context.Background(), pending[0].ID, gate.Answer{Option: gate.AllowOnce}, gate.Request{})
	wantCode(t, err, tools.InvalidArgument)
	_, err = g.Answer(context.Background(), pending[1].ID, gate.Answer{Option: gate.AllowOnce}, gate.Request{})
	wantCode(t, err, tools.StaleRead)
	if over := g.Recheck(); len(over) != 1 || over[0].State != gate.Superseded || len(g.Pending()) != 0 {
		t.Errorf("superseded %+v, pending %d", over, len(g.Pending()))
	}
	_, err = g.Submit(context.Background(), gate.Request{Set: setOf(t, replace(t, "a.md", "A\n", "C\n"))})
	wantCode(t, err, tools.ApprovalExpired)
	w.now = func() time.Time { return time.Now().Add(gate.DefaultExpiry + time.Hour) }
	if g = w.open(); len(g.Pending()) != 0 {
		t.Error("an expired question still waits")
	}
	if tree := w.tree(); tree["b.md"] != "person\n" || tree["a.md"] != "A\n" {
		t.Error(tree)
	}
}

// While a question waits the file may change: the change is off, and theirs stands.
func TestDriftWhileWaiting(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "a\n")
	g, who := w.open(), says(gate.AllowOnce)
	who.before = func(gate.Approval) { w.write("a.md", "person\n") }
	_, err := g.Submit(context.Background(), gate.Request{Set: setOf(t, replace(t, "a.md", "a\n", "b\n")), Asker: who})
	wantCode(t, err, tools.StaleRead)
	if w.tree()["a.md"] != "person\n" || len(g.Entries()) != 0 {
		t.Error(w.tree(), g.Entries())
	}
}

// Hunks and files can be granted one by one, or another text given.
func TestPartOfAChange(t *testing.T) {
	w := newWorld(t)
	old := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	w.write("a.md", old)
	g := w.open()
	both := strings.Replace(strings.Replace(old, "1\n2", "one\n2", 1), "11\n12", "11\ntwelve", 1)
	set := setOf(t, replace(t, "a.md", old, both), create(t, "b.md", "b\n"))
	who := says(gate.AllowOnce)
	who.answer.Hunks = map[vaultpath.Path][]int{"a.md": {1}, "b.md": {}}
	got, err := g.Submit(context.Background(), gate.Request{Set: set, Asker: who})
	if err != nil || !got.Partial || got.Effect == who.asked[0].Effect {
		t.Fatalf("%+v, %v", got, err)
	}
	now := strings.Replace(old, "11\n12", "11\ntwelve", 1)
	if tree := w.tree(); tree["a.md"] != now || has(tree, "b.md") {
		t.Fatal(tree)
	}
	text := "my own\n"
	who = says(gate.AllowOnce)
	who.answer.Text = &text
	if _, err := g.Submit(context.Background(), gate.Request{Set: setOf(t, replace(t, "a.md", now, "x\n")), Asker: who}); err != nil || w.tree()["a.md"] != text {
		t.Fatal(err, w.tree())
	}
	who = says(gate.AllowOnce)
	who.answer.Hunks = map[vaultpath.Path][]int{"other.md": {0}}
	_, err = g.Submit(context.Background(), gate.Request{Set: setOf(t, replace(t, "a.md", text, "x\n")), Asker: who})
	wantCode(t, err, tools.InvalidArgument)
}

// Deny is over ask, ask over allow; grants lift neither, nor plan mode, nor what is
// sensitive (contracts 2.5.1-2.5.3, X18).
func TestPolicyIsMonotone(t *testing.T) {
	rule := func(do gate.Decision, folders ...string) gate.Rule { return gate.Rule{Do: do, Folders: folders} }
	facts := func(p vaultpath.Path) gate.Facts {
		return gate.Facts{Private: p == "secret.md", Tags: map[vaultpath.Path][]string{"tagged.md": {"#Lock/deep"}}[p]}
	}
	for name, c := range map[string]struct {
		rules []gate.Rule
		r     gate.Request
		set   []edit.Effect
		asks  int
		code  tools.Code
	}{
		"no rule asks":           {set: []edit.Effect{create(t, "f/a.md", "x")}, asks: 1},
		"allowed":                {rules: []gate.Rule{rule(gate.Allow, "f")}, set: []edit.Effect{create(t, "F/a.md", "x")}},
		"allowed in part":        {rules: []gate.Rule{rule(gate.Allow, "f")}, set: []edit.Effect{create(t, "f/a.md", "x"), create(t, "a.md", "x")}, asks: 1},
		"ask over allow":         {rules: []gate.Rule{rule(gate.Ask, "f/x"), rule(gate.Allow)}, set: []edit.Effect{create(t, "f/x/a.md", "x")}, asks: 1},
		"deny over all":          {rules: []gate.Rule{rule(gate.Allow), rule(gate.Deny, "f"), rule(gate.Ask)}, set: []edit.Effect{create(t, "f/a.md", "x")}, code: tools.PolicyDenied},
		"deny in another case":   {rules: []gate.Rule{rule(gate.Deny, "Archive")}, set: []edit.Effect{create(t, "archive/a.md", "x")}, code: tools.PolicyDenied},
		"deny by tag":            {rules: []gate.Rule{{Do: gate.Deny, Tags: []string{"lock"}}}, set: []edit.Effect{create(t, "tagged.md", "x")}, code: tools.PolicyDenied},
		"deny by op":             {rules: []gate.Rule{{Do: gate.Deny, Ops: []string{"trash"}}}, set: []edit.Effect{trashed(t, "there.md", "x")}, code: tools.PolicyDenied},
		"deny a move's target":   {rules: []gate.Rule{rule(gate.Deny, "f")}, set: []edit.Effect{moved(t, "there.md", "f/a.md", "x", nil)}, code: tools.PolicyDenied},
		"sensitive is asked":     {rules: []gate.Rule{rule(gate.Allow)}, set: []edit.Effect{trashed(t, "there.md", "x")}, asks: 1},
		"unread is sensitive":    {rules: []gate.Rule{rule(gate.Allow)}, r: gate.Request{Sensitive: []string{"it was not read"}}, set: []edit.Effect{replace(t, "there.md", "x", "y")}, asks: 1},
		"plan mode":              {rules: []gate.Rule{rule(gate.Allow)}, r: gate.Request{Mode: gate.ModePlan}, set: []edit.Effect{create(t, "a.md", "x")}, code: tools.PolicyDenied},
		"edit mode":              {r: gate.Request{Mode: gate.ModeEdit, EditFolders: []vaultpath.Path{"f"}}, set: []edit.Effect{create(t, "f/a.md", "x")}},
		"edit mode elsewhere":    {r: gate.Request{Mode: gate.ModeEdit, EditFolders: []vaultpath.Path{"f"}}, set: []edit.Effect{create(t, "g/a.md", "x")}, asks: 1},
		"edit mode, denied":      {rules: []gate.Rule{rule(gate.Deny, "f")}, r: gate.Request{Mode: gate.ModeEdit, EditFolders: []vaultpath.Path{"f"}}, set: []edit.Effect{create(t, "f/a.md", "x")}, code: tools.PolicyDenied},
		"private":                {set: []edit.Effect{create(t, "secret.md", "x")}, code: tools.PolicyDenied},
		"private, allowed":       {r: gate.Request{IncludePrivate: true}, set: []edit.Effect{create(t, "secret.md", "x")}, asks: 1},
		"a name for Linux alone": {set: []edit.Effect{create(t, "ab:c.md", "x")}, code: tools.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.write("there.md", "x")
			w.policy.Rules = c.rules
			who := says(gate.AllowOnce)
			c.r.Set, c.r.Asker, c.r.Facts = setOf(t, c.set...), who, facts
			_, err := w.open().Submit(context.Background(), c.r)
			if c.code != "" {
				wantCode(t, err, c.code)
			} else if err != nil {
				t.Fatal(err)
			}
			if len(who.asked) != c.asks {
				t.Errorf("asked %d times, want %d", len(who.asked), c.asks)
			}
		})
	}
}

// A grant for a run covers its files or folder, 50 times, this run alone, and
// nothing sensitive (contracts 2.5.3).
func TestGrants(t *testing.T) {
	w := newWorld(t)
	g := w.open()
	submit := func(origin journal.Origin, who *asker, effects ...edit.Effect) int {
		t.Helper()
		if _, err := g.Submit(context.Background(), gate.Request{Origin: origin, Set: setOf(t, effects...), Asker: who}); err != nil {
			t.Fatal(err)
		}
		return len(who.asked)
	}
	if n := submit(run, says(gate.AllowFolder), create(t, "f/a.md", "0\n")); n != 1 {
		t.Fatal("a first change was not asked about")
	}
	text := "0\n"
	for i := range 50 {
		next := strings.Repeat("x", i) + "\n"
		if n := submit(run, says(gate.AllowOnce), replace(t, "f/a.md", text, next)); n != 0 {
			t.Fatalf("use %d was asked about", i+1)
		}
		text = next
	}
	if n := submit(run, says(gate.AllowFiles), replace(t, "f/a.md", text, "51\n")); n != 1 {
		t.Error("the 51st use was not asked about")
	}
	other := run
	other.Run = "another"
	if n := submit(other, says(gate.AllowOnce), replace(t, "f/a.md", "51\n", "52\n")); n != 1 {
		t.Error("another run used the grant")
	}
	if n := submit(run, says(gate.AllowOnce), replace(t, "f/a.md", "52\n", "53\n")); n != 0 {
		t.Error("a granted file was asked about")
	}
	if n := submit(run, says(gate.AllowOnce), create(t, "f/b.md", "b\n")); n != 1 {
		t.Error("a grant of a file covered its neighbour")
	}
	who := says(gate.AllowOnce)
	if n := submit(run, who, trashed(t, "f/a.md", "53\n")); n != 1 || slices.Contains(who.asked[0].Options, gate.AllowFiles) {
		t.Errorf("a deletion was asked about %d times, with %v", n, who.asked)
	}
	g.EndRun(run.Run)
	if n := submit(run, says(gate.AllowOnce), create(t, "f/a.md", "a\n")); n != 1 {
		t.Error("a grant outlived its run")
	}
}

// An answer to a sensitive question that came too fast is no person's, where the
// policy asks for one (contracts 2.5.6).
func TestAutomaticAnswers(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "a\n")
	w.policy.RequireHuman = true
	clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w.now = func() time.Time { return clock }
	g := w.open()
	_, err := g.Submit(context.Background(), gate.Request{Set: setOf(t, trashed(t, "a.md", "a\n")), Asker: says(gate.AllowOnce)})
	wantCode(t, err, tools.ApprovalDenied)
	who := says(gate.AllowOnce)
	who.before = func(gate.Approval) { clock = clock.Add(time.Second) }
	got, err := g.Submit(context.Background(), gate.Request{Set: setOf(t, trashed(t, "a.md", "a\n")), Asker: who})
	if err != nil || got.Files[0].Trash != ".trash/a.md" {
		t.Fatalf("%+v, %v", got, err)
	}
}

// The policy's file is read anew for every change; one that cannot be understood
// forbids all (contracts 2.5.4).
func TestPolicyFiles(t *testing.T) {
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "policy.json"), filepath.Join(dir, "none.json")}
	read := gate.PolicyFrom(files)
	if p, err := read(); err != nil || len(p.Rules) != 0 {
		t.Fatal(p, err)
	}
	put := func(text string) {
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(`{"requireHuman": true, "bulk": 3, "rules": [{"do": "deny", "folders": ["Archive"], "why": "finished"}]}`)
	p, err := read()
	if err != nil || !p.RequireHuman || p.Bulk != 3 || p.Rules[0].Do != gate.Deny {
		t.Fatal(p, err)
	}
	for _, bad := range []string{`{"rules": [{"folders": ["x"]}]}`, `{"rules": [{"do": "forbid"}]}`, `{"rule": []}`, `{"bulk": -1}`,
		`{"rules": [{"do": "ask", "ops": ["erase"]}]}`, `{"rules": [{"do": "ask", "folders": ["../x"]}]}`, `no`} {
		put(bad)
		if p, err := read(); err == nil || !strings.HasPrefix(err.Error(), "policy.json: ") {
			t.Errorf("%s: %+v, %v", bad, p, err)
		}
	}
}
