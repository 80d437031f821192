package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
	"github.com/ibid-notes/ibid/vaultindex"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for what must come; no test waits it out when all is well.
const patience = time.Minute

// lockedBuffer is the log of a server under test.
type lockedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// house is a vault on disk and a server on it.
type house struct {
	t      *testing.T
	vault  config.Vault
	index  *vaultindex.Index
	gate   *gate.Gate
	server *Server
	log    *lockedBuffer

	mu     sync.Mutex // guards models
	models map[string]model.Controller
}

// newHouse makes a vault of files, path to text, and serves it. The model
// openai:NAME is the controller that add gave the name to.
func newHouse(t *testing.T, files map[string]string) *house {
	t.Helper()
	t.Setenv(config.HomeVariable, t.TempDir())
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("ANTHROPIC_API_KEY", "")
	h := &house{t: t, log: &lockedBuffer{}, models: map[string]model.Controller{}}
	dir := t.TempDir()
	for path, text := range files {
		write(t, dir, path, text)
	}
	var err error
	h.vault, err = config.OpenVault(dir)
	must(t, err)
	must(t, h.vault.MakeDirs())
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.index, err = vaultindex.Open(t.Context(), vaultindex.Options{Vault: h.vault.Root, CacheDir: h.vault.Cache, Private: vaultindex.DefaultPrivateRules(), Logger: log})
	must(t, err)
	t.Cleanup(func() { must(t, h.index.Close()) })
	must(t, h.index.WaitReady(t.Context()))
	sessions, err := runtime.OpenStore(filepath.Join(h.vault.State, "sessions"), time.Now)
	must(t, err)
	t.Cleanup(func() { must(t, sessions.Close()) })
	registry := tools.New(slices.Concat(builtin.Reading(), builtin.Writing(), builtin.Extra(), builtin.WritingExtra())...)
	h.gate, err = gate.Open(gate.Options{Root: h.vault.Root, Journal: h.vault.Journal(), Policy: gate.PolicyFrom(h.vault.PolicyFiles()),
		Applier: func() gate.Applier { return h.server.Applier() }, Now: time.Now, Logger: log})
	must(t, err)
	t.Cleanup(func() { must(t, h.gate.Close()) })
	h.server = New(Deps{
		Vault: h.vault, Index: h.index, Sessions: sessions, Tools: registry,
		Settings: config.Settings{Provider: config.Offline}, Log: log, Model: h.model,
		Agent: &agent.Agent{Index: h.index, Root: h.vault.Root, Tools: registry, Mounted: tools.New(builtin.Reading()...).Specs(), Now: time.Now, Log: log,
			Writer: &agent.Writer{Gate: h.gate, Index: h.index, Log: log}},
	})
	t.Cleanup(h.server.Close)
	return h
}

func (h *house) model(s config.Settings) (model.Controller, error) {
	if s.Provider != config.OpenAI {
		return offline.New(), nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c, ok := h.models[s.Model]
	if !ok {
		return nil, errors.New("there is no such model")
	}
	return c, nil
}

func (h *house) add(name string, c model.Controller) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.models[name] = c
}

func write(t *testing.T, dir, path, text string) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(path))
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// guest is a client of the server.
type guest struct {
	t    *testing.T
	h    *house
	conn *protocol.Conn
	// permit answers session/request_permission, and vault a request for a change; nil
	// refuses. They are set before anything is asked.
	permit func(ctx context.Context, r protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error)
	vault  func(ctx context.Context, method string, params json.RawMessage) (any, error)

	mu      sync.Mutex // guards all below
	updates map[string][]protocol.SessionUpdate
	changed []protocol.IndexChangedEvent
	states  []protocol.RunStateEvent
	news    chan struct{} // capacity 1: something above grew
}

