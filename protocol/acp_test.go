package protocol

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/ibid-notes/ibid/protocol/schematest"
)

func ptr[T any](v T) *T { return &v }

var (
	sampleMeta    = IbidMeta(map[string]string{"outcome": "final"})
	sampleMode    = ConfigOption{ID: "mode", Name: "Mode", Category: "mode", CurrentValue: ConfigValue{ID: "ask"}, Options: []ConfigChoice{{Value: "ask", Name: "Ask"}, {Value: "plan", Name: "Plan", Description: "no writes"}}}
	sampleSwitch  = ConfigOption{ID: "web", Name: "Web", Description: "fetch pages", CurrentValue: ConfigValue{Bool: ptr(false)}, Meta: sampleMeta}
	sampleContent = []ContentBlock{
		TextBlock(""), TextBlock("text"),
		{Type: ContentText, Text: "for you", Annotations: &Annotations{Audience: []string{"user"}, Priority: ptr(0.0)}, Meta: sampleMeta},
		{Type: ContentImage, Data: "aGk=", MIMEType: "image/png", URI: "file:///a.png"}, {Type: ContentImage},
		{Type: ContentAudio, Data: "aGk=", MIMEType: "audio/ogg"},
		ResourceLinkBlock("a.md", "file:///v/a.md"), {Type: ContentResourceLink, Name: "b", URI: "u", MIMEType: "m", Title: "t", Description: "d", Size: ptr(0)},
		{Type: ContentResource, Resource: &ResourceContents{URI: "file:///v/a.md", Text: "", MIMEType: "text/markdown"}},
		{Type: ContentResource, Resource: &ResourceContents{URI: "file:///v/a.bin", Blob: "aGk="}},
	}
	sampleTool = ToolCallUpdate{
		ToolCallID: "t1", Title: "Edit a.md", Name: "update_note", ToolKind: ToolEdit, Status: ToolPending,
		Content: []ToolCallContent{
			ToolText("words"), ToolDiff("/v/a.md", nil, ""), ToolDiff("/v/a.md", ptr(""), "new"),
			{Type: ToolContentTerminal, TerminalID: "x"}, {Type: ToolContent},
		},
		Locations: []ToolLocation{{Path: "/v/a.md"}, {Path: "/v/a.md", Line: 3}},
		RawInput:  json.RawMessage(`{"path":"a.md"}`), RawOutput: json.RawMessage(`[1]`), Meta: sampleMeta,
	}
)

// samplesOut are params by method, of every kind Ibid sends, and those of its clients.
func sampleParams() map[string][]any {
	return map[string][]any{
		MethodInitialize: {InitializeRequest{ProtocolVersion: 1}, InitializeRequest{ProtocolVersion: 1,
			ClientCapabilities: ClientCapabilities{Terminal: true, Session: &ClientSessionCapabilities{Compaction: &struct{}{}, ConfigOptions: &ConfigOptionsCapabilities{Boolean: &struct{}{}}}, Elicitation: &ElicitationCapabilities{Form: &struct{}{}}, Meta: sampleMeta},
			ClientInfo:         &Implementation{Name: "obsidian", Title: "Obsidian", Version: "1"}}},
		MethodSessionNew: {NewSessionRequest{CWD: "/v"}, NewSessionRequest{CWD: "/v", AdditionalDirectories: []string{"/w"}, Meta: sampleMeta,
			MCPServers: []MCPServer{{Name: "a", Command: "b"}, {Type: "http", Name: "c", URL: "https://d", Headers: []NameValue{{"k", "v"}}}}}},
		MethodSessionLoad:    {LoadSessionRequest{SessionID: "s", CWD: "/v"}},
		MethodSessionResume:  {ResumeSessionRequest{SessionID: "s", CWD: "/v"}},
		MethodSessionList:    {ListSessionsRequest{}, ListSessionsRequest{CWD: "/v", Cursor: "c"}},
		MethodSessionClose:   {CloseSessionRequest{SessionID: "s"}},
		MethodSessionDelete:  {DeleteSessionRequest{SessionID: "s"}},
		MethodSessionPrompt:  {PromptRequest{SessionID: "s"}, PromptRequest{SessionID: "s", Prompt: sampleContent, Meta: sampleMeta}},
		NotifySessionCancel:  {CancelNotification{SessionID: "s"}},
		MethodSessionSetMode: {SetSessionModeRequest{SessionID: "s", ModeID: "ask"}},
		MethodSessionSetConfigOption: {SetConfigOptionRequest{SessionID: "s", ConfigID: "mode", Value: ConfigValue{ID: "ask"}},
			SetConfigOptionRequest{SessionID: "s", ConfigID: "web", Type: "boolean", Value: ConfigValue{Bool: ptr(true)}}},
		MethodRequestPermission: {RequestPermissionRequest{SessionID: "s"}, RequestPermissionRequest{SessionID: "s", ToolCall: sampleTool, Meta: sampleMeta,
			Options: []PermissionOption{{"1", "Allow", AllowOnce}, {"2", "Always", AllowAlways}, {"3", "Deny", RejectOnce}, {"4", "Never", RejectAlways}}}},
		NotifySessionUpdate: sampleUpdates(),
		methodCancelRequest: {cancelRequestParams{json.RawMessage(`"a"`)}, cancelRequestParams{json.RawMessage(`7`)}},
	}
}

