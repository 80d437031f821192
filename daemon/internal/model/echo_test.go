package model_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
)

// A model, or an endpoint that sees the key, may say it. It is taken out of all that
// comes back, however it is split; decide looks for the key everywhere.
func TestEchoedKey(t *testing.T) {
	reply := modeltest.Reply{
		Text: "Your key is " + secret + ", so keep sk-test safe. s", Reasoning: "They sent " + secret, Signature: "sig",
		Calls: []modeltest.Call{{ID: "c-" + secret, Name: "read_note", Args: map[string]any{"path": secret + ".md", "again": "x" + secret}}},
		Model: "m-" + secret,
	}
	for _, chunking := range []string{"whole", "token", "byte"} {
		for _, plain := range []bool{false, true} {
			eachFace(t, func(t *testing.T, f face) {
				o := play(t, f, chunking, question(), modeltest.Turn{Reply: reply, Wire: modeltest.Wire{Plain: plain}})
				if o.err != nil {
					t.Fatal(o.err)
				}
				const want = "Your key is [key], so keep sk-test safe. s"
				if got := o.resp.Message.Text(); got != want || o.shown() != want {
					t.Errorf("%s: got %q, shown %q", chunking, got, o.shown())
				}
				calls := o.resp.Message.Calls()
				if len(calls) != 1 || !strings.Contains(string(calls[0].Args), "[key].md") || calls[0].ID != "c-[key]" {
					t.Errorf("%s: got the calls %+v", chunking, calls)
				}
			})
		}
	}
}

// The pieces shown of a call's arguments, joined, are its arguments, also where a
// piece had to wait because it could have begun the key.
func TestHeldPiecesAreGiven(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		o := play(t, f, "byte", question(), modeltest.Turn{Reply: modeltest.Reply{Text: "notes", Calls: []modeltest.Call{
			{ID: "a", Name: "read_note", Args: map[string]any{"path": "sk-test"}}, {ID: "b", Name: "read_note", Args: map[string]any{"path": "s"}}}}})
		args := map[string]string{}
		for _, e := range o.events {
			if e.Kind == model.EventCallArgs {
				args[e.CallID] += e.Text
			}
		}
		if o.shown() != "notes" || args["a"] != `{"path":"sk-test"}` || args["b"] != `{"path":"s"}` {
			t.Errorf("shown %q, %q", o.shown(), args)
		}
	})
}

// babble answers every request with head, then piece without end.
type babble struct{ head, piece string }

func (b babble) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(io.MultiReader(strings.NewReader(b.head), &forever{ended: req.Context().Done(), text: b.piece}))}, nil
}

// forever repeats a text until the request is cancelled. It gives up after 1 GiB, so
// that a failing test ends.
type forever struct {
	ended <-chan struct{}
	text  string
	at    int
	sent  int
}

func (f *forever) Read(p []byte) (int, error) {
	select {
	case <-f.ended:
		return 0, context.Canceled
	default:
	}
	if f.sent > 1<<30 {
		return 0, io.EOF
	}
	n := copy(p, f.text[f.at:])
	f.at = (f.at + n) % len(f.text)
	f.sent += n
	return n, nil
}

const (
	openaiDelta    = `data: {"choices":[{"index":0,"delta":{`
	anthropicStart = "data: {\"type\":\"message_start\",\"message\":{\"model\":\"m\"}}\n\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
	anthropicDelta = `data: {"type":"content_block_delta","index":0,"delta":{`
)

// An answer without end is given up, once, at a size that a person's machine bears:
// 4 MiB of what is said, one long line, calls and blocks without number.
func TestEndlessAnswer(t *testing.T) {
	words, blank := strings.Repeat("and so on ", 100), strings.Repeat(" ", 1000)
	streams := map[string]map[string]babble{
		modeltest.FaceOpenAI: {
			"text":      {"", openaiDelta + `"content":"` + words + "\"}}]}\n\n"},
			"reasoning": {"", openaiDelta + `"reasoning_content":"` + words + "\"}}]}\n\n"},
			"blank":     {"", openaiDelta + `"content":"` + blank + "\"}}]}\n\n"},
			"arguments": {openaiDelta + `"tool_calls":[{"index":0,"id":"a","function":{"name":"read_note","arguments":"{"}}]}}]}` + "\n\n",
				openaiDelta + `"tool_calls":[{"index":0,"function":{"arguments":"` + words + "\"}}]}}]}\n\n"},
			"calls":       {"", openaiDelta + `"tool_calls":[{"function":{"name":"read_note","arguments":"{}"}}]}}]}` + "\n\n"},
			"one line":    {openaiDelta + `"content":"`, words},
			"one value":   {`{"choices":[{"message":{"content":"`, words},
			"comments":    {"", ": still here " + blank + "\n\n"},
			"empty lines": {"data: {}", strings.Repeat("\n", 1000)},
		},
		modeltest.FaceAnthropic: {
			"text":      {anthropicStart + `{"type":"text","text":""}}` + "\n\n", anthropicDelta + `"type":"text_delta","text":"` + words + "\"}}\n\n"},
			"reasoning": {anthropicStart + `{"type":"thinking","thinking":""}}` + "\n\n", anthropicDelta + `"type":"thinking_delta","thinking":"` + words + "\"}}\n\n"},
			"signature": {anthropicStart + `{"type":"thinking","thinking":""}}` + "\n\n", anthropicDelta + `"type":"signature_delta","signature":"` + words + "\"}}\n\n"},
			"arguments": {anthropicStart + `{"type":"tool_use","id":"a","name":"read_note","input":{}}}` + "\n\n",
				anthropicDelta + `"type":"input_json_delta","partial_json":"` + words + "\"}}\n\n"},
			"blocks":    {"", "data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"},
			"calls":     {"", `data: {"type":"content_block_start","content_block":{"type":"tool_use","id":"a","name":"read_note","input":{}}}` + "\n\n"},
			"one line":  {`data: {"type":"`, words},
			"one value": {`{"type":"message","content":[{"type":"text","text":"`, words},
			"pings":     {"", "event: ping\ndata: {\"type\":\"ping\",\"x\":\"" + words + "\"}\n\n"},
		},
	}
	eachFace(t, func(t *testing.T, f face) {
		for name, stream := range streams[f.name] {
			t.Run(name, func(t *testing.T) {
				o := decide(t, t.Context(), f, stream, question())
				e := o.failure(t)
				if e.Retryable() || o.resp.Attempts != 1 || !strings.Contains(e.Message, "given up") {
					t.Errorf("got %v (%s) after %d attempts", e, e.Kind, o.resp.Attempts)
				}
				said := 0
				for _, event := range o.events {
					said += len(event.Text)
				}
				if said > 4<<20 {
					t.Errorf("%d bytes were shown", said)
				}
			})
		}
	})
}
