package protocol

import "encoding/json"

// NotifyRunState tells the state of a session's run.
const NotifyRunState = "_ibid/run/state"

// RunStateEvent is a transition of a run: IDLE, PLANNING, RUNNING, TOOL_CALL,
// WAITING_INPUT or END, and what caused it.
type RunStateEvent struct {
	SessionID string `json:"sessionId"`
	State     string `json:"state"`
	Cause     string `json:"cause"`
}

// Announcement is agentCapabilities._meta.ibid: what of _ibid there is. A
// client looks at Features, never at version numbers.
type Announcement struct {
	Version  int      `json:"version"`
	Features []string `json:"features"` // method names without "_ibid/"
	VaultID  string   `json:"vaultId"`
}

// SessionMeta is _meta.ibid of session/new.
type SessionMeta struct {
	IncludePrivate bool `json:"includePrivate,omitempty"` // the session may see private notes
}

// PromptMeta is _meta.ibid of the answer to session/prompt.
type PromptMeta struct {
	Outcome   string        `json:"outcome"`
	Detail    OutcomeDetail `json:"detail"`
	Citations []Citation    `json:"citations"`
	Failed    []string      `json:"failed"` // checks the answer did not pass
	ToolCalls []ToolReport  `json:"toolCalls"`
	Usage     TokenUsage    `json:"usage"`
}

// OutcomeDetail holds the particulars of an outcome.
type OutcomeDetail struct {
	Budget string `json:"budget,omitempty"`
	Used   int    `json:"used,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Error  string `json:"error,omitempty"`
}

// Citation is a place in a note that an answer rests on.
type Citation struct {
	Path      string `json:"path"`
	Heading   string `json:"heading"`
	LineStart int    `json:"lineStart"`
	LineEnd   int    `json:"lineEnd"`
	Quote     string `json:"quote"`
}

// ToolReport is a tool call and how it ended.
type ToolReport struct {
	Tool   string `json:"tool"`
	Status string `json:"status"`
}

// TokenUsage counts the tokens of a run; zeros where no model was asked.
type TokenUsage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}

// ChunkMeta is _meta.ibid of an agent_message_chunk. Discard takes back all
// text of the message before this chunk.
type ChunkMeta struct {
	Discard bool   `json:"discard"`
	Reason  string `json:"reason"`
}

// ConfigSetParams changes the connection's settings. The key is kept in memory
// only; an absent one leaves the key of the environment in place.
type ConfigSetParams struct {
	Provider string          `json:"provider,omitempty"` // offline, openai, anthropic
	Model    string          `json:"model,omitempty"`
	BaseURL  string          `json:"baseUrl,omitempty"`
	Key      string          `json:"key,omitempty"`
	Private  *PrivateSetting `json:"private,omitempty"` // of the whole daemon, not of the connection
	Mode     string          `json:"mode,omitempty"`    // of sessions from now on: ask (default), plan, edit
	// EditFolders are those in which the mode edit changes notes without asking.
	EditFolders []string `json:"editFolders,omitempty"`
}

// PrivateSetting names private notes beside the defaults.
type PrivateSetting struct {
	Folders    []string          `json:"folders,omitempty"`
	Tags       []string          `json:"tags,omitempty"`
	Properties map[string]string `json:"properties,omitempty"`
}

// ConfigSetResult names the controller that will answer from now on.
type ConfigSetResult struct {
	Controller string `json:"controller"`
}

// ToolCallParams runs one tool outside any conversation.
type ToolCallParams struct {
	Name           string          `json:"name"`
	Arguments      json.RawMessage `json:"arguments,omitempty"`
	IncludePrivate bool            `json:"includePrivate,omitempty"`
	// Approved says that the person wants the change made that the tool plans, whatever
	// it is. Without it a tool that changes notes shows its plan and is refused.
	Approved bool `json:"approved,omitempty"`
}

// ToolCallResult is the tool's result object exactly as the model would see it, in
// the tools' own snake_case, whatever its status.
type ToolCallResult = json.RawMessage

// DoctorParams is empty.
type DoctorParams struct{}

// DoctorResult lists what was checked. Doctor only reads.
type DoctorResult struct {
	Checks []DoctorCheck `json:"checks"`
}

// CheckStatus is how a check went.
type CheckStatus string

// The ways a check goes.
const (
	CheckOK   CheckStatus = "ok"
	CheckWarn CheckStatus = "warn"
	CheckFail CheckStatus = "fail"
)

// DoctorCheck is one check; Hint says what to do when it is not ok.
type DoctorCheck struct {
	Name   string      `json:"name"`
	Status CheckStatus `json:"status"`
	Detail string      `json:"detail"`
	Hint   string      `json:"hint"`
}
