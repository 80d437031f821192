package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// gate is a handler that says when it runs and ends when told.
type gate struct {
	runs chan string
	pass chan struct{}
}

func newGate() gate { return gate{make(chan string, 10_000), make(chan struct{}, 10_000)} }

type gateParams struct {
	SessionID string `json:"sessionId,omitempty"`
	Name      string `json:"name"`
}

func (g gate) handle(ctx context.Context, _ *Conn, p gateParams) (Empty, error) {
	g.runs <- p.Name
	select {
	case <-g.pass:
		return Empty{}, nil
	case <-ctx.Done():
		return Empty{}, ctx.Err()
	}
}

func (g gate) note(ctx context.Context, c *Conn, p gateParams) error {
	_, err := g.handle(ctx, c, p)
	return err
}

func request(id int, method, session, name string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"sessionId":%q,"name":%q}}`, id, method, session, name)
}

func notice(method, session, name string) string {
	return strings.Replace(request(0, method, session, name), `"id":0,`, "", 1)
}

// TestSessionLane: one after the other within a session, beside each other between
// sessions and outside lanes (contracts 3.2).
func TestSessionLane(t *testing.T) {
	g, free := newGate(), newGate()
	mux := NewMux()
	Handle(mux, "do", LaneSession, g.handle)
	Handle(mux, "read", LaneConcurrent, free.handle)
	_, peer := serve(t, mux, Options{})
	peer.send(request(1, "do", "a", "a1"), request(2, "do", "a", "a2"), request(3, "read", "a", "r"), request(4, "do", "b", "b1"))
	waitFor(t, "the reader beside the lane", free.runs)
	if got := waitFor(t, "a1 or b1", g.runs) + waitFor(t, "the other", g.runs); got != "a1b1" && got != "b1a1" {
		t.Fatalf("ran %s first", got)
	}
	free.pass <- struct{}{}
	peer.want(`{"jsonrpc":"2.0","id":3,"result":{}}`)
	g.pass <- struct{}{}
	g.pass <- struct{}{}
	if got := waitFor(t, "a2", g.runs); got != "a2" {
		t.Fatalf("then ran %s", got)
	}
	g.pass <- struct{}{}
	for range 3 {
		peer.line()
	}
}

// TestOrderIsKept: a thousand messages of a session are handled in their order,
// requests and notifications mixed.
func TestOrderIsKept(t *testing.T) {
	g := newGate()
	mux := NewMux()
	Handle(mux, "do", LaneSession, g.handle)
	HandleNotification(mux, "tell", LaneSession, g.note)
	_, peer := serve(t, mux, Options{})
	for range 1000 {
		g.pass <- struct{}{}
	}
	for i := range 1000 {
		if name := fmt.Sprint(i); i%10 == 0 {
			peer.send(request(i, "do", "a", name))
			peer.line()
		} else {
			peer.send(notice("tell", "a", name))
		}
	}
	for i := range 1000 {
		if got := waitFor(t, "a message", g.runs); got != fmt.Sprint(i) {
			t.Fatalf("ran %s as number %d", got, i)
		}
	}
}

// TestCancelNeitherOvertakesNorWaits: session/cancel sent right after its prompt is
// handled after the prompt took effect and before it ends (contracts 3.3, test 4).
func TestCancelNeitherOvertakesNorWaits(t *testing.T) {
	mux := NewMux()
	running := make(chan context.CancelCauseFunc, 1)
	Handle(mux, "prompt", LaneSession, func(ctx context.Context, _ *Conn, _ gateParams) (string, error) {
		turn, stop := context.WithCancelCause(ctx)
		running <- stop // the turn is on: from here on it can be cancelled
		ReleaseLane(ctx)
		ReleaseLane(ctx) // a second time does nothing
		<-turn.Done()
		return context.Cause(turn).Error(), nil
	})
	HandleNotification(mux, "cancel", LaneSession, func(context.Context, *Conn, gateParams) error {
		select {
		case stop := <-running:
			stop(errors.New("stopped"))
			return nil
		default:
			return errors.New("overtook its prompt")
		}
	})
	_, peer := serve(t, mux, Options{})
	for i := range 200 {
		peer.send(request(i, "prompt", "s", "p"), notice("cancel", "s", "c"))
		peer.want(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":"stopped"}`, i))
	}
	ReleaseLane(context.Background()) // outside a handler it does nothing
}

// TestBarrier: nothing received after an initialize begins before it is done, but
// what is immediate.
func TestBarrier(t *testing.T) {
	g, after := newGate(), newGate()
	mux := NewMux()
	Handle(mux, "init", LaneBarrier, g.handle)
	Handle(mux, "read", LaneConcurrent, after.handle)
	Handle(mux, "do", LaneSession, after.handle)
	Handle(mux, "ping", LaneImmediate, func(context.Context, *Conn, Empty) (Empty, error) { return Empty{}, nil })
	_, peer := serve(t, mux, Options{})
	peer.send(request(1, "init", "", "i1"), request(2, "read", "", "r"), request(3, "init", "", "i2"),
		request(4, "do", "s", "d"), request(5, "ping", "", ""))
	peer.want(`{"jsonrpc":"2.0","id":5,"result":{}}`)
	for i, want := range []struct{ barrier, then string }{{"i1", "r"}, {"i2", "d"}} {
		if got := waitFor(t, want.barrier, g.runs); got != want.barrier {
			t.Fatalf("ran %s", got)
		}
		if len(after.runs) != 0 {
			t.Fatalf("%s ran before %s was done", <-after.runs, want.barrier)
		}
		g.pass <- struct{}{}
		peer.want(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, 2*i+1))
		if got := waitFor(t, want.then, after.runs); got != want.then {
			t.Fatalf("then ran %s", got)
		}
		after.pass <- struct{}{}
		if i == 0 { // its answer and the start of i2 come in either order
			peer.want(`{"jsonrpc":"2.0","id":2,"result":{}}`)
		}
	}
}

