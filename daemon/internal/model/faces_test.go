package model_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/anthropic"
	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/daemon/internal/model/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// secret is the key of every test; it must never be seen again.
const secret = "sk-test-5ecretSECRETsecret"

// face is one adapter; all tests of this file run on each.
type face struct {
	name string
	open func(base string, tr http.RoundTripper, log *slog.Logger) (model.Controller, error)
}

var faces = []face{
	{modeltest.FaceOpenAI, func(base string, tr http.RoundTripper, log *slog.Logger) (model.Controller, error) {
		return openai.New(openai.Options{Model: "m-1", BaseURL: base, Key: secret, Transport: tr, Logger: log, Jitter: noJitter})
	}},
	{modeltest.FaceAnthropic, func(base string, tr http.RoundTripper, log *slog.Logger) (model.Controller, error) {
		return anthropic.New(anthropic.Options{Model: "m-1", BaseURL: base, Key: secret, Transport: tr, Logger: log, Jitter: noJitter})
	}},
}

// keyless opens each face without a key.
var keyless = []func(tr http.RoundTripper) (model.Controller, error){
	func(tr http.RoundTripper) (model.Controller, error) {
		return openai.New(openai.Options{Model: "m-1", BaseURL: modeltest.PipeURL, Transport: tr})
	},
	func(tr http.RoundTripper) (model.Controller, error) {
		return anthropic.New(anthropic.Options{Model: "m-1", BaseURL: modeltest.PipeURL, Transport: tr})
	},
}

func noJitter() float64 { return 0 }

func eachFace(t *testing.T, test func(t *testing.T, f face)) {
	t.Helper()
	for _, f := range faces {
		t.Run(f.name, func(t *testing.T) { test(t, f) })
	}
}

// outcome is all that a decision showed.
type outcome struct {
	resp   model.Response
	err    error
	events []model.Event
	reqs   []*modeltest.Request
	log    string
	took   time.Duration
}

// shown joins the text that a client would have on its screen at the end.
func (o outcome) shown() string {
	s := ""
	for _, e := range o.events {
		switch e.Kind {
		case model.EventAttempt:
			s = ""
		case model.EventText:
			s += e.Text
		}
	}
	return s
}

// failure is the *model.Error of an outcome that must have one.
func (o outcome) failure(t *testing.T) *model.Error {
	t.Helper()
	e, ok := model.AsError(o.err)
	if !ok {
		t.Fatalf("error is %v, want a *model.Error", o.err)
	}
	return e
}

// play runs one decision against a scenario over pipes. The scenario must
// hold, and the key must be in nothing that came out.
func play(t *testing.T, f face, chunking string, req model.Request, turns ...modeltest.Turn) outcome {
	t.Helper()
	return playIn(t, context.Background(), f, chunking, req, turns...)
}

func playIn(t *testing.T, ctx context.Context, f face, chunking string, req model.Request, turns ...modeltest.Turn) outcome {
	t.Helper()
	srv, tr, stop := modeltest.Pipe(modeltest.Scenario{Name: t.Name(), Turns: turns}, chunking)
	o := decide(t, ctx, f, tr, req)
	if err := stop(); err != nil {
		t.Errorf("scenario: %v", err)
	}
	o.reqs = srv.Requests()
	return o
}

