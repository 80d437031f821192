package protocol

import (
	"encoding/json"
	"fmt"
)

// ToolKind says what a tool call does, for the client's icon.
type ToolKind string

// The kinds of tool.
const (
	ToolRead       ToolKind = "read"
	ToolEdit       ToolKind = "edit"
	ToolDelete     ToolKind = "delete"
	ToolMove       ToolKind = "move"
	ToolSearch     ToolKind = "search"
	ToolExecute    ToolKind = "execute"
	ToolThink      ToolKind = "think"
	ToolFetch      ToolKind = "fetch"
	ToolSwitchMode ToolKind = "switch_mode"
	ToolOther      ToolKind = "other"
)

// ToolStatus is how far a tool call is.
type ToolStatus string

// The states of a tool call.
const (
	ToolPending    ToolStatus = "pending"
	ToolInProgress ToolStatus = "in_progress"
	ToolCompleted  ToolStatus = "completed"
	ToolFailed     ToolStatus = "failed"
)

// ToolCall announces a tool call. Title is for people, Name is the tool's.
type ToolCall struct {
	ToolCallID string            `json:"toolCallId"`
	Title      string            `json:"title"`
	Name       string            `json:"name,omitempty"`
	ToolKind   ToolKind          `json:"kind,omitempty"`
	Status     ToolStatus        `json:"status,omitempty"`
	Content    []ToolCallContent `json:"content,omitempty"`
	Locations  []ToolLocation    `json:"locations,omitempty"`
	RawInput   json.RawMessage   `json:"rawInput,omitempty"`
	RawOutput  json.RawMessage   `json:"rawOutput,omitempty"`
	Meta       Meta              `json:"_meta,omitempty"`
}

// ToolCallUpdate changes what a tool call shows. Empty fields stay as they are;
// Content and Locations replace what was there.
type ToolCallUpdate struct {
	ToolCallID string            `json:"toolCallId"`
	Title      string            `json:"title,omitempty"`
	Name       string            `json:"name,omitempty"`
	ToolKind   ToolKind          `json:"kind,omitempty"`
	Status     ToolStatus        `json:"status,omitempty"`
	Content    []ToolCallContent `json:"content,omitempty"`
	Locations  []ToolLocation    `json:"locations,omitempty"`
	RawInput   json.RawMessage   `json:"rawInput,omitempty"`
	RawOutput  json.RawMessage   `json:"rawOutput,omitempty"`
	Meta       Meta              `json:"_meta,omitempty"`
}

// ToolLocation is a file a tool works on, by absolute path; Line is from 1, 0 for
// none.
type ToolLocation struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
}

// ToolContentType tells what a tool call shows.
type ToolContentType string

// The kinds of content of a tool call.
const (
	ToolContent         ToolContentType = "content"
	ToolContentDiff     ToolContentType = "diff"
	ToolContentTerminal ToolContentType = "terminal"
)

// ToolCallContent is a content block, a diff or a terminal, by Type.
type ToolCallContent struct {
	Type       ToolContentType `json:"type"`
	Content    *ContentBlock   `json:"content,omitempty"`
	Path       string          `json:"path,omitempty"`    // of a diff, absolute
	OldText    *string         `json:"oldText,omitempty"` // nil for a new file
	NewText    string          `json:"newText,omitempty"`
	TerminalID string          `json:"terminalId,omitempty"`
	Meta       Meta            `json:"_meta,omitempty"`
}

// ToolText returns text that a tool call shows.
func ToolText(text string) ToolCallContent {
	block := TextBlock(text)
	return ToolCallContent{Type: ToolContent, Content: &block}
}

// ToolDiff returns a change of the file at an absolute path; old is nil for a new
// file.
func ToolDiff(path string, old *string, text string) ToolCallContent {
	return ToolCallContent{Type: ToolContentDiff, Path: path, OldText: old, NewText: text}
}

// MarshalJSON writes exactly the fields of the content's type.
func (c ToolCallContent) MarshalJSON() ([]byte, error) {
	switch c.Type {
	case ToolContent:
		block := ContentBlock{Type: ContentText}
		if c.Content != nil {
			block = *c.Content
		}
		return Marshal(struct {
			Type    ToolContentType `json:"type"`
			Content ContentBlock    `json:"content"`
			Meta    Meta            `json:"_meta,omitempty"`
		}{c.Type, block, c.Meta})
	case ToolContentDiff:
		return Marshal(struct {
			Type    ToolContentType `json:"type"`
			Path    string          `json:"path"`
			OldText *string         `json:"oldText,omitempty"`
			NewText string          `json:"newText"`
			Meta    Meta            `json:"_meta,omitempty"`
		}{c.Type, c.Path, c.OldText, c.NewText, c.Meta})
	case ToolContentTerminal:
		return Marshal(struct {
			Type       ToolContentType `json:"type"`
			TerminalID string          `json:"terminalId"`
		}{c.Type, c.TerminalID})
	}
	return nil, fmt.Errorf("tool call content of unknown type %q", c.Type)
}

// RequestPermissionRequest asks the user before a tool call goes on.
type RequestPermissionRequest struct {
	SessionID string             `json:"sessionId"`
	ToolCall  ToolCallUpdate     `json:"toolCall"`
	Options   []PermissionOption `json:"options"`
	Meta      Meta               `json:"_meta,omitempty"`
}

// PermissionOption is one answer the user may choose.
type PermissionOption struct {
	OptionID string         `json:"optionId"`
	Name     string         `json:"name"`
	Kind     PermissionKind `json:"kind"`
}

// PermissionKind tells the client what an option means.
type PermissionKind string

// The kinds of option.
const (
	AllowOnce    PermissionKind = "allow_once"
	AllowAlways  PermissionKind = "allow_always"
	RejectOnce   PermissionKind = "reject_once"
	RejectAlways PermissionKind = "reject_always"
)

// RequestPermissionResponse is the user's answer. What was granted in particular
// stands in Meta.
type RequestPermissionResponse struct {
	Outcome PermissionOutcome `json:"outcome"`
	Meta    Meta              `json:"_meta,omitempty"`
}

// PermissionOutcome is a chosen option, or none when the turn was cancelled.
type PermissionOutcome struct {
	Outcome  string `json:"outcome"` // PermissionSelected or PermissionCancelled
	OptionID string `json:"optionId,omitempty"`
	Meta     Meta   `json:"_meta,omitempty"`
}

// The outcomes of a permission request.
const (
	PermissionSelected  = "selected"
	PermissionCancelled = "cancelled"
)

// cancelRequestParams is what $/cancel_request carries.
type cancelRequestParams struct {
	RequestID json.RawMessage `json:"requestId"`
}
