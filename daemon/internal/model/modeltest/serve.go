package modeltest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Start serves a scenario on a loopback port until the test ends, and then
// fails the test for whatever Err finds. The address has no /v1.
func Start(t testing.TB, sc Scenario, chunking string) (*Server, string) {
	t.Helper()
	s := NewServer(sc, chunking)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Release()
		h.Close()
		if err := s.Err(); err != nil {
			t.Errorf("scenario %q: %v", sc.Name, err)
		}
	})
	return s, h.URL
}

// PipeURL is an address to use with the transport of Pipe: any host will do,
// this one does not exist.
const PipeURL = "http://scripted.invalid"

// Pipe serves a scenario over net.Pipe, without sockets, so that it can run
// inside a testing/synctest bubble where time is virtual. Call stop before the
// bubble ends; it returns when the server's goroutines are done, with what Err
// finds.
func Pipe(sc Scenario, chunking string) (s *Server, transport http.RoundTripper, stop func() error) {
	s = NewServer(sc, chunking)
	lis := newPipeListener()
	srv := &http.Server{Handler: s}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = srv.Serve(lis)
	}()
	tr := &http.Transport{DialContext: lis.dial}
	return s, tr, func() error {
		s.Release()
		tr.CloseIdleConnections()
		_ = srv.Shutdown(context.Background())
		<-served
		return s.Err()
	}
}

// pipeListener accepts the far ends of pipes.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.conns <- far:
		return near, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

func (l *pipeListener) Addr() net.Addr { return pipeAddr{} }
