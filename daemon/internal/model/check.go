package model

import (
	"encoding/json"
	"fmt"
)

// Check holds the rules of order that every provider has in one form or the
// other, so that a mistake of ours is found here and not by a provider's 400
// (contracts 2.22.4): the conversation starts with the user and ends with the
// user or with tool results; an assistant message with calls is followed at
// once by one message that answers each of them exactly once; ids are unique;
// arguments and schemas are JSON objects. The error is an *Error of ErrInvalid.
func Check(req Request) error {
	if err := checkTools(req.Tools); err != nil {
		return err
	}
	if len(req.Messages) == 0 {
		return invalid("a request needs at least one message")
	}
	c := checker{seen: map[string]bool{}}
	for i, m := range req.Messages {
		if err := c.message(i, m); err != nil {
			return err
		}
	}
	return c.end()
}

// isObject reports whether raw is one JSON object.
func isObject(raw json.RawMessage) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(raw, &m) == nil && m != nil
}

func invalid(format string, args ...any) error {
	return &Error{Kind: ErrInvalid, Message: fmt.Sprintf(format, args...)}
}

func checkTools(specs []ToolSpec) error {
	names := map[string]bool{}
	for _, s := range specs {
		if s.Name == "" || names[s.Name] {
			return invalid("tool name %q is empty or given twice", s.Name)
		}
		names[s.Name] = true
		if !isObject(s.Schema) {
			return invalid("the schema of tool %q is not a JSON object", s.Name)
		}
	}
	return nil
}

// checker walks a conversation. open holds the calls still without a result.
type checker struct {
	last Role
	open map[string]bool
	seen map[string]bool
}

func (c *checker) message(i int, m Message) error {
	if len(c.open) > 0 && m.Role != RoleTool {
		return invalid("message %d: the calls before it have no results", i)
	}
	defer func() { c.last = m.Role }()
	switch m.Role {
	case RoleUser:
		return onlyKinds(i, m, BlockText)
	case RoleAssistant:
		return c.assistant(i, m)
	case RoleTool:
		return c.results(i, m)
	}
	return invalid("message %d: unknown role %q", i, m.Role)
}

func (c *checker) assistant(i int, m Message) error {
	if c.last != RoleUser && c.last != RoleTool {
		return invalid("message %d: the assistant speaks after a user message or tool results", i)
	}
	if err := onlyKinds(i, m, BlockText, BlockReasoning, BlockCall); err != nil {
		return err
	}
	c.open = map[string]bool{}
	for _, call := range m.Calls() {
		if call.ID == "" || c.seen[call.ID] {
			return invalid("message %d: call id %q is empty or used twice", i, call.ID)
		}
		if call.Name == "" || !isObject(call.Args) {
			return invalid("message %d: call %q needs a name and a JSON object", i, call.ID)
		}
		c.seen[call.ID], c.open[call.ID] = true, true
	}
	return nil
}

func (c *checker) results(i int, m Message) error {
	if c.last != RoleAssistant {
		return invalid("message %d: tool results stand right after the calls", i)
	}
	if err := onlyKinds(i, m, BlockResult); err != nil {
		return err
	}
	for _, b := range m.Blocks {
		if !c.open[b.Result.CallID] {
			return invalid("message %d: result for call %q that is not waiting", i, b.Result.CallID)
		}
		delete(c.open, b.Result.CallID)
	}
	if len(c.open) > 0 {
		return invalid("message %d: %d calls have no result", i, len(c.open))
	}
	return nil
}

func (c *checker) end() error {
	if c.last == RoleAssistant {
		return invalid("the last message is the assistant's own")
	}
	return nil
}

// onlyKinds refuses blocks of other kinds, and blocks whose field is missing.
func onlyKinds(i int, m Message, kinds ...BlockKind) error {
	for _, b := range m.Blocks {
		ok := false
		for _, k := range kinds {
			ok = ok || b.Kind == k
		}
		whole := (b.Kind == BlockCall) == (b.Call != nil) && (b.Kind == BlockResult) == (b.Result != nil)
		if !ok || !whole {
			return invalid("message %d: a %s message cannot hold this %s block", i, m.Role, b.Kind)
		}
	}
	return nil
}
