package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// Serve serves one client of a vault: as its owner, or through the owner. It
// returns when the client leaves or ctx ends.
func Serve(ctx context.Context, o Options, client io.ReadWriteCloser) error {
	peer, err := Join(ctx, o)
	if err != nil {
		return err
	}
	if peer.App == nil {
		return Relay(ctx, o, peer, client)
	}
	peer.App.Serve(ctx, client)
	return peer.Close()
}

// Dial gives a client in this process its end of a connection that Serve
// serves. Closing it ends what Serve does; the error is that of Serve.
func Dial(ctx context.Context, o Options) (io.ReadWriteCloser, <-chan error) {
	mine, its := net.Pipe()
	served := make(chan error, 1) // sent once, by the goroutine below
	go func() {
		err := Serve(ctx, o, its)
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
)

// Join connects to the vault's owner, and becomes it when there is none.
func Join(ctx context.Context, o Options) (*Peer, error) {
	if err := o.Vault.MakeDirs(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, joinPatience)
	defer cancel()
	for {
		peer, err := tryJoin(o)
		if peer != nil || (err != nil && !errors.Is(err, errOwned)) {
			return peer, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("vault %q is held by another Ibid that does not answer; end that process and try again", o.Vault.Root)
		case <-time.After(joinPause):
		}
	}
}

// tryJoin claims or attaches. An owner that cannot be reached is starting or
// ending: that is errOwned, to be tried again.
func tryJoin(o Options) (*Peer, error) {
	owner, err := claim(o.Vault)
	if err == nil {
		return own(o, owner)
	}
	if !errors.Is(err, errOwned) {
		return nil, err
	}
	conn, err := attach(o.Vault)
	if err != nil {
		return nil, errOwned
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
