package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/protocol"
)

// turns is a scenario of two parallel calls and a cited answer.
func turns() modeltest.Scenario {
	return modeltest.Scenario{Name: "two parallel calls", Turns: []modeltest.Turn{
		{
			Expect: []modeltest.Expect{{Path: "@.tools", Op: "contains", Value: "read_note"}, {Path: "@.tools", Op: "absent", Value: "read_passages"}},
			Reply: modeltest.Reply{Text: "我先找一下。", Calls: []modeltest.Call{
				{Name: "knowledge_search", Args: map[string]any{"query": "卡片笔记法"}},
				{Name: "read_note", Args: map[string]any{"slug": "卡片笔记法"}},
			}},
		},
		{
			Expect: []modeltest.Expect{{Path: "@.results", Op: "count", Value: 2}},
			Reply:  modeltest.Reply{Text: "“一个想法一张卡片” [[卡片笔记法#定义]]", Usage: &modeltest.Usage{Input: 300, Output: 20}},
		},
	}}
}

var cardVault = map[string]string{"卡片笔记法.md": "# 卡片笔记法\n\n## 定义\n\n一个想法一张卡片，\n再用链接连起来。\n"}

// A scripted model of each face drives a turn with two parallel tool calls,
// streamed, split at every byte, through the built program.
func TestScriptedModelsDriveATurn(t *testing.T) {
	for _, face := range []string{"openai", "anthropic"} {
		for _, chunking := range []string{"whole", "byte"} {
			t.Run(face+"/"+chunking, func(t *testing.T) {
				w := newWorld(t, cardVault)
				_, url := modeltest.Start(t, turns(), chunking)
				if face == "openai" {
					url += "/v1"
				}
				var a struct {
					Answer    string
					Outcome   string
					ToolCalls []struct{ Tool, Status string } `json:"tool_calls"`
					Citations []struct {
						Path      string
						LineStart int `json:"line_start"`
						LineEnd   int `json:"line_end"`
						Quote     string
					}
					Usage struct {
						InputTokens int `json:"input_tokens"`
					}
				}
				r := w.json(&a, "ask", "什么是卡片笔记法？", "--model", face+":scripted", "--base-url", url)
				if r.code != 0 || a.Outcome != "final" || !strings.HasPrefix(a.Answer, "“一个想法一张卡片”") {
					t.Errorf("exit %d, %+v; stderr %s", r.code, a, r.stderr)
				}
				if len(a.ToolCalls) != 2 || a.ToolCalls[0].Tool != "knowledge_search" || a.ToolCalls[1].Status != "ok" {
					t.Errorf("tool calls %+v", a.ToolCalls)
				}
				if len(a.Citations) != 1 || a.Citations[0].LineStart != 5 || a.Citations[0].LineEnd != 5 {
					t.Errorf("citations %+v, want line 5 of the note", a.Citations)
				}
				if a.Usage.InputTokens < 300 {
					t.Errorf("usage %+v", a.Usage)
				}
				if strings.Contains(r.stdout+r.stderr, "k-secret") {
					t.Error("the key is in the output")
				}
			})
		}
	}
}

// A quotation that is not in the note is sent back twice, then delivered
// marked unverified.
func TestInventedQuotationIsMarked(t *testing.T) {
	w := newWorld(t, cardVault)
	lie := modeltest.Turn{Reply: modeltest.Reply{Text: "“卡片要编号” [[卡片笔记法]]"}}
	_, url := modeltest.Start(t, modeltest.Scenario{Name: "liar", Turns: []modeltest.Turn{lie, lie, lie}}, "token")
	var a struct {
		Answer, Outcome string
		Failed          []string
		Citations       []any
	}
	r := w.json(&a, "ask", "卡片要编号吗？", "--model", "openai:scripted", "--base-url", url)
	if a.Outcome != "unverified" || len(a.Failed) != 1 || !strings.Contains(a.Answer, "未能核实") || len(a.Citations) != 0 {
		t.Errorf("exit %d: %+v", r.code, a)
	}
}

