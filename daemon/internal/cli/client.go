package cli

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// client is a command's connection to the vault's daemon.
type client struct {
	conn   *protocol.Conn
	served chan error // the daemon's end, kept for whoever asks first and last
}

// connect joins the vault and initialises the connection. Notifications go to
// mux, which may be nil.
func connect(ctx context.Context, o app.Options, mux *protocol.Mux) (*client, error) {
	if mux == nil {
		mux = protocol.NewMux()
	}
	end, served := app.Dial(ctx, o)
	c := &client{conn: protocol.NewConn(ctx, end, mux, protocol.Options{Logger: o.Log}), served: make(chan error, 1)}
	go func() {
		c.served <- <-served
		close(c.served)
	}()
	err := c.call(ctx, protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: protocol.ACPVersion,
		ClientInfo: &protocol.Implementation{Name: "ibid-cli", Version: config.Version}}, nil)
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// call makes a request. When the connection ends instead of answering, the
// reason is that of the daemon.
func (c *client) call(ctx context.Context, method string, params, result any) error {
	err := c.conn.Call(ctx, method, params, result)
	if !errors.Is(err, protocol.ErrClosed) {
		return err
	}
	if served := <-c.served; served != nil {
		return served
	}
	return err
}

// close hangs up and waits until the daemon, where it is in this process, has
// given the vault up.
func (c *client) close() error {
	err := c.conn.Close()
	for e := range c.served {
		err = errors.Join(err, e)
	}
	return err
}

// refresh brings the index up to date. While indexing is paused it stays as it is.
func (c *client) refresh(ctx context.Context) error {
	err := c.call(ctx, protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, nil)
	var wire *protocol.Error
	if errors.As(err, &wire) && wire.Data != nil && wire.Data.Code == "INDEX_PAUSED" {
		return nil
	}
	return err
}

// with connects, brings the index up to date, and runs do.
func (e env) with(do func(*client) error) error {
	o, err := e.options(modelFlags{})
	if err != nil {
		return err
	}
	c, err := connect(e.ctx, o, nil)
	if err != nil {
		return err
	}
	err = c.refresh(e.ctx)
	if err == nil {
		err = do(c)
	}
	return errors.Join(err, c.close())
}
