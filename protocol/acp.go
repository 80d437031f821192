package protocol

// The Agent Client Protocol v1, as far as Ibid speaks it. Field names, required
// fields and unions follow the protocol's schema.json; unknown fields are ignored.

// ACPVersion is the wire version of the Agent Client Protocol.
const ACPVersion = 1

// Methods of ACP. Requests of the client first, then what the agent sends.
const (
	MethodInitialize             = "initialize"
	MethodAuthenticate           = "authenticate"
	MethodSessionNew             = "session/new"
	MethodSessionLoad            = "session/load"
	MethodSessionResume          = "session/resume"
	MethodSessionList            = "session/list"
	MethodSessionClose           = "session/close"
	MethodSessionDelete          = "session/delete"
	MethodSessionPrompt          = "session/prompt"
	MethodSessionSetMode         = "session/set_mode"
	MethodSessionSetConfigOption = "session/set_config_option"

	NotifySessionCancel = "session/cancel"

	MethodRequestPermission = "session/request_permission"
	NotifySessionUpdate     = "session/update"
)

// methodCancelRequest is handled by Conn itself, in both directions.
const methodCancelRequest = "$/cancel_request"

// InitializeRequest opens a connection.
type InitializeRequest struct {
	ProtocolVersion    int                `json:"protocolVersion"`
	ClientCapabilities ClientCapabilities `json:"clientCapabilities,omitzero"`
	ClientInfo         *Implementation    `json:"clientInfo,omitempty"`
	Meta               Meta               `json:"_meta,omitempty"`
}

// InitializeResponse says what the agent can do.
type InitializeResponse struct {
	ProtocolVersion   int               `json:"protocolVersion"`
	AgentCapabilities AgentCapabilities `json:"agentCapabilities"`
	AuthMethods       []AuthMethod      `json:"authMethods"`
	AgentInfo         *Implementation   `json:"agentInfo,omitempty"`
	Meta              Meta              `json:"_meta,omitempty"`
}

// Implementation names a program and its version.
type Implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

// ClientCapabilities says what the client can do. An absent one means no.
type ClientCapabilities struct {
	FS          FileSystemCapabilities     `json:"fs"`
	Terminal    bool                       `json:"terminal"`
	Session     *ClientSessionCapabilities `json:"session,omitempty"`
	Elicitation *ElicitationCapabilities   `json:"elicitation,omitempty"`
	Meta        Meta                       `json:"_meta,omitempty"`
}

// FileSystemCapabilities says whether the client reads and writes files for the
// agent. Ibid uses neither: they have no expected hash.
type FileSystemCapabilities struct {
	ReadTextFile  bool `json:"readTextFile"`
	WriteTextFile bool `json:"writeTextFile"`
}

// ClientSessionCapabilities says which session features the client shows.
type ClientSessionCapabilities struct {
	Compaction    *struct{}                  `json:"compaction,omitempty"`
	ConfigOptions *ConfigOptionsCapabilities `json:"configOptions,omitempty"`
	Notices       *struct{}                  `json:"notices,omitempty"`
}

// ConfigOptionsCapabilities says which kinds of option the client shows beside
// selections.
type ConfigOptionsCapabilities struct {
	Boolean *struct{} `json:"boolean,omitempty"`
}

// ElicitationCapabilities says how the client can ask its user for input.
type ElicitationCapabilities struct {
	Form *struct{} `json:"form,omitempty"`
	URL  *struct{} `json:"url,omitempty"`
}

// AgentCapabilities says what the agent can do.
type AgentCapabilities struct {
	LoadSession         bool                `json:"loadSession"`
	PromptCapabilities  PromptCapabilities  `json:"promptCapabilities"`
	MCPCapabilities     MCPCapabilities     `json:"mcpCapabilities"`
	SessionCapabilities SessionCapabilities `json:"sessionCapabilities"`
	Meta                Meta                `json:"_meta,omitempty"`
}

// PromptCapabilities says which content a prompt may hold beside text and
// resource links, which every agent takes.
type PromptCapabilities struct {
	Image           bool `json:"image"`
	Audio           bool `json:"audio"`
	EmbeddedContext bool `json:"embeddedContext"`
}

// MCPCapabilities says over what the agent reaches MCP servers beside stdio.
type MCPCapabilities struct {
	HTTP bool `json:"http"`
	SSE  bool `json:"sse"`
}

// SessionCapabilities announces optional session methods; nil means absent.
type SessionCapabilities struct {
	List   *struct{} `json:"list,omitempty"`
	Delete *struct{} `json:"delete,omitempty"`
	Resume *struct{} `json:"resume,omitempty"`
	Close  *struct{} `json:"close,omitempty"`
}

// AuthMethod is a way to sign in. Ibid has none: keys come over config/set.
type AuthMethod struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}
