package server

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// modeOption is the id of the config option that says how a session wants to be asked.
const modeOption = "mode"

// modes are the ways to be asked (design section 5, "Approvals").
var modes = []protocol.ConfigChoice{
	{Value: string(gate.ModeAsk), Name: "Ask", Description: "Every change is shown first and asks."},
	{Value: string(gate.ModePlan), Name: "Plan", Description: "Nothing is changed."},
	{Value: string(gate.ModeEdit), Name: "Edit", Description: "Notes in the folders you named are changed without asking; deleting, moving and the like still ask."},
}

func knownMode(id string) bool {
	return slices.ContainsFunc(modes, func(m protocol.ConfigChoice) bool { return m.Value == id })
}

// configOptions are a session's options as they stand.
func (ss *session) configOptions() []protocol.ConfigOption {
	return []protocol.ConfigOption{{ID: modeOption, Name: "Changes of notes", Category: "mode",
		Description: "How you want to be asked before notes are changed.", CurrentValue: protocol.ConfigValue{ID: string(ss.mode())}, Options: modes}}
}

// modeState is the same for clients that know modes only.
func (ss *session) modeState() *protocol.SessionModeState {
	state := &protocol.SessionModeState{CurrentModeID: string(ss.mode())}
	for _, m := range modes {
		state.AvailableModes = append(state.AvailableModes, protocol.SessionMode{ID: m.Value, Name: m.Name, Description: m.Description})
	}
	return state
}

func (ss *session) mode() gate.Mode {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.asks
}

// setMode holds from the next prompt on.
func (s *Server) setMode(c *protocol.Conn, id string, ss *session, mode string) error {
	if !knownMode(mode) {
		return protocol.InvalidParams("value", "must be ask, plan or edit, not "+strconv.Quote(mode))
	}
	ss.mu.Lock()
	ss.asks = gate.Mode(mode)
	ss.mu.Unlock()
	s.update(c, id, protocol.ConfigOptionUpdate{ConfigOptions: ss.configOptions()})
	s.update(c, id, protocol.CurrentModeUpdate{CurrentModeID: mode})
	return nil
}

func (s *Server) setConfigOption(_ context.Context, c *protocol.Conn, p protocol.SetConfigOptionRequest) (protocol.SetConfigOptionResponse, error) {
	var r protocol.SetConfigOptionResponse
	ss, err := s.session(p.SessionID)
	if err != nil {
		return r, err
	}
	if p.ConfigID != modeOption {
		return r, protocol.InvalidParams("configId", "must be "+modeOption+", the only option there is")
	}
	if err := s.setMode(c, p.SessionID, ss, p.Value.ID); err != nil {
		return r, err
	}
	r.ConfigOptions = ss.configOptions()
	return r, nil
}

func (s *Server) setSessionMode(_ context.Context, c *protocol.Conn, p protocol.SetSessionModeRequest) (protocol.Empty, error) {
	ss, err := s.session(p.SessionID)
	if err != nil {
		return protocol.Empty{}, err
	}
	return protocol.Empty{}, s.setMode(c, p.SessionID, ss, p.ModeID)
}

// editFolders are the folders a person named for the mode edit, checked before.
func editFolders(names []string) []vaultpath.Path {
	var all []vaultpath.Path
	for _, name := range names {
		if p, err := vaultpath.Parse(strings.TrimSpace(name)); err == nil {
			all = append(all, p)
		}
	}
	return all
}
