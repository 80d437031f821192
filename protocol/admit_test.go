package protocol

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// counted serves "big", which answers with 1 MiB and counts its starts, and "note",
// which counts too.
func counted() (mux *Mux, started, notes *atomic.Int64) {
	mux, started, notes = NewMux(), new(atomic.Int64), new(atomic.Int64)
	text := strings.Repeat("x", 1<<20)
	Handle(mux, "big", LaneConcurrent, func(context.Context, *Conn, Empty) (string, error) {
		started.Add(1)
		return text, nil
	})
	HandleNotification(mux, "note", LaneSession, func(context.Context, *Conn, Empty) error {
		notes.Add(1)
		return nil
	})
	return mux, started, notes
}

// TestStalledReaderStartsNothing: of what a client asks that does not read, as many
// requests start as may run, and no more; notifications still come through while the
// rest waits, and beyond maxRequests nothing more is read (issue, "a reader that stops
// reading"). When it reads again, all is answered.
func TestStalledReaderStartsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux, started, notes := counted()
		c, near := stalled(t, mux)
		for i := range maxRequests {
			fmt.Fprintf(near, `{"jsonrpc":"2.0","id":%d,"method":"big"}`+"\n", i)
		}
		fmt.Fprintln(near, `{"jsonrpc":"2.0","method":"note"}`)
		fmt.Fprintf(near, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":%d}}`+"\n", maxRequests-1)
		synctest.Wait()
		if n := started.Load(); n > maxRunning {
			t.Errorf("%d requests began", n)
		}
		if c.out.bytes > roomBytes+2<<20 {
			t.Errorf("%d MiB wait", c.out.bytes>>20)
		}
		if notes.Load() != 1 || c.disp.requests != maxRequests-2 { // one answer waits in the queue
			t.Errorf("%d notifications came through, %d requests are open", notes.Load(), c.disp.requests)
		}
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			for i := range maxRequests {
				fmt.Fprintf(near, `{"jsonrpc":"2.0","id":%d,"method":"big"}`+"\n", maxRequests+i)
			}
		}()
		synctest.Wait()
		if c.disp.requests != maxRequests {
			t.Errorf("%d requests are open", c.disp.requests)
		}
		if got := readLines(t, near); len(got) != 1+2*maxRequests {
			t.Errorf("%d frames came", len(got))
		}
		<-sent
		c.Close()
		near.Close()
	})
}

// TestWaitingRequestsEndWithTheConnection: none of them starts any more.
func TestWaitingRequestsEndWithTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux, started, _ := counted()
		c, near := stalled(t, mux)
		for i := range maxRequests {
			fmt.Fprintf(near, `{"jsonrpc":"2.0","id":%d,"method":"big"}`+"\n", i)
		}
		synctest.Wait()
		before := started.Load()
		near.Close()
		synctest.Wait()
		if n := started.Load(); n != before || len(c.disp.open) != 0 {
			t.Errorf("%d began after the end, %d are open", n-before, len(c.disp.open))
		}
		c.Close()
	})
}

// TestCancelledLeaveTheirQueue: asking and cancelling over and over behind something
// that takes its time fills no memory.
func TestCancelledLeaveTheirQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		mux := NewMux()
		Handle(mux, "init", LaneBarrier, g.handle)
		Handle(mux, "read", LaneConcurrent, g.handle)
		Handle(mux, "do", LaneSession, g.handle)
		near, far := Pipe()
		c := NewConn(context.Background(), far, mux, Options{})
		go func() { _, _ = io.Copy(io.Discard, near) }()
		churn := func(method string) {
			for i := range 2 * maxRequests {
				fmt.Fprintln(near, request(1000+i, method, "s", "x"))
				fmt.Fprintf(near, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":%d}}`+"\n", 1000+i)
			}
			synctest.Wait()
		}
		for i := range maxRunning {
			fmt.Fprintln(near, request(i, "read", "", "r"))
		}
		churn("read")
		fmt.Fprintln(near, request(100, "do", "s", "d"))
		churn("do")
		fmt.Fprintln(near, request(101, "init", "", "i"))
		churn("read")
		if n := len(c.disp.waiting) + len(c.disp.held) + len(c.disp.lanes["session s"]); n != 0 {
			t.Errorf("%d cancelled requests are kept", n)
		}
		near.Close()
		c.Close()
	})
}

// TestStalledReaderOfSmallAnswers: a client that reads nothing and asks only for what is
// answered at once, or for what is refused, is read no further when some answers wait;
// when it reads again, it gets them all.
func TestStalledReaderOfSmallAnswers(t *testing.T) {
	const asked = 12_000
	text := strings.Repeat("x", 1<<10)
	for name, line := range map[string]string{
		"immediate": `{"jsonrpc":"2.0","id":%d,"method":"status"}`,
		"refused":   `{"jsonrpc":"2.0","id":%d,"method":"` + text + `"}`,
		"no frame":  `{"jsonrpc":"2.0","id":%d,"method":`,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				mux := NewMux()
				Handle(mux, "status", LaneImmediate, func(context.Context, *Conn, Empty) (string, error) { return text, nil })
				c, near := stalled(t, mux)
				var sent atomic.Int64
				done := make(chan struct{})
				go func() {
					defer close(done)
					for i := range asked {
						fmt.Fprintf(near, line+"\n", i)
						sent.Add(1)
					}
				}()
				synctest.Wait()
				c.out.mu.Lock()
				waiting := c.out.bytes
				c.out.mu.Unlock()
				if n := sent.Load(); n == asked || waiting > 2*roomBytes {
					t.Errorf("%d were read, %d KiB wait", n, waiting>>10)
				}
				if got := readLines(t, near); len(got) != 1+asked {
					t.Errorf("%d frames came", len(got))
				}
				<-done
				c.Close()
				near.Close()
			})
		})
	}
}