// connect opens a connection; it says nothing yet.
func (h *house) connect() *guest {
	h.t.Helper()
	near, far := protocol.Pipe()
	g := &guest{t: h.t, h: h, updates: map[string][]protocol.SessionUpdate{}, news: make(chan struct{}, 1)}
	served := make(chan struct{})
	go func() {
		defer close(served)
		h.server.Serve(context.Background(), far)
	}()
	mux := protocol.NewMux()
	protocol.HandleNotification(mux, protocol.NotifySessionUpdate, protocol.LaneImmediate, func(_ context.Context, _ *protocol.Conn, n protocol.SessionNotification) error {
		g.note(func() { g.updates[n.SessionID] = append(g.updates[n.SessionID], n.Update) })
		return nil
	})
	protocol.HandleNotification(mux, protocol.NotifyIndexChanged, protocol.LaneImmediate, func(_ context.Context, _ *protocol.Conn, e protocol.IndexChangedEvent) error {
		g.note(func() { g.changed = append(g.changed, e) })
		return nil
	})
	protocol.HandleNotification(mux, protocol.NotifyRunState, protocol.LaneImmediate, func(_ context.Context, _ *protocol.Conn, e protocol.RunStateEvent) error {
		g.note(func() { g.states = append(g.states, e) })
		return nil
	})
	protocol.Handle(mux, protocol.MethodRequestPermission, protocol.LaneConcurrent, func(ctx context.Context, _ *protocol.Conn, r protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
		return g.permit(ctx, r)
	})
	for _, method := range vaultCalls {
		protocol.Handle(mux, method, protocol.LaneConcurrent, func(ctx context.Context, _ *protocol.Conn, raw json.RawMessage) (any, error) {
			return g.vault(ctx, method, raw)
		})
	}
	g.conn = protocol.NewConn(context.Background(), near, mux, protocol.Options{})
	h.t.Cleanup(func() {
		must(h.t, g.conn.Close())
		<-served
	})
	return g
}

// guest opens a connection and initialises it.
func (h *house) guest() *guest {
	h.t.Helper()
	g := h.connect()
	g.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1}, nil)
	return g
}

func (g *guest) note(change func()) {
	g.mu.Lock()
	change()
	g.mu.Unlock()
	select {
	case g.news <- struct{}{}:
	default:
	}
}

// until waits until what was received fulfils a wish.
func (g *guest) until(what string, done func() bool) {
	g.t.Helper()
	timeout := time.After(patience)
	for {
		g.mu.Lock()
		ok := done()
		g.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-g.news:
		case <-timeout:
			g.t.Fatalf("waited in vain: %s", what)
		}
	}
}

// try makes a request.
func (g *guest) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := g.conn.Call(ctx, method, params, result)
	if err != nil && ctx.Err() != nil {
		g.t.Errorf("%s was not answered", method)
	}
	return err
}

func (g *guest) call(method string, params, result any) {
	g.t.Helper()
	if err := g.try(method, params, result); err != nil {
		g.t.Fatalf("%s: %v", method, err)
	}
}

// refused makes a request that must fail with the code, and returns the error.
func (g *guest) refused(code int, method string, params any) *protocol.Error {
	g.t.Helper()
	err := g.try(method, params, nil)
	var e *protocol.Error
	if !errors.As(err, &e) || e.Code != code {
		g.t.Fatalf("%s %+v: %v, want code %d", method, params, err, code)
	}
	return e
}

func (g *guest) newSession() string {
	g.t.Helper()
	var r protocol.NewSessionResponse
	g.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: g.h.vault.Root}, &r)
	return r.SessionID
}

// reply is the answer to a prompt.
type reply struct {
	protocol.PromptResponse
	meta protocol.PromptMeta
	err  error
}

func (g *guest) prompt(session, text string) reply {
	return g.send(session, protocol.TextBlock(text))
}

func (g *guest) send(session string, blocks ...protocol.ContentBlock) reply {
	var r reply
	r.err = g.try(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session, Prompt: blocks}, &r.PromptResponse)
	r.Meta.Ibid(&r.meta)
	return r
}

// begin sends a prompt and returns where its answer will be. Prompts begun one
// after the other reach the server in that order.
func (g *guest) begin(session, text string) <-chan reply {
	g.t.Helper()
	answered := make(chan reply, 1)
	sent := make(chan struct{})
	go func() {
		close(sent)
		answered <- g.prompt(session, text)
	}()
	<-sent
	return answered
}

func (g *guest) wait(answered <-chan reply) reply {
	g.t.Helper()
	select {
	case r := <-answered:
		return r
	case <-time.After(patience):
		g.t.Fatal("the prompt was not answered")
		return reply{}
	}
}

func (g *guest) wantOutcome(r reply, outcome string, stop protocol.StopReason) {
	g.t.Helper()
	if r.err != nil || r.meta.Outcome != outcome || r.StopReason != stop {
		g.t.Errorf("the prompt ended in %s (%s), error %v; want %s (%s)", r.meta.Outcome, r.StopReason, r.err, outcome, stop)
	}
}

func (g *guest) cancel(session string) {
	g.t.Helper()
	must(g.t, g.conn.Notify(protocol.NotifySessionCancel, protocol.CancelNotification{SessionID: session}))
}

// story is what a client shows of a session: messages and calls in order.
type story []line

// line is a message or a call.
type line struct {
	id, kind, text, status string
}