// sampleUpdates has every kind of update, sparse and full.
func sampleUpdates() []any {
	updates := []SessionUpdate{
		UserMessageChunk{Content: TextBlock("hi"), MessageID: "m1"}, AgentMessageChunk{Content: TextBlock("")},
		AgentThoughtChunk{Content: TextBlock("hm"), Meta: sampleMeta},
		ToolCall{ToolCallID: "t", Title: ""}, ToolCall(sampleTool), ToolCallUpdate{ToolCallID: "t"}, sampleTool,
		Plan{}, Plan{Entries: []PlanEntry{{"look", PlanHigh, PlanPending}, {"read", PlanMedium, PlanInProgress}, {"say", PlanLow, PlanCompleted}}, Meta: sampleMeta},
		AvailableCommandsUpdate{}, AvailableCommandsUpdate{AvailableCommands: []AvailableCommand{{Name: "search", Description: "", Input: &CommandInput{"words"}}, {Name: "tags"}}},
		CurrentModeUpdate{CurrentModeID: "ask"}, ConfigOptionUpdate{}, ConfigOptionUpdate{ConfigOptions: []ConfigOption{sampleMode, sampleSwitch}},
		SessionInfoUpdate{}, SessionInfoUpdate{Title: "T", UpdatedAt: "2026-11-30T17:00:00Z"},
		UsageUpdate{}, UsageUpdate{Used: 1, Size: 2, Cost: &Cost{0.5, "USD"}, Meta: sampleMeta},
	}
	for _, kind := range []ToolKind{ToolRead, ToolEdit, ToolDelete, ToolMove, ToolSearch, ToolExecute, ToolThink, ToolFetch, ToolSwitchMode, ToolOther} {
		updates = append(updates, ToolCall{ToolCallID: "t", Title: "T", ToolKind: kind})
	}
	for _, status := range []ToolStatus{ToolPending, ToolInProgress, ToolCompleted, ToolFailed} {
		updates = append(updates, ToolCallUpdate{ToolCallID: "t", Status: status})
	}
	var all []any
	for _, u := range updates {
		all = append(all, SessionNotification{SessionID: "s", Update: u, Meta: sampleMeta})
	}
	for _, block := range sampleContent {
		all = append(all, SessionNotification{SessionID: "s", Update: AgentMessageChunk{Content: block}})
	}
	return all
}

