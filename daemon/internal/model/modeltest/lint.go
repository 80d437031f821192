package modeltest

import (
	"bytes"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// lint holds the rules that real providers enforce with a 400, on every
// request of every scenario (contracts 4.2).
func lint(req *Request) []error {
	l := linter{ids: map[string]bool{}, face: req.Face}
	c := req.Canonical
	if c.Model == "" {
		l.say("the request names no model")
	}
	if c.Temperature != nil && *c.Temperature > 0.2 {
		l.say("temperature %v is above 0.2 (R358)", *c.Temperature)
	}
	if req.Face == FaceAnthropic && c.MaxTokens <= 0 {
		l.say("max_tokens is required")
	}
	l.tools(c)
	l.messages(c)
	return l.found
}

type linter struct {
	found []error
	ids   map[string]bool
	face  string
}

func (l *linter) say(format string, args ...any) {
	l.found = append(l.found, fmt.Errorf("lint: "+format, args...))
}

func (l *linter) tools(c Canonical) {
	seen := map[string]bool{}
	for _, name := range c.Tools {
		if name == "" || seen[name] {
			l.say("tool name %q is empty or given twice", name)
		}
		seen[name] = true
		if err := validSchema(c.Schemas[name]); err != nil {
			l.say("schema of tool %q: %v", name, err)
		}
	}
}

// validSchema compiles a tool's schema, which must describe an object.
func validSchema(schema any) error {
	m, ok := schema.(map[string]any)
	if !ok || m["type"] != "object" {
		return fmt.Errorf("the type must be object")
	}
	data, err := jsonschema.UnmarshalJSON(bytes.NewReader(mustJSON(schema)))
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("tool.json", data); err != nil {
		return err
	}
	_, err = compiler.Compile("tool.json")
	return err
}

func (l *linter) messages(c Canonical) {
	if len(c.Messages) == 0 {
		l.say("the request has no messages")
		return
	}
	if c.Messages[0].Role != "user" {
		l.say("the first message is of role %s, not user", c.Messages[0].Role)
	}
	var waiting []CanonCall
	last := ""
	for i, m := range c.Messages {
		l.order(i, last, m.Role)
		if m.Role == "tool" {
			l.pairs(i, waiting, m.Results)
			waiting = nil
		}
		if len(waiting) > 0 {
			l.say("message %d: %d calls before it have no results", i, len(waiting))
		}
		waiting = m.Calls
		l.calls(i, m)
		last = m.Role
	}
	if last == "assistant" {
		l.say("the last message is the assistant's")
	}
}

func (l *linter) order(i int, last, role string) {
	switch role {
	case "user":
	case "assistant":
		if last == "assistant" {
			l.say("message %d: two assistant messages in a row", i)
		}
	case "tool":
		if last != "assistant" {
			l.say("message %d: tool results without calls before them", i)
		}
	default:
		l.say("message %d: unknown role %q", i, role)
	}
}

func (l *linter) pairs(i int, waiting []CanonCall, results []CanonResult) {
	open := map[string]bool{}
	for _, c := range waiting {
		open[c.ID] = true
	}
	for _, r := range results {
		if !open[r.ID] {
			l.say("message %d: result for %q, which is not waiting", i, r.ID)
		}
		delete(open, r.ID)
	}
	for id := range open {
		l.say("message %d: call %q has no result", i, id)
	}
}

func (l *linter) calls(i int, m CanonMessage) {
	if m.Text == "" && len(m.Calls) == 0 && len(m.Results) == 0 {
		l.say("message %d of role %s is empty", i, m.Role)
	}
	for _, c := range m.Calls {
		if c.ID == "" || l.ids[c.ID] {
			l.say("message %d: call id %q is empty or used twice", i, c.ID)
		}
		l.ids[c.ID] = true
		if _, ok := c.Args.(map[string]any); !ok {
			l.say("message %d: arguments of call %q are not a JSON object: %.80s", i, c.ID, c.Raw)
		}
	}
}
