package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pair joins two Conns.
func pair(t *testing.T, a, b *Mux) (*Conn, *Conn) {
	t.Helper()
	near, far := Pipe()
	left := NewConn(context.Background(), near, a, Options{})
	right := NewConn(context.Background(), far, b, Options{})
	t.Cleanup(func() { left.Close(); right.Close() })
	return left, right
}

// TestCall: results, refusals and errors of every kind reach the caller.
func TestCall(t *testing.T) {
	client, _ := pair(t, nil, echoMux())
	ctx := context.Background()
	var got echoResult
	if err := client.Call(ctx, "echo", echoParams{Text: "<é>"}, &got); err != nil || got.Text != "<é>" || got.List == nil {
		t.Errorf("got %+v, %v", got, err)
	}
	for method, want := range map[string]Error{
		"fail":    {CodeApplication, "it is gone", &ErrorData{Code: "GONE", Message: "it is gone", Hint: "look elsewhere", Retryable: true}},
		"panic":   {CodeInternalError, "internal error in panic", &ErrorData{Code: "INTERNAL", Message: "internal error in panic"}},
		"nowhere": {CodeMethodNotFound, "no such method: nowhere", &ErrorData{Code: "METHOD_NOT_FOUND", Message: "no such method: nowhere"}},
	} {
		err := client.Call(ctx, method, nil, nil)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Code != want.Code || e.Message != want.Message || fmt.Sprint(e.Data) != fmt.Sprint(want.Data) {
			t.Errorf("%s: got %#v", method, err)
		}
	}
}

