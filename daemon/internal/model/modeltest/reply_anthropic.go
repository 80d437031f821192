package modeltest

import "encoding/json"

var anthropicStops = map[string]string{
	"end": "end_turn", "tool_calls": "tool_use", "length": "max_tokens",
	"content_filter": "refusal", "refusal": "refusal", "none": "",
}

// anthropicEvents is the reply as the Messages API streams it.
func (p *player) anthropicEvents() []event {
	u := p.usage()
	start := p.anthropicMessage([]object{}, nil)
	start["usage"] = object{
		"input_tokens": u.Input - u.CacheRead - u.CacheWrite, "output_tokens": 1,
		"cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
	}
	if p.turn.Wire.has(FaultNoUsage) {
		delete(start, "usage")
	}
	events := []event{anthropicEvent(object{"type": "message_start", "message": start}), anthropicEvent(object{"type": "ping"})}
	for i, b := range p.anthropicBlocks() {
		events = append(events, p.anthropicBlock(i, b)...)
	}
	return append(events, p.anthropicEnd()...)
}

func anthropicEvent(o object) event {
	return event{name: o["type"].(string), data: string(mustJSON(o))}
}

// anthropicEnd closes the message with reason and usage.
func (p *player) anthropicEnd() []event {
	var events []event
	if word := p.stopWord(anthropicStops); word != "" {
		end := object{"type": "message_delta", "delta": object{"stop_reason": word, "stop_sequence": nil}}
		if !p.turn.Wire.has(FaultNoUsage) {
			end["usage"] = object{"output_tokens": p.usage().Output}
		}
		events = append(events, anthropicEvent(end))
	}
	if !p.turn.Wire.has(FaultNoDone) {
		events = append(events, anthropicEvent(object{"type": "message_stop"}))
	}
	return events
}

// anthropicBlocks are the whole content blocks.
func (p *player) anthropicBlocks() []object {
	reply := p.turn.Reply
	blocks := []object{}
	if reply.Reasoning != "" {
		blocks = append(blocks, object{"type": "thinking", "thinking": reply.Reasoning, "signature": reply.Signature})
	}
	if reply.Text != "" {
		blocks = append(blocks, object{"type": "text", "text": reply.Text})
	}
	for i, c := range reply.Calls {
		blocks = append(blocks, object{"type": "tool_use", "id": p.id(i), "name": c.Name, "input": c.args()})
	}
	return blocks
}

// anthropicBlock streams one block: an empty start, its deltas, its stop.
func (p *player) anthropicBlock(i int, b object) []event {
	kind := b["type"].(string)
	start := object{"type": kind}
	var deltas []object
	switch kind {
	case "thinking":
		start["thinking"], start["signature"] = "", ""
		deltas = p.deltas("thinking_delta", "thinking", b["thinking"].(string))
		deltas = append(deltas, object{"type": "signature_delta", "signature": b["signature"]})
	case "text":
		start["text"] = ""
		deltas = p.deltas("text_delta", "text", b["text"].(string))
	case "tool_use":
		start["id"], start["name"], start["input"] = b["id"], b["name"], object{}
		deltas = p.deltas("input_json_delta", "partial_json", b["input"].(string))
	}
	events := []event{anthropicEvent(object{"type": "content_block_start", "index": i, "content_block": start})}
	for _, d := range deltas {
		events = append(events, anthropicEvent(object{"type": "content_block_delta", "index": i, "delta": d, "unknown_field": 1}))
	}
	return append(events, anthropicEvent(object{"type": "content_block_stop", "index": i}))
}

func (p *player) deltas(kind, field, text string) []object {
	var out []object
	for _, s := range p.pieces(text) {
		out = append(out, object{"type": kind, field: s})
	}
	return out
}

func (p *player) anthropicMessage(content []object, stop any) object {
	return object{
		"id": "msg_1", "type": "message", "role": "assistant", "model": p.model(),
		"content": content, "stop_reason": stop, "stop_sequence": nil,
	}
}

// anthropicDocument is the reply as one document. Arguments that are no JSON
// cannot stand in one; they are sent as a string.
func (p *player) anthropicDocument() object {
	blocks := p.anthropicBlocks()
	for _, b := range blocks {
		if text, ok := b["input"].(string); ok && json.Valid([]byte(text)) {
			b["input"] = json.RawMessage(text)
		}
	}
	doc := p.anthropicMessage(blocks, p.stopWord(anthropicStops))
	u := p.usage()
	doc["usage"] = object{
		"input_tokens": u.Input - u.CacheRead - u.CacheWrite, "output_tokens": u.Output,
		"cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
	}
	return doc
}
