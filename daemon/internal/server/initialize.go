package server

import (
	"context"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// handleACP registers the methods of ACP.
func (s *Server) handleACP() {
	m := s.mux
	protocol.Handle(m, protocol.MethodInitialize, protocol.LaneBarrier, s.initialize)
	protocol.Handle(m, protocol.MethodAuthenticate, protocol.LaneConcurrent, s.authenticate)
	protocol.Handle(m, protocol.MethodSessionNew, protocol.LaneSession, greeted(s, s.newSession))
	protocol.Handle(m, protocol.MethodSessionLoad, protocol.LaneSession, greeted(s, s.loadSession))
	protocol.Handle(m, protocol.MethodSessionResume, protocol.LaneSession, greeted(s, s.resumeSession))
	protocol.Handle(m, protocol.MethodSessionList, protocol.LaneConcurrent, greeted(s, s.listSessions))
	protocol.Handle(m, protocol.MethodSessionClose, protocol.LaneSession, greeted(s, s.closeSession))
	protocol.Handle(m, protocol.MethodSessionDelete, protocol.LaneSession, greeted(s, s.deleteSession))
	protocol.Handle(m, protocol.MethodSessionPrompt, protocol.LaneSession, greeted(s, s.prompt))
	protocol.Handle(m, protocol.MethodSessionSetMode, protocol.LaneSession, greeted(s, s.setSessionMode))
	protocol.Handle(m, protocol.MethodSessionSetConfigOption, protocol.LaneSession, greeted(s, s.setConfigOption))
	protocol.HandleNotification(m, protocol.NotifySessionCancel, protocol.LaneSession, s.cancel)
}

// greeted refuses a request that came before initialize: ACP begins with that.
func greeted[P, R any](s *Server, fn func(context.Context, *protocol.Conn, P) (R, error)) func(context.Context, *protocol.Conn, P) (R, error) {
	return func(ctx context.Context, c *protocol.Conn, p P) (R, error) {
		s.mu.Lock()
		ready := s.client(c).initialized
		s.mu.Unlock()
		if !ready {
			var none R
			return none, &protocol.Error{Code: protocol.CodeInvalidRequest, Message: "initialize comes first; send it before any session/ request"}
		}
		return fn(ctx, c, p)
	}
}

// handleIbid registers the methods of _ibid.
func (s *Server) handleIbid() {
	m := s.mux
	protocol.Handle(m, protocol.MethodSearchQuery, protocol.LaneConcurrent, s.searchQuery)
	protocol.Handle(m, protocol.MethodNoteBacklinks, protocol.LaneConcurrent, s.noteBacklinks)
	protocol.Handle(m, protocol.MethodNoteGet, protocol.LaneConcurrent, s.noteGet)
	// Answered whatever else is going on: a process that attached asks it to see
	// that its owner lives.
	protocol.Handle(m, protocol.MethodIndexStatus, protocol.LaneImmediate, s.indexStatus)
	protocol.Handle(m, protocol.MethodIndexUpdate, protocol.LaneConcurrent, s.indexUpdate)
	protocol.Handle(m, protocol.MethodIndexPause, protocol.LaneConcurrent, s.indexPause)
	protocol.Handle(m, protocol.MethodIndexResume, protocol.LaneConcurrent, s.indexResume)
	protocol.Handle(m, protocol.MethodGraphGet, protocol.LaneConcurrent, s.graphGet)
	protocol.Handle(m, protocol.MethodToolCall, protocol.LaneConcurrent, s.toolCall)
	protocol.Handle(m, protocol.MethodApprovalsList, protocol.LaneConcurrent, s.approvalsList)
	protocol.Handle(m, protocol.MethodApprovalsDecide, protocol.LaneConcurrent, s.approvalsDecide)
	protocol.Handle(m, protocol.MethodUndoList, protocol.LaneConcurrent, s.undoList)
	protocol.Handle(m, protocol.MethodUndoApply, protocol.LaneConcurrent, s.undoApply)
	protocol.Handle(m, protocol.MethodTagsSuggest, protocol.LaneConcurrent, s.tagsSuggest)
	protocol.Handle(m, protocol.MethodTagsApply, protocol.LaneConcurrent, s.tagsApply)
	protocol.Handle(m, protocol.MethodTagsRename, protocol.LaneConcurrent, s.tagsRename)
	protocol.Handle(m, protocol.MethodTagsHealth, protocol.LaneConcurrent, s.tagsHealth)
	protocol.Handle(m, protocol.MethodTagsEvaluate, protocol.LaneConcurrent, s.tagsEvaluate)
	protocol.Handle(m, protocol.MethodDoctor, protocol.LaneConcurrent, s.doctor)
	protocol.Handle(m, protocol.MethodConfigSet, protocol.LaneBarrier, s.configSet)
}

// features announces the _ibid methods and notifications there are.
var features = []string{
	protocol.MethodSearchQuery, protocol.MethodNoteBacklinks, protocol.MethodNoteGet,
	protocol.MethodIndexStatus, protocol.MethodIndexUpdate, protocol.MethodIndexPause, protocol.MethodIndexResume, protocol.MethodGraphGet,
	protocol.MethodToolCall, protocol.MethodDoctor, protocol.MethodConfigSet,
	protocol.MethodApprovalsList, protocol.MethodApprovalsDecide, protocol.MethodUndoList, protocol.MethodUndoApply,
	protocol.MethodTagsSuggest, protocol.MethodTagsApply, protocol.MethodTagsRename, protocol.MethodTagsHealth, protocol.MethodTagsEvaluate,
	protocol.CallVaultApply, protocol.CallVaultCreate, protocol.CallVaultRename, protocol.CallVaultTrash,
	protocol.NotifyIndexChanged, protocol.NotifyIndexProgress, protocol.NotifyRunState,
}

// initialize agrees on version 1, the only one spoken here, and says what
// there is. From now on the client hears of the index.
func (s *Server) initialize(_ context.Context, c *protocol.Conn, r protocol.InitializeRequest) (protocol.InitializeResponse, error) {
	s.mu.Lock()
	s.greet(s.client(c), r)
	s.mu.Unlock()
	there := &struct{}{}
	return protocol.InitializeResponse{
		ProtocolVersion: protocol.ACPVersion,
		AgentInfo:       &protocol.Implementation{Name: "ibid", Title: "Ibid", Version: config.Version},
		AgentCapabilities: protocol.AgentCapabilities{
			LoadSession:         true,
			PromptCapabilities:  protocol.PromptCapabilities{EmbeddedContext: true},
			SessionCapabilities: protocol.SessionCapabilities{List: there, Delete: there, Resume: there, Close: there},
			Meta: protocol.IbidMeta(protocol.Announcement{
				Version: 1, Features: trimmed(features), VaultID: s.Vault.ID}),
		},
	}, nil
}

// greet keeps what a client says of itself. The caller holds mu.
func (s *Server) greet(c *client, r protocol.InitializeRequest) {
	c.initialized, c.name, c.applies = true, "", 0
	if r.ClientInfo != nil {
		c.name = r.ClientInfo.Name
	}
	if takesChanges(r) {
		s.appliers++
		c.applies = s.appliers
	}
}

func trimmed(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.TrimPrefix(n, "_ibid/")
	}
	return out
}

// authenticateRequest names a way to sign in, of which there is none.
type authenticateRequest struct {
	MethodID string `json:"methodId"`
}

func (s *Server) authenticate(_ context.Context, _ *protocol.Conn, _ authenticateRequest) (protocol.Empty, error) {
	return protocol.Empty{}, protocol.InvalidParams("methodId", "no sign-in is needed; go on with session/new")
}