func sampleResults() map[string][]any {
	modes := &SessionModeState{CurrentModeID: "ask", AvailableModes: []SessionMode{{"ask", "Ask", "each write"}}}
	there := &struct{}{}
	results := map[string][]any{
		MethodInitialize: {InitializeResponse{ProtocolVersion: 1}, InitializeResponse{ProtocolVersion: 1, Meta: sampleMeta,
			AgentCapabilities: AgentCapabilities{LoadSession: true, PromptCapabilities: PromptCapabilities{EmbeddedContext: true},
				SessionCapabilities: SessionCapabilities{there, there, there, there}, Meta: IbidMeta(Announcement{Version: 1})},
			AuthMethods: []AuthMethod{{"a", "A", ""}}, AgentInfo: &Implementation{Name: "ibid", Version: "0"}}},
		MethodAuthenticate: {Empty{}},
		MethodSessionNew: {NewSessionResponse{SessionID: "s"}, NewSessionResponse{SessionID: "s", Modes: modes,
			ConfigOptions: []ConfigOption{sampleMode, sampleSwitch}}},
		MethodSessionLoad:            {LoadSessionResponse{}, LoadSessionResponse{Modes: &SessionModeState{}, ConfigOptions: []ConfigOption{sampleMode}}},
		MethodSessionResume:          {ResumeSessionResponse{}},
		MethodSessionList:            {ListSessionsResponse{}, ListSessionsResponse{Sessions: []SessionInfo{{SessionID: "s", CWD: "/v", Title: "T", UpdatedAt: "2026-11-30T17:00:00Z"}}, NextCursor: "c"}},
		MethodSessionClose:           {Empty{}},
		MethodSessionDelete:          {Empty{Meta: sampleMeta}},
		MethodSessionSetMode:         {Empty{}},
		MethodSessionSetConfigOption: {SetConfigOptionResponse{}, SetConfigOptionResponse{ConfigOptions: []ConfigOption{sampleMode}}},
		MethodRequestPermission: {RequestPermissionResponse{Outcome: PermissionOutcome{Outcome: PermissionCancelled}},
			RequestPermissionResponse{Outcome: PermissionOutcome{Outcome: PermissionSelected, OptionID: "1"}, Meta: sampleMeta}},
	}
	for _, reason := range []StopReason{StopEndTurn, StopMaxTokens, StopMaxTurnRequests, StopRefusal, StopCancelled} {
		results[MethodSessionPrompt] = append(results[MethodSessionPrompt], PromptResponse{reason, sampleMeta})
	}
	return results
}

// TestSchema: everything that can be sent, by us or a client of ours, is valid
// against the schema of the npm package, also when all that may be empty is.
func TestSchema(t *testing.T) {
	schema := schematest.Open(t)
	for method, samples := range sampleParams() {
		for _, sample := range samples {
			if err := schema.Params(method, must(Marshal(sample))); err != nil {
				t.Error(err)
			}
		}
	}
	for method, samples := range sampleResults() {
		for _, sample := range samples {
			if err := schema.Result(method, must(Marshal(sample))); err != nil {
				t.Error(err)
			}
		}
	}
	if err := schema.NewTalk().Check(schematest.Agent, ErrorFrame(nil, NewError("X", "m", "h", true))); err != nil {
		t.Error(err)
	}
}

// TestDecodesWhatItEncodes: the other side understands every sample: encoding what
// was decoded gives the same again.
func TestDecodesWhatItEncodes(t *testing.T) {
	for _, samples := range []map[string][]any{sampleParams(), sampleResults()} {
		for method, list := range samples {
			for _, sample := range list {
				first := must(Marshal(sample))
				back := reflect.New(reflect.TypeOf(sample))
				if err := json.Unmarshal(first, back.Interface()); err != nil {
					t.Errorf("%s: %v in %s", method, err, first)
					continue
				}
				if again := must(Marshal(back.Interface())); string(again) != string(first) {
					t.Errorf("%s:\nfirst %s\nagain %s", method, first, again)
				}
			}
		}
	}
}

