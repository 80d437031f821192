// Package model is the one language in which the agent talks to a controller,
// whichever one it is: a request goes in, transient events come out while it
// is answered, and one whole response closes it. Adapters live in the packages
// below; nothing of a provider's SDK is visible here.
package model

import (
	"context"
	"encoding/json"
	"strings"
)

// Controller decides what happens next in a run.
//
// Decide makes one decision: one request of the provider, repeated only when
// it failed on the way (contracts 2.21.6). emit is called from Decide's own
// goroutine, never after Decide returned, and may be nil. What emit saw is for
// showing only: the Response is what counts. A failure is always an *Error,
// and its Response holds the attempts and the usage known by then.
type Controller interface {
	// Name is the controller as a person wrote it, such as "openai:gpt-5".
	Name() string
	// Decide answers req. It returns when the answer is whole, when it failed
	// for good, or soon after ctx was cancelled.
	Decide(ctx context.Context, req Request, emit func(Event)) (Response, error)
}

// Request is everything a provider is told for one decision.
type Request struct {
	// System holds the standing instructions: equal from request to request
	// as far as it can be, since providers cache it.
	System string `json:"system,omitempty"`
	// Messages is the conversation, oldest first. Check says what a right
	// order is; adapters refuse another one before anything is sent.
	Messages []Message `json:"messages"`
	// Context is the untrusted runtime block. It is placed last in the last
	// user turn, is not part of the history, and changes with every request.
	Context string `json:"context,omitempty"`
	// Tools are the tools that may be called now, in a stable order.
	Tools []ToolSpec `json:"tools,omitempty"`
	// MaxOutputTokens bounds the answer, reasoning included; 0 means the
	// adapter's default.
	MaxOutputTokens int `json:"maxOutputTokens,omitempty"`
	// Temperature is used where the model takes one; nil means
	// MaxTemperature, and more than that is lowered to it (R358).
	Temperature *float64 `json:"temperature,omitempty"`
}

// MaxTemperature is the highest temperature ever asked for (R358).
const MaxTemperature = 0.2

// Role says who speaks in a message. Instructions are not a role: they stand
// in Request.System.
type Role string

// The roles of a conversation.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	// RoleTool is a message that holds tool results only, one for each call
	// of the assistant message right before it.
	RoleTool Role = "tool"
)

// Message is one turn of a conversation: blocks in the order they were said.
type Message struct {
	Role   Role    `json:"role"`
	Blocks []Block `json:"blocks"`
}

// BlockKind says which field of a Block is set.
type BlockKind string

// The kinds of block.
const (
	// BlockText is text, in Text.
	BlockText BlockKind = "text"
	// BlockReasoning is what the model thought, in Text; it may be empty
	// where the provider shows only Raw.
	BlockReasoning BlockKind = "reasoning"
	// BlockCall is a tool call, in Call.
	BlockCall BlockKind = "tool_call"
	// BlockResult is a tool's result, in Result.
	BlockResult BlockKind = "tool_result"
)

// Block is one piece of a message.
type Block struct {
	Kind   BlockKind `json:"kind"`
	Text   string    `json:"text,omitempty"`
	Call   *Call     `json:"call,omitempty"`
	Result *Result   `json:"result,omitempty"`
	// Raw is the block as the provider sent it, where the provider wants it
	// back unchanged (signed reasoning). Other models never see it.
	Raw *Raw `json:"raw,omitempty"`
}

// Raw is an opaque piece of a provider's own format. It is sent back to the
// same provider and model only, byte for byte.
type Raw struct {
	Provider string          `json:"provider"`
	Model    string          `json:"model"`
	Data     json.RawMessage `json:"data"`
}

// For reports whether provider and model are those the piece came from.
func (r *Raw) For(provider, model string) bool {
	return r != nil && r.Provider == provider && r.Model == model
}

