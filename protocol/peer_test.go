package protocol

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for what must come; no test waits it out when all is well.
const patience = 20 * time.Second

// rawPeer is the other side of a connection, line by line.
type rawPeer struct {
	t     *testing.T
	rwc   io.ReadWriteCloser
	lines chan string // closed by the goroutine that reads
}

// serve starts a Conn with the mux and returns it with a peer that reads all.
func serve(t *testing.T, mux *Mux, opts Options) (*Conn, *rawPeer) {
	t.Helper()
	near, far := Pipe()
	c := NewConn(context.Background(), far, mux, opts)
	p := &rawPeer{t: t, rwc: near, lines: make(chan string, 1<<17)}
	read := make(chan struct{})
	go func() { defer close(read); p.readAll() }()
	t.Cleanup(func() { near.Close(); <-read; c.Close() })
	return c, p
}

func (p *rawPeer) readAll() {
	defer close(p.lines)
	r := bufio.NewReader(p.rwc)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		p.lines <- strings.TrimSuffix(line, "\n")
	}
}

func (p *rawPeer) send(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.rwc, line+"\n"); err != nil {
			p.t.Fatalf("sending %.80s: %v", line, err)
		}
	}
}

func (p *rawPeer) line() string {
	p.t.Helper()
	select {
	case line, ok := <-p.lines:
		if !ok {
			p.t.Fatal("the connection closed")
		}
		return line
	case <-time.After(patience):
		p.t.Fatal("no line came")
	}
	return ""
}

func (p *rawPeer) want(want string) {
	p.t.Helper()
	if got := p.line(); got != want {
		p.t.Fatalf("got  %.300s\nwant %s", got, want)
	}
}

// wantError reads an error and checks its id and code, as they stand in the line.
func (p *rawPeer) wantError(id string, code int) string {
	p.t.Helper()
	line := p.line()
	head := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,`, id, code)
	if !strings.HasPrefix(line, head) {
		p.t.Fatalf("got  %.300s\nwant %s…", line, head)
	}
	return line
}

// waitFor fails the test when the channel says nothing.
func waitFor[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
	}
	panic("unreachable")
}

type echoParams struct {
	Text string `json:"text"`
	N    int    `json:"n,omitempty"`
}

type echoResult struct {
	Text string   `json:"text"`
	List []string `json:"list"`
}

// echoMux answers echo, fails fail, panics in panic, and calls back in ask.
func echoMux() *Mux {
	m := NewMux()
	Handle(m, "echo", LaneConcurrent, func(_ context.Context, _ *Conn, p echoParams) (echoResult, error) {
		return echoResult{Text: p.Text}, nil
	})
	Handle(m, "fail", LaneConcurrent, func(context.Context, *Conn, Empty) (Empty, error) {
		return Empty{}, NewError("GONE", "it is gone", "look elsewhere", true)
	})
	Handle(m, "panic", LaneConcurrent, func(context.Context, *Conn, Empty) (Empty, error) {
		var none map[string]int
		none["x"] = 1 //nolint:staticcheck // it panics, which is the point
		return Empty{}, nil
	})
	Handle(m, "raw", LaneConcurrent, func(_ context.Context, _ *Conn, p map[string]json.RawMessage) (map[string]json.RawMessage, error) {
		return p, nil
	})
	return m
}
