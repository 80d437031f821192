package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// session is a conversation that some client has open. Its runs go one after
// the other, in the order in which they were begun.
type session struct {
	log   *runtime.Session
	reads *tools.Reads // what it has read, for not_modified

	mu   sync.Mutex // guards all below
	runs []*turn    // the first goes on, the others wait
	asks gate.Mode
}

// turn is a run's place in the queue of its session.
type turn struct {
	ready  chan struct{} // closed when the turn has come
	cancel context.CancelCauseFunc
}

var errCancelled = errors.New("cancelled by session/cancel")

func newSession(log *runtime.Session, mode string) *session {
	return &session{log: log, reads: tools.NewReads(), asks: cmp.Or(gate.Mode(mode), gate.ModeAsk)}
}

// begin puts a run into the queue, so that a cancel received later finds it;
// end takes it off.
func (ss *session) begin(ctx context.Context) (run context.Context, t *turn) {
	run, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { cancel(endOf(ctx)) })
	t = &turn{ready: make(chan struct{}), cancel: cancel}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.runs = append(ss.runs, t); len(ss.runs) == 1 {
		close(t.ready)
	}
	return run, t
}

// endOf is why a prompt's own context ended, in the agent's words: a connection that is
// gone has taken nothing back.
func endOf(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, protocol.ErrCancelled) {
		return cause
	}
	return agent.ErrLost
}

// end takes a run off the queue, whether its turn had come or not, and lets
// the next one go on.
func (ss *session) end(t *turn) {
	t.cancel(nil)
	ss.mu.Lock()
	defer ss.mu.Unlock()
	first := ss.runs[0] == t
	ss.runs = slices.DeleteFunc(ss.runs, func(o *turn) bool { return o == t })
	if first && len(ss.runs) > 0 {
		close(ss.runs[0].ready)
	}
}

// cancel ends the run that goes on and those that wait.
func (ss *session) cancel() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for _, t := range ss.runs {
		t.cancel(errCancelled)
	}
}

// idle cancels what runs and returns when nothing does.
func (ss *session) idle(ctx context.Context) {
	ss.cancel()
	_, t := ss.begin(ctx)
	defer ss.end(t)
	select {
	case <-t.ready:
	case <-ctx.Done():
	}
}