// TestSymmetric: a handler calls back while its own request is open, which a
// handler on jsonrpc2's reading goroutine cannot (contracts 3.2, item 1).
func TestSymmetric(t *testing.T) {
	server := NewMux()
	Handle(server, "ask", LaneSession, func(ctx context.Context, c *Conn, p echoParams) (echoResult, error) {
		var answer echoResult
		err := c.Call(ctx, "echo", p, &answer)
		return answer, err
	})
	client, _ := pair(t, echoMux(), server)
	var got echoResult
	if err := client.Call(context.Background(), "ask", echoParams{Text: "back"}, &got); err != nil || got.Text != "back" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestInvalidParams: −32602 names the field and the form it should have.
func TestInvalidParams(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	for params, want := range map[string]string{
		`{"text":7}`:           "text: want a string, not number",
		`{"text":"x","n":"1"}`: "n: want a whole number, not string",
		`{"text":"x","n":1.5}`: "n: want a whole number, not number 1.5",
		`{}`:                   "text: is missing",
		`{"text":null}`:        "text: is missing",
		`null`:                 "text: is missing",
		`[]`:                   "params: want an object",
		`"text"`:               "params: want an object",
	} {
		peer.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":` + params + `}`)
		if line := peer.wantError("1", CodeInvalidParams); !strings.Contains(line, `"message":"`+want+`"`) {
			t.Errorf("%s: got %s, want %s", params, line, want)
		}
	}
}

// TestErrorsCarryData: whatever the code, an error says in its data what a program
// and a person should do (METHODS.md).
func TestErrorsCarryData(t *testing.T) {
	mux := echoMux()
	Handle(mux, "break", LaneConcurrent, func(context.Context, *Conn, Empty) (Empty, error) {
		return Empty{}, errors.New("the disk is gone")
	})
	Handle(mux, "seek", LaneConcurrent, func(context.Context, *Conn, Empty) (Empty, error) {
		return Empty{}, NotFound("SESSION_NOT_FOUND", "no such session", "session/list names them")
	})
	_, peer := serve(t, mux, Options{})
	for line, want := range map[string]ErrorData{
		`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":7}}`: {Code: "INVALID_ARGUMENT", Message: "text: want a string, not number", Input: "text"},
		`{"jsonrpc":"2.0","id":1,"method":"echo"}`:                     {Code: "INVALID_ARGUMENT", Message: "text: is missing", Input: "text"},
		`{"jsonrpc":"2.0","id":1,"method":"fail"}`:                     {Code: "GONE", Message: "it is gone", Hint: "look elsewhere", Retryable: true},
		`{"jsonrpc":"2.0","id":1,"method":"break"}`:                    {Code: "INTERNAL", Message: "the disk is gone"},
		`{"jsonrpc":"2.0","id":1,"method":"panic"}`:                    {Code: "INTERNAL", Message: "internal error in panic"},
		`{"jsonrpc":"2.0","id":1,"method":"seek"}`:                     {Code: "SESSION_NOT_FOUND", Message: "no such session", Hint: "session/list names them"},
		`{"jsonrpc":"2.0","id":1,"method":"none"}`:                     {Code: "METHOD_NOT_FOUND", Message: "no such method: none"},
		`{"jsonrpc":"2.0","id":1,"method":""}`:                         {Code: "INVALID_REQUEST", Message: "method: want a name"},
		`{"jsonrpc":`:                                                  {Code: "PARSE_ERROR", Message: "not a line of UTF-8 JSON"},
	} {
		peer.send(line)
		var got struct {
			Error Error `json:"error"`
		}
		if err := json.Unmarshal([]byte(peer.line()), &got); err != nil || got.Error.Data == nil || *got.Error.Data != want {
			t.Errorf("%s is answered with %+v (%v), want the data %+v", line, got.Error.Data, err, want)
		}
	}
}

// TestCancelBothWays: $/cancel_request ends the handler's context, is answered with
// −32800, and a Call whose context ends sends it.
func TestCancelBothWays(t *testing.T) {
	started, cause := make(chan struct{}, 2), make(chan error, 2)
	server := NewMux()
	Handle(server, "wait", LaneConcurrent, func(ctx context.Context, _ *Conn, _ Empty) (Empty, error) {
		started <- struct{}{}
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return Empty{}, nil
	})
	client, _ := pair(t, nil, server)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- client.Call(ctx, "wait", nil, nil) }()
	waitFor(t, "the handler", started)
	cancel()
	if err := waitFor(t, "the call", failed); !errors.Is(err, context.Canceled) {
		t.Errorf("the call returned %v", err)
	}
	if err := waitFor(t, "the cause", cause); !errors.Is(err, ErrCancelled) {
		t.Errorf("the handler's cause is %v", err)
	}

	_, peer := serve(t, server, Options{})
	peer.send(`{"jsonrpc":"2.0","id":"\u0061","method":"wait"}`)
	waitFor(t, "the handler", started)
	peer.send(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"a"}}`)
	peer.wantError(`"\u0061"`, CodeRequestCancelled)
}

// TestPendingCallsFail: when the peer leaves, calls fail with a reason at once, and
// handlers are told.
func TestPendingCallsFail(t *testing.T) {
	cause := make(chan error, 1)
	asked := make(chan struct{})
	mux := NewMux()
	Handle(mux, "ask", LaneConcurrent, func(ctx context.Context, c *Conn, _ Empty) (Empty, error) {
		go func() {
			cause <- c.Call(context.WithoutCancel(ctx), "question", nil, nil)
		}()
		<-asked
		return Empty{}, nil
	})
	c, peer := serve(t, mux, Options{})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"ask"}`)
	peer.want(`{"jsonrpc":"2.0","id":1,"method":"question","params":null}`)
	close(asked)
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	peer.rwc.Close()
	if err := waitFor(t, "the call", cause); !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "the other side closed it") {
		t.Errorf("the call returned %v", err)
	}
	waitFor(t, "the end", c.Done())
	if err := c.Err(); !errors.Is(err, ErrClosed) {
		t.Errorf("Err is %v", err)
	}
	if err := c.Call(context.Background(), "late", nil, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("a late call returned %v", err)
	}
	if err := c.Notify("late", nil); !errors.Is(err, ErrClosed) {
		t.Errorf("a late notification returned %v", err)
	}
}