// A provider that fails is an answer with a readable sentence, and exit 1.
func TestFailingProvider(t *testing.T) {
	w := newWorld(t, cardVault)
	var a struct {
		Answer, Outcome string
		StopReason      string `json:"stop_reason"`
	}
	r := w.json(&a, "ask", "hello?", "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1")
	if r.code != 1 || a.Outcome != "stop.provider" || a.StopReason != "end_turn" || a.Answer == "" {
		t.Errorf("exit %d, %+v", r.code, a)
	}
}

// Nothing of a key is ever written down.
func TestKeysAreNotWritten(t *testing.T) {
	w := newWorld(t, cardVault)
	_, url := modeltest.Start(t, turns(), "whole")
	d := w.serve("-v")
	p := d.connect()
	p.ready()
	p.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Provider: "openai", Model: "scripted", BaseURL: url + "/v1", Key: "k-over-the-wire"}, nil)
	if _, meta := p.prompt(p.newSession(w.vault), "什么是卡片笔记法？"); meta.Outcome != "final" {
		t.Fatalf("outcome %+v", meta)
	}
	must(t, d.in.Close())
	d.wait()
	must(t, filepath.Walk(w.home, func(path string, info os.FileInfo, err error) error {
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), "k-over-the-wire") || strings.Contains(string(raw), "k-secret") {
			t.Errorf("%s holds a key", path)
		}
		return err
	}))
	if strings.Contains(d.stderr.String(), "k-over-the-wire") {
		t.Error("the log holds the key")
	}
}

// A key that comes back, whoever says it, is neither shown nor kept.
func TestEchoedKeyIsNotKept(t *testing.T) {
	for face, key := range map[string]string{"openai": "k-secret-openai", "anthropic": "k-secret-anthropic"} {
		w := newWorld(t, cardVault)
		_, url := modeltest.Start(t, modeltest.Scenario{Name: "echo", Turns: []modeltest.Turn{
			{Reply: modeltest.Reply{Text: "I have " + key, Calls: []modeltest.Call{{Name: "knowledge_search", Args: map[string]any{"query": key}}}}},
			{Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultStatus, Status: 401, Body: `{"error":{"message":"bad key ` + key + `"}}`}}}},
		}}, "byte")
		if face == "openai" {
			url += "/v1"
		}
		var a struct{ Answer, Outcome string }
		r := w.json(&a, "ask", "key?", "-v", "--model", face+":scripted", "--base-url", url)
		if r.code != 1 || a.Outcome != "stop.provider" || !strings.Contains(a.Answer, "[key]") {
			t.Errorf("%s: exit %d, %+v", face, r.code, a)
		}
		if strings.Contains(r.stdout+r.stderr, "k-secret") {
			t.Errorf("%s: the key is in the output: %s%s", face, r.stdout, r.stderr)
		}
		must(t, filepath.Walk(w.home, func(path string, info os.FileInfo, err error) error {
			if err != nil || !info.Mode().IsRegular() {
				return err
			}
			raw, err := os.ReadFile(path)
			if strings.Contains(string(raw), "k-secret") {
				t.Errorf("%s: %s holds the key", face, path)
			}
			return err
		}))
	}
}

// session/cancel ends a turn whose model has fallen silent, long before its
// patience is over.
func TestCancelOfASilentModel(t *testing.T) {
	for _, face := range []string{"openai", "anthropic"} {
		w := newWorld(t, cardVault)
		stall := modeltest.Turn{Reply: modeltest.Reply{Text: "one two three four"}, Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultStall, After: 5}}}}
		_, url := modeltest.Start(t, modeltest.Scenario{Name: "silent", Turns: []modeltest.Turn{stall}}, "token")
		if face == "openai" {
			url += "/v1"
		}
		p := w.serve("--model", face+":scripted", "--base-url", url).connect()
		p.ready()
		session := p.newSession(w.vault)
		answered := make(chan protocol.PromptMeta, 1)
		go func() {
			_, meta := p.prompt(session, "hello?")
			answered <- meta
		}()
		p.await("the model's first words", func(all []seen) bool {
			for _, s := range all {
				if strings.Contains(string(s.params), "agent_message_chunk") {
					return true
				}
			}
			return false
		})
		must(t, p.Notify(protocol.NotifySessionCancel, protocol.CancelNotification{SessionID: session}))
		if meta := <-answered; meta.Outcome != "stop.cancelled" {
			t.Errorf("%s: outcome %+v", face, meta)
		}
	}
}

