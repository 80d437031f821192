package protocol

import (
	"encoding/json"
	"fmt"
)

// UpdateKind names what a session update is.
type UpdateKind string

// The session updates that Ibid sends.
const (
	UpdateUserMessageChunk  UpdateKind = "user_message_chunk"
	UpdateAgentMessageChunk UpdateKind = "agent_message_chunk"
	UpdateAgentThoughtChunk UpdateKind = "agent_thought_chunk"
	UpdateToolCall          UpdateKind = "tool_call"
	UpdateToolCallUpdate    UpdateKind = "tool_call_update"
	UpdatePlan              UpdateKind = "plan"
	UpdateAvailableCommands UpdateKind = "available_commands_update"
	UpdateCurrentMode       UpdateKind = "current_mode_update"
	UpdateConfigOption      UpdateKind = "config_option_update"
	UpdateSessionInfo       UpdateKind = "session_info_update"
	UpdateUsage             UpdateKind = "usage_update"
)

// SessionNotification tells the client what happens in a session.
type SessionNotification struct {
	SessionID string
	Update    SessionUpdate
	Meta      Meta
}

// SessionUpdate is one of UserMessageChunk, AgentMessageChunk, AgentThoughtChunk,
// ToolCall, ToolCallUpdate, Plan, AvailableCommandsUpdate, CurrentModeUpdate,
// ConfigOptionUpdate, SessionInfoUpdate, UsageUpdate, or OtherUpdate. They are
// values, not pointers, so that a type switch has one case a kind.
type SessionUpdate interface {
	Kind() UpdateKind
}

// ContentChunk is a piece of a message. Chunks with one MessageID belong together.
type ContentChunk struct {
	Content   ContentBlock `json:"content"`
	MessageID string       `json:"messageId,omitempty"`
	Meta      Meta         `json:"_meta,omitempty"`
}

// The three messages that come in chunks.
type (
	// UserMessageChunk repeats what the user said, when a session is loaded.
	UserMessageChunk ContentChunk
	// AgentMessageChunk is a piece of the answer.
	AgentMessageChunk ContentChunk
	// AgentThoughtChunk is a piece of the model's reasoning.
	AgentThoughtChunk ContentChunk
)

// Plan is the whole list of tasks as it stands now.
type Plan struct {
	Entries []PlanEntry `json:"entries"`
	Meta    Meta        `json:"_meta,omitempty"`
}

// PlanEntry is one task. Priority is high, medium or low; Status is pending,
// in_progress or completed.
type PlanEntry struct {
	Content  string       `json:"content"`
	Priority PlanPriority `json:"priority"`
	Status   PlanStatus   `json:"status"`
}

// PlanPriority is how much a task matters.
type PlanPriority string

// The priorities.
const (
	PlanHigh   PlanPriority = "high"
	PlanMedium PlanPriority = "medium"
	PlanLow    PlanPriority = "low"
)

// PlanStatus is how far a task is.
type PlanStatus string

// The states of a task.
const (
	PlanPending    PlanStatus = "pending"
	PlanInProgress PlanStatus = "in_progress"
	PlanCompleted  PlanStatus = "completed"
)

// AvailableCommandsUpdate lists the slash commands of the session.
type AvailableCommandsUpdate struct {
	AvailableCommands []AvailableCommand `json:"availableCommands"`
	Meta              Meta               `json:"_meta,omitempty"`
}

// AvailableCommand is a slash command, named without the slash. Input is nil when
// it takes none.
type AvailableCommand struct {
	Name        string        `json:"name"`
	Description string        `json:"description"`
	Input       *CommandInput `json:"input,omitempty"`
}

// CommandInput says what to type after a command.
type CommandInput struct {
	Hint string `json:"hint"`
}

// CurrentModeUpdate says that the mode changed.
type CurrentModeUpdate struct {
	CurrentModeID string `json:"currentModeId"`
	Meta          Meta   `json:"_meta,omitempty"`
}

// ConfigOptionUpdate lists all options after one changed.
type ConfigOptionUpdate struct {
	ConfigOptions []ConfigOption `json:"configOptions"`
	Meta          Meta           `json:"_meta,omitempty"`
}

