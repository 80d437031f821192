package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for what must come; no test waits it out when all is well.
const patience = time.Minute

// options makes a vault with one note, and a home for Ibid.
func options(t *testing.T) Options {
	t.Helper()
	t.Setenv(config.HomeVariable, t.TempDir())
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "Apple.md"), []byte("# Apple\n\nApples ripen in October.\n"), 0o644))
	v, err := config.OpenVault(dir)
	must(t, err)
	return Options{Vault: v, Settings: config.Settings{Provider: config.Offline}, Log: slog.New(slog.DiscardHandler)}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// visitor is a client of a vault's daemon.
type visitor struct {
	t       *testing.T
	conn    *protocol.Conn
	served  <-chan error
	changed chan []string
	phases  chan protocol.IndexPhase
}

func visit(t *testing.T, o Options) *visitor {
	t.Helper()
	v := &visitor{t: t, changed: make(chan []string, 1024), phases: make(chan protocol.IndexPhase, 1024)}
	mux := protocol.NewMux()
	protocol.HandleNotification(mux, protocol.NotifyIndexChanged, protocol.LaneImmediate, func(_ context.Context, _ *protocol.Conn, e protocol.IndexChangedEvent) error {
		v.changed <- e.Paths
		return nil
	})
	protocol.HandleNotification(mux, protocol.NotifyIndexProgress, protocol.LaneImmediate, func(_ context.Context, _ *protocol.Conn, e protocol.IndexProgressEvent) error {
		v.phases <- e.Phase
		return nil
	})
	var end io.ReadWriteCloser
	end, v.served = Dial(t.Context(), o)
	v.conn = protocol.NewConn(context.Background(), end, mux, protocol.Options{})
	v.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1}, nil)
	return v
}

func (v *visitor) call(method string, params, result any) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := v.conn.Call(ctx, method, params, result); err != nil {
		v.t.Fatalf("%s: %v", method, err)
	}
}

// leave hangs up, and waits until the daemon has let go.
func (v *visitor) leave() {
	v.t.Helper()
	must(v.t, v.conn.Close())
	must(v.t, <-v.served)
}

func (v *visitor) ask(session, question string) protocol.PromptMeta {
	v.t.Helper()
	var r protocol.PromptResponse
	v.call(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session, Prompt: []protocol.ContentBlock{protocol.TextBlock(question)}}, &r)
	var meta protocol.PromptMeta
	r.Meta.Ibid(&meta)
	return meta
}

func TestAttachedClientOutlivesTheOwner(t *testing.T) { // design decision 11
	o := options(t)
	owner := visit(t, o)
	v := visit(t, o)
	var s protocol.NewSessionResponse
	v.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: o.Vault.Root}, &s)
	v.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Private: &protocol.PrivateSetting{Folders: []string{"Diary"}}}, nil)
	v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, nil)
	if m := v.ask(s.SessionID, "When do apples ripen?"); m.Outcome != agent.OutcomeFinal || len(m.Citations) == 0 {
		t.Errorf("through the owner: %+v", m)
	}
	owner.leave()
	v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, nil) // may be asked twice, so the relay does if need be
	if m := v.ask(s.SessionID, "When do apples ripen?"); m.Outcome != agent.OutcomeFinal || len(m.Citations) == 0 {
		t.Errorf("as the owner: %+v", m)
	}
	must(t, os.Mkdir(filepath.Join(o.Vault.Root, "Diary"), 0o755))
	must(t, os.WriteFile(filepath.Join(o.Vault.Root, "Diary", "Day.md"), []byte("Cherries.\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(o.Vault.Root, "Cherry.md"), []byte("Cherries.\n"), 0o644))
	var status protocol.IndexStatusResult
	v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &status)
	for paths := range v.changed { // the new owner knows that this client is initialised
		if slices.Contains(paths, "Cherry.md") {
			break
		}
	}
	var found protocol.SearchQueryResult
	v.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "cherries"}, &found)
	if len(found.Hits) != 1 || found.Hits[0].Path != "Cherry.md" {
		t.Errorf("the new owner shows %+v, which does not keep the private rules", found.Hits)
	}
	late := visit(t, o) // attaches to the client that became the owner
	late.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
	late.leave()
	v.leave()
}

