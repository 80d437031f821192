package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

const (
	defaultWriteTimeout = time.Minute
	defaultDrainTimeout = 2 * time.Second
	// flushGrace is how long Close waits for the reader to take what is written.
	flushGrace = time.Second
)

// Options of a connection. The zero value is good for most.
type Options struct {
	// Logger gets what goes wrong, never what is said. Nil for none.
	Logger *slog.Logger
	// WriteTimeout is how long a peer may take nothing before the connection is
	// given up. Zero means a minute.
	WriteTimeout time.Duration
	// DrainTimeout is how long requests may take after the peer has closed its
	// end, so that `… | ibid serve` gets its answers. Zero means 2 seconds.
	DrainTimeout time.Duration
	// SilentClose leaves requests that Close cuts off without an answer, for a peer
	// that asks another process then. What was said before Close is sent all the same.
	SilentClose bool
}

// Conn is one end of a connection: it serves the methods of its Mux and calls the
// peer's. All methods are safe for concurrent use.
type Conn struct {
	log    *slog.Logger
	drain  time.Duration
	silent bool // SilentClose
	rpc    *jsonrpc2.Conn
	out    *outbox
	stream *lineStream
	disp   *dispatcher

	calls   callTable
	broken  chan struct{} // buffer 1: the connection must be closed
	closing chan struct{} // closed by Close
	close   sync.Once
	done    chan struct{} // closed when the connection has ended
}

// NewConn starts a connection. It ends when the peer closes it or stops reading,
// when ctx ends, or by Close, which also waits for its goroutines: whoever calls
// NewConn calls Close. A nil mux serves nothing. Closing rwc must interrupt what is
// blocked on it; see [Stdio].
func NewConn(ctx context.Context, rwc io.ReadWriteCloser, mux *Mux, opts Options) *Conn {
	c := &Conn{
		log: opts.Logger, drain: opts.DrainTimeout, silent: opts.SilentClose,
		broken: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}),
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.drain == 0 {
		c.drain = defaultDrainTimeout
	}
	if opts.WriteTimeout == 0 {
		opts.WriteTimeout = defaultWriteTimeout
	}
	c.out = newOutbox(rwc, opts.WriteTimeout, func() { signal(c.broken) }, func() { c.disp.pump() })
	if mux == nil {
		mux = NewMux()
	}
	c.disp = newDispatcher(c, mux)
	c.stream = &lineStream{
		frames: NewFrameReader(rwc), rwc: rwc, log: c.log, out: c.out,
		ready: make(chan struct{}), read: make(chan struct{}),
		calls: &c.calls, ended: c.drainAfter, pause: func() { c.disp.waitForReader() },
	}
	c.rpc = jsonrpc2.NewConn(ctx, c.stream, c.disp,
		jsonrpc2.OnRecv(c.stream.onRecv), jsonrpc2.OnSend(c.stream.onSend), jsonrpc2.SetLogger(debugLog{c.log}))
	close(c.stream.ready)
	go c.out.run()
	go c.supervise()
	return c
}

// debugLog takes jsonrpc2's few remarks.
type debugLog struct{ log *slog.Logger }

func (l debugLog) Printf(format string, v ...any) {
	l.log.Debug("Noted by jsonrpc2", "text", fmt.Sprintf(format, v...))
}

// supervise ends the parts when the connection ends, whoever ended it.
func (c *Conn) supervise() {
	select {
	case <-c.broken:
		_ = c.rpc.Close()
	case <-c.rpc.DisconnectNotify():
	}
	c.disp.cancelAll(c.reason())
	c.out.abort(ErrClosed)
	close(c.done)
}

// drainAfter lets requests finish when the peer said its last.
func (c *Conn) drainAfter(err error) {
	if !errors.Is(err, io.EOF) {
		return
	}
	timer := time.NewTimer(c.drain)
	defer timer.Stop()
	c.disp.await(c.disp.idle, timer.C, c.closing, c.rpc.DisconnectNotify())
	c.out.finish(flushGrace)
}

// Notify sends a notification. It never blocks: text deltas of one message are
// merged and index progress is replaced while the peer is slow. It fails when
// params cannot be encoded, or with ErrClosed when the connection has ended.
func (c *Conn) Notify(method string, params any) error {
	if delta, ok := deltaOf(params); ok {
		return c.out.addDelta(delta)
	}
	line, err := notificationLine(method, params)
	if err != nil {
		return fmt.Errorf("encoding %s: %w", method, err)
	}
	switch p := params.(type) {
	case IndexProgressEvent:
		return c.out.addLatest(method, line)
	case SessionNotification:
		return c.out.addEvent(p.SessionID, line)
	}
	return c.out.add(line)
}

