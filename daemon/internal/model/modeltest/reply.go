package modeltest

import "fmt"

// args is the text of a call's arguments.
func (c Call) args() string {
	switch {
	case c.RawArgs != nil:
		return *c.RawArgs
	case c.Args == nil:
		return "{}"
	}
	return string(mustJSON(c.Args))
}

// id is the call's id, made up from its place where it has none.
func (p *player) id(i int) string {
	if id := p.turn.Reply.Calls[i].ID; id != "" {
		return id
	}
	return fmt.Sprintf("call_%d_%d", p.number, i+1)
}

// model is the name that the reply carries.
func (p *player) model() string {
	if p.turn.Reply.Model != "" {
		return p.turn.Reply.Model
	}
	return p.req.Canonical.Model
}

// stopWord is the reply's reason in the words of a face; "" for none.
func (p *player) stopWord(words map[string]string) string {
	stop := p.turn.Reply.Stop
	if stop == "" {
		stop = "end"
		if len(p.turn.Reply.Calls) > 0 {
			stop = "tool_calls"
		}
	}
	if word, ok := words[stop]; ok {
		return word
	}
	return stop
}

// usage is what the reply counts; made up from the text where it does not say.
func (p *player) usage() Usage {
	if p.turn.Reply.Usage != nil {
		return *p.turn.Reply.Usage
	}
	return Usage{Input: 100, Output: 10}
}

type object = map[string]any