// SessionInfoUpdate changes what a session list shows. Empty fields stay as they
// are; UpdatedAt is RFC 3339.
type SessionInfoUpdate struct {
	Title     string `json:"title,omitempty"`
	UpdatedAt string `json:"updatedAt,omitempty"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// UsageUpdate says how many tokens of the context window are in use.
type UsageUpdate struct {
	Used int   `json:"used"` // tokens, not negative
	Size int   `json:"size"` // tokens the window holds
	Cost *Cost `json:"cost,omitempty"`
	Meta Meta  `json:"_meta,omitempty"`
}

// Cost is what a session cost so far. Currency is an ISO 4217 code.
type Cost struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// OtherUpdate is an update of a kind this package does not know, whole.
type OtherUpdate struct {
	Name UpdateKind
	Raw  json.RawMessage
}

// Kind returns UpdateUserMessageChunk.
func (UserMessageChunk) Kind() UpdateKind { return UpdateUserMessageChunk }

// Kind returns UpdateAgentMessageChunk.
func (AgentMessageChunk) Kind() UpdateKind { return UpdateAgentMessageChunk }

// Kind returns UpdateAgentThoughtChunk.
func (AgentThoughtChunk) Kind() UpdateKind { return UpdateAgentThoughtChunk }

// Kind returns UpdateToolCall.
func (ToolCall) Kind() UpdateKind { return UpdateToolCall }

// Kind returns UpdateToolCallUpdate.
func (ToolCallUpdate) Kind() UpdateKind { return UpdateToolCallUpdate }

// Kind returns UpdatePlan.
func (Plan) Kind() UpdateKind { return UpdatePlan }

// Kind returns UpdateAvailableCommands.
func (AvailableCommandsUpdate) Kind() UpdateKind { return UpdateAvailableCommands }

// Kind returns UpdateCurrentMode.
func (CurrentModeUpdate) Kind() UpdateKind { return UpdateCurrentMode }

// Kind returns UpdateConfigOption.
func (ConfigOptionUpdate) Kind() UpdateKind { return UpdateConfigOption }

// Kind returns UpdateSessionInfo.
func (SessionInfoUpdate) Kind() UpdateKind { return UpdateSessionInfo }

// Kind returns UpdateUsage.
func (UsageUpdate) Kind() UpdateKind { return UpdateUsage }

// Kind returns the name the update came with.
func (u OtherUpdate) Kind() UpdateKind { return u.Name }

// notificationWire is a SessionNotification whose update is already encoded.
type notificationWire struct {
	SessionID string          `json:"sessionId"`
	Update    json.RawMessage `json:"update"`
	Meta      Meta            `json:"_meta,omitempty"`
}

// MarshalJSON writes the update with its kind in the field sessionUpdate.
func (n SessionNotification) MarshalJSON() ([]byte, error) {
	if n.Update == nil {
		return nil, fmt.Errorf("session notification without an update")
	}
	update, err := marshalUpdate(n.Update)
	if err != nil {
		return nil, err
	}
	return Marshal(notificationWire{n.SessionID, update, n.Meta})
}

// marshalUpdate encodes an update and puts its kind first.
func marshalUpdate(update SessionUpdate) ([]byte, error) {
	if other, ok := update.(OtherUpdate); ok {
		return other.Raw, nil
	}
	body, err := Marshal(update)
	if err != nil {
		return nil, err
	}
	tagged := append([]byte(`{"sessionUpdate":"`), update.Kind()...)
	tagged = append(tagged, '"')
	if len(body) > len(`{}`) {
		tagged = append(tagged, ',')
	}
	return append(tagged, body[1:]...), nil
}

// UnmarshalJSON reads an update of any kind; one it does not know becomes an
// OtherUpdate.
func (n *SessionNotification) UnmarshalJSON(raw []byte) error {
	var wire notificationWire
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	update, err := unmarshalUpdate(wire.Update)
	if err != nil {
		return err
	}
	*n = SessionNotification{wire.SessionID, update, wire.Meta}
	return nil
}

// unmarshalUpdate decodes by kind.
func unmarshalUpdate(raw json.RawMessage) (SessionUpdate, error) {
	var tag struct {
		Kind UpdateKind `json:"sessionUpdate"`
	}
	if err := json.Unmarshal(raw, &tag); err != nil {
		return nil, fmt.Errorf("update: %w", err)
	}
	decode, ok := updateDecoders[tag.Kind]
	if !ok {
		return OtherUpdate{tag.Kind, append(json.RawMessage(nil), raw...)}, nil
	}
	return decode(raw)
}

// updateDecoders has one entry a kind.
var updateDecoders = map[UpdateKind]func(json.RawMessage) (SessionUpdate, error){
	UpdateUserMessageChunk:  decodeUpdate[UserMessageChunk],
	UpdateAgentMessageChunk: decodeUpdate[AgentMessageChunk],
	UpdateAgentThoughtChunk: decodeUpdate[AgentThoughtChunk],
	UpdateToolCall:          decodeUpdate[ToolCall],
	UpdateToolCallUpdate:    decodeUpdate[ToolCallUpdate],
	UpdatePlan:              decodeUpdate[Plan],
	UpdateAvailableCommands: decodeUpdate[AvailableCommandsUpdate],
	UpdateCurrentMode:       decodeUpdate[CurrentModeUpdate],
	UpdateConfigOption:      decodeUpdate[ConfigOptionUpdate],
	UpdateSessionInfo:       decodeUpdate[SessionInfoUpdate],
	UpdateUsage:             decodeUpdate[UsageUpdate],
}

func decodeUpdate[U SessionUpdate](raw json.RawMessage) (SessionUpdate, error) {
	var u U
	err := json.Unmarshal(raw, &u)
	return u, err
}
