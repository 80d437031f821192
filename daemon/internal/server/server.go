// Package server is the daemon's side of the wire: the methods of ACP v1 and
// of _ibid, one file a topic. It converts wire types to ours and back, bytes to
// UTF-16 among them, and holds no knowledge of its own about vaults or runs.
package server

import (
	"context"
	"io"
	"log/slog"
	"sync"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// Deps is what a Server stands on.
type Deps struct {
	Vault    config.Vault
	Index    *vaultindex.Index
	Sessions *runtime.Store
	Tools    *tools.Registry
	Agent    *agent.Agent
	Settings config.Settings // of connections that set none of their own
	// Model makes the controller that the settings name.
	Model func(config.Settings) (model.Controller, error)
	// Unshared says why other processes cannot attach, nil when they can. It may be nil.
	Unshared func() error
	Log      *slog.Logger
}

// Server serves any number of connections to one vault.
type Server struct {
	Deps
	mux     *protocol.Mux
	graphs  graphs
	stopped func() // ends the forwarding of index events
	done    sync.WaitGroup

	mu       sync.Mutex // guards all below
	clients  map[*protocol.Conn]*client
	appliers int // how many came so far
	sessions map[string]*session
}

// client is what the server knows of one connection. mu of Server guards it.
type client struct {
	initialized bool // it may be sent notifications
	settings    config.Settings
	pages       *graphPages // the graph it reads page by page, if any
	name        string      // what it calls itself
	applies     int         // above 0 it makes changes of the vault: the later it came, the higher
}

// New starts a server. Close ends it.
func New(d Deps) *Server {
	s := &Server{Deps: d, mux: protocol.NewMux(), clients: map[*protocol.Conn]*client{}, sessions: map[string]*session{}}
	s.handleACP()
	s.handleIbid()
	events, stop := d.Index.Subscribe(eventBuffer)
	s.stopped = stop
	s.done.Go(func() { s.forwardEvents(events) })
	return s
}

// eventBuffer is how many index events wait before they are merged.
const eventBuffer = 64

// Serve serves one connection until it ends or ctx does. Runs that the client
// started end with it; what they did is in the session's log.
func (s *Server) Serve(ctx context.Context, rwc io.ReadWriteCloser) {
	s.serve(ctx, rwc, protocol.Options{Logger: s.Log})
}

// ServeAttached is Serve for a client behind a process that attached. When ctx
// ends it leaves what is under way unanswered: that process asks the next owner,
// or tells its client (design decision 11).
func (s *Server) ServeAttached(ctx context.Context, rwc io.ReadWriteCloser) {
	s.serve(ctx, rwc, protocol.Options{Logger: s.Log, SilentClose: true})
}

func (s *Server) serve(ctx context.Context, rwc io.ReadWriteCloser, o protocol.Options) {
	// The connection is closed when ctx ends, which tells its handlers in the
	// right order; ctx itself would tell them first.
	conn := protocol.NewConn(context.WithoutCancel(ctx), rwc, s.mux, o)
	select {
	case <-conn.Done():
	case <-ctx.Done():
	}
	if err := conn.Close(); err != nil {
		s.Log.Debug("Closing a connection failed", "error", err)
	}
	s.mu.Lock() // only now does no handler ask for the client any more
	s.client(conn).dropPages()
	delete(s.clients, conn)
	s.mu.Unlock()
}

// Close stops forwarding events. The connections end with their contexts.
func (s *Server) Close() {
	s.stopped()
	s.done.Wait()
}

// client returns the state of a connection, making it at first use. The caller
// holds mu.
func (s *Server) client(c *protocol.Conn) *client {
	if s.clients[c] == nil {
		s.clients[c] = &client{settings: s.Settings}
	}
	return s.clients[c]
}

// settingsOf returns the settings of a connection.
func (s *Server) settingsOf(c *protocol.Conn) config.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client(c).settings
}

// nameOf is what the client at a connection calls itself.
func (s *Server) nameOf(c *protocol.Conn) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client(c).name
}

// notify sends a notification. A connection that has ended misses nothing: its
// client reads the truth when it comes back.
func (s *Server) notify(c *protocol.Conn, method string, params any) {
	if err := c.Notify(method, params); err != nil {
		s.Log.Debug("Notification not sent", "method", method, "error", err)
	}
}