// Call is the model's wish to use a tool.
type Call struct {
	// ID is unique within a conversation; the result names it.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Args is always one JSON object. It is {} where Bad is set, and that is
	// what goes back into the history (design section 5, Models).
	Args json.RawMessage `json:"args"`
	// Bad says why the call must not be executed: its arguments are cut off
	// or are not a JSON object. The text is written for the model to read.
	Bad string `json:"bad,omitempty"`
	// Truncated reports that Bad is so because the answer was cut: the
	// advice is to write in parts, not to repair (contracts 2.21.4).
	Truncated bool `json:"truncated,omitempty"`
	// Repaired names what was mended to read the arguments, for the log;
	// empty where nothing had to be (R357).
	Repaired string `json:"repaired,omitempty"`
	// Sent is the beginning of the arguments as they came, at most 4 KiB,
	// kept for the log where Bad or Repaired is set.
	Sent string `json:"sent,omitempty"`
}

// Result is what a tool call came to.
type Result struct {
	CallID  string `json:"callId"`
	Name    string `json:"name"`
	Content string `json:"content"`
	IsError bool   `json:"isError,omitempty"`
}

// ToolSpec is a tool as a model sees it.
type ToolSpec struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Schema is a JSON Schema whose type is object.
	Schema json.RawMessage `json:"schema"`
}

// Response is one whole answer.
type Response struct {
	// Message has RoleAssistant. It may have no blocks at all: an empty
	// answer is the agent's to judge.
	Message Message    `json:"message"`
	Stop    StopReason `json:"stop"`
	// Usage is what all attempts together cost, as far as it was told.
	Usage Usage `json:"usage"`
	// Model is the model that answered, as the provider names it.
	Model string `json:"model"`
	// Attempts counts the requests sent, 1 to MaxAttempts.
	Attempts int `json:"attempts"`
}

// MaxAttempts is how often one request is sent at most (contracts 2.21.6).
const MaxAttempts = 5

// StopReason says why an answer ended.
type StopReason string

// The reasons an answer ends for. StopUnknown is a reason the adapter has not
// heard of, or none given; the agent treats it as an answer it cannot trust.
const (
	StopEnd           StopReason = "end"
	StopToolCalls     StopReason = "tool_calls"
	StopLength        StopReason = "length"
	StopRefusal       StopReason = "refusal"
	StopContentFilter StopReason = "content_filter"
	StopFailed        StopReason = "failed" // a controller without a model: what was asked cannot be done
	StopUnknown       StopReason = "unknown"
)

// Usage counts tokens. InputTokens is the whole input, cached or not;
// OutputTokens is the whole output, reasoning included. All are 0 where the
// provider did not say.
type Usage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
	CacheRead    int `json:"cacheRead,omitempty"`
	CacheWrite   int `json:"cacheWrite,omitempty"`
	Reasoning    int `json:"reasoning,omitempty"`
}

// Add returns the sum of two counts.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens:  u.InputTokens + v.InputTokens,
		OutputTokens: u.OutputTokens + v.OutputTokens,
		CacheRead:    u.CacheRead + v.CacheRead,
		CacheWrite:   u.CacheWrite + v.CacheWrite,
		Reasoning:    u.Reasoning + v.Reasoning,
	}
}

// Text is a text block.
func Text(s string) Block { return Block{Kind: BlockText, Text: s} }

// UserText is a user message of one text.
func UserText(s string) Message { return Message{Role: RoleUser, Blocks: []Block{Text(s)}} }

// ToolResults is the message that answers the calls of the message before it.
func ToolResults(results ...Result) Message {
	m := Message{Role: RoleTool}
	for _, r := range results {
		m.Blocks = append(m.Blocks, Block{Kind: BlockResult, Result: &r})
	}
	return m
}

// Text joins the text blocks of a message.
func (m Message) Text() string {
	var s strings.Builder
	for _, b := range m.Blocks {
		if b.Kind == BlockText {
			s.WriteString(b.Text)
		}
	}
	return s.String()
}

// Calls lists the tool calls of a message in order.
func (m Message) Calls() []Call {
	var calls []Call
	for _, b := range m.Blocks {
		if b.Kind == BlockCall && b.Call != nil {
			calls = append(calls, *b.Call)
		}
	}
	return calls
}

// SampleTemperature is the temperature to ask for: never above MaxTemperature,
// never below 0 (R358).
func (r Request) SampleTemperature() float64 {
	if r.Temperature == nil {
		return MaxTemperature
	}
	return max(0, min(*r.Temperature, MaxTemperature))
}