// Call asks the peer and waits for the answer, which is decoded into result unless
// that is nil. The peer's refusal is an *Error. When ctx ends first, the peer is
// told to cancel and ctx's error is returned; when the connection ends first, the
// error wraps ErrClosed.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	raw, err := Marshal(params)
	if err != nil {
		return fmt.Errorf("encoding %s: %w", method, err)
	}
	id, err := c.calls.add()
	if err != nil {
		return err
	}
	defer c.calls.remove(id)
	waiter, err := c.rpc.DispatchCall(ctx, method, json.RawMessage(raw), jsonrpc2.PickID(jsonrpc2.ID{Num: id}))
	if err != nil {
		return c.callError(err)
	}
	err = waiter.Wait(ctx, result)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		_ = c.Notify(methodCancelRequest, map[string]uint64{"requestId": id}) // fails when nobody listens
		return err
	}
	return c.callError(err)
}

// callError turns jsonrpc2's errors into this package's.
func (c *Conn) callError(err error) error {
	if errors.Is(err, jsonrpc2.ErrClosed) {
		return c.reason()
	}
	e, ok := errors.AsType[*jsonrpc2.Error](err)
	if !ok {
		return err
	}
	if e.Code == codeOrphaned && c.calls.reason() != nil {
		return c.reason()
	}
	out := &Error{Code: int(e.Code), Message: e.Message}
	if e.Data != nil {
		_ = json.Unmarshal(*e.Data, &out.Data) // written by plainError
	}
	return out
}

// reply answers a request. It waits for room, and only then encodes the result, when
// much is waiting already.
func (c *Conn) reply(m *message, result any, err error) {
	add := c.out.addSmall
	if m.route.lane != LaneImmediate { // whose goroutine must go on reading
		held := c.out.reserve(m.ctx)
		add = func(line []byte) error { return c.out.addReply(line, held) }
	}
	line := replyLine(m.id, result, err)
	c.disp.mu.Lock()
	c.disp.retire(m)
	c.disp.mu.Unlock()
	if err := add(line); err != nil {
		c.log.Debug("Dropped a reply", "reason", err)
	}
}

// replyLine encodes a reply, or the error it is answered with.
func replyLine(id json.RawMessage, result any, err error) []byte {
	if err == nil {
		var line []byte
		if line, err = resultLine(id, result); err == nil {
			return line
		}
	}
	return append(ErrorFrame(id, toError(err)), '\n')
}

// resultLine encodes a result, exactly once.
func resultLine(id json.RawMessage, result any) ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(`{"jsonrpc":"2.0","id":`)
	buf.Write(id)
	buf.WriteString(`,"result":`)
	if done, ok := result.(*Encoded); ok {
		buf.Write(done.JSON)
	} else if err := marshalTo(&buf, result); err != nil {
		return nil, fmt.Errorf("encoding the result: %w", err)
	}
	if buf.Len() >= MaxFrame {
		return nil, NewError(ErrorTooLong, "the result is longer than a line may be, which is 32 MiB", "ask for less", false)
	}
	return closeLine(&buf)
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection ended, which wraps ErrClosed, or nil before that.
func (c *Conn) Err() error {
	select {
	case <-c.done:
		return c.reason()
	default:
		return nil
	}
}

// reason tells why the connection ends: the first thing that went wrong.
func (c *Conn) reason() error {
	if err := c.out.reason(); err != nil && !errors.Is(err, ErrClosed) {
		return closedError{err}
	}
	select {
	case <-c.closing:
		return closedError{errors.New("by this side")}
	default:
	}
	if err := c.calls.reason(); err != nil {
		return closedError{err}
	}
	return ErrClosed
}

// Settle waits until every notification received so far has been handled, so that
// the text of a turn is complete once its prompt was answered.
func (c *Conn) Settle(ctx context.Context) error {
	c.disp.await(c.disp.settled(), nil, ctx.Done(), c.done)
	return ctx.Err()
}

// Close cancels the running handlers, waits for them, sends what they said unless
// the connection closes in silence, and ends it. No handler may call it.
func (c *Conn) Close() error {
	c.close.Do(func() {
		close(c.closing)
		if c.silent {
			c.out.finish(flushGrace) // and takes nothing more
		}
		c.disp.stop(ErrClosed)
		c.disp.await(c.disp.idle, nil, nil, nil)
		c.out.finish(flushGrace)
		_ = c.rpc.Close() // an error says that it is closed already
	})
	<-c.done
	<-c.out.idle
	<-c.stream.read
	return nil
}