func (s *Server) newSession(_ context.Context, c *protocol.Conn, p protocol.NewSessionRequest) (protocol.NewSessionResponse, error) {
	cwd, err := s.inVault(p.CWD)
	if err != nil {
		return protocol.NewSessionResponse{}, err
	}
	var meta protocol.SessionMeta
	p.Meta.Ibid(&meta)
	log, err := s.Sessions.New(runtime.Header{Cwd: cwd, IncludePrivate: meta.IncludePrivate})
	if err != nil {
		return protocol.NewSessionResponse{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ss := newSession(log, s.client(c).settings.Mode)
	s.sessions[log.ID] = ss
	return protocol.NewSessionResponse{SessionID: log.ID, Modes: ss.modeState(), ConfigOptions: ss.configOptions()}, nil
}

// inVault turns a working folder into a vault path. Session folders must lie
// in the vault, since that is all a session may touch.
func (s *Server) inVault(cwd string) (string, error) {
	bad := protocol.InvalidParams("cwd", "must be the vault's folder or one in it, as an absolute path: "+strconv.Quote(s.Vault.Root))
	if !filepath.IsAbs(cwd) {
		return "", bad
	}
	info, err := os.Stat(cwd)
	if err != nil || !info.IsDir() {
		return "", bad
	}
	rel, err := filepath.Rel(s.Vault.Root, resolved(cwd))
	if err != nil || !filepath.IsLocal(rel) {
		return "", bad
	}
	if rel = filepath.ToSlash(rel); rel == "." {
		return "", nil
	}
	p, err := vaultpath.Parse(rel)
	if err != nil || p.Hidden() {
		return "", bad
	}
	return p.String(), nil
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// session returns a session, opening it if no client has it open.
func (s *Server) session(id string) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ss := s.sessions[id]; ss != nil {
		return ss, nil
	}
	log, err := s.Sessions.Load(id)
	if errors.Is(err, runtime.ErrNoSession) {
		return nil, protocol.NotFound("SESSION_NOT_FOUND", err.Error(), "session/list names those there are; session/new makes one.")
	}
	if place, ok := errors.AsType[*config.PlaceError](err); ok {
		return nil, protocol.NewError("STATE", fmt.Sprintf("%q %s.", place.Path, place.Reason), place.Hint+".", false)
	}
	if err != nil {
		return nil, err
	}
	s.sessions[id] = newSession(log, s.Settings.Mode)
	return s.sessions[id], nil
}

// loadSession sends the whole conversation, then answers.
func (s *Server) loadSession(_ context.Context, c *protocol.Conn, p protocol.LoadSessionRequest) (protocol.LoadSessionResponse, error) {
	if _, err := s.inVault(p.CWD); err != nil {
		return protocol.LoadSessionResponse{}, err
	}
	ss, err := s.session(p.SessionID)
	if err != nil {
		return protocol.LoadSessionResponse{}, err
	}
	s.replay(c, ss.log)
	return protocol.LoadSessionResponse{Modes: ss.modeState(), ConfigOptions: ss.configOptions()}, nil
}

func (s *Server) resumeSession(_ context.Context, _ *protocol.Conn, p protocol.ResumeSessionRequest) (protocol.ResumeSessionResponse, error) {
	if _, err := s.inVault(p.CWD); err != nil {
		return protocol.ResumeSessionResponse{}, err
	}
	ss, err := s.session(p.SessionID)
	if err != nil {
		return protocol.ResumeSessionResponse{}, err
	}
	return protocol.ResumeSessionResponse{Modes: ss.modeState(), ConfigOptions: ss.configOptions()}, nil
}

// pageSize is how many sessions one page of a list has.
const pageSize = 50

func (s *Server) listSessions(_ context.Context, _ *protocol.Conn, p protocol.ListSessionsRequest) (protocol.ListSessionsResponse, error) {
	from := 0
	if p.Cursor != "" {
		var err error
		if from, err = strconv.Atoi(p.Cursor); err != nil || from < 0 {
			return protocol.ListSessionsResponse{}, protocol.InvalidParams("cursor", "must be the nextCursor of an earlier answer")
		}
	}
	infos, err := s.Sessions.List()
	if err != nil {
		return protocol.ListSessionsResponse{}, err
	}
	var page protocol.ListSessionsResponse
	seen := 0
	for _, info := range infos {
		cwd := filepath.Join(s.Vault.Root, filepath.FromSlash(info.Cwd))
		if p.CWD != "" && resolved(p.CWD) != cwd {
			continue
		}
		if seen++; seen <= from {
			continue
		}
		if len(page.Sessions) == pageSize {
			page.NextCursor = strconv.Itoa(seen - 1)
			break
		}
		page.Sessions = append(page.Sessions, protocol.SessionInfo{SessionID: info.ID, CWD: cwd, Title: info.Title,
			UpdatedAt: info.Updated.UTC().Format("2006-01-02T15:04:05.000Z")})
	}
	return page, nil
}

// closeSession ends what runs in a session and forgets it; its log stays.
func (s *Server) closeSession(ctx context.Context, _ *protocol.Conn, p protocol.CloseSessionRequest) (protocol.Empty, error) {
	s.mu.Lock()
	ss := s.sessions[p.SessionID]
	s.mu.Unlock()
	if ss == nil {
		return protocol.Empty{}, nil
	}
	ss.idle(ctx)
	return protocol.Empty{}, s.forget(p.SessionID, s.Sessions.Release)
}

func (s *Server) deleteSession(ctx context.Context, _ *protocol.Conn, p protocol.DeleteSessionRequest) (protocol.Empty, error) {
	ss, err := s.session(p.SessionID)
	if err != nil {
		return protocol.Empty{}, err
	}
	ss.idle(ctx)
	return protocol.Empty{}, s.forget(p.SessionID, s.Sessions.Delete)
}

// forget drops a session and its log in one, so that nobody opens it between.
func (s *Server) forget(id string, drop func(id string) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, id)
	return drop(id)
}
