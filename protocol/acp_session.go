package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
)

// NewSessionRequest starts a conversation. CWD is an absolute path.
type NewSessionRequest struct {
	CWD                   string      `json:"cwd"`
	AdditionalDirectories []string    `json:"additionalDirectories,omitempty"`
	MCPServers            []MCPServer `json:"mcpServers" protocol:"lenient"`
	Meta                  Meta        `json:"_meta,omitempty"`
}

// NewSessionResponse names the new session.
type NewSessionResponse struct {
	SessionID     string            `json:"sessionId"`
	Modes         *SessionModeState `json:"modes,omitempty"`
	ConfigOptions []ConfigOption    `json:"configOptions,omitempty"`
	Meta          Meta              `json:"_meta,omitempty"`
}

// LoadSessionRequest takes a conversation up again. The agent sends it whole, as
// session updates, before it answers.
type LoadSessionRequest struct {
	SessionID             string      `json:"sessionId"`
	CWD                   string      `json:"cwd"`
	AdditionalDirectories []string    `json:"additionalDirectories,omitempty"`
	MCPServers            []MCPServer `json:"mcpServers" protocol:"lenient"`
	Meta                  Meta        `json:"_meta,omitempty"`
}

// LoadSessionResponse says how the session stands.
type LoadSessionResponse struct {
	Modes         *SessionModeState `json:"modes,omitempty"`
	ConfigOptions []ConfigOption    `json:"configOptions,omitempty"`
	Meta          Meta              `json:"_meta,omitempty"`
}

// ResumeSessionRequest takes a conversation up again without its being sent.
type ResumeSessionRequest struct {
	SessionID             string      `json:"sessionId"`
	CWD                   string      `json:"cwd"`
	AdditionalDirectories []string    `json:"additionalDirectories,omitempty"`
	MCPServers            []MCPServer `json:"mcpServers,omitempty"`
	Meta                  Meta        `json:"_meta,omitempty"`
}

// ResumeSessionResponse says how the session stands.
type ResumeSessionResponse = LoadSessionResponse

// ListSessionsRequest asks for known sessions, of one folder when CWD is set.
type ListSessionsRequest struct {
	CWD    string `json:"cwd,omitempty"`
	Cursor string `json:"cursor,omitempty"`
	Meta   Meta   `json:"_meta,omitempty"`
}

// ListSessionsResponse is one page of sessions.
type ListSessionsResponse struct {
	Sessions   []SessionInfo `json:"sessions"`
	NextCursor string        `json:"nextCursor,omitempty"`
	Meta       Meta          `json:"_meta,omitempty"`
}