func decide(t *testing.T, ctx context.Context, f face, tr http.RoundTripper, req model.Request) outcome {
	t.Helper()
	var log bytes.Buffer
	c, err := f.open(modeltest.PipeURL, tr, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	var o outcome
	start := time.Now()
	o.resp, o.err = c.Decide(ctx, req, func(e model.Event) { o.events = append(o.events, e) })
	o.took, o.log = time.Since(start), log.String()
	noSecret(t, o)
	return o
}

func noSecret(t *testing.T, o outcome) {
	t.Helper()
	var all strings.Builder
	all.WriteString(o.log)
	if o.err != nil {
		all.WriteString(o.err.Error())
	}
	for _, e := range o.events {
		all.WriteString(e.Text)
	}
	data, err := json.Marshal(o.resp)
	if err != nil {
		t.Fatal(err)
	}
	all.Write(data)
	if strings.Contains(all.String(), secret) {
		t.Errorf("the key is shown: %.2000s", all.String())
	}
}

var toolSpecs = []model.ToolSpec{
	{Name: "read_note", Description: "Reads a note.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)},
	{Name: "knowledge_search", Description: "Searches.", Schema: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer"}}}`)},
}

func question() model.Request {
	return model.Request{
		System:   "You answer from the notes.",
		Messages: []model.Message{model.UserText("什么是卡片笔记法？")},
		Context:  "<untrusted_runtime_context id=\"7f\">now</untrusted_runtime_context id=\"7f\">",
		Tools:    toolSpecs,
	}
}

var twoCalls = modeltest.Reply{
	Text: "我先找一下 🗂️ notes.",
	Calls: []modeltest.Call{
		{ID: "call_a", Name: "knowledge_search", Args: map[string]any{"query": "卡片笔记法 “Zettelkasten” \\ \n", "limit": 5}},
		{ID: "call_b", Name: "read_note", Args: map[string]any{"path": "笔记/卡片.md"}},
	},
	Usage: &modeltest.Usage{Input: 900, Output: 40, CacheRead: 600},
}

// R237: a text answer, with the request in each provider's own form.
func TestTextTurn(t *testing.T) {
	turn := modeltest.Turn{
		Expect: []modeltest.Expect{
			{Path: "@.system", Op: "eq", Value: "You answer from the notes."},
			{Path: "@.tools", Op: "eq", Value: []string{"read_note", "knowledge_search"}},
			{Path: "@.messages", Op: "count", Value: 1},
			{Path: "@.last", Op: "matches", Value: "(?s)^什么是.*</untrusted_runtime_context id=\"7f\">$"},
			{Path: "@.temperature", Op: "eq", Value: 0.2},
			{Path: "@.stream", Op: "eq", Value: true},
			{Path: "$.system[0].cache_control.type", Op: "eq", Value: "ephemeral", Face: modeltest.FaceAnthropic},
			{Path: "$.tools[-1].cache_control.type", Op: "eq", Value: "ephemeral", Face: modeltest.FaceAnthropic},
			{Path: "$.messages[-1].content[-1].cache_control", Op: "absent", Face: modeltest.FaceAnthropic},
			{Path: "$.stream_options.include_usage", Op: "eq", Value: true, Face: modeltest.FaceOpenAI},
		},
		Reply: modeltest.Reply{Text: "一种做笔记的方法 — a method. 🗂️", Usage: &modeltest.Usage{Input: 50, Output: 9, CacheRead: 20}},
	}
	eachFace(t, func(t *testing.T, f face) {
		o := play(t, f, "token", question(), turn)
		want := model.Response{
			Message:  model.Message{Role: model.RoleAssistant, Blocks: []model.Block{model.Text(turn.Reply.Text)}},
			Stop:     model.StopEnd,
			Usage:    model.Usage{InputTokens: 50, OutputTokens: 9, CacheRead: 20},
			Model:    "m-1",
			Attempts: 1,
		}
		if o.err != nil || !reflect.DeepEqual(o.resp, want) {
			t.Errorf("got %+v, %v; want %+v", o.resp, o.err, want)
		}
		if o.shown() != turn.Reply.Text {
			t.Errorf("shown %q", o.shown())
		}
		h := o.reqs[0].Header
		if got := h.Get("Authorization") + h.Get("X-Api-Key"); !strings.HasSuffix(got, secret) {
			t.Errorf("the key was not sent: %q", got)
		}
		for name := range h {
			if strings.HasPrefix(name, "X-Stainless") {
				t.Errorf("the request tells about this machine: %s", name)
			}
		}
	})
}

// Issue 2: two parallel calls, whole and in every kind of pieces, are the same
// answer.
func TestParallelCallsInPieces(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		whole := play(t, f, "whole", question(), modeltest.Turn{Reply: twoCalls})
		if whole.err != nil || whole.resp.Stop != model.StopToolCalls {
			t.Fatalf("got %+v, %v", whole.resp, whole.err)
		}
		calls := whole.resp.Message.Calls()
		if len(calls) != 2 || calls[0].ID != "call_a" || calls[1].Name != "read_note" || string(calls[1].Args) != `{"path":"笔记/卡片.md"}` {
			t.Errorf("calls are %+v", calls)
		}
		plain := modeltest.Turn{Reply: twoCalls, Wire: modeltest.Wire{Plain: true}}
		if o := play(t, f, "whole", question(), plain); !reflect.DeepEqual(o.resp, whole.resp) {
			t.Errorf("plain: got %+v, %v; want %+v", o.resp, o.err, whole.resp)
		}
		for _, chunking := range []string{"token", "byte", "random"} {
			o := play(t, f, chunking, question(), modeltest.Turn{Reply: twoCalls})
			if o.err != nil || !reflect.DeepEqual(o.resp, whole.resp) {
				t.Errorf("%s: got %+v, %v; want %+v", chunking, o.resp, o.err, whole.resp)
			}
			if o.shown() != whole.shown() {
				t.Errorf("%s: shown %q", chunking, o.shown())
			}
		}
	})
}

// tape answers every request with the same bytes, cut in two.
type tape struct {
	data []byte
	cut  int
}

func (tp tape) RoundTrip(*http.Request) (*http.Response, error) {
	body := io.MultiReader(bytes.NewReader(tp.data[:tp.cut]), bytes.NewReader(tp.data[tp.cut:]))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(body)}, nil
}

