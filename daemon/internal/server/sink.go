package server

import (
	"encoding/json"
	"path/filepath"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// sink shows a run to the client that started it.
type sink struct {
	server  *Server
	conn    *protocol.Conn
	session string
	chinese bool // the person writes Chinese
}

func (k *sink) update(u protocol.SessionUpdate) { k.server.update(k.conn, k.session, u) }

// State implements agent.Sink.
func (k *sink) State(to agent.State, cause string) {
	k.server.notify(k.conn, protocol.NotifyRunState, protocol.RunStateEvent{
		SessionID: k.session, State: string(to), Cause: cause})
}

// Text implements agent.Sink.
func (k *sink) Text(message, delta string) {
	k.update(protocol.AgentMessageChunk{Content: protocol.TextBlock(delta), MessageID: message})
}

// Reasoning implements agent.Sink.
func (k *sink) Reasoning(message, delta string) {
	k.update(protocol.AgentThoughtChunk{Content: protocol.TextBlock(delta), MessageID: message})
}

// Discard implements agent.Sink. ACP has no word for it: a client that does
// not know ours keeps the text it has shown.
func (k *sink) Discard(message, reason string) {
	k.update(protocol.AgentMessageChunk{Content: protocol.TextBlock(""), MessageID: message,
		Meta: protocol.IbidMeta(protocol.ChunkMeta{Discard: true, Reason: reason})})
}

// Plan implements agent.Sink.
func (k *sink) Plan(steps []agent.PlanStep) {
	plan := protocol.Plan{}
	for _, s := range steps {
		plan.Entries = append(plan.Entries, protocol.PlanEntry{Content: s.Content,
			Priority: protocol.PlanMedium, Status: protocol.PlanStatus(s.Status)})
	}
	k.update(plan)
}

// CallStarted implements agent.Sink.
func (k *sink) CallStarted(call agent.Call) {
	k.update(protocol.ToolCall{
		ToolCallID: call.ID, Title: callTitle(call.Name, call.Args, k.chinese), Name: call.Name,
		ToolKind: toolKind(call.Kind), Status: protocol.ToolInProgress, RawInput: call.Args,
		Locations: k.server.locations(call.Args, nil),
	})
}

// CallEnded implements agent.Sink.
func (k *sink) CallEnded(call agent.Call, result tools.Result) {
	k.update(callUpdate(k.server, call.ID, call.Args, result))
}

// Usage implements agent.Sink. Without a model nothing is used.
func (k *sink) Usage(_ model.Usage, contextTokens, window int) {
	if window == agent.NoWindow {
		return
	}
	k.update(protocol.UsageUpdate{Used: contextTokens, Size: window})
}

// callUpdate ends a call for the client.
func callUpdate(s *Server, id string, args json.RawMessage, result tools.Result) protocol.ToolCallUpdate {
	status := protocol.ToolCompleted
	if !result.Status.Success() {
		status = protocol.ToolFailed
	}
	raw, err := json.Marshal(result)
	if err != nil || len(raw) > maxRawOutput {
		result.Data = nil
		raw, _ = json.Marshal(result)
	}
	update := protocol.ToolCallUpdate{ToolCallID: id, Status: status, RawOutput: raw,
		Content: []protocol.ToolCallContent{protocol.ToolText(result.Summary)}, Locations: s.locations(args, raw)}
	if result.UndoID != "" {
		made := s.made(result.UndoID)
		update.Content = append(update.Content, s.changeContent(made)...)
		if places := s.placesOfMade(made); len(places) > 0 {
			update.Locations = places
		}
	}
	return update
}

// made is what a change did, as the journal has it: nothing where it has it no more.
func (s *Server) made(undoID string) []changed {
	w := s.Agent.Writer
	if !w.Open() {
		return nil
	}
	e, err := w.Gate.Entry(undoID)
	if err != nil {
		return nil
	}
	var all []changed
	for _, st := range e.Steps {
		all = append(all, changed{opOf(string(st.Op), st.Before), st.Path.String(), st.To.String(), st.Before, st.After})
	}
	return all
}

func (s *Server) placesOfMade(files []changed) []protocol.ToolLocation {
	var all []protocol.ToolLocation
	for _, f := range files[:min(len(files), maxPlaces)] {
		end := f.path
		if f.to != "" {
			end = f.to
		}
		if f.op != "trash" && f.op != "mkdir" {
			all = append(all, protocol.ToolLocation{Path: s.absolute(end)})
		}
	}
	return all
}

// maxRawOutput is how much of a result, in bytes, a client is sent whole. The
// activity trail shows summaries; who wants the text opens the note.
const maxRawOutput = 16 << 10

// locations finds the file that a call is about, in its arguments or in its
// result, as absolute path and line.
func (s *Server) locations(args, result json.RawMessage) []protocol.ToolLocation {
	var from struct {
		Path   string `json:"path"`
		Offset int    `json:"offset"`
	}
	var in struct {
		Data struct {
			Path string `json:"path"`
		} `json:"data"`
	}
	_ = json.Unmarshal(args, &from) // arguments of another shape name no file
	_ = json.Unmarshal(result, &in) // nor do such results
	path := from.Path
	if in.Data.Path != "" {
		path = in.Data.Path
	}
	if path == "" || path == "." || !filepath.IsLocal(path) {
		return nil
	}
	return []protocol.ToolLocation{{Path: filepath.Join(s.Vault.Root, filepath.FromSlash(path)), Line: from.Offset}}
}

// toolKind maps our kinds to ACP's.
func toolKind(k tools.Kind) protocol.ToolKind {
	switch k {
	case tools.KindRead:
		return protocol.ToolRead
	case tools.KindSearch:
		return protocol.ToolSearch
	case tools.KindFetch:
		return protocol.ToolFetch
	case tools.KindEdit, tools.KindCreate:
		return protocol.ToolEdit
	case tools.KindDelete:
		return protocol.ToolDelete
	case tools.KindMove:
		return protocol.ToolMove
	case tools.KindControl:
		return protocol.ToolThink
	}
	return protocol.ToolOther
}
