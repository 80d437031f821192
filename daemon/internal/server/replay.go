package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// replay sends a conversation as the updates that built it, text in one piece
// a message, unless it is very long. Answers that did not pass their checks were taken back then, and
// are not sent now.
func (s *Server) replay(c *protocol.Conn, log *runtime.Session) {
	st := log.State()
	send := func(u protocol.SessionUpdate) { s.update(c, log.ID, u) }
	for _, t := range st.Turns {
		for _, piece := range pieces(t.Prompt.Text, maxPiece) {
			send(protocol.UserMessageChunk{Content: protocol.TextBlock(piece), MessageID: t.Run})
		}
		for _, path := range t.Prompt.Attached {
			send(protocol.UserMessageChunk{Content: protocol.ResourceLinkBlock(path, s.fileURI(path)), MessageID: t.Run})
		}
		s.replayTurn(send, t, isChinese(t.Prompt.Text))
	}
	if st.Title != "" {
		send(protocol.SessionInfoUpdate{Title: st.Title, UpdatedAt: log.Info().Updated.UTC().Format("2006-01-02T15:04:05.000Z")})
	}
}

// maxPiece is how much of a prompt is sent in one update, in bytes: however it is
// escaped, that fits into a frame.
const maxPiece = 4 << 20

// pieces cuts a text between characters. Text that fits is one piece, also when empty.
func pieces(text string, size int) []string {
	var all []string
	for len(text) > size {
		at := size
		for at > size-utf8.UTFMax && !utf8.RuneStart(text[at]) {
			at--
		}
		if !utf8.RuneStart(text[at]) || at == 0 { // no UTF-8, which has no characters
			at = size
		}
		all = append(all, text[:at])
		text = text[at:]
	}
	return append(all, text)
}

func (s *Server) replayTurn(send func(protocol.SessionUpdate), t runtime.Turn, chinese bool) {
	for i, step := range t.Steps {
		var m model.Message
		if json.Unmarshal(step.Decision.Message, &m) != nil {
			continue
		}
		if len(m.Calls()) > 0 && m.Text() != "" {
			send(protocol.AgentMessageChunk{Content: protocol.TextBlock(m.Text()), MessageID: messageID(t.Run, i)})
		}
		if !asked(step) {
			s.replayCalls(send, m.Calls(), step.Results, chinese)
		}
	}
	if t.Outcome != nil && t.Outcome.Answer != "" {
		send(protocol.AgentMessageChunk{Content: protocol.TextBlock(t.Outcome.Answer),
			MessageID: messageID(t.Run, answerStep(t.Steps)), Meta: answerMeta(t.Outcome)})
	}
}

// answerStep numbers the message of the outcome: it is the last step's own text,
// or a message after that step's calls or its rejection.
func answerStep(steps []runtime.Step) int {
	if n := len(steps); n > 0 && len(steps[n-1].Decision.Calls) == 0 && steps[n-1].Observed == nil {
		return n - 1
	}
	return len(steps)
}

// asked tells whether a step put a question, beside which no call is made.
func asked(step runtime.Step) bool {
	return slices.ContainsFunc(step.Results, func(r runtime.ToolResult) bool {
		return r.Name == agent.AskTool && r.Status == string(tools.StatusOK)
	})
}

// messageID is the id under which the answer of a step was streamed.
func messageID(run string, step int) string { return fmt.Sprintf("%s/%d", run, step) }

// answerMeta repeats the outcome and the citations that the prompt's response
// carried.
func answerMeta(o *runtime.Outcome) protocol.Meta {
	var data protocol.PromptMeta
	_ = json.Unmarshal(o.Data, &data) // an outcome without particulars has none
	data.Outcome = o.Outcome
	return protocol.IbidMeta(data)
}

func (s *Server) replayCalls(send func(protocol.SessionUpdate), calls []model.Call, results []runtime.ToolResult, chinese bool) {
	byID := map[string]runtime.ToolResult{}
	for _, r := range results {
		byID[r.CallID] = r
	}
	for _, call := range calls {
		send(protocol.ToolCall{ToolCallID: call.ID, Title: callTitle(call.Name, call.Args, chinese), Name: call.Name,
			ToolKind: s.kindOf(call.Name), Status: protocol.ToolInProgress, RawInput: call.Args,
			Locations: s.locations(call.Args, nil)})
		var result tools.Result
		if err := json.Unmarshal(byID[call.ID].Result, &result); err != nil {
			result = tools.Result{Status: tools.StatusCancelled, Code: tools.Cancelled, Summary: "This call has no result."}
		}
		send(callUpdate(s, call.ID, call.Args, result))
	}
}

func (s *Server) kindOf(name string) protocol.ToolKind {
	if tool, ok := s.Tools.Lookup(name); ok {
		return toolKind(tool.Spec().Kind)
	}
	return protocol.ToolThink
}
