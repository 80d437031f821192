package openai

import (
	"encoding/json"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// params is the request in the server's terms.
func (c *Client) params(req model.Request, q quirk) sdk.ChatCompletionNewParams {
	p := sdk.ChatCompletionNewParams{Model: c.model, Tools: encodeTools(req.Tools)}
	if req.System != "" {
		p.Messages = append(p.Messages, sdk.SystemMessage(req.System))
	}
	for _, m := range req.Messages {
		p.Messages = append(p.Messages, c.encode(m)...)
	}
	p.Messages = withContext(p.Messages, req.Context)
	if q&noStreamOptions == 0 {
		p.StreamOptions = sdk.ChatCompletionStreamOptionsParam{IncludeUsage: sdk.Bool(true)}
	}
	if q&noTemperature == 0 {
		p.Temperature = sdk.Float(req.SampleTemperature())
	}
	if len(req.Tools) > 0 && q&noParallel == 0 && c.official() {
		p.ParallelToolCalls = sdk.Bool(true)
	}
	c.limit(&p, req.MaxOutputTokens, q)
	return p
}

// official reports OpenAI's own server, whose newest parameter names others
// often do not know.
func (c *Client) official() bool { return c.base.Host == "api.openai.com" }

func (c *Client) limit(p *sdk.ChatCompletionNewParams, tokens int, q quirk) {
	if tokens <= 0 {
		return
	}
	if c.official() == (q&otherMaxTokens == 0) {
		p.MaxCompletionTokens = sdk.Int(int64(tokens))
		return
	}
	p.MaxTokens = sdk.Int(int64(tokens))
}

func encodeTools(specs []model.ToolSpec) []sdk.ChatCompletionToolUnionParam {
	var tools []sdk.ChatCompletionToolUnionParam
	for _, s := range specs {
		fields := map[string]json.RawMessage{}
		if json.Unmarshal(s.Schema, &fields) != nil {
			continue // model.Check has refused it before
		}
		schema := shared.FunctionParameters{}
		for k, v := range fields {
			schema[k] = v
		}
		tools = append(tools, sdk.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: s.Name, Description: sdk.String(s.Description), Parameters: schema,
		}))
	}
	return tools
}

// encode turns one message of ours into theirs: a result is a message of its
// own there, and an assistant message without content is none.
func (c *Client) encode(m model.Message) []sdk.ChatCompletionMessageParamUnion {
	switch m.Role {
	case model.RoleUser:
		return []sdk.ChatCompletionMessageParamUnion{sdk.UserMessage(joinText(m))}
	case model.RoleTool:
		var out []sdk.ChatCompletionMessageParamUnion
		for _, b := range m.Blocks {
			out = append(out, sdk.ToolMessage(b.Result.Content, b.Result.CallID))
		}
		return out
	default:
		return c.encodeAssistant(m)
	}
}

func joinText(m model.Message) string {
	var parts []string
	for _, b := range m.Blocks {
		parts = append(parts, b.Text)
	}
	return strings.Join(parts, "\n\n")
}

func (c *Client) encodeAssistant(m model.Message) []sdk.ChatCompletionMessageParamUnion {
	p := &sdk.ChatCompletionAssistantMessageParam{}
	if text := m.Text(); text != "" {
		p.Content.OfString = sdk.String(text)
	}
	for _, call := range m.Calls() {
		p.ToolCalls = append(p.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
				ID: call.ID,
				Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{
					Name: call.Name, Arguments: string(call.Args),
				},
			},
		})
	}
	if param.IsOmitted(p.Content.OfString) && len(p.ToolCalls) == 0 {
		return nil
	}
	if extra := c.replay(m); extra != nil && len(p.ToolCalls) > 0 {
		p.SetExtraFields(extra)
	}
	return []sdk.ChatCompletionMessageParamUnion{{OfAssistant: p}}
}

// replay gives back, unchanged, the reasoning fields that came with a message
// from this server and model (contracts 2.22.1). They go with calls only:
// servers need them there, and some refuse them elsewhere.
func (c *Client) replay(m model.Message) map[string]any {
	for _, b := range m.Blocks {
		if b.Kind != model.BlockReasoning || !b.Raw.For(c.origin(), c.model) {
			continue
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal(b.Raw.Data, &fields) != nil {
			return nil
		}
		extra := map[string]any{}
		for k, v := range fields {
			extra[k] = v
		}
		return extra
	}
	return nil
}

// withContext places the untrusted block last: inside the last user message,
// or in one of its own after tool results.
func withContext(ms []sdk.ChatCompletionMessageParamUnion, context string) []sdk.ChatCompletionMessageParamUnion {
	if context == "" {
		return ms
	}
	last := ms[len(ms)-1].OfUser
	if last == nil {
		return append(ms, sdk.UserMessage(context))
	}
	return append(ms[:len(ms)-1], sdk.UserMessage(last.Content.OfString.Value+"\n\n"+context))
}