// SessionInfo describes a session in a list. UpdatedAt is RFC 3339.
type SessionInfo struct {
	SessionID string `json:"sessionId"`
	CWD       string `json:"cwd"`
	Title     string `json:"title,omitempty"`
	UpdatedAt string `json:"updatedAt,omitempty"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// CloseSessionRequest ends what runs in a session and frees it.
type CloseSessionRequest struct {
	SessionID string `json:"sessionId"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// DeleteSessionRequest removes a session from the list.
type DeleteSessionRequest struct {
	SessionID string `json:"sessionId"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// Empty is the result of a method that has nothing to say.
type Empty struct {
	Meta Meta `json:"_meta,omitempty"`
}

// PromptRequest is a message of the user's.
type PromptRequest struct {
	SessionID string         `json:"sessionId"`
	Prompt    []ContentBlock `json:"prompt"`
	Meta      Meta           `json:"_meta,omitempty"`
}

// PromptResponse ends a turn. The outcome stands in _meta.ibid (contracts 3.3).
type PromptResponse struct {
	StopReason StopReason `json:"stopReason"`
	Meta       Meta       `json:"_meta,omitempty"`
}

// StopReason is why a turn ended, in ACP's words.
type StopReason string

// The stop reasons of ACP v1.
const (
	StopEndTurn         StopReason = "end_turn"
	StopMaxTokens       StopReason = "max_tokens"
	StopMaxTurnRequests StopReason = "max_turn_requests"
	StopRefusal         StopReason = "refusal"
	StopCancelled       StopReason = "cancelled"
)

// CancelNotification stops the session's turn; the prompt is then answered with
// StopCancelled.
type CancelNotification struct {
	SessionID string `json:"sessionId"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// SessionModeState says which mode is on and which there are.
type SessionModeState struct {
	CurrentModeID  string        `json:"currentModeId"`
	AvailableModes []SessionMode `json:"availableModes"`
}

// SessionMode is one way to work.
type SessionMode struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// SetSessionModeRequest changes the mode.
type SetSessionModeRequest struct {
	SessionID string `json:"sessionId"`
	ModeID    string `json:"modeId"`
	Meta      Meta   `json:"_meta,omitempty"`
}

// SetConfigOptionRequest changes one option of a session.
type SetConfigOptionRequest struct {
	SessionID string      `json:"sessionId"`
	ConfigID  string      `json:"configId"`
	Type      string      `json:"type,omitempty"` // "boolean" with a boolean value
	Value     ConfigValue `json:"value"`
	Meta      Meta        `json:"_meta,omitempty"`
}

// SetConfigOptionResponse lists all options as they stand now.
type SetConfigOptionResponse struct {
	ConfigOptions []ConfigOption `json:"configOptions"`
	Meta          Meta           `json:"_meta,omitempty"`
}

// ConfigValue is the value of an option: the id of a choice, or a boolean when
// Bool is set.
type ConfigValue struct {
	ID   string
	Bool *bool
}

// MarshalJSON writes a string or a boolean.
func (v ConfigValue) MarshalJSON() ([]byte, error) {
	if v.Bool != nil {
		return json.Marshal(*v.Bool)
	}
	return Marshal(v.ID)
}

// UnmarshalJSON reads a string or a boolean.
func (v *ConfigValue) UnmarshalJSON(raw []byte) error {
	*v = ConfigValue{}
	if json.Unmarshal(raw, &v.ID) == nil && !bytes.Equal(raw, []byte("null")) {
		return nil
	}
	v.ID = ""
	if json.Unmarshal(raw, &v.Bool) == nil && v.Bool != nil {
		return nil
	}
	return errors.New("value: want the id of a choice or a boolean")
}

// ConfigOption is a setting of a session that the client shows: a selection with
// Options, or a switch when CurrentValue is a boolean.
type ConfigOption struct {
	ID           string
	Name         string
	Description  string
	Category     string // "mode", "model", "thought_level" or empty
	CurrentValue ConfigValue
	Options      []ConfigChoice // of a selection; groups are flattened when read
	Meta         Meta
}

// ConfigChoice is one value of a selection.
type ConfigChoice struct {
	Value       string `json:"value"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// configOptionWire is the union as the schema has it.
type configOptionWire struct {
	Type         string          `json:"type"`
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Description  string          `json:"description,omitempty"`
	Category     string          `json:"category,omitempty"`
	CurrentValue ConfigValue     `json:"currentValue"`
	Options      json.RawMessage `json:"options,omitempty"`
	Meta         Meta            `json:"_meta,omitempty"`
}

// MarshalJSON writes a "select" or a "boolean" option.
func (o ConfigOption) MarshalJSON() ([]byte, error) {
	wire := configOptionWire{"boolean", o.ID, o.Name, o.Description, o.Category, o.CurrentValue, nil, o.Meta}
	if o.CurrentValue.Bool != nil {
		return Marshal(wire)
	}
	wire.Type = "select"
	var err error
	if wire.Options, err = Marshal(o.Options); err != nil {
		return nil, err
	}
	return Marshal(wire)
}

// UnmarshalJSON reads an option; choices in groups lose their group.
func (o *ConfigOption) UnmarshalJSON(raw []byte) error {
	var wire configOptionWire
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	*o = ConfigOption{wire.ID, wire.Name, wire.Description, wire.Category, wire.CurrentValue, nil, wire.Meta}
	if len(wire.Options) == 0 {
		return nil
	}
	var choices []struct {
		ConfigChoice
		Group   string         `json:"group"`
		Options []ConfigChoice `json:"options"`
	}
	if err := json.Unmarshal(wire.Options, &choices); err != nil {
		return err
	}
	for _, c := range choices {
		if c.Group != "" {
			o.Options = append(o.Options, c.Options...)
			continue
		}
		o.Options = append(o.Options, c.ConfigChoice)
	}
	return nil
}

// MCPServer is an MCP server the client hands over. Type is "http" or "sse", or
// empty for a program to start.
type MCPServer struct {
	Type    string      `json:"type,omitempty"`
	Name    string      `json:"name"`
	Command string      `json:"command,omitempty"`
	Args    []string    `json:"args,omitempty"`
	Env     []NameValue `json:"env,omitempty"`
	URL     string      `json:"url,omitempty"`
	Headers []NameValue `json:"headers,omitempty"`
}

// NameValue is an environment variable or an HTTP header.
type NameValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// MarshalJSON writes the fields that the server's type requires, even empty.
func (s MCPServer) MarshalJSON() ([]byte, error) {
	if s.Type != "" {
		return Marshal(struct {
			Type    string      `json:"type"`
			Name    string      `json:"name"`
			URL     string      `json:"url"`
			Headers []NameValue `json:"headers"`
		}{s.Type, s.Name, s.URL, s.Headers})
	}
	return Marshal(struct {
		Name    string      `json:"name"`
		Command string      `json:"command"`
		Args    []string    `json:"args"`
		Env     []NameValue `json:"env"`
	}{s.Name, s.Command, s.Args, s.Env})
}
