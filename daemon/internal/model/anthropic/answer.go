package anthropic

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// answer is a response in the making.
type answer struct {
	client *Client
	emit   func(model.Event)

	slots   []*slot
	byIndex map[int]*slot
	others  int // slots that hold no text
	calls   *wire.Assembler
	stop    string
	done    bool
	model   string
	count   tokens
}

// slot is one content block in the making.
type slot struct {
	index     int
	kind      string
	text      strings.Builder
	signature strings.Builder
	data      string
}

// tokens are the counts as the API gives them: its input leaves out what was
// read from and written to the cache.
type tokens struct{ input, output, read, written, reasoning int64 }

func newAnswer(c *Client, history []model.Message, emit func(model.Event)) *answer {
	return &answer{client: c, emit: emit, byIndex: map[int]*slot{}, calls: wire.NewAssembler(history, emit)}
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

// event takes one event of the stream; unknown ones pass by.
func (a *answer) event(e ssestream.Event) error {
	data := bytes.TrimSpace(e.Data)
	if len(data) == 0 {
		return nil
	}
	var head struct {
		Type  string          `json:"type"`
		Error json.RawMessage `json:"error"`
	}
	var ev sdk.MessageStreamEventUnion
	if json.Unmarshal(data, &head) != nil || json.Unmarshal(data, &ev) != nil {
		return malformed()
	}
	if head.Type == "error" || e.Type == "error" || head.Error != nil {
		return wire.LateError(data, a.client.key)
	}
	switch head.Type {
	case "message_start":
		a.begin(ev.Message)
	case "content_block_start":
		a.open(a.index(ev), ev.ContentBlock)
	case "content_block_delta":
		a.delta(a.index(ev), ev.Delta)
	case "message_delta":
		a.end(ev)
	case "message_stop":
		a.done = true
	}
	return a.bounded()
}

// bounded refuses more blocks than a sensible answer has.
func (a *answer) bounded() error {
	if a.others > wire.MaxBlocks || len(a.slots) > wire.MaxPieces {
		return wire.TooLarge()
	}
	return nil
}

func malformed() error {
	return &model.Error{Kind: model.ErrMalformed, Message: "The model's answer is not in the form of an Anthropic message."}
}

// index is the block an event is about; without one it is the newest.
func (a *answer) index(ev sdk.MessageStreamEventUnion) int {
	if ev.JSON.Index.Valid() {
		return int(ev.Index)
	}
	if ev.Type == "content_block_start" {
		return len(a.slots)
	}
	return len(a.slots) - 1
}

func (a *answer) begin(m sdk.Message) {
	a.model = m.Model
	a.tally(tokens{
		input: m.Usage.InputTokens, output: m.Usage.OutputTokens, read: m.Usage.CacheReadInputTokens,
		written: m.Usage.CacheCreationInputTokens, reasoning: m.Usage.OutputTokensDetails.ThinkingTokens,
	})
}

func (a *answer) end(ev sdk.MessageStreamEventUnion) {
	if r := string(ev.Delta.StopReason); r != "" {
		a.stop = r
	}
	a.tally(tokens{
		input: ev.Usage.InputTokens, output: ev.Usage.OutputTokens, read: ev.Usage.CacheReadInputTokens,
		written: ev.Usage.CacheCreationInputTokens, reasoning: ev.Usage.OutputTokensDetails.ThinkingTokens,
	})
}

// tally keeps the newest numbers: the counts of a stream are running totals.
func (a *answer) tally(t tokens) {
	for _, f := range []struct{ to, from *int64 }{
		{&a.count.input, &t.input}, {&a.count.output, &t.output}, {&a.count.read, &t.read},
		{&a.count.written, &t.written}, {&a.count.reasoning, &t.reasoning},
	} {
		if *f.from > 0 {
			*f.to = *f.from
		}
	}
}

func (a *answer) usage() model.Usage {
	c := a.count
	return model.Usage{
		InputTokens: int(c.input + c.read + c.written), OutputTokens: int(c.output),
		CacheRead: int(c.read), CacheWrite: int(c.written), Reasoning: int(c.reasoning),
	}
}

// open starts a block. Some servers put all of it in here and send no deltas.
func (a *answer) open(index int, b sdk.ContentBlockStartEventContentBlockUnion) {
	s := a.add(&slot{index: index, kind: b.Type, data: b.Data})
	if b.Type == "tool_use" {
		a.calls.Add(wire.Delta{ID: b.ID, Name: b.Name, Args: seed(b.JSON.Input.Raw()), Index: index})
		return
	}
	a.grow(s, b.Text, b.Thinking, b.Signature)
}

// seed is the input that stands in a block's start; {} stands for none yet.
func seed(raw string) string {
	if strings.Join(strings.Fields(raw), "") == "{}" || raw == "null" {
		return ""
	}
	return raw
}

func (a *answer) delta(index int, d sdk.MessageStreamEventUnionDelta) {
	s := a.byIndex[index]
	if s == nil {
		return
	}
	if s.kind == "tool_use" {
		a.calls.Add(wire.Delta{Args: d.PartialJSON, Index: index})
		return
	}
	a.grow(s, d.Text, d.Thinking, d.Signature)
}

// add appends a block, the newest of its index.
func (a *answer) add(s *slot) *slot {
	a.slots = append(a.slots, s)
	a.byIndex[s.index] = s
	if s.kind != "text" {
		a.others++
	}
	return s
}

func (a *answer) grow(s *slot, text, thought, signature string) {
	s.signature.WriteString(signature)
	if s.kind == "thinking" && thought != "" {
		s.text.WriteString(thought)
		a.emit(model.Event{Kind: model.EventReasoning, Text: thought})
	}
	if s.kind == "text" && text != "" {
		s.text.WriteString(text)
		a.emit(model.Event{Kind: model.EventText, Text: text})
	}
}

// close judges the end: without a reason and without message_stop the answer
// was cut.
func (a *answer) close() error {
	if a.stop == "" && !a.done {
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
	var head struct{ Type string }
	if json.Unmarshal(data, &head) == nil && head.Type == "error" {
		return wire.LateError(data, a.client.key)
	}
	var m sdk.Message
	if json.Unmarshal(data, &m) != nil || head.Type != "message" {
		return malformed()
	}
	a.begin(m)
	for i, b := range m.Content {
		a.whole(i, b)
	}
	a.stop, a.done = string(m.StopReason), true
	return a.bounded()
}

func (a *answer) whole(i int, b sdk.ContentBlockUnion) {
	s := a.add(&slot{index: i, kind: b.Type, data: b.Data})
	if b.Type == "tool_use" {
		a.calls.Add(wire.Delta{ID: b.ID, Name: b.Name, Args: string(b.Input), Index: i})
		return
	}
	a.grow(s, b.Text, b.Thinking, b.Signature)
}

// response is the whole answer, blocks in the provider's order.
func (a *answer) response() model.Response {
	stop := a.reason()
	calls := a.calls.Finish(stop)
	m := model.Message{Role: model.RoleAssistant}
	for _, s := range a.slots {
		switch {
		case s.kind == "tool_use" && len(calls) > 0:
			m.Blocks, calls = append(m.Blocks, calls[0]), calls[1:]
		case s.kind == "text" && s.text.Len() > 0:
			m.Blocks = append(m.Blocks, model.Text(s.text.String()))
		case s.kind == "thinking" || s.kind == "redacted_thinking":
			m.Blocks = append(m.Blocks, a.thought(s))
		}
	}
	m.Blocks = append(m.Blocks, calls...)
	a.emit(model.Event{Kind: model.EventUsage, Usage: a.usage()})
	return model.Response{Message: m, Stop: stop, Usage: a.usage(), Model: a.model}
}

// thought is a reasoning block with what must go back unchanged.
func (a *answer) thought(s *slot) model.Block {
	b := model.Block{Kind: model.BlockReasoning, Text: s.text.String()}
	data, err := json.Marshal(thinking{Type: s.kind, Thinking: s.text.String(), Signature: s.signature.String(), Data: s.data})
	if err == nil {
		b.Raw = &model.Raw{Provider: a.client.origin(), Model: a.client.model, Data: data}
	}
	return b
}

func (a *answer) reason() model.StopReason {
	switch a.stop {
	case "end_turn", "stop_sequence", "tool_use", "": // "" when message_stop came
		if a.calls.Len() > 0 {
			return model.StopToolCalls
		}
		return model.StopEnd
	case "max_tokens", "model_context_window_exceeded":
		return model.StopLength
	case "refusal":
		return model.StopRefusal
	}
	return model.StopUnknown
}