// recorder keeps the bytes of the answer that passes.
type recorder struct {
	next http.RoundTripper
	data bytes.Buffer
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(req)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(resp.Body, &r.data), resp.Body}
	}
	return resp, err
}

// splitReply is short, for it is sent once for each of its bytes, and cut in
// the middle of calls.
var splitReply = modeltest.Reply{
	Text: "找 🗂️",
	Calls: []modeltest.Call{
		{ID: "a", Name: "knowledge_search", Args: map[string]any{"query": "卡片 \"\n"}},
		{ID: "b", Name: "read_note", Args: map[string]any{"path": "笔记.md"}},
	},
}

// Contracts 4.3, framing: a split at any byte, inside letters and lines too,
// changes nothing.
func TestSplitAtEveryByte(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		_, tr, stop := modeltest.Pipe(modeltest.Scenario{Turns: []modeltest.Turn{{Reply: splitReply}}}, "whole")
		rec := &recorder{next: tr}
		want := decide(t, context.Background(), f, rec, question())
		if err := stop(); err != nil || want.err != nil {
			t.Fatal(err, want.err)
		}
		data := rec.data.Bytes()
		for cut := range data {
			o := decide(t, context.Background(), f, tape{data, cut}, question())
			if o.err != nil || !reflect.DeepEqual(o.resp, want.resp) || !reflect.DeepEqual(o.events, want.events) {
				t.Fatalf("cut at %d of %d: got %+v, %v; want %+v", cut, len(data), o.resp, o.err, want.resp)
			}
		}
	})
}

// Contracts 4.3, framing: legal oddities of a stream do not show.
func TestFramingOddities(t *testing.T) {
	for _, kind := range []string{
		modeltest.FaultNoDone, modeltest.FaultComments, modeltest.FaultCRLF, modeltest.FaultBOM,
		modeltest.FaultUnknownEvent, modeltest.FaultNoLastLine, modeltest.FaultRunningUsage,
	} {
		t.Run(kind, func(t *testing.T) {
			eachFace(t, func(t *testing.T, f face) {
				want := play(t, f, "token", question(), modeltest.Turn{Reply: twoCalls})
				o := play(t, f, "token", question(), modeltest.Turn{Reply: twoCalls, Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: kind}}}})
				if o.err != nil || !reflect.DeepEqual(o.resp, want.resp) {
					t.Errorf("got %+v, %v; want %+v", o.resp, o.err, want.resp)
				}
			})
		})
	}
}