// What an owner cannot finish because it leaves, it leaves unanswered, and the next
// owner is asked (design decision 11).
func TestLeavingOwnerAnswersNothingHalfDone(t *testing.T) {
	o := options(t)
	owner := visit(t, o)
	v := visit(t, o)
	var status protocol.IndexStatusResult
	v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &status)
	answered := make(chan error, 1)
	go func() {
		answered <- v.conn.Call(context.Background(), protocol.MethodSearchQuery,
			protocol.SearchQueryParams{Query: "apples", MinSeq: status.Seq + 1}, nil)
	}()
	// The search waits with the owner for a snapshot that nobody makes: what was
	// asked after it is answered.
	v.awaitRequests(2)
	owner.leave()
	for n := 0; ; n++ {
		must(t, os.WriteFile(filepath.Join(o.Vault.Root, "New.md"), []byte(strings.Repeat("new ", n+1)), 0o644))
		v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, nil)
		select {
		case err := <-answered:
			if err != nil {
				t.Errorf("the search that the owner did not finish: %v", err)
			}
			v.leave()
			return
		default:
		}
	}
}

// awaitRequests makes n requests that only read, one after the other.
func (v *visitor) awaitRequests(n int) {
	v.t.Helper()
	for range n {
		v.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
	}
}

// A client that cannot be served hears why in answer to what it asks first.
func TestRefusedClientHearsWhy(t *testing.T) {
	o := options(t)
	must(t, o.Vault.MakeDirs())
	must(t, os.Mkdir(filepath.Join(o.Vault.State, "owner.lock"), 0o700))
	near, far := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(t.Context(), o, far) }()
	conn := protocol.NewConn(context.Background(), near, nil, protocol.Options{})
	err := conn.Call(t.Context(), protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1}, nil)
	var wire *protocol.Error
	if !errors.As(err, &wire) || wire.Data == nil || wire.Data.Code != "STATE" || !strings.Contains(wire.Message, "owner.lock") || wire.Data.Hint == "" {
		t.Errorf("initialize is answered %v", err)
	}
	must(t, conn.Close())
	var place *config.PlaceError
	if err := <-served; !errors.As(err, &place) {
		t.Errorf("serving ended with %v", err)
	}
}

func TestEraseOnlyWhenNobodyUsesTheVault(t *testing.T) {
	o := options(t)
	must(t, Erase(o.Vault)) // there is nothing yet
	if _, err := os.Stat(o.Vault.State); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("erasing nothing left %v", err)
	}
	v := visit(t, o)
	var s protocol.NewSessionResponse
	v.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: o.Vault.Root}, &s)
	v.ask(s.SessionID, "/tags")
	if err := Erase(o.Vault); err == nil || !strings.Contains(err.Error(), "close Obsidian") {
		t.Errorf("erasing a vault in use: %v", err)
	}
	if m := v.ask(s.SessionID, "When do apples ripen?"); m.Outcome != agent.OutcomeFinal {
		t.Errorf("after the refused erasure: %+v", m)
	}
	v.leave()
	must(t, Erase(o.Vault))
	for _, dir := range []string{o.Vault.State, o.Vault.Cache} {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", dir, err)
		}
	}
	if _, err := os.Stat(filepath.Join(o.Vault.Root, "Apple.md")); err != nil {
		t.Errorf("the vault itself: %v", err)
	}
}

func TestOwnerLeavesNothingInTheWay(t *testing.T) {
	o := options(t)
	for range 2 {
		v := visit(t, o)
		v.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
		v.leave()
		if _, err := os.Stat(infoPath(o.Vault)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after leaving: %v", err)
		}
	}
}
