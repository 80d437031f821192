//go:build !windows

package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/protocol"
)

// An owner that is stopped is named, and left alone: nobody waits for it.
func TestStoppedOwnerIsNamed(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	owner := w.serve()
	p := owner.connect()
	p.ready()
	must(t, owner.cmd.Process.Signal(syscall.SIGSTOP))
	pid := strconv.Itoa(owner.cmd.Process.Pid)

	attached := w.serve()
	answer := make(chan map[string]any, 1)
	go func() {
		r := attached.raw()
		r.send(`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":1}}`)
		answer <- r.answer()
	}()
	var doc struct {
		Error struct{ Code, Message, Hint string }
	}
	if r := w.json(&doc, "search", "apple"); r.code != 1 || doc.Error.Code != "OWNER_SILENT" ||
		!strings.Contains(doc.Error.Message, pid) || !strings.Contains(doc.Error.Hint, "kill -CONT "+pid) {
		t.Errorf("a command beside a stopped owner: %+v, %+v", doc, r)
	}
	m := <-answer
	e, _ := m["error"].(map[string]any)
	data, _ := e["data"].(map[string]any)
	if m["id"] != 7.0 || data["code"] != "OWNER_SILENT" || !strings.Contains(e["message"].(string), pid) {
		t.Errorf("a serve beside a stopped owner answers %v", m)
	}
	attached.wait()
	if code := attached.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(attached.stderr.String(), pid) {
		t.Errorf("a serve beside a stopped owner exits %d and says %s", code, attached.stderr.String())
	}

	must(t, owner.cmd.Process.Signal(syscall.SIGCONT))
	if got := paths(p.search("apple", 0)); len(got) != 1 {
		t.Errorf("the owner, let go on, finds %v", got)
	}
	if r := w.run("search", "apple"); r.code != 0 {
		t.Errorf("beside the owner, let go on: %+v", r)
	}
}

// However an owner leaves politely, nobody else's request fails by it: what only
// reads is asked again, the rest is OWNER_CHANGED.
func TestLeavingOwnerFailsNobody(t *testing.T) {
	for name, leave := range map[string]func(*daemon) error{
		"end of input": func(d *daemon) error { return d.in.Close() },
		"SIGTERM":      func(d *daemon) error { return d.cmd.Process.Signal(syscall.SIGTERM) },
		"SIGINT":       func(d *daemon) error { return d.cmd.Process.Signal(syscall.SIGINT) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"a.md": "apple\n"})
			stall := modeltest.Turn{Reply: modeltest.Reply{Text: "one two three"}, Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultStall, After: 4}}}}
			_, url := modeltest.Start(t, modeltest.Scenario{Name: "silent", Turns: []modeltest.Turn{stall}}, "token")
			owner := w.serve()
			owner.connect().ready()
			other := w.serve().connect()
			st := other.ready()
			other.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Provider: "openai", Model: "scripted", BaseURL: url + "/v1"}, nil)
			session := other.newSession(w.vault)
			prompted, searched := make(chan error, 1), make(chan error, 1)
			go func() {
				prompted <- other.try(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session, Prompt: []protocol.ContentBlock{protocol.TextBlock("apple?")}}, nil)
			}()
			other.await("the model's first words", func(all []seen) bool {
				return len(all) > 0 && strings.Contains(string(all[len(all)-1].params), "agent_message_chunk")
			})
			go func() {
				searched <- other.try(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "apple", MinSeq: st.Seq + 1}, nil)
			}()
			other.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
			must(t, leave(owner))
			owner.wait()
			var wire *protocol.Error
			if err := <-prompted; !errors.As(err, &wire) || wire.Data == nil || wire.Data.Code != "OWNER_CHANGED" {
				t.Errorf("the prompt under way was answered %v, want OWNER_CHANGED", err)
			}
			for n := 1; ; n++ { // until the new owner counts as far
				w.write("b.md", strings.Repeat("new ", n)+"\n")
				other.ready()
				select {
				case err := <-searched:
					if err != nil {
						t.Errorf("the search under way was answered %v", err)
					}
					return
				default:
				}
			}
		})
	}
}

// Homes and state files that are not what they should be are said in one clause.
func TestOddHomes(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	file := filepath.Join(w.home, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	inside := filepath.Join(w.vault, ".ibid-home")
	dangling := filepath.Join(w.home, "dangling")
	must(t, os.Symlink(filepath.Join(w.home, "no", "where"), dangling))
	for home, want := range map[string]string{
		file: "is a file", inside: "Ibid's own state folder", "/dev/null": "is a file", "/proc/self": "IBID_HOME", dangling: "IBID_HOME",
	} {
		odd := &world{t: t, vault: w.vault, home: home}
		var doc struct {
			Error struct{ Code, Message, Hint string }
		}
		if r := odd.json(&doc, "search", "apple"); r.code != 1 || !strings.Contains(r.stderr, want) || !strings.Contains(doc.Error.Hint, "IBID_HOME") {
			t.Errorf("the home %s: exit %d, %+v; stderr %s", home, r.code, doc, r.stderr)
		}
	}
	if _, err := os.Stat(inside); err == nil {
		t.Error("a refused home was made in the vault")
	}
}