// story folds the updates of a session as a client does.
func (g *guest) story(session string) story {
	g.mu.Lock()
	defer g.mu.Unlock()
	return fold(g.updates[session])
}

func fold(updates []protocol.SessionUpdate) story {
	var s story
	at := func(kind, id string) *line {
		for i := range s {
			if s[i].id == id && s[i].kind == kind {
				return &s[i]
			}
		}
		s = append(s, line{id: id, kind: kind})
		return &s[len(s)-1]
	}
	for _, u := range updates {
		switch u := u.(type) {
		case protocol.UserMessageChunk:
			at("user", u.MessageID).text += u.Content.Text + u.Content.URI
		case protocol.AgentMessageChunk:
			l := at("agent", u.MessageID)
			var meta protocol.ChunkMeta
			if u.Meta.Ibid(&meta) && meta.Discard {
				l.text = ""
			}
			l.text += u.Content.Text
		case protocol.ToolCall:
			l := at("call", u.ToolCallID)
			l.text, l.status = u.Title, string(u.Status)
		case protocol.ToolCallUpdate:
			at("call", u.ToolCallID).status = string(u.Status)
		}
	}
	return s
}

// texts lists the messages of a kind that have a text.
func (s story) texts(kind string) []string {
	var all []string
	for _, l := range s {
		if l.kind == kind && l.text != "" {
			all = append(all, l.text)
		}
	}
	return all
}

// puppet is a controller moved by the test: every request waits for a move.
type puppet struct {
	asked chan model.Request
	moves chan func(ctx context.Context, emit func(model.Event)) (model.Response, error)
}

func newPuppet() *puppet {
	return &puppet{asked: make(chan model.Request, 64), moves: make(chan func(context.Context, func(model.Event)) (model.Response, error), 64)}
}

func (p *puppet) Name() string { return "puppet" }

func (p *puppet) Decide(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
	p.asked <- req
	select {
	case move := <-p.moves:
		return move(ctx, emit)
	case <-ctx.Done():
		return model.Response{}, &model.Error{Kind: model.ErrCancelled, Message: "The request was cancelled."}
	}
}

// says has the puppet answer the next request.
func (p *puppet) says(text string, calls ...model.Call) {
	p.moves <- func(_ context.Context, emit func(model.Event)) (model.Response, error) {
		r := model.Response{Model: "puppet", Stop: model.StopEnd, Message: model.Message{Role: model.RoleAssistant}}
		if text != "" {
			emit(model.Event{Kind: model.EventText, Text: text})
			r.Message.Blocks = append(r.Message.Blocks, model.Text(text))
		}
		for _, c := range calls {
			r.Stop = model.StopToolCalls
			r.Message.Blocks = append(r.Message.Blocks, model.Block{Kind: model.BlockCall, Call: &c})
		}
		return r, nil
	}
}

func modelCall(id, name, args string) model.Call {
	return model.Call{ID: id, Name: name, Args: json.RawMessage(args)}
}

// waitAsked waits for the puppet's next request and returns its last message.
func (p *puppet) waitAsked(t *testing.T) string {
	t.Helper()
	select {
	case req := <-p.asked:
		return req.Messages[len(req.Messages)-1].Text()
	case <-time.After(patience):
		t.Fatal("the model was not asked")
		return ""
	}
}

// use sets the guest's model to a puppet.
func (g *guest) use(name string) *puppet {
	g.t.Helper()
	p := newPuppet()
	g.h.add(name, p)
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Provider: config.OpenAI, Model: name}, nil)
	return p
}

// queued waits until the server knows n prompts of a session that run or wait.
func (g *guest) queued(session string, n int) {
	g.t.Helper()
	ss, err := g.h.server.session(session)
	must(g.t, err)
	deadline := time.Now().Add(patience)
	for {
		ss.mu.Lock()
		now := len(ss.runs)
		ss.mu.Unlock()
		if now == n {
			return
		}
		if time.Now().After(deadline) {
			g.t.Fatalf("%d prompts are queued, want %d", now, n)
		}
		goruntime.Gosched()
	}
}

// beginAll begins prompts while another one runs, each once the server knows
// of the one before.
func (g *guest) beginAll(session string, texts []string) []<-chan reply {
	g.t.Helper()
	var all []<-chan reply
	for i, text := range texts {
		all = append(all, g.begin(session, text))
		g.queued(session, i+2)
	}
	return all
}

// modelsInUse lists the models of the connections' settings.
func (h *house) modelsInUse() []string {
	h.server.mu.Lock()
	defer h.server.mu.Unlock()
	var all []string
	for _, c := range h.server.clients {
		all = append(all, c.settings.Model)
	}
	return all
}
