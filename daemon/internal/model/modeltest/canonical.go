package modeltest

import "encoding/json"

// Canonical is a request in one form for both faces.
type Canonical struct {
	Model string `json:"model"`
	// System is the whole text of the instructions.
	System   string         `json:"system"`
	Messages []CanonMessage `json:"messages"`
	// Tools are the names of the tools offered; Schemas are theirs by name.
	Tools   []string       `json:"tools"`
	Schemas map[string]any `json:"schemas"`
	// Last is the text of the last message that is not the assistant's.
	Last string `json:"last"`
	// Results are the contents of the newest tool results, in order.
	Results     []string `json:"results"`
	Temperature *float64 `json:"temperature,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`
	Stream      bool     `json:"stream"`
}

// CanonMessage is one message. A tool result is a message of the role tool,
// one for each turn of results.
type CanonMessage struct {
	Role    string        `json:"role"`
	Text    string        `json:"text"`
	Calls   []CanonCall   `json:"calls,omitempty"`
	Results []CanonResult `json:"results,omitempty"`
	// Signatures are those of the reasoning sent back, in order.
	Signatures []string `json:"signatures,omitempty"`
}

// CanonCall is a call in the history. Args is nil where Raw is no JSON.
type CanonCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args any    `json:"args"`
	Raw  string `json:"raw"`
}

// CanonResult is a tool result in the history.
type CanonResult struct {
	ID      string `json:"id"`
	Content string `json:"content"`
	IsError bool   `json:"is_error"`
}

// rawRequest reads both faces: their fields do not collide.
type rawRequest struct {
	Model       string       `json:"model"`
	System      content      `json:"system"`
	Messages    []rawMessage `json:"messages"`
	Tools       []rawTool    `json:"tools"`
	Temperature *float64     `json:"temperature"`
	MaxTokens   int          `json:"max_tokens"`
	MaxOutput   int          `json:"max_completion_tokens"`
	Stream      bool         `json:"stream"`
}

type rawMessage struct {
	Role       string    `json:"role"`
	Content    content   `json:"content"`
	ToolCalls  []rawCall `json:"tool_calls"`
	ToolCallID string    `json:"tool_call_id"`
}

type rawCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type rawTool struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"input_schema"`
	Function    struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
}

type rawBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   content         `json:"content"`
	IsError   bool            `json:"is_error"`
	Signature string          `json:"signature"`
}

// content is text, or blocks, or null.
type content []rawBlock

func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = nil
		if text != "" {
			*c = content{{Type: "text", Text: text}}
		}
		return nil
	}
	var blocks []rawBlock
	if err := json.Unmarshal(data, &blocks); err != nil {
		return err
	}
	*c = blocks
	return nil
}

func (c content) text() string {
	s := ""
	for _, b := range c {
		s += b.Text
	}
	return s
}

// canonical brings a request into the one form.
func canonical(raw rawRequest) Canonical {
	c := Canonical{
		Model: raw.Model, System: raw.System.text(), Temperature: raw.Temperature,
		MaxTokens: max(raw.MaxTokens, raw.MaxOutput), Stream: raw.Stream,
		Schemas: map[string]any{}, Tools: []string{}, Results: []string{},
	}
	for _, m := range raw.Messages {
		c.add(m)
	}
	for _, t := range raw.Tools {
		c.addTool(t)
	}
	c.summarise()
	return c
}

func (c *Canonical) add(m rawMessage) {
	switch {
	case m.Role == "system" || m.Role == "developer":
		c.System += m.Content.text()
	case m.Role == "tool":
		c.result(CanonResult{ID: m.ToolCallID, Content: m.Content.text()})
	default:
		c.addBlocks(m)
	}
}

// result joins a result to those before it.
func (c *Canonical) result(r CanonResult) {
	if n := len(c.Messages); n == 0 || c.Messages[n-1].Role != "tool" {
		c.Messages = append(c.Messages, CanonMessage{Role: "tool"})
	}
	last := &c.Messages[len(c.Messages)-1]
	last.Results = append(last.Results, r)
}

func (c *Canonical) addBlocks(m rawMessage) {
	out := CanonMessage{Role: m.Role}
	results := false
	for _, b := range m.Content {
		switch b.Type {
		case "tool_result":
			c.result(CanonResult{ID: b.ToolUseID, Content: b.Content.text(), IsError: b.IsError})
			results = true
		case "tool_use":
			out.Calls = append(out.Calls, canonCall(b.ID, b.Name, string(b.Input)))
		case "thinking":
			out.Signatures = append(out.Signatures, b.Signature)
		default:
			out.Text += b.Text
		}
	}
	for _, call := range m.ToolCalls {
		out.Calls = append(out.Calls, canonCall(call.ID, call.Function.Name, call.Function.Arguments))
	}
	if !results || out.Text != "" {
		c.Messages = append(c.Messages, out)
	}
}

func canonCall(id, name, raw string) CanonCall {
	call := CanonCall{ID: id, Name: name, Raw: raw}
	if json.Unmarshal([]byte(raw), &call.Args) != nil {
		call.Args = nil
	}
	return call
}

func (c *Canonical) addTool(t rawTool) {
	name, schema := t.Name, t.InputSchema
	if name == "" {
		name, schema = t.Function.Name, t.Function.Parameters
	}
	c.Tools = append(c.Tools, name)
	var tree any
	if json.Unmarshal(schema, &tree) == nil {
		c.Schemas[name] = tree
	}
}

func (c *Canonical) summarise() {
	for _, m := range c.Messages {
		if m.Role == "assistant" {
			continue
		}
		c.Last = m.Text
		if m.Role == "tool" {
			c.Results = c.Results[:0]
			for _, r := range m.Results {
				c.Results = append(c.Results, r.Content)
			}
			c.Last = ""
		}
	}
}