// TestCancelWaiting: a request that still waits in its lane is answered at once and
// never runs; the lane goes on behind it.
func TestCancelWaiting(t *testing.T) {
	g := newGate()
	mux := NewMux()
	Handle(mux, "do", LaneSession, g.handle)
	_, peer := serve(t, mux, Options{})
	peer.send(request(1, "do", "a", "one"), request(2, "do", "a", "two"), request(3, "do", "a", "three"),
		`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}`)
	peer.wantError("2", CodeRequestCancelled)
	g.pass <- struct{}{}
	g.pass <- struct{}{}
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	peer.want(`{"jsonrpc":"2.0","id":3,"result":{}}`)
	if got := <-g.runs + <-g.runs; got != "onethree" {
		t.Errorf("ran %s", got)
	}
}

// TestBusy: 256 requests may be open, of which 32 run; the next is refused, can be retried, and what
// is immediate still gets through (contracts 3.2).
func TestBusy(t *testing.T) {
	g := newGate()
	mux := NewMux()
	Handle(mux, "read", LaneConcurrent, g.handle)
	_, peer := serve(t, mux, Options{})
	for i := range maxRequests {
		peer.send(request(i, "read", "", "r"))
	}
	for range maxRunning {
		waitFor(t, "the handlers", g.runs)
	}
	peer.send(request(1000, "read", "", "r"))
	if line := peer.wantError("1000", CodeApplication); !strings.Contains(line, `"code":"BUSY"`) || !strings.Contains(line, `"retryable":true`) {
		t.Errorf("got %s", line)
	}
	peer.send(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}`)
	peer.wantError("7", CodeRequestCancelled)
	if len(g.runs) > 1 { // in the place of the one that was cancelled
		t.Errorf("%d more run", len(g.runs))
	}
	peer.send(request(1001, "read", "", "r"))
	waitFor(t, "the retry", g.runs)
	close(g.pass)
	for range maxRequests {
		peer.line()
	}
}

// TestSameID: a second open request with one id is refused, as its answer could not
// be told from the first's; afterwards the id is free again.
func TestSameID(t *testing.T) {
	g := newGate()
	mux := NewMux()
	Handle(mux, "read", LaneConcurrent, g.handle)
	_, peer := serve(t, mux, Options{})
	peer.send(request(1, "read", "", "r"), request(1, "read", "", "r"))
	peer.wantError("null", CodeInvalidRequest)
	g.pass <- struct{}{}
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	g.pass <- struct{}{}
	peer.send(request(1, "read", "", "r"))
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{}}`)
}

// TestNotificationsAreBounded: with 4096 waiting, reading pauses, nothing is lost,
// and it goes on when there is room.
func TestNotificationsAreBounded(t *testing.T) {
	g := newGate()
	mux := NewMux()
	HandleNotification(mux, "tell", LaneSession, g.note)
	c, peer := serve(t, mux, Options{})
	const all = maxNotifications + 500
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for i := range all {
			peer.send(notice("tell", "a", fmt.Sprint(i)))
		}
	}()
	waitFor(t, "the first", g.runs)
	c.disp.await(func() bool { return c.disp.notifications == maxNotifications }, nil, nil, c.Done())
	close(g.pass)
	waitFor(t, "the sender", sent)
	for i := 1; i < all; i++ {
		if got := waitFor(t, "a message", g.runs); got != fmt.Sprint(i) {
			t.Fatalf("ran %s as number %d", got, i)
		}
	}
}

// TestBadNotifications: one that does not fit or whose handler fails or panics costs
// nothing but itself.
func TestBadNotifications(t *testing.T) {
	mux := echoMux()
	HandleNotification(mux, "tell", LaneImmediate, func(_ context.Context, _ *Conn, p echoParams) error {
		panic(p.Text)
	})
	HandleNotification(mux, "err", LaneConcurrent, func(context.Context, *Conn, Empty) error { return errors.New("no") })
	_, peer := serve(t, mux, Options{})
	peer.send(`{"jsonrpc":"2.0","method":"tell","params":{"text":"x"}}`, `{"jsonrpc":"2.0","method":"tell","params":7}`,
		`{"jsonrpc":"2.0","method":"err"}`, `{"jsonrpc":"2.0","method":"echo","params":{"text":"no request"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`)
	peer.want(echoOK)
}

// TestRegisterTwice is a mistake in the program.
func TestRegisterTwice(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the second registration was taken")
		}
	}()
	mux := echoMux()
	Handle(mux, "echo", LaneConcurrent, func(context.Context, *Conn, Empty) (Empty, error) { return Empty{}, nil })
}
