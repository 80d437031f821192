package protocol

import (
	"context"
	"encoding/json"
)

// Lane says in which order a method is handled.
type Lane uint8

const (
	// LaneConcurrent handles at once, beside everything else: for methods that
	// only read.
	LaneConcurrent Lane = iota
	// LaneSession handles the messages of one session (params.sessionId) one
	// after the other, in the order received; those without a session form one
	// lane. For what changes a session. A handler that goes on for long, such as
	// a prompt's, calls [ReleaseLane] once what follows may see it: a
	// session/cancel in the same lane then never overtakes the prompt it is
	// meant for, and never waits for its end.
	LaneSession
	// LaneBarrier is done before anything received later begins: initialize.
	LaneBarrier
	// LaneImmediate handles on the goroutine that reads. The handler must not
	// block and must not wait for the peer.
	LaneImmediate
)

// Mux knows the methods that one end of a connection serves. It is filled before
// it is given to NewConn and may serve many connections.
type Mux struct {
	requests, notifications map[string]route
}

// route is a registered method with its types rubbed off.
type route struct {
	lane Lane
	call func(ctx context.Context, c *Conn, params json.RawMessage) (any, error)
}

// NewMux returns a Mux that serves nothing yet.
func NewMux() *Mux {
	return &Mux{requests: map[string]route{}, notifications: map[string]route{}}
}

// Handle serves a request. Params that do not fit P are answered with
// CodeInvalidParams; so is a missing field that P does not mark omitempty. The
// context ends with the connection (cause ErrClosed) or when the sender cancels
// the request (cause ErrCancelled), which is answered with CodeRequestCancelled
// whatever the handler returns.
func Handle[P, R any](m *Mux, method string, lane Lane, fn func(context.Context, *Conn, P) (R, error)) {
	register(m.requests, method, lane, func(ctx context.Context, c *Conn, raw json.RawMessage) (any, error) {
		params, err := decodeParams[P](raw)
		if err != nil {
			return nil, err
		}
		return fn(ctx, c, params)
	})
}

// HandleNotification serves a notification. What it returns is logged. While 4096
// notifications wait, no more are read, so a handler must not wait for the peer.
func HandleNotification[P any](m *Mux, method string, lane Lane, fn func(context.Context, *Conn, P) error) {
	register(m.notifications, method, lane, func(ctx context.Context, c *Conn, raw json.RawMessage) (any, error) {
		params, err := decodeParams[P](raw)
		if err != nil {
			return nil, err
		}
		return nil, fn(ctx, c, params)
	})
}

// register panics when a method comes twice: that is a mistake in the program.
func register(routes map[string]route, method string, lane Lane, call func(context.Context, *Conn, json.RawMessage) (any, error)) {
	if _, twice := routes[method]; twice {
		panic("protocol: method registered twice: " + method)
	}
	routes[method] = route{lane, call}
}
