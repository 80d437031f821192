package app

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// Serve serves one client of a vault: as its owner, or through the owner. It
// returns when the client leaves or ctx ends. When there is no serving, the
// client's first request is told why.
func Serve(ctx context.Context, o Options, client io.ReadWriteCloser) error {
	peer, err := Join(ctx, o)
	if err != nil {
		return errors.Join(err, refuse(ctx, client, err))
	}
	return peer.serve(ctx, o, client)
}

// serve serves client and hangs up.
func (p *Peer) serve(ctx context.Context, o Options, client io.ReadWriteCloser) error {
	if p.App == nil {
		return Relay(ctx, o, p, client)
	}
	p.App.Serve(ctx, client)
	return p.Close()
}

// serveHere is Serve for a client in this process, which hears the error itself.
func serveHere(ctx context.Context, o Options, client io.ReadWriteCloser) error {
	peer, err := Join(ctx, o)
	if err != nil {
		return err
	}
	return peer.serve(ctx, o, client)
}

// Dial gives a client in this process its end of a connection that is served as
// Serve does. Closing it ends that; the error is why it ended.
func Dial(ctx context.Context, o Options) (io.ReadWriteCloser, <-chan error) {
	mine, its := net.Pipe()
	served := make(chan error, 1) // sent once, by the goroutine below
	go func() {
		err := serveHere(ctx, o, its)
		served <- errors.Join(err, its.Close())
	}()
	return mine, served
}

// Peer is a connection to the owner of a vault: another process, or an App in
// this one.
type Peer struct {
	io.ReadWriteCloser
	App *App // set when this process became the owner
}

// Close hangs up and, when this process is the owner, gives the vault up.
func (p *Peer) Close() error {
	err := p.ReadWriteCloser.Close()
	if p.App != nil {
		return errors.Join(err, p.App.Close())
	}
	return err
}

const (
	// joinPause is how long a process waits before it looks again for an
	// owner that is starting or ending: short beside the second within which
	// a dead owner must be replaced.
	joinPause = 20 * time.Millisecond
	// joinPatience is how long an owner may neither answer nor end.
	joinPatience = 15 * time.Second
	// answerPatience is how long an owner that takes a connection may say
	// nothing on it. One that is busy answers at once; one that is stopped never
	// does, while the system takes connections for it.
	answerPatience = 10 * time.Second
)

// Join connects to the vault's owner, and becomes it when there is none. An owner
// that does not answer is a *SilentOwnerError; it is left alone.
func Join(ctx context.Context, o Options) (*Peer, error) {
	if err := o.Vault.MakeDirs(); err != nil {
		return nil, err
	}
	patience, cancel := context.WithTimeout(ctx, joinPatience)
	defer cancel()
	for {
		peer, err := tryJoin(ctx, o)
		if peer != nil || (err != nil && !errors.Is(err, errOwned)) {
			return peer, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-patience.Done():
			return nil, silent(o.Vault)
		case <-time.After(joinPause):
		}
	}
}

// tryJoin claims or attaches. An owner that cannot be reached is starting or
// ending: that is errOwned, to be tried again.
func tryJoin(ctx context.Context, o Options) (*Peer, error) {
	owner, err := claim(o.Vault)
	if err == nil {
		return own(o, owner)
	}
	if !errors.Is(err, errOwned) {
		return nil, err
	}
	conn, err := attach(o.Vault)
	var place *config.PlaceError
	var unshared *UnsharedError
	if errors.As(err, &place) || errors.As(err, &unshared) {
		return nil, err
	}
	if err != nil {
		return nil, errOwned
	}
	if err := greet(ctx, conn); err != nil {
		return nil, errors.Join(whyNot(ctx, o.Vault, err), conn.Close())
	}
	return &Peer{ReadWriteCloser: conn}, nil
}

// own opens the App and a pipe to it.
func own(o Options, owner *ownership) (*Peer, error) {
	a, err := open(o, owner)
	if err != nil {
		return nil, err
	}
	mine, its := net.Pipe()
	a.serving.Go(func() { a.Serve(context.Background(), its) })
	return &Peer{ReadWriteCloser: mine, App: a}, nil
}
