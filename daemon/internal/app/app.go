// Package app builds the object graph of a daemon and owns its start and stop.
// It also decides who the daemon is: the one owner of a vault, or a process
// that attaches to the owner (design decision 11).
package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/daemon/internal/server"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// Options say what to serve.
type Options struct {
	Vault    config.Vault
	Settings config.Settings
	Log      *slog.Logger
}

// App is the running owner of a vault.
type App struct {
	log      *slog.Logger
	owner    *ownership
	index    *vaultindex.Index
	sessions *runtime.Store
	gate     *gate.Gate // nil where it could not be opened
	server   *server.Server

	undoKeepSmall func()

	stop    context.CancelFunc // ends every connection
	serving sync.WaitGroup     // the listener and the connections on it
}

// open builds the daemon of a vault this process has claimed. It takes over
// owner, also when it fails.
func open(o Options, owner *ownership) (*App, error) {
	a := &App{log: o.Log, owner: owner, undoKeepSmall: vaultindex.KeepSmall()}
	if err := a.build(o); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	if l := owner.current(); l != nil {
		a.serving.Go(func() { a.listen(ctx, l) })
	} else {
		a.log.Warn("No place for a socket: other processes cannot attach", "help", "ibid doctor")
		a.log.Debug("No place for a socket", "error", owner.blocked())
	}
	a.serving.Go(func() {
		beat := time.NewTicker(doorBeat)
		defer beat.Stop()
		a.keepDoor(ctx, beat.C)
	})
	return a, nil
}

// build is the whole object graph, bottom to top.
func (a *App) build(o Options) (err error) {
	a.index, err = vaultindex.Open(context.Background(), vaultindex.Options{
		Vault: o.Vault.Root, CacheDir: filepath.Join(o.Vault.Cache, "index"), Logger: o.Log,
		Private: o.Settings.Private.Rules(), Watch: true,
	})
	if err != nil {
		return err
	}
	a.sessions, err = runtime.OpenStore(filepath.Join(o.Vault.State, "sessions"), time.Now)
	if err != nil {
		return err
	}
	registry, writer := registry(), a.openGate(o)
	a.server = server.New(server.Deps{
		Vault: o.Vault, Index: a.index, Sessions: a.sessions, Tools: registry, Settings: o.Settings, Log: o.Log,
		Agent: &agent.Agent{Index: a.index, Root: o.Vault.Root, Tools: registry, Mounted: tools.New(resident(writer.Open())...).Specs(),
			Writer: writer, Now: time.Now, Log: o.Log},
		Model: openController, Unshared: a.owner.blocked,
	})
	return nil
}

// openGate opens the road into the vault. Where that fails, the daemon reads on and
// says why it changes nothing.
func (a *App) openGate(o Options) *agent.Writer {
	g, err := gate.Open(gate.Options{Root: o.Vault.Root, Journal: o.Vault.Journal(), Policy: gate.PolicyFrom(o.Vault.PolicyFiles()),
		Applier: func() gate.Applier { return a.server.Applier() }, Now: time.Now, Logger: o.Log})
	if err != nil {
		a.log.Warn("Notes cannot be changed", "error", err, "help", "ibid doctor")
		if g != nil {
			err = errors.Join(err, g.Close())
		}
		return &agent.Writer{Fault: err, Index: a.index, Log: o.Log}
	}
	a.gate = g
	return &agent.Writer{Gate: g, Index: a.index, Log: o.Log}
}

// listen serves the processes that attach.
func (a *App) listen(ctx context.Context, l net.Listener) {
	for {
		conn, err := l.Accept()
		if err == nil && ctx.Err() != nil { // whoever attaches now must hear that we end
			err = errors.Join(net.ErrClosed, conn.Close())
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			a.log.Warn("Accepting a connection failed", "error", err)
			continue
		}
		a.serving.Go(func() { a.server.ServeAttached(ctx, conn) })
	}
}

// Serve serves one client until it leaves or ctx ends.
func (a *App) Serve(ctx context.Context, client io.ReadWriteCloser) { a.server.Serve(ctx, client) }

// Close ends every connection and run, and gives the vault up. It is safe on
// an App that was only half built.
func (a *App) Close() error {
	var errs []error
	if a.stop != nil {
		a.stop()
		errs = append(errs, a.owner.hangUp())
		a.serving.Wait()
	}
	if a.server != nil {
		a.server.Close()
	}
	if a.gate != nil { // nothing submits any more
		errs = append(errs, a.gate.Close())
	}
	if a.sessions != nil {
		errs = append(errs, a.sessions.Close())
	}
	if a.index != nil {
		errs = append(errs, a.index.Close())
	}
	a.undoKeepSmall()
	return errors.Join(append(errs, a.owner.Close())...)
}
