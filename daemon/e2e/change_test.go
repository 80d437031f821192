package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/protocol"
)

// written is what a writing tool answers.
type written struct {
	Status, Code, Summary string
	UndoID                string `json:"undo_id"`
	SHAAfter              string `json:"sha_after"`
	Data                  struct {
		Diff   string
		SHA256 string
	}
}

// tool runs a tool on the command line, with more flags behind it.
func (w *world) tool(name string, args map[string]any, flags ...string) (written, result) {
	w.t.Helper()
	raw, err := json.Marshal(args)
	must(w.t, err)
	var r written
	res := w.json(&r, append([]string{"tool", name, string(raw)}, flags...)...)
	return r, res
}

// tree is every file of the vault outside hidden folders.
func (w *world) tree() map[string]string {
	w.t.Helper()
	all := map[string]string{}
	must(w.t, filepath.WalkDir(w.vault, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.vault, path)
		switch {
		case err != nil || rel == ".":
			return err
		case strings.HasPrefix(e.Name(), ".") && e.IsDir():
			return fs.SkipDir
		case e.IsDir():
			all[filepath.ToSlash(rel)+"/"] = ""
			return nil
		}
		raw, err := os.ReadFile(path)
		all[filepath.ToSlash(rel)] = string(raw)
		return err
	}))
	return all
}

func (w *world) wantTree(what string, want map[string]string) {
	w.t.Helper()
	if got, want := fmt.Sprint(w.tree()), fmt.Sprint(want); got != want {
		w.t.Errorf("%s: the vault is\n%s\nwant\n%s", what, got, want)
	}
}

// Created, edited, patched, moved and deleted through the program, and all of it undone,
// byte for byte; a second process on the vault takes the same road.
func TestChangesAndTheirUndo(t *testing.T) { // issue 4
	for _, attached := range []bool{false, true} {
		t.Run(fmt.Sprintf("attached %v", attached), func(t *testing.T) {
			w := newWorld(t, map[string]string{"Pond.md": "---\r\nb: 1 # why\r\na: 2\r\n---\r\n# Pond\r\n\r\nFrogs.", "Heron.md": "\ufeffSee [[Pond#Pond|the pond]] and ![[Pond]].\n"})
			first := w.tree()
			if attached {
				w.serve().connect().ready()
			}
			var ids []string
			do := func(name string, args map[string]any) written {
				t.Helper()
				r, res := w.tool(name, args, "--yes")
				if res.code != 0 || r.Status != "ok" || r.UndoID == "" {
					t.Fatalf("%s: exit %d, %+v", name, res.code, r)
				}
				ids = append(ids, r.UndoID)
				return r
			}
			made := do("create_note", map[string]any{"title": "Newt", "content": "Newts hide.", "folder": "Cards/Water"})
			made = do("edit_file", map[string]any{"path": "Cards/Water/Newt.md", "old_text": "hide", "new_text": "sleep", "expected_sha256": made.SHAAfter})
			do("apply_patch", map[string]any{"patch": "*** Begin Patch\n*** Update File: Cards/Water/Newt.md\n@@\n-Newts sleep.\n+Newts sleep deep.\n*** Add File: Cards/Toad.md\n+[[Pond]]\n*** End Patch",
				"expected_sha256": map[string]string{"Cards/Water/Newt.md": made.SHAAfter}})
			do("move_note", map[string]any{"slug": "Pond", "name": "Pool", "folder": "Water"})
			do("delete_note", map[string]any{"slug": "Newt"})
			now := w.tree()
			if now["Heron.md"] != "\ufeffSee [[Pool#Pond|the pond]] and ![[Pool]].\n" || now["Water/Pool.md"] != first["Pond.md"] || now["Cards/Toad.md"] != "[[Pool]]\n" || now["Cards/Water/Newt.md"] != "" {
				t.Errorf("after all of it: %q", now)
			}
			for i := len(ids) - 1; i >= 0; i-- {
				if r := w.run("undo", ids[i], "--yes"); r.code != 0 {
					t.Fatalf("undo %s: exit %d, %s%s", ids[i], r.code, r.stdout, r.stderr)
				}
			}
			w.wantTree("undone", first)
			var list struct{ Total int }
			if w.json(&list, "undo"); list.Total != 2*len(ids) {
				t.Errorf("%d changes are listed", list.Total)
			}
		})
	}
}

