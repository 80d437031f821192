package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// params is the request in the API's terms. Three cache points are set: the
// tools and the system text, which stay equal over a session, and the end of
// the conversation before the runtime block, which the next request repeats.
func (c *Client) params(req model.Request, cold bool) sdk.MessageNewParams {
	p := sdk.MessageNewParams{Model: c.model, MaxTokens: DefaultMaxTokens}
	if req.MaxOutputTokens > 0 {
		p.MaxTokens = int64(req.MaxOutputTokens)
	}
	if !cold {
		p.Temperature = sdk.Float(req.SampleTemperature())
	}
	if req.System != "" {
		p.System = []sdk.TextBlockParam{{Text: req.System, CacheControl: sdk.NewCacheControlEphemeralParam()}}
	}
	p.Tools = encodeTools(req.Tools)
	if len(p.Tools) == 0 {
		p.Tools, p.ToolChoice = formerTools(req.Messages)
	}
	e := encoder{client: c, ids: map[string]string{}, taken: map[string]bool{}}
	for _, m := range req.Messages {
		e.add(m)
	}
	p.Messages = e.finish(req.Context)
	return p
}

func encodeTools(specs []model.ToolSpec) []sdk.ToolUnionParam {
	var tools []sdk.ToolUnionParam
	for _, s := range specs {
		tools = append(tools, sdk.ToolUnionParam{OfTool: &sdk.ToolParam{
			Name: s.Name, Description: sdk.String(s.Description), InputSchema: encodeSchema(s.Schema),
		}})
	}
	if len(tools) > 0 {
		tools[len(tools)-1].OfTool.CacheControl = sdk.NewCacheControlEphemeralParam()
	}
	return tools
}

func encodeSchema(raw json.RawMessage) sdk.ToolInputSchemaParam {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &fields) != nil {
		return sdk.ToolInputSchemaParam{} // model.Check has refused it before
	}
	s := sdk.ToolInputSchemaParam{ExtraFields: map[string]any{}}
	for k, v := range fields {
		switch k {
		case "type":
		case "properties":
			s.Properties = v
		default:
			s.ExtraFields[k] = v
		}
	}
	return s
}

// formerTools names the tools of a conversation whose next answer may use
// none: the API refuses calls in the history without their tools.
func formerTools(ms []model.Message) ([]sdk.ToolUnionParam, sdk.ToolChoiceUnionParam) {
	var tools []sdk.ToolUnionParam
	seen := map[string]bool{}
	for _, m := range ms {
		for _, call := range m.Calls() {
			if !seen[call.Name] {
				seen[call.Name] = true
				schema := sdk.ToolInputSchemaParam{Properties: map[string]any{}}
				tools = append(tools, sdk.ToolUnionParam{OfTool: &sdk.ToolParam{Name: call.Name, InputSchema: schema}})
			}
		}
	}
	if tools == nil {
		return nil, sdk.ToolChoiceUnionParam{}
	}
	return tools, sdk.ToolChoiceUnionParam{OfNone: &sdk.ToolChoiceNoneParam{}}
}

// encoder builds the turns: tool results and the user's words that follow are
// one turn of the user there.
type encoder struct {
	client *Client
	turns  []sdk.MessageParam
	ids    map[string]string
	taken  map[string]bool
}

func (e *encoder) add(m model.Message) {
	role := sdk.MessageParamRoleUser
	if m.Role == model.RoleAssistant {
		role = sdk.MessageParamRoleAssistant
	}
	for _, b := range m.Blocks {
		if block, ok := e.block(b); ok {
			e.put(role, block)
		}
	}
}

func (e *encoder) put(role sdk.MessageParamRole, block sdk.ContentBlockParamUnion) {
	if n := len(e.turns); n > 0 && e.turns[n-1].Role == role {
		e.turns[n-1].Content = append(e.turns[n-1].Content, block)
		return
	}
	e.turns = append(e.turns, sdk.MessageParam{Role: role, Content: []sdk.ContentBlockParamUnion{block}})
}

// block is one block in the API's terms; false for one that is not sent:
// empty text, and reasoning that is not this model's own.
func (e *encoder) block(b model.Block) (sdk.ContentBlockParamUnion, bool) {
	switch b.Kind {
	case model.BlockText:
		return sdk.NewTextBlock(b.Text), strings.TrimSpace(b.Text) != ""
	case model.BlockReasoning:
		return e.reasoning(b.Raw)
	case model.BlockCall:
		return sdk.NewToolUseBlock(e.id(b.Call.ID), b.Call.Args, b.Call.Name), true
	case model.BlockResult:
		return sdk.NewToolResultBlock(e.id(b.Result.CallID), b.Result.Content, b.Result.IsError), true
	}
	return sdk.ContentBlockParamUnion{}, false
}

// thinking is a reasoning block as it came; signatures go back unchanged.
type thinking struct {
	Type      string `json:"type"`
	Thinking  string `json:"thinking,omitempty"`
	Signature string `json:"signature,omitempty"`
	Data      string `json:"data,omitempty"`
}

func (e *encoder) reasoning(raw *model.Raw) (sdk.ContentBlockParamUnion, bool) {
	var t thinking
	if !raw.For(e.client.origin(), e.client.model) || json.Unmarshal(raw.Data, &t) != nil {
		return sdk.ContentBlockParamUnion{}, false
	}
	if t.Type == "redacted_thinking" {
		return sdk.NewRedactedThinkingBlock(t.Data), true
	}
	return sdk.NewThinkingBlock(t.Signature, t.Thinking), true
}

// id makes an id of another provider's acceptable here: letters, digits, _
// and - only, still unique, and the same for a call and its result.
func (e *encoder) id(id string) string {
	if safe, ok := e.ids[id]; ok {
		return safe
	}
	base := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	safe := base
	for n := 2; e.taken[safe]; n++ {
		safe = fmt.Sprintf("%s_%d", base, n)
	}
	e.ids[id], e.taken[safe] = safe, true
	return safe
}

// finish sets the cache point on the last block of the conversation and adds
// the untrusted block after it.
func (e *encoder) finish(context string) []sdk.MessageParam {
	if n := len(e.turns); n > 0 {
		content := e.turns[n-1].Content
		if cc := content[len(content)-1].GetCacheControl(); cc != nil {
			*cc = sdk.NewCacheControlEphemeralParam()
		}
	}
	if context != "" {
		e.put(sdk.MessageParamRoleUser, sdk.NewTextBlock(context))
	}
	return e.turns
}