// TestInputEndsFirst: `printf … | ibid serve` gets its answers, though the input has
// ended before they are there.
func TestInputEndsFirst(t *testing.T) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	c := NewConn(context.Background(), joined{in, out}, echoMux(), Options{})
	defer c.Close()
	go func() {
		io.WriteString(input, `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`+"\n"+`{"jsonrpc":"2.0","id":2,"method":"fail"}`)
		input.Close()
	}()
	all, err := io.ReadAll(output)
	if err != nil || strings.Count(string(all), "\n") != 2 || !strings.Contains(string(all), echoOK) {
		t.Errorf("got %q, %v", all, err)
	}
	waitFor(t, "the end", c.Done())
}

// joined makes one stream of two.
type joined struct {
	r *io.PipeReader
	w *io.PipeWriter
}

func (j joined) Read(p []byte) (int, error)  { return j.r.Read(p) }
func (j joined) Write(p []byte) (int, error) { return j.w.Write(p) }
func (j joined) Close() error                { return errors.Join(j.r.Close(), j.w.Close()) }

// TestDrainIsBounded: a handler that does not end holds a connection whose peer left
// for the drain timeout and no longer.
func TestDrainIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux := NewMux()
		cause := make(chan error, 1)
		Handle(mux, "wait", LaneConcurrent, func(ctx context.Context, _ *Conn, _ Empty) (Empty, error) {
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return Empty{}, nil
		})
		near, far := Pipe()
		c := NewConn(context.Background(), far, mux, Options{DrainTimeout: 3 * time.Second})
		io.WriteString(near, `{"jsonrpc":"2.0","id":1,"method":"wait"}`+"\n")
		synctest.Wait()
		began := time.Now()
		near.Close()
		<-c.Done()
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("it took %v", took)
		}
		<-cause
		c.Close()
	})
}

// TestCloseSendsWhatWasSaid: Close cancels handlers, waits for them, and their
// answers and notifications still go out.
func TestCloseSendsWhatWasSaid(t *testing.T) {
	started := make(chan struct{})
	mux := NewMux()
	Handle(mux, "wait", LaneConcurrent, func(ctx context.Context, c *Conn, _ Empty) (Empty, error) {
		close(started)
		<-ctx.Done()
		return Empty{}, c.Notify("bye", nil)
	})
	c, peer := serve(t, mux, Options{})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	waitFor(t, "the handler", started)
	c.Close()
	c.Close() // a second time does nothing
	peer.want(`{"jsonrpc":"2.0","method":"bye"}`)
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	if err := c.Err(); !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "by this side") {
		t.Errorf("Err is %v", err)
	}
}

// TestCloseExplainsItself: a request that Close cut off is not answered with the
// context's own words.
func TestCloseExplainsItself(t *testing.T) {
	started := make(chan struct{})
	mux := NewMux()
	Handle(mux, "wait", LaneConcurrent, func(ctx context.Context, _ *Conn, _ Empty) (Empty, error) {
		close(started)
		<-ctx.Done()
		return Empty{}, fmt.Errorf("searching: %w", ctx.Err())
	})
	c, peer := serve(t, mux, Options{})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	waitFor(t, "the handler", started)
	c.Close()
	line := peer.wantError("1", CodeApplication)
	if strings.Contains(line, "context") || !strings.Contains(line, `"code":"CLOSING"`) || !strings.Contains(line, `"retryable":true`) {
		t.Errorf("the request that was cut off is answered with %s", line)
	}
}

// TestSilentClose: what Close cuts off has no answer, so that whoever stands between
// may ask another process; what was said before is sent (design decision 11).
func TestSilentClose(t *testing.T) {
	started := make(chan struct{}, 2)
	mux := echoMux()
	wait := func(ctx context.Context, c *Conn, _ Empty) (Empty, error) {
		started <- struct{}{}
		<-ctx.Done()
		_ = c.Notify("bye", nil)
		return Empty{}, ctx.Err()
	}
	Handle(mux, "fails", LaneConcurrent, wait)
	Handle(mux, "succeeds", LaneConcurrent, func(ctx context.Context, c *Conn, e Empty) (Empty, error) {
		_, _ = wait(ctx, c, e)
		return Empty{}, nil
	})
	c, peer := serve(t, mux, Options{SilentClose: true})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"fails"}`, `{"jsonrpc":"2.0","id":2,"method":"succeeds"}`)
	waitFor(t, "a handler", started)
	waitFor(t, "a handler", started)
	peer.send(strings.Replace(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`, `"id":1`, `"id":3`, 1))
	peer.want(strings.Replace(echoOK, `"id":1`, `"id":3`, 1))
	c.Close()
	for line := range peer.lines {
		t.Errorf("a connection that closes in silence said %s", line)
	}
}