// What cannot be changed is refused, and nothing is.
func TestRefusedChanges(t *testing.T) { // design section 5, "Hashes", "Private", "Approvals"
	w := newWorld(t, map[string]string{".obsidian/app.json": "{}", "a.md": "one\n", "Secret.md": "---\nprivate: true\n---\nmine\n"})
	first := w.tree()
	other := strings.Repeat("e", 64)
	for name, tc := range map[string]struct {
		tool  string
		args  map[string]any
		flags []string
		code  string
	}{
		"without yes":    {"create_note", map[string]any{"title": "b", "content": "x"}, nil, "APPROVAL_DENIED"},
		"unread":         {"write_file", map[string]any{"path": "a.md", "content": "x"}, []string{"--yes"}, "READ_REQUIRED"},
		"stale":          {"write_file", map[string]any{"path": "a.md", "content": "x", "expected_sha256": other}, []string{"--yes"}, "STALE_READ"},
		"hidden":         {"write_file", map[string]any{"path": ".obsidian/app.json", "content": "x"}, []string{"--yes"}, "WORKSPACE_PATH_DENIED"},
		"outside":        {"write_file", map[string]any{"path": "../x.md", "content": "x"}, []string{"--yes"}, "WORKSPACE_PATH_DENIED"},
		"private":        {"edit_file", map[string]any{"path": "Secret.md", "old_text": "mine", "new_text": "x"}, []string{"--yes"}, "FILE_NOT_FOUND"},
		"private's name": {"write_file", map[string]any{"path": "Secret.md", "content": "x"}, []string{"--yes"}, "POLICY_DENIED"},
	} {
		r, res := w.tool(tc.tool, tc.args, tc.flags...)
		if res.code != 1 || r.Code != tc.code || strings.Contains(res.stdout, "mine") && tc.code != "FILE_NOT_FOUND" {
			t.Errorf("%s: exit %d, %+v", name, res.code, r)
		}
	}
	w.wantTree("refused", first)
	if r, _ := w.tool("create_note", map[string]any{"title": "b", "content": "x"}); r.Status != "denied" || !strings.Contains(r.Data.Diff, "+x") || !strings.Contains(r.Summary, "--yes") {
		t.Errorf("the refusal shows %+v", r)
	}
}

// changes is a scenario: the model reads, changes, and says so, as often as it is asked.
func changes(says string, finals int) modeltest.Scenario {
	sc := modeltest.Scenario{Name: "a change", Turns: []modeltest.Turn{
		{Expect: []modeltest.Expect{{Path: "@.tools", Op: "contains", Value: "edit_file"}, {Path: "@.tools", Op: "absent", Value: "delete_note"}},
			Reply: modeltest.Reply{Calls: []modeltest.Call{{Name: "read_file", Args: map[string]any{"path": "a.md"}}}}},
		{Reply: modeltest.Reply{Text: "To greet.", Calls: []modeltest.Call{{Name: "edit_file", Args: map[string]any{"path": "a.md", "old_text": "one", "new_text": "hello"}}}}},
	}}
	for range finals {
		sc.Turns = append(sc.Turns, modeltest.Turn{Reply: modeltest.Reply{Text: says}})
	}
	return sc
}

// asking connects a client that answers questions with permit.
func (d *daemon) asking(permit func(context.Context, protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error)) *peer {
	d.t.Helper()
	return d.connectWith(func(mux *protocol.Mux) {
		protocol.Handle(mux, protocol.MethodRequestPermission, protocol.LaneConcurrent,
			func(ctx context.Context, _ *protocol.Conn, r protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
				return permit(ctx, r)
			})
	})
}

func selects(option string) protocol.RequestPermissionResponse {
	return protocol.RequestPermissionResponse{Outcome: protocol.PermissionOutcome{Outcome: protocol.PermissionSelected, OptionID: option}}
}

// A model's change is made when the person allows it, and neither made nor claimed when
// not; what a person saves meanwhile stands.
func TestAModelChangesANote(t *testing.T) { // contracts 2.5, 2.20
	for name, tc := range map[string]struct {
		option, saved, want, outcome, status string
	}{
		"allowed":        {"allow_once", "", "hello\n", "final", "ok"},
		"denied":         {"reject", "", "one\n", "unverified", "denied"},
		"saved between":  {"allow_once", "mine\n", "mine\n", "unverified", "error"},
		"through a peer": {"allow_once", "", "hello\n", "final", "ok"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"a.md": "one\n"})
			finals := map[string]int{"final": 1, "unverified": 3}[tc.outcome] // two are rejected
			_, url := modeltest.Start(t, changes("I have updated [[a]].", finals), "whole")
			if name == "through a peer" {
				w.serve().connect().ready()
			}
			p := w.serve("--model", "openai:scripted", "--base-url", url+"/v1").asking(func(context.Context, protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
				if tc.saved != "" {
					must(t, os.WriteFile(w.path("a.md"), []byte(tc.saved), 0o600))
				}
				return selects(tc.option), nil
			})
			if name == "through a peer" { // whose owner was started without a model
				p.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Provider: "openai", Model: "scripted", BaseURL: url + "/v1"}, nil)
			}
			p.ready()
			_, meta := p.prompt(p.newSession(w.vault), "Greet in a.md")
			raw, err := os.ReadFile(w.path("a.md"))
			must(t, err)
			if meta.Outcome != tc.outcome || string(raw) != tc.want || len(meta.ToolCalls) != 2 || meta.ToolCalls[1].Status != tc.status {
				t.Errorf("%+v; the file is %q", meta, raw)
			}
		})
	}
}

