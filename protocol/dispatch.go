package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

const (
	// maxNotifications is how many may wait before reading pauses.
	maxNotifications = 4096
	// pauseLimit ends the connection when reading had to pause for so long: the
	// handlers are stuck.
	pauseLimit = time.Minute
)

var errSameID = invalidRequest("id: another request with it is still open")

// dispatcher brings messages to their handlers in the order of their lanes. Its
// Handle runs on the one goroutine that reads; each handler has a goroutine of its
// own, but for LaneImmediate.
type dispatcher struct {
	conn *Conn
	mux  *Mux

	mu            sync.Mutex // guards all below and the state of messages
	open          map[*message]struct{}
	byID          map[string]*message // open requests, for $/cancel_request
	requests      int
	notifications int
	running       int                   // started requests that only read
	waiting       []*message            // such requests that wait for their start
	lanes         map[string][]*message // busy lanes: what waits behind the running one
	barrier       *message              // running; held waits for its end
	held          []*message
	stopped       bool
	changed       chan struct{} // closed when a message opens or is done; nil when nobody waits
}

// message is a request or notification on its way.
type message struct {
	route  route
	method string
	id     json.RawMessage // nil for a notification
	params json.RawMessage
	lane   string // key of its lane, "" outside LaneSession
	ctx    context.Context
	cancel context.CancelCauseFunc

	started   bool
	counted   bool // among the running ones
	cancelled bool // by its sender
	retired   bool // its id is free again
	finished  bool
	released  bool // its lane has gone on
}

func newDispatcher(c *Conn, mux *Mux) *dispatcher {
	return &dispatcher{
		conn: c, mux: mux,
		open: map[*message]struct{}{}, byID: map[string]*message{}, lanes: map[string][]*message{},
	}
}

// Handle takes a message from jsonrpc2, which calls it for one after the other.
func (d *dispatcher) Handle(ctx context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	m := &message{method: req.Method}
	if req.Params != nil {
		m.params = *req.Params
	}
	if req.Notif {
		d.notification(ctx, m)
		return
	}
	m.id = json.RawMessage(req.ID.Str)
	d.request(ctx, m)
}

// request refuses or admits a request.
func (d *dispatcher) request(ctx context.Context, m *message) {
	if !d.waitForReader() {
		return
	}
	route, ok := d.mux.requests[m.method]
	if !ok {
		d.refuse(m.id, &Error{Code: CodeMethodNotFound, Message: "no such method: " + m.method})
		return
	}
	m.route = route
	if route.lane != LaneImmediate && !d.waitForRequests() {
		return
	}
	switch refusal := d.admit(ctx, m); refusal {
	case nil:
		d.dispatch(m)
	case errSameID: // with the id it would pass for the answer to the first
		d.refuse(nil, refusal)
	default:
		d.refuse(m.id, refusal)
	}
}

// refuse answers without a handler. It does not wait for room: it is small, and
// the reading goroutine must go on.
func (d *dispatcher) refuse(id json.RawMessage, e *Error) {
	if err := d.conn.out.addSmall(append(ErrorFrame(id, e), '\n')); err != nil {
		d.conn.log.Debug("Dropped a refusal", "reason", err)
	}
}

// notification ignores what it does not know (ACP), and pauses reading while too
// many wait.
func (d *dispatcher) notification(ctx context.Context, m *message) {
	if m.method == methodCancelRequest {
		d.cancelRequest(m.params)
		return
	}
	route, ok := d.mux.notifications[m.method]
	if !ok {
		d.conn.log.Debug("Ignored a notification", "method", m.method)
		return
	}
	m.route = route
	if route.lane != LaneImmediate && !d.waitForRoom() {
		d.conn.out.abort(ErrFlooded)
		return
	}
	if d.admit(ctx, m) == nil {
		d.dispatch(m)
	}
}

// waitForRoom reports whether another notification may be taken.
func (d *dispatcher) waitForRoom() bool {
	d.mu.Lock()
	full := d.notifications >= maxNotifications
	d.mu.Unlock()
	if !full {
		return true
	}
	timer := time.NewTimer(pauseLimit)
	defer timer.Stop()
	return d.await(func() bool { return d.notifications < maxNotifications }, timer.C, d.conn.closing, d.conn.done)
}