// TestContextEndsConnection: the context given to NewConn ends it.
func TestContextEndsConnection(t *testing.T) {
	near, far := Pipe()
	defer near.Close()
	ctx, cancel := context.WithCancel(context.Background())
	c := NewConn(ctx, far, nil, Options{})
	if err := c.Err(); err != nil {
		t.Errorf("Err before the end is %v", err)
	}
	cancel()
	waitFor(t, "the end", c.Done())
	c.Close()
}

// TestSettle: after the answer to its prompt, a client can wait for the updates that
// came before it.
func TestSettle(t *testing.T) {
	server, client := NewMux(), NewMux()
	Handle(server, "talk", LaneSession, func(_ context.Context, c *Conn, _ Empty) (Empty, error) {
		for range 100 {
			if err := c.Notify("word", echoParams{Text: "x"}); err != nil {
				return Empty{}, err
			}
		}
		return Empty{}, nil
	})
	var mu sync.Mutex
	words := 0
	HandleNotification(client, "word", LaneSession, func(context.Context, *Conn, echoParams) error {
		mu.Lock()
		defer mu.Unlock()
		words++
		return nil
	})
	c, _ := pair(t, client, server)
	if err := c.Call(context.Background(), "talk", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if words != 100 {
		t.Errorf("%d words were handled", words)
	}
}

// TestUnencodable: what JSON cannot hold fails for its sender alone.
func TestUnencodable(t *testing.T) {
	mux := echoMux()
	Handle(mux, "bad", LaneConcurrent, func(context.Context, *Conn, Empty) (func(), error) { return func() {}, nil })
	Handle(mux, "huge", LaneConcurrent, func(context.Context, *Conn, Empty) (string, error) {
		return strings.Repeat("x", MaxFrame), nil
	})
	c, peer := serve(t, mux, Options{})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"bad"}`)
	peer.wantError("1", CodeInternalError)
	peer.send(`{"jsonrpc":"2.0","id":2,"method":"huge"}`)
	peer.wantError("2", CodeApplication)
	if err := c.Notify("x", func() {}); err == nil {
		t.Error("a function was sent")
	}
	if err := c.Call(context.Background(), "x", make(chan int), nil); err == nil {
		t.Error("a channel was sent")
	}
}

// TestStdioClose: Close interrupts a Read and a Write that the system does not.
func TestStdioClose(t *testing.T) {
	r, _ := io.Pipe() // io.Pipe itself is not closed until the end
	held, w := io.Pipe()
	s := Stdio(r, w)
	failed := make(chan error, 2)
	go func() { _, err := s.Read(make([]byte, 1)); failed <- err }()
	go func() { _, err := s.Write([]byte("x")); failed <- err }()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := waitFor(t, "Read and Write", failed); !errors.Is(err, os.ErrClosed) {
			t.Errorf("got %v", err)
		}
	}
	r.Close() // lets the two goroutines of s end
	held.Close()
}

// TestStdioCarries: it passes everything both ways, and the end of the input.
func TestStdioCarries(t *testing.T) {
	var out strings.Builder
	s := Stdio(strings.NewReader(strings.Repeat("in", 100_000)), &out)
	defer s.Close()
	got, err := io.ReadAll(s)
	if err != nil || len(got) != 200_000 {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
	if n, err := io.WriteString(s, "out"); n != 3 || err != nil || out.String() != "out" {
		t.Errorf("wrote %d, %v: %q", n, err, out.String())
	}
}
