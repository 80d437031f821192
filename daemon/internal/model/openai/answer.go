package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// answer is a response in the making.
type answer struct {
	client *Client
	emit   func(model.Event)

	text, reasoning strings.Builder
	think           thinkSplitter
	fields          [len(reasoningText)]strings.Builder
	details         []json.RawMessage
	calls           *wire.Assembler
	refused         bool
	finish          string
	done            bool
	model           string
	usage           model.Usage
}

func newAnswer(c *Client, history []model.Message, emit func(model.Event)) *answer {
	return &answer{client: c, emit: emit, calls: wire.NewAssembler(history, emit)}
}

// read takes the whole answer, streamed or not.
func (a *answer) read(resp *http.Response) error {
	if wire.IsPlain(resp) {
		return a.readPlain(resp.Body)
	}
	dec := ssestream.NewDecoder(resp)
	for !a.done && dec.Next() {
		if err := a.event(dec.Event()); err != nil {
			return err
		}
	}
	if err := dec.Err(); err != nil && !a.done {
		return err
	}
	return a.close()
}

// event takes one event of the stream.
func (a *answer) event(e ssestream.Event) error {
	data := bytes.TrimSpace(e.Data)
	if len(data) == 0 {
		return nil
	}
	if bytes.HasPrefix(data, []byte("[DONE]")) {
		a.done = true
		return nil
	}
	var chunk sdk.ChatCompletionChunk
	if !json.Valid(data) || json.Unmarshal(data, &chunk) != nil {
		return malformed()
	}
	if e.Type == "error" || present(chunk.JSON.ExtraFields["error"]) {
		return wire.LateError(data, a.client.key)
	}
	a.chunk(chunk)
	if a.calls.Len() > wire.MaxBlocks || len(a.details) > maxDetails {
		return wire.TooLarge()
	}
	return nil
}

func malformed() error {
	return &model.Error{Kind: model.ErrMalformed, Message: "The model's answer is not in the form of a Chat Completion."}
}

func present(f respjson.Field) bool {
	return f.Raw() != "" && f.Raw() != "null"
}

func (a *answer) chunk(c sdk.ChatCompletionChunk) {
	a.named(c.Model)
	a.count(c.Usage)
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		a.reason(choice.Delta.JSON.ExtraFields)
		a.say(choice.Delta.Content)
		a.refuse(choice.Delta.Refusal)
		for _, d := range choice.Delta.ToolCalls {
			a.calls.Add(callDelta(d))
		}
		if choice.FinishReason != "" {
			a.finish = choice.FinishReason
		}
	}
}

// callDelta keeps apart an index that is 0 and one that is not there, and
// takes arguments that came as an object for the text they should have been.
func callDelta(d sdk.ChatCompletionChunkChoiceDeltaToolCall) wire.Delta {
	out := wire.Delta{ID: d.ID, Name: d.Function.Name, Args: argsText(d.Function.Arguments, d.Function.JSON.Arguments), Index: -1}
	if d.JSON.Index.Valid() {
		out.Index = int(d.Index)
	}
	return out
}

func argsText(text string, field respjson.Field) string {
	if raw := field.Raw(); strings.HasPrefix(raw, "{") {
		return raw
	}
	return text
}

func (a *answer) named(name string) {
	if name != "" {
		a.model = name
	}
}

// count keeps the newest numbers: some servers send running totals.
func (a *answer) count(u sdk.CompletionUsage) {
	if u.PromptTokens == 0 && u.CompletionTokens == 0 {
		return
	}
	a.usage = model.Usage{
		InputTokens:  int(u.PromptTokens),
		OutputTokens: int(u.CompletionTokens),
		CacheRead:    int(u.PromptTokensDetails.CachedTokens),
		Reasoning:    int(u.CompletionTokensDetails.ReasoningTokens),
	}
}

// say takes a piece of content, which may hold reasoning in <think> tags.
func (a *answer) say(piece string) {
	if piece != "" {
		a.show(a.think.write(piece))
	}
}

func (a *answer) show(reasoning, text string) {
	a.ponder(reasoning)
	if text != "" {
		a.text.WriteString(text)
		a.emit(model.Event{Kind: model.EventText, Text: text})
	}
}

func (a *answer) ponder(piece string) {
	if piece != "" {
		a.reasoning.WriteString(piece)
		a.emit(model.Event{Kind: model.EventReasoning, Text: piece})
	}
}

func (a *answer) refuse(piece string) {
	if piece != "" {
		a.refused = true
		a.show("", piece)
	}
}

// close judges the end of the answer: without a reason and without [DONE] it
// was cut; one of the two is enough, for some servers leave out the other.
func (a *answer) close() error {
	a.show(a.think.flush())
	if a.finish == "" && !a.done {
		return &model.Error{Kind: model.ErrNetwork, Message: "The answer broke off before its end."}
	}
	return nil
}

// readPlain takes an answer that is one document.
func (a *answer) readPlain(body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var whole sdk.ChatCompletion
	if !json.Valid(data) || json.Unmarshal(data, &whole) != nil {
		return malformed()
	}
	if present(whole.JSON.ExtraFields["error"]) {
		return wire.LateError(data, a.client.key)
	}
	if len(whole.Choices) == 0 {
		return malformed()
	}
	a.whole(whole)
	if a.calls.Len() > wire.MaxBlocks {
		return wire.TooLarge()
	}
	return a.close()
}

func (a *answer) whole(w sdk.ChatCompletion) {
	a.named(w.Model)
	a.count(w.Usage)
	choice := w.Choices[0]
	a.reason(choice.Message.JSON.ExtraFields)
	a.say(choice.Message.Content)
	a.refuse(choice.Message.Refusal)
	for i, call := range choice.Message.ToolCalls {
		f := call.Function
		a.calls.Add(wire.Delta{ID: call.ID, Name: f.Name, Args: argsText(f.Arguments, f.JSON.Arguments), Index: i})
	}
	a.finish, a.done = choice.FinishReason, true
}

// response is the whole answer.
func (a *answer) response() model.Response {
	stop := a.stop()
	m := model.Message{Role: model.RoleAssistant}
	if raw := a.raw(); raw != nil || a.reasoning.Len() > 0 {
		m.Blocks = append(m.Blocks, model.Block{Kind: model.BlockReasoning, Text: a.reasoning.String(), Raw: raw})
	}
	if a.text.Len() > 0 {
		m.Blocks = append(m.Blocks, model.Text(a.text.String()))
	}
	m.Blocks = append(m.Blocks, a.calls.Finish(stop)...)
	a.emit(model.Event{Kind: model.EventUsage, Usage: a.usage})
	return model.Response{Message: m, Stop: stop, Usage: a.usage, Model: a.model}
}

// stop reads the reason. Servers often say "stop" at the end of calls.
func (a *answer) stop() model.StopReason {
	switch a.finish {
	case "length":
		return model.StopLength
	case "content_filter":
		return model.StopContentFilter
	case "stop", "tool_calls", "function_call", "": // "" when [DONE] came
		return a.stopOf()
	}
	return model.StopUnknown
}

// stopOf reads the reason out of what was said: an answer that was ended is one,
// whatever its server calls that, but where a call was announced and did not come.
func (a *answer) stopOf() model.StopReason {
	switch {
	case a.calls.Len() > 0:
		return model.StopToolCalls
	case a.refused:
		return model.StopRefusal
	case a.finish == "tool_calls" || a.finish == "function_call":
		return model.StopUnknown
	}
	return model.StopEnd
}