// admit opens the message, or says why not.
func (d *dispatcher) admit(ctx context.Context, m *message) *Error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return errClosing
	}
	if m.id != nil {
		if d.requests >= maxRequests {
			return NewError(ErrorBusy, "too many requests are open", "wait for an answer before asking more", true)
		}
		key := idKey(m.id)
		if d.byID[key] != nil {
			return errSameID
		}
		d.byID[key] = m
		d.requests++
	} else {
		d.notifications++
	}
	m.ctx, m.cancel = context.WithCancelCause(ctx)
	m.ctx = context.WithValue(m.ctx, messageKey{}, messageOf{d, m})
	d.open[m] = struct{}{}
	d.notice()
	return nil
}

// run calls the handler and answers.
func (d *dispatcher) run(m *message) {
	result, err := d.call(m)
	d.mu.Lock()
	switch _, ours := errors.AsType[*Error](err); {
	case m.cancelled:
		err = &Error{Code: CodeRequestCancelled, Message: "cancelled"}
	case err != nil && !ours && m.ctx.Err() != nil:
		err = errClosing // the context's own words say nothing to the peer
	}
	d.mu.Unlock()
	switch {
	case m.id != nil:
		d.conn.reply(m, result, err)
	case err != nil:
		d.conn.log.Warn("Notification failed", "method", m.method, "error", err)
	}
	d.finish(m)
}

// call runs the handler; a panic becomes an internal error and costs only its own
// request.
func (d *dispatcher) call(m *message) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			d.conn.log.Error("Handler panicked", "method", m.method)
			d.conn.log.Debug("Handler panicked", "method", m.method, "cause", cause, "stack", string(debug.Stack()))
			result, err = nil, &Error{Code: CodeInternalError, Message: "internal error in " + m.method}
		}
	}()
	return m.route.call(m.ctx, d.conn, m.params)
}

// finish closes the message and lets its lane go on.
func (d *dispatcher) finish(m *message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.close(m)
	d.release(m)
	d.pumpLocked()
}

// close takes the message off the books, once. Called under the lock.
func (d *dispatcher) close(m *message) {
	if m.finished {
		return
	}
	m.finished = true
	m.cancel(nil)
	delete(d.open, m)
	if !m.started {
		d.unqueue(m)
	}
	if m.counted {
		d.running--
	}
	if m.id == nil {
		d.notifications--
	}
	d.retire(m)
	d.notice()
}

// retire frees a request's id and its place among the open ones, once. That is done
// just before its answer goes out: whoever has the answer may ask again at once, with
// the same id. Called under the lock.
func (d *dispatcher) retire(m *message) {
	if m.id == nil || m.retired {
		return
	}
	m.retired = true
	delete(d.byID, idKey(m.id))
	d.requests--
}

// notice wakes those who await a change. Called under the lock.
func (d *dispatcher) notice() {
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

// cancelRequest serves $/cancel_request: a request that runs is told, one that
// waits is answered at once.
func (d *dispatcher) cancelRequest(raw json.RawMessage) {
	params, err := decodeParams[cancelRequestParams](raw)
	if err != nil || !validID(params.RequestID) {
		return
	}
	d.mu.Lock()
	m := d.byID[idKey(params.RequestID)]
	if m == nil {
		d.mu.Unlock()
		return
	}
	m.cancelled = true
	m.cancel(ErrCancelled)
	waiting := !m.started
	if waiting {
		d.close(m)
	}
	d.mu.Unlock()
	if waiting {
		d.refuse(m.id, &Error{Code: CodeRequestCancelled, Message: "cancelled"})
	}
}

// cancelAll tells every handler that the connection ended and drops what waits.
func (d *dispatcher) cancelAll(cause error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for m := range d.open {
		m.cancel(cause)
		if !m.started {
			d.close(m)
		}
	}
}

// stop is cancelAll, and nothing more is taken.
func (d *dispatcher) stop(cause error) {
	d.mu.Lock()
	d.stopped = true
	d.mu.Unlock()
	d.cancelAll(cause)
}