// A provider that does not count leaves zeros.
func TestNoUsage(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		o := play(t, f, "token", question(), modeltest.Turn{
			Reply: modeltest.Reply{Text: "ok"}, Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultNoUsage}}},
		})
		if o.err != nil || o.resp.Usage != (model.Usage{}) || o.resp.Message.Text() != "ok" {
			t.Errorf("got %+v, %v", o.resp, o.err)
		}
	})
}

// Contracts 2.22.1: reasoning goes back unchanged to the same model, and to no
// other; results follow their calls; the untrusted block stands last.
func TestReasoningReplay(t *testing.T) {
	first := modeltest.Turn{Reply: modeltest.Reply{Reasoning: "先搜索，再读。", Signature: "sig==", Calls: twoCalls.Calls}}
	second := modeltest.Turn{
		Expect: []modeltest.Expect{
			{Path: "@.messages[*].role", Op: "count", Value: 4},
			{Path: "@.results", Op: "eq", Value: []string{"two hits", "no such note"}},
			{Path: "@.last", Op: "contains", Value: "untrusted_runtime_context"},
			{Path: "$.messages[1].content[0].thinking", Op: "eq", Value: "先搜索，再读。", Face: modeltest.FaceAnthropic},
			{Path: "@.messages[1].signatures", Op: "eq", Value: []string{"sig=="}, Face: modeltest.FaceAnthropic},
			{Path: "@.messages[2].results[1].is_error", Op: "eq", Value: true, Face: modeltest.FaceAnthropic},
			{Path: "$.messages[2].reasoning_content", Op: "eq", Value: "先搜索，再读。", Face: modeltest.FaceOpenAI},
		},
		Reply: modeltest.Reply{Text: "done"},
	}
	eachFace(t, func(t *testing.T, f face) {
		_, tr, stop := modeltest.Pipe(modeltest.Scenario{Turns: []modeltest.Turn{first, second}}, "token")
		o := decide(t, context.Background(), f, tr, question())
		if o.err != nil || o.resp.Message.Blocks[0].Text != "先搜索，再读。" {
			t.Fatalf("got %+v, %v", o.resp, o.err)
		}
		req := question()
		req.Messages = append(req.Messages, through(t, o.resp.Message), model.ToolResults(
			model.Result{CallID: "call_a", Name: "knowledge_search", Content: "two hits"},
			model.Result{CallID: "call_b", Name: "read_note", Content: "no such note", IsError: true},
		))
		if o := decide(t, context.Background(), f, tr, req); o.err != nil {
			t.Error(o.err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		foreign(t, f, req)
	})
}

// through is a message after a trip through a session log.
func through(t *testing.T, m model.Message) model.Message {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out model.Message
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// foreign sends the same conversation to the other face.
func foreign(t *testing.T, f face, req model.Request) {
	t.Helper()
	for _, other := range faces {
		if other.name == f.name {
			continue
		}
		play(t, other, "whole", req, modeltest.Turn{
			Expect: []modeltest.Expect{
				{Path: "$..thinking", Op: "absent"},
				{Path: "$..reasoning_content", Op: "absent"},
				{Path: "@.messages[1].calls", Op: "count", Value: 2},
			},
			Reply: modeltest.Reply{Text: "ok"},
		})
	}
}

// Stop reasons in our words; unknown ones are never taken for an end, but an answer
// that was ended without one is whole.
func TestStopReasons(t *testing.T) {
	for stop, want := range map[string]model.StopReason{
		"end": model.StopEnd, "length": model.StopLength, "refusal": model.StopRefusal,
		"pause_turn": model.StopUnknown, "none": model.StopEnd,
	} {
		eachFace(t, func(t *testing.T, f face) {
			o := play(t, f, "token", question(), modeltest.Turn{Reply: modeltest.Reply{Text: "half", Stop: stop}})
			if o.err != nil || o.resp.Stop != want || o.resp.Message.Text() != "half" {
				t.Errorf("%s: got %+v, %v", stop, o.resp, o.err)
			}
		})
	}
}

// Contracts 2.21.4: nothing of a message that was cut is ever executable.
func TestTruncatedCalls(t *testing.T) {
	half := `{"path": "a.md", "content": "one two`
	reply := modeltest.Reply{Calls: []modeltest.Call{
		{ID: "x", Name: "read_note", Args: map[string]any{"path": "a.md"}},
		{ID: "y", Name: "create_note", RawArgs: &half},
	}}
	for _, stop := range []string{"length", "end", "tool_calls"} {
		reply.Stop = stop
		eachFace(t, func(t *testing.T, f face) {
			o := play(t, f, "token", question(), modeltest.Turn{Reply: reply})
			calls := o.resp.Message.Calls()
			if o.err != nil || len(calls) != 2 {
				t.Fatalf("%s: got %+v, %v", stop, o.resp, o.err)
			}
			for _, c := range calls {
				if !c.Truncated || c.Bad == "" || string(c.Args) != "{}" || c.Sent == "" {
					t.Errorf("%s: call may run: %+v", stop, c)
				}
			}
		})
	}
}

// Contracts 2.21.2 on the OpenAI face, where servers differ: the calls are the
// same however they are labelled.
func TestCallAssembly(t *testing.T) {
	for _, kinds := range [][]string{
		{modeltest.FaultIndexZero}, {modeltest.FaultNoIndex}, {modeltest.FaultIDRepeated}, {modeltest.FaultNamePieces},
		{modeltest.FaultSeed}, {modeltest.FaultObjectArgs}, {modeltest.FaultInterleave}, {modeltest.FaultNoID},
		{modeltest.FaultNoIndex, modeltest.FaultNoID}, {modeltest.FaultIndexZero, modeltest.FaultNoID},
		{modeltest.FaultInterleave, modeltest.FaultIDRepeated, modeltest.FaultNoIndex}, {modeltest.FaultSameID},
	} {
		t.Run(strings.Join(kinds, "+"), func(t *testing.T) {
			turn := modeltest.Turn{Reply: twoCalls}
			for _, k := range kinds {
				turn.Wire.Faults = append(turn.Wire.Faults, modeltest.Fault{Kind: k})
			}
			o := play(t, faces[0], "token", question(), turn)
			calls := o.resp.Message.Calls()
			if o.err != nil || len(calls) != 2 || calls[0].ID == calls[1].ID {
				t.Fatalf("got %+v, %v", o.resp, o.err)
			}
			for i, c := range calls {
				want := twoCalls.Calls[i]
				var args map[string]any
				if c.Name != want.Name || c.Bad != "" || json.Unmarshal(c.Args, &args) != nil || len(args) != len(want.Args.(map[string]any)) {
					t.Errorf("call %d is %+v", i, c)
				}
			}
		})
	}
}

// Ids are unique over the conversation, and a replay gives the same ones.
func TestCallIDsAreUnique(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		req := question()
		req.Messages = append(req.Messages,
			model.Message{Role: model.RoleAssistant, Blocks: []model.Block{{Kind: model.BlockCall, Call: &model.Call{ID: "functions.search:0", Name: "knowledge_search", Args: json.RawMessage(`{}`)}}}},
			model.ToolResults(model.Result{CallID: "functions.search:0", Name: "knowledge_search", Content: "none"}))
		turn := modeltest.Turn{
			Expect: []modeltest.Expect{{Path: "@.messages[1].calls[0].id", Op: "matches", Value: "^[a-zA-Z0-9_-]+$", Face: modeltest.FaceAnthropic}},
			Reply:  modeltest.Reply{Calls: []modeltest.Call{{ID: "functions.search:0", Name: "knowledge_search"}}},
		}
		o := play(t, f, "token", req, turn)
		if calls := o.resp.Message.Calls(); o.err != nil || len(calls) != 1 || calls[0].ID != "functions.search:0_2" {
			t.Errorf("got %+v, %v", o.resp, o.err)
		}
	})
}

// A request against the rules is refused before anything is sent.
func TestInvalidRequest(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		o := play(t, f, "whole", model.Request{})
		if e := o.failure(t); e.Kind != model.ErrInvalid || len(o.reqs) != 0 {
			t.Errorf("got %+v after %d requests", e, len(o.reqs))
		}
	})
}

