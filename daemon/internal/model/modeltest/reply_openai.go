package modeltest

var openaiStops = map[string]string{
	"end": "stop", "tool_calls": "tool_calls", "length": "length",
	"content_filter": "content_filter", "refusal": "stop", "none": "",
}

// openaiEvents is the reply as Chat Completions stream it.
func (p *player) openaiEvents() []event {
	reply := p.turn.Reply
	deltas := []object{{"role": "assistant", "content": ""}}
	for _, s := range p.pieces(reply.Reasoning) {
		deltas = append(deltas, object{"reasoning_content": s})
	}
	field := "content"
	if reply.Stop == "refusal" {
		field = "refusal"
	}
	for _, s := range p.pieces(reply.Text) {
		deltas = append(deltas, object{field: s})
	}
	for _, d := range p.callDeltas() {
		deltas = append(deltas, object{"tool_calls": []object{d}})
	}
	var events []event
	for _, d := range deltas {
		events = append(events, p.openaiChunk([]object{{"index": 0, "delta": d, "finish_reason": nil}}, false))
	}
	if word := p.stopWord(openaiStops); word != "" {
		events = append(events, p.openaiChunk([]object{{"index": 0, "delta": object{}, "finish_reason": word}}, false))
	}
	if p.wantsUsage() {
		events = append(events, p.openaiChunk([]object{}, true))
	}
	if !p.turn.Wire.has(FaultNoDone) {
		events = append(events, event{data: "[DONE]"})
	}
	return events
}

// wantsUsage follows the request, as OpenAI does.
func (p *player) wantsUsage() bool {
	found, err := find(p.req.Body, ".stream_options.include_usage")
	return err == nil && len(found) == 1 && found[0] == true && !p.turn.Wire.has(FaultNoUsage)
}

func (p *player) openaiChunk(choices []object, usage bool) event {
	chunk := object{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": p.model(),
		"choices": choices, "unknown_field": object{"x": 1},
	}
	if usage || p.turn.Wire.has(FaultRunningUsage) {
		chunk["usage"] = p.openaiUsage()
	}
	return event{data: string(mustJSON(chunk))}
}

func (p *player) openaiUsage() object {
	u := p.usage()
	return object{
		"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"prompt_tokens_details":     object{"cached_tokens": u.CacheRead},
		"completion_tokens_details": object{"reasoning_tokens": u.Reasoning},
	}
}

// callDeltas are the pieces of all calls, one after the other or in turns.
func (p *player) callDeltas() []object {
	var lanes [][]object
	for i := range p.turn.Reply.Calls {
		lanes = append(lanes, p.callPieces(i))
	}
	if !p.turn.Wire.has(FaultInterleave) {
		return concat(lanes)
	}
	var out []object
	for left := true; left; {
		left = false
		for i := range lanes {
			if len(lanes[i]) > 0 {
				out, lanes[i], left = append(out, lanes[i][0]), lanes[i][1:], true
			}
		}
	}
	return out
}

func concat(lanes [][]object) []object {
	var out []object
	for _, l := range lanes {
		out = append(out, l...)
	}
	return out
}

// callPieces is one call: a head with id and name, then its arguments.
func (p *player) callPieces(i int) []object {
	wire := p.turn.Wire
	call := p.turn.Reply.Calls[i]
	first := ""
	if wire.has(FaultSeed) {
		first = "{}"
	}
	heads := []string{call.Name}
	if n := len(call.Name) / 2; n > 0 && wire.has(FaultNamePieces) {
		heads = []string{call.Name[:n], call.Name[n:]}
	}
	var out []object
	for k, name := range heads {
		fn := object{"name": name}
		if k == len(heads)-1 {
			fn["arguments"] = first
		}
		out = append(out, p.callPiece(i, k == 0, fn))
	}
	if wire.has(FaultObjectArgs) && call.RawArgs == nil {
		return append(out, p.callPiece(i, false, object{"arguments": call.Args}))
	}
	for _, s := range p.pieces(call.args()) {
		out = append(out, p.callPiece(i, false, object{"arguments": s}))
	}
	return out
}

func (p *player) callPiece(i int, head bool, fn object) object {
	wire := p.turn.Wire
	d := object{"index": i, "function": fn}
	if wire.has(FaultIndexZero) {
		d["index"] = 0
	}
	if wire.has(FaultNoIndex) {
		delete(d, "index")
	}
	if head {
		d["type"] = "function"
	}
	if (head || wire.has(FaultIDRepeated)) && !wire.has(FaultNoID) {
		d["id"] = p.id(i)
		if wire.has(FaultSameID) {
			d["id"] = p.id(0)
		}
	}
	return d
}

// openaiDocument is the reply as one document.
func (p *player) openaiDocument() object {
	reply := p.turn.Reply
	m := object{"role": "assistant", "content": reply.Text}
	if reply.Stop == "refusal" {
		m["content"], m["refusal"] = nil, reply.Text
	}
	if reply.Reasoning != "" {
		m["reasoning_content"] = reply.Reasoning
	}
	var calls []object
	for i, c := range reply.Calls {
		calls = append(calls, object{"id": p.id(i), "type": "function", "function": object{"name": c.Name, "arguments": c.args()}})
	}
	if calls != nil {
		m["tool_calls"] = calls
	}
	doc := object{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": p.model(),
		"choices": []object{{"index": 0, "message": m, "finish_reason": p.stopWord(openaiStops)}},
	}
	if !p.turn.Wire.has(FaultNoUsage) {
		doc["usage"] = p.openaiUsage()
	}
	return doc
}
