package modeltest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// send posts a request and returns status and answer.
func send(t *testing.T, tr http.RoundTripper, path, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, PipeURL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tr.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

const (
	chat     = "/v1/chat/completions"
	messages = "/v1/messages"
	minimal  = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}`
)

func TestScenarioFile(t *testing.T) {
	sc, err := Load("testdata/parallel.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if sc.Name != "parallel reads" || len(sc.Turns) != 2 || sc.Turns[0].Reply.Calls[1].Name != "read_note" || sc.Final["outcome"] != "final" {
		t.Errorf("got %+v", sc)
	}
	for text, says := range map[string]string{
		"turns: [{replay: {}}]":                                          "unknown field",
		"turns: [{reply: {}, wire: {chunking: letters}}]":                "chunking",
		"turns: [{reply: {}, wire: {faults: [{kind: fire}]}}]":           "fault",
		"turns: [{reply: {}, wire: {delays: [soon]}}]":                   "delay",
		"turns: [{reply: {}, expect: [{path: \"@.x\", op: is}]}]":        "op",
		"turns: [{reply: {}, expect: [{path: x, op: absent}]}]":          "begins with",
		"turns: [{reply: {}, expect: [{path: \"$.x[\", op: absent}]}]":   "without ]",
		"turns: [{reply: {}, expect: [{path: $.x, op: matches, value: (": "",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestPathsAndOps(t *testing.T) {
	req := &Request{Face: FaceOpenAI, Body: map[string]any{
		"a": []any{map[string]any{"k": "x", "n": 1.0}, map[string]any{"k": "y", "n": 2.0}}, "t": "hello",
	}}
	holds := []Expect{
		{Path: "$.t", Op: "eq", Value: "hello"},
		{Path: "$.a[-1].n", Op: "eq", Value: 2},
		{Path: "$.a[?k=x].n", Op: "eq", Value: 1},
		{Path: "$..n", Op: "count", Value: 2},
		{Path: "$.a[*].n", Op: "lt", Value: 3},
		{Path: "$.a[*].k", Op: "contains", Value: "y"},
		{Path: "$.a", Op: "count", Value: 2},
		{Path: "$.t", Op: "matches", Value: "^h.*o$"},
		{Path: "$.b", Op: "absent"},
		{Path: "$..k", Op: "absent", Value: "z"},
		{Path: "$.t", Op: "eq", Value: "other", Face: FaceAnthropic},
	}
	fails := []Expect{
		{Path: "$.t", Op: "eq", Value: "hallo"},
		{Path: "$.a[5]", Op: "eq", Value: nil},
		{Path: "$..n", Op: "count", Value: 3},
		{Path: "$.a[*].n", Op: "lt", Value: 2},
		{Path: "$.none", Op: "lt", Value: 2},
		{Path: "$.a[*].k", Op: "contains", Value: "z"},
		{Path: "$.t", Op: "matches", Value: "^x"},
		{Path: "$.t", Op: "absent"},
		{Path: "$..k", Op: "absent", Value: "x"},
	}
	for _, e := range holds {
		if err := e.test(req); err != nil {
			t.Errorf("%+v: %v", e, err)
		}
	}
	for _, e := range fails {
		if e.test(req) == nil {
			t.Errorf("%+v holds", e)
		}
	}
}

// Contracts 4.2: a request too many fails with what came and the nearest turn.
func TestRequestTooMany(t *testing.T) {
	sc := Scenario{Turns: []Turn{{Expect: []Expect{{Path: "@.last", Op: "eq", Value: "hi"}}, Reply: Reply{Text: "ho"}}}}
	_, tr, stop := Pipe(sc, "")
	if code, body := send(t, tr, chat, minimal); code != 200 || !strings.Contains(body, `"content":"ho"`) {
		t.Errorf("got %d %s", code, body)
	}
	if code, _ := send(t, tr, messages, strings.ReplaceAll(minimal, "hi", "again")); code != 400 {
		t.Errorf("got %d", code)
	}
	err := stop()
	for _, says := range []string{"request 2 is one too many", "again", "nearest is turn 1"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}

// Contracts 4.2: turns that nobody asked for fail too.
func TestUnusedTurns(t *testing.T) {
	_, _, stop := Pipe(Scenario{Turns: make([]Turn, 3)}, "")
	if err := stop(); err == nil || !strings.Contains(err.Error(), "3 of 3 turns were not used") {
		t.Errorf("got %v", err)
	}
}

// The linter finds what a real provider would refuse.
func TestLinter(t *testing.T) {
	tests := []struct{ name, path, body, says string }{
		{"fine", chat, minimal, ""},
		{"no model", chat, `{"messages":[{"role":"user","content":"hi"}]}`, "names no model"},
		{"hot", chat, `{"model":"m","temperature":0.9,"messages":[{"role":"user","content":"hi"}]}`, "above 0.2"},
		{"no limit", messages, `{"model":"m","messages":[{"role":"user","content":"hi"}]}`, "max_tokens"},
		{"assistant first", chat, `{"model":"m","messages":[{"role":"assistant","content":"hi"},{"role":"user","content":"hi"}]}`, "first message"},
		{"orphaned result", chat, `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"tool","tool_call_id":"a","content":"x"}]}`, "without calls"},
		{"call without result", messages, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":"so?"}]}`, "have no results"},
		{"wrong id", messages, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"x"}]}]}`, "not waiting"},
		{"broken arguments", chat, `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\""}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}`, "not a JSON object"},
		{"schema", chat, `{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"strin"}}}}}]}`, "schema of tool"},
		{"schema of no object", messages, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}],"tools":[{"name":"f","input_schema":{"type":"array"}}]}`, "must be object"},
		{"foreign signature", messages, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"h","signature":"forged"},{"type":"text","text":"x"}]},{"role":"user","content":"hi"}]}`, "never sent"},
	}
	for _, tt := range tests {
		_, tr, stop := Pipe(Scenario{Turns: []Turn{{Reply: Reply{Text: "ok"}}}}, "")
		send(t, tr, tt.path, tt.body)
		err := stop()
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.says)
		}
	}
}

// A wrong face, a wrong path and a body that is no JSON are failures.
func TestStrangeRequests(t *testing.T) {
	_, tr, stop := Pipe(Scenario{Provider: FaceAnthropic, Turns: []Turn{{Reply: Reply{Text: "ok"}}}}, "")
	send(t, tr, chat, minimal)
	if code, _ := send(t, tr, "/v1/v1/other", minimal); code != 404 {
		t.Errorf("got %d", code)
	}
	if code, _ := send(t, tr, messages, "{"); code != 400 {
		t.Errorf("got %d", code)
	}
	err := stop()
	for _, says := range []string{"the scenario is for anthropic", "unexpected POST /v1/v1/other", "not JSON"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}

// Random chunking is the same with the same seed.
func TestSeededChunking(t *testing.T) {
	body := strings.TrimSuffix(minimal, "}") + `,"stream":true}`
	run := func(seed uint64) string {
		sc := Scenario{Seed: seed, Turns: []Turn{{Reply: Reply{Text: strings.Repeat("abc 字 ", 20)}}}}
		_, tr, stop := Pipe(sc, "random")
		_, text := send(t, tr, messages, body)
		if err := stop(); err != nil {
			t.Error(err)
		}
		return text
	}
	if first, again := run(1), run(1); first != again || first == run(2) {
		t.Error("chunks do not follow the seed")
	}
}

func TestStartServesOnLoopback(t *testing.T) {
	s, url := Start(t, Scenario{}, "")
	resp, err := http.Get(url + "/_scenario")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil || string(data) != `{"ok":true,"requests":0}` || len(s.Requests()) != 0 {
		t.Errorf("got %s, %v", data, err)
	}
	http.DefaultClient.CloseIdleConnections()
}