// A last answer without tools is possible although the history has calls.
func TestNoToolsAfterCalls(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		req := question()
		req.Tools = nil
		req.Messages = append(req.Messages,
			model.Message{Role: model.RoleAssistant, Blocks: []model.Block{{Kind: model.BlockCall, Call: &model.Call{ID: "c1", Name: "read_note", Args: json.RawMessage(`{"path":"a"}`)}}}},
			model.ToolResults(model.Result{CallID: "c1", Name: "read_note", Content: "text"}))
		o := play(t, f, "whole", req, modeltest.Turn{
			Expect: []modeltest.Expect{
				{Path: "$.tool_choice.type", Op: "eq", Value: "none", Face: modeltest.FaceAnthropic},
				{Path: "$.tools", Op: "absent", Face: modeltest.FaceOpenAI},
			},
			Reply: modeltest.Reply{Text: "so it is"},
		})
		if o.err != nil || o.resp.Message.Text() != "so it is" {
			t.Errorf("got %+v, %v", o.resp, o.err)
		}
	})
}

// What a server refuses by name is left out from then on.
func TestRefusedParameters(t *testing.T) {
	refuse := func(name string) modeltest.Turn {
		body := `{"error":{"type":"invalid_request_error","message":"Unsupported parameter: '` + name + `' is not supported with this model."}}`
		return modeltest.Turn{Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultStatus, Status: 400, Body: body}}}}
	}
	ok := modeltest.Turn{
		Expect: []modeltest.Expect{{Path: "$.temperature", Op: "absent"}, {Path: "$.stream_options", Op: "absent"}},
		Reply:  modeltest.Reply{Text: "ok"},
	}
	turns := map[string][]modeltest.Turn{
		modeltest.FaceOpenAI:    {refuse("stream_options"), refuse("temperature"), ok},
		modeltest.FaceAnthropic: {refuse("temperature"), ok},
	}
	eachFace(t, func(t *testing.T, f face) {
		o := play(t, f, "whole", question(), turns[f.name]...)
		if o.err != nil || o.resp.Message.Text() != "ok" || o.resp.Attempts != len(turns[f.name]) {
			t.Errorf("got %+v, %v", o.resp, o.err)
		}
	})
}

// Cancelling ends a decision at once, and is the caller's own doing.
func TestCancel(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		ctx, cancel := context.WithCancel(context.Background())
		srv, tr, stop := modeltest.Pipe(modeltest.Scenario{Turns: []modeltest.Turn{{
			Reply: modeltest.Reply{Text: "one two three"}, Wire: modeltest.Wire{Faults: []modeltest.Fault{{Kind: modeltest.FaultStall, After: 4}}},
		}}}, "token")
		c, err := f.open(modeltest.PipeURL, tr, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Decide(ctx, question(), func(e model.Event) {
			if e.Kind == model.EventText {
				cancel()
			}
		})
		cancel()
		if e, ok := model.AsError(err); !ok || e.Kind != model.ErrCancelled || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := stop(); err != nil || len(srv.Requests()) != 1 {
			t.Error(err, len(srv.Requests()))
		}
	})
}