// TestReadsForeign: forms that other programs send and we do not.
func TestReadsForeign(t *testing.T) {
	var option ConfigOption
	raw := `{"type":"select","id":"model","name":"M","currentValue":"a","options":[{"group":"g","name":"G","options":[{"value":"a","name":"A"}]},{"group":"h","name":"H","options":[{"value":"b","name":"B"}]}]}`
	if err := json.Unmarshal([]byte(raw), &option); err != nil || len(option.Options) != 2 || option.Options[1].Value != "b" {
		t.Errorf("groups: %+v, %v", option, err)
	}
	var n SessionNotification
	raw = `{"sessionId":"s","update":{"sessionUpdate":"notice","severity":"info","title":"x"}}`
	if err := json.Unmarshal([]byte(raw), &n); err != nil || n.Update.Kind() != "notice" {
		t.Errorf("unknown update: %+v, %v", n, err)
	}
	if got := string(must(Marshal(n))); got != raw {
		t.Errorf("passed on as %s", got)
	}
	// _meta of another shape counts as none, as the schema has it.
	var prompt PromptRequest
	if err := json.Unmarshal([]byte(`{"sessionId":"s","prompt":[],"_meta":7,"new":1}`), &prompt); err != nil || prompt.Meta != nil {
		t.Errorf("_meta: %+v, %v", prompt, err)
	}
	for raw, ok := range map[string]bool{`"a"`: true, `true`: true, `""`: true, `null`: false, `7`: false, `{}`: false} {
		var v ConfigValue
		if err := json.Unmarshal([]byte(raw), &v); (err == nil) != ok {
			t.Errorf("value %s: %+v, %v", raw, v, err)
		}
	}
}

// TestUnknownKinds are mistakes of ours, and are not sent.
func TestUnknownKinds(t *testing.T) {
	for _, v := range []any{ContentBlock{}, ContentBlock{Type: "video"}, ToolCallContent{}, SessionNotification{SessionID: "s"}} {
		if raw, err := Marshal(v); err == nil {
			t.Errorf("%#v was encoded as %s", v, raw)
		}
	}
}

// TestMeta: what stands under ibid comes back; other vendors' values stay.
func TestMeta(t *testing.T) {
	meta := IbidMeta(ChunkMeta{Discard: true, Reason: "again"})
	meta["zed"] = json.RawMessage(`1`)
	var back Meta
	if err := json.Unmarshal(must(Marshal(meta)), &back); err != nil {
		t.Fatal(err)
	}
	var chunk ChunkMeta
	if !back.Ibid(&chunk) || !chunk.Discard || chunk.Reason != "again" || string(back["zed"]) != `1` {
		t.Errorf("got %+v of %v", chunk, back)
	}
	if back.Ibid(new([]int)) || Meta(nil).Ibid(&chunk) || IbidMeta(func() {}) != nil {
		t.Error("a value was found that is none")
	}
}

// TestSparseRequests: what the schema does not require, and the one thing that older
// clients leave out though it does, may be absent; the rest is named.
func TestSparseRequests(t *testing.T) {
	if p, err := decodeParams[InitializeRequest](json.RawMessage(`{"protocolVersion":1}`)); err != nil || p.ProtocolVersion != 1 {
		t.Errorf("initialize: %+v, %v", p, err)
	}
	if p, err := decodeParams[NewSessionRequest](json.RawMessage(`{"cwd":"/v","mcpServers":null}`)); err != nil || p.CWD != "/v" {
		t.Errorf("session/new: %+v, %v", p, err)
	}
	if p, err := decodeParams[ResumeSessionRequest](json.RawMessage(`{"cwd":"/v"}`)); err == nil || err.Error() != "sessionId: is missing (INVALID_ARGUMENT)" {
		t.Errorf("session/resume: %+v, %v", p, err)
	}
	raw := `{"sessionId":"s","prompt":[{"type":"text","text":7}]}`
	if p, err := decodeParams[PromptRequest](json.RawMessage(raw)); err == nil || err.Error() != "prompt.text: want a string, not number (INVALID_ARGUMENT)" {
		t.Errorf("session/prompt: %+v, %v", p, err)
	}
}