// What session/load replays equals what was shown live, text joined.
func TestLoadReplaysTheConversation(t *testing.T) {
	w := newWorld(t, cardVault)
	d := w.serve()
	p := d.connect()
	p.ready()
	session := p.newSession(w.vault)
	p.prompt(session, "什么是卡片笔记法？")
	p.prompt(session, "/outline 卡片笔记法")
	live := conversation(p.updates(session))
	must(t, d.in.Close())
	d.wait()

	q := w.serve().connect()
	var list protocol.ListSessionsResponse
	q.call(protocol.MethodSessionList, protocol.ListSessionsRequest{}, &list)
	if len(list.Sessions) != 1 || list.Sessions[0].SessionID != session || list.Sessions[0].Title != "什么是卡片笔记法？" {
		t.Errorf("session/list = %+v", list)
	}
	q.call(protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: session, CWD: w.vault, MCPServers: []protocol.MCPServer{}}, nil)
	must(t, q.Settle(t.Context()))
	replayed := conversation(q.updates(session))
	var users []string
	for _, line := range replayed {
		if strings.HasPrefix(line, "user ") {
			users = append(users, line)
		}
	}
	if len(users) != 2 {
		t.Errorf("replay has the prompts %q, want two", users)
	}
	rest := strings.Join(without(replayed, "user "), "\n")
	if want := strings.Join(live, "\n"); rest != want {
		t.Errorf("replayed\n%s\nlive\n%s", rest, want)
	}
}

// conversation is what a person saw: messages whole, tool calls with their end.
func conversation(updates []map[string]any) []string {
	var out []string
	last := ""
	for _, u := range updates {
		kind, _ := u["sessionUpdate"].(string)
		switch kind {
		case "user_message_chunk", "agent_message_chunk":
			content, _ := u["content"].(map[string]any)
			text, _ := content["text"].(string)
			id := kind + u["messageId"].(string)
			if id == last {
				out[len(out)-1] += text
			} else {
				out = append(out, map[bool]string{true: "user ", false: "agent "}[kind == "user_message_chunk"]+text)
			}
			last = id
		case "tool_call", "tool_call_update":
			delete(u, "_meta")
			raw, _ := json.Marshal(u)
			out = append(out, string(raw))
			last = ""
		}
	}
	return out
}

func without(lines []string, prefix string) []string {
	var out []string
	for _, l := range lines {
		if !strings.HasPrefix(l, prefix) {
			out = append(out, l)
		}
	}
	return out
}

// A model that needs a key and has none is told before anything is sent, in the
// language of the question.
func TestMissingKeyIsNamed(t *testing.T) {
	w := newWorld(t, cardVault)
	w.env = []string{"OPENAI_API_KEY=", "ANTHROPIC_API_KEY="}
	for _, tc := range []struct{ question, model, variable, says string }{
		{"hello?", "openai:gpt-5-mini", "OPENAI_API_KEY=", "No key is set"},
		{"你好吗？", "anthropic:claude-sonnet-4-5", "ANTHROPIC_API_KEY=", "密钥"},
	} {
		var a struct{ Answer, Outcome string }
		r := w.json(&a, "ask", tc.question, "--model", tc.model)
		if r.code != 1 || a.Outcome != "stop.provider" {
			t.Errorf("%s: exit %d, %+v", tc.model, r.code, a)
		}
		for _, want := range []string{tc.variable, tc.says, "--model " + tc.model, "--base-url http"} {
			if !strings.Contains(a.Answer, want) {
				t.Errorf("%s: %q lacks %q", tc.model, a.Answer, want)
			}
		}
	}
	if r := w.run("doctor", "--model", "openai:x"); !strings.Contains(r.stdout, "has no key") || !strings.Contains(r.stdout, "OPENAI_API_KEY") {
		t.Errorf("doctor: %s", r.stdout)
	}
	_, url := modeltest.Start(t, turns(), "whole")
	var a struct{ Outcome string }
	if w.json(&a, "ask", "什么是卡片笔记法？", "--model", "openai:scripted", "--base-url", url+"/v1"); a.Outcome != "final" {
		t.Errorf("a model at an address of its own needs no key: %+v", a)
	}
}