// ibid ask without a terminal denies, and says what to do.
func TestAskDeniesWithoutATerminal(t *testing.T) { // design section 5
	w := newWorld(t, map[string]string{"a.md": "one\n"})
	_, url := modeltest.Start(t, changes("Nobody could be asked, so nothing is different.", 1), "whole")
	var a struct {
		Outcome   string
		ToolCalls []struct{ Tool, Status string } `json:"tool_calls"`
	}
	r := w.json(&a, "ask", "Greet in a.md", "--model", "openai:scripted", "--base-url", url+"/v1")
	if a.Outcome != "final" || len(a.ToolCalls) != 2 || a.ToolCalls[1].Status != "denied" || !strings.Contains(r.stderr, "Change a.md") {
		t.Errorf("exit %d, %+v, %s", r.code, a, r.stderr)
	}
	w.wantTree("denied", map[string]string{"a.md": "one\n"})
}

// An approval outlives the death of the process that asked, and is answered once.
func TestApprovalSurvivesAKill(t *testing.T) { // contracts 2.5.7
	w := newWorld(t, map[string]string{"a.md": "one\n"})
	_, url := modeltest.Start(t, changes("", 0), "whole")
	d := w.serve("--model", "openai:scripted", "--base-url", url+"/v1")
	asked := make(chan struct{})
	p := d.asking(func(ctx context.Context, _ protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
		close(asked)
		<-ctx.Done()
		return protocol.RequestPermissionResponse{}, ctx.Err()
	})
	p.ready()
	session := p.newSession(w.vault)
	go func() {
		_ = p.try(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session, Prompt: []protocol.ContentBlock{protocol.TextBlock("Greet in a.md")}}, nil)
	}()
	<-asked
	d.kill()
	q := w.serve().connect()
	q.ready()
	var list protocol.ApprovalsListResult
	q.call(protocol.MethodApprovalsList, protocol.ApprovalsListParams{}, &list)
	if len(list.Approvals) != 1 || list.Approvals[0].Title != "Change a.md" || list.Approvals[0].SessionID != session {
		t.Fatalf("%+v", list)
	}
	w.wantTree("killed", map[string]string{"a.md": "one\n"})
	decide := protocol.ApprovalsDecideParams{ID: list.Approvals[0].ID, Option: "allow_once"}
	var done protocol.ApprovalsDecideResult
	q.call(protocol.MethodApprovalsDecide, decide, &done)
	if done.State != "applied" {
		t.Errorf("%+v", done)
	}
	w.wantTree("answered", map[string]string{"a.md": "hello\n"})
	var refused *protocol.Error
	if err := q.try(protocol.MethodApprovalsDecide, decide, nil); !errors.As(err, &refused) || refused.Data.Code != "APPROVAL_NOT_FOUND" {
		t.Errorf("answered twice: %v", err)
	}
}

// awaitRewritten waits until the note of that number is rewritten, or the change has ended.
func (w *world) awaitRewritten(n int, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		default:
		}
		raw, err := os.ReadFile(w.path(fmt.Sprintf("n%03d.md", n)))
		if err == nil && strings.Contains(string(raw), "[[Nave]]") {
			return
		}
	}
}

// manyNotes is enough for a kill to come in the middle of their change.
const manyNotes = 300

// Killed anywhere in a change of many files, all of it stands or none.
func TestKillInAChangeOfManyFiles(t *testing.T) { // issue 4
	files := map[string]string{"Hub.md": "hub\n"}
	for i := range manyNotes {
		files[fmt.Sprintf("n%03d.md", i)] = fmt.Sprintf("%d [[Hub]]\n", i)
	}
	w := newWorld(t, files)
	before := fmt.Sprint(w.tree())
	after := strings.ReplaceAll(strings.Replace(before, "Hub.md:hub", "Nave.md:hub", 1), "[[Hub]]", "[[Nave]]")
	args := json.RawMessage(`{"slug":"Hub","name":"Nave"}`)
	made := 0
	for round := range 5 {
		d := w.serve()
		p := d.connect()
		p.ready()
		seen := make(chan struct{})
		go func() {
			defer close(seen)
			_ = p.try(protocol.MethodToolCall, protocol.ToolCallParams{Name: "move_note", Arguments: args, Approved: true}, nil)
		}()
		w.awaitRewritten(manyNotes/6*round, seen)
		d.kill()
		<-seen
		q := w.serve()
		q.connect().ready() // which settles what was open
		switch now := fmt.Sprint(w.tree()); now {
		case before:
		case after:
			made++
			w.json(new(any), "undo", "--file", "Nave.md", "--yes")
		default:
			t.Fatalf("round %d: half of it stands: %s\n%s", round, now, q.stderr.String())
		}
		q.kill() // the next round has an owner of its own
	}
	t.Logf("%d of 5 changes were made", made)
}
