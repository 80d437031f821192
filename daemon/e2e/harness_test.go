package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

// patience bounds every wait. It is no expectation about speed: a test that
// runs into it has failed.
const patience = 2 * time.Minute

// program is the built daemon.
var program string

func TestMain(m *testing.M) {
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "ibid-e2e-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "ibid")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	args := append(append([]string{"build"}, buildFlags...), "-o", program, "github.com/ibid-notes/ibid/daemon")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("build the daemon: %w\n%s", err, out)
	}
	return m.Run(), nil
}

// world is a vault and a home of its own for Ibid.
type world struct {
	t     *testing.T
	vault string
	home  string
	env   []string // environment beside the usual, such as other keys
}

// newWorld makes a vault of files: path → text.
func newWorld(t *testing.T, files map[string]string) *world {
	t.Helper()
	w := &world{t: t, vault: t.TempDir(), home: t.TempDir()}
	for path, text := range files {
		w.write(path, text)
	}
	return w
}

func (w *world) path(rel string) string { return filepath.Join(w.vault, filepath.FromSlash(rel)) }

func (w *world) write(rel, text string) {
	w.t.Helper()
	must(w.t, os.MkdirAll(filepath.Dir(w.path(rel)), 0o755))
	must(w.t, os.WriteFile(w.path(rel), []byte(text), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// command prepares the program. Its environment holds no key of the machine's.
func (w *world) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "IBID_HOME="+w.home, "IBID_VAULT=", "OPENAI_API_KEY=k-secret-openai", "ANTHROPIC_API_KEY=k-secret-anthropic")
	cmd.Env = append(cmd.Env, w.env...)
	return cmd
}

// result is what a command printed and how it ended.
type result struct {
	stdout, stderr string
	code           int
}

// run runs a command to its end.
func (w *world) run(args ...string) result {
	w.t.Helper()
	return w.runWith("", append(args, "--vault", w.vault)...)
}

func (w *world) runWith(stdin string, args ...string) result {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := w.command(ctx, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	r := result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		w.t.Fatalf("ibid %v did not end\nstdout: %s\nstderr: %s", args, r.stdout, r.stderr)
	}
	if strings.Contains(r.stdout+r.stderr, "goroutine ") || strings.Contains(r.stderr, "DATA RACE") {
		w.t.Errorf("ibid %v printed a stack trace:\n%s%s", args, r.stdout, r.stderr)
	}
	return r
}

// json runs a command with --json and decodes the one document it prints.
func (w *world) json(into any, args ...string) result {
	w.t.Helper()
	r := w.run(append(args, "--json")...)
	dec := json.NewDecoder(strings.NewReader(r.stdout))
	if err := dec.Decode(into); err != nil {
		w.t.Fatalf("ibid %v: %v\nstdout: %s\nstderr: %s", args, err, r.stdout, r.stderr)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		w.t.Errorf("ibid %v --json printed more than one document: %s", args, r.stdout)
	}
	return r
}

// daemon is a running `ibid serve`.
type daemon struct {
	t      *testing.T
	world  *world
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	stderr *lockedBuffer
	gone   chan struct{} // closed when the process has ended
}

// lockedBuffer is a buffer that may be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// serve starts a daemon; it is killed at the end of the test if it still runs.
func (w *world) serve(args ...string) *daemon {
	w.t.Helper()
	d := &daemon{t: w.t, world: w, stderr: &lockedBuffer{}, gone: make(chan struct{})}
	d.cmd = w.command(context.Background(), append([]string{"serve", "--vault", w.vault}, args...)...)
	d.cmd.Stderr = d.stderr
	var err error
	d.in, err = d.cmd.StdinPipe()
	must(w.t, err)
	// A pipe of our own: StdoutPipe's would be closed by Wait under our reads.
	reader, writer, err := os.Pipe()
	must(w.t, err)
	d.out, d.cmd.Stdout = reader, writer
	must(w.t, d.cmd.Start())
	must(w.t, writer.Close())
	go func() {
		_ = d.cmd.Wait()
		close(d.gone)
	}()
	w.t.Cleanup(func() {
		d.kill()
		_ = reader.Close()
		if s := d.stderr.String(); strings.Contains(s, "goroutine ") || strings.Contains(s, "DATA RACE") {
			w.t.Errorf("the daemon crashed or raced:\n%s", s)
		}
	})
	return d
}

// kill ends the process at once, as kill -9 does.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill()
	d.wait()
}

// wait waits for the process to end by itself.
func (d *daemon) wait() {
	d.t.Helper()
	select {
	case <-d.gone:
	case <-time.After(patience):
		d.t.Fatalf("the daemon did not end; stderr: %s", d.stderr.String())
	}
}

// peer is a client of a daemon, on its standard input and output.
type peer struct {
	*protocol.Conn
	t *testing.T

	mu      sync.Mutex
	changed sync.Cond // something was appended
	seen    []seen
}

// seen is a notification that came.
type seen struct {
	method string
	params json.RawMessage
}

type stream struct {
	io.Reader
	io.Writer
	close func() error
}

func (s stream) Close() error { return s.close() }

// connect makes a client and initialises it.
func (d *daemon) connect() *peer {
	d.t.Helper()
	return d.connectWith(func(*protocol.Mux) {})
}

// connectWith is connect for a client that answers requests too.
func (d *daemon) connectWith(serve func(*protocol.Mux)) *peer {
	d.t.Helper()
	p := &peer{t: d.t}
	p.changed.L = &p.mu
	mux := protocol.NewMux()
	for _, m := range []string{protocol.NotifySessionUpdate, protocol.NotifyIndexChanged, protocol.NotifyIndexProgress, protocol.NotifyRunState} {
		protocol.HandleNotification(mux, m, protocol.LaneSession, func(_ context.Context, _ *protocol.Conn, raw json.RawMessage) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.seen = append(p.seen, seen{m, raw})
			p.changed.Broadcast()
			return nil
		})
	}
	serve(mux)
	p.Conn = protocol.NewConn(context.Background(), stream{d.out, d.in, func() error { return errors.Join(d.in.Close(), d.out.Close()) }}, mux, protocol.Options{})
	d.t.Cleanup(func() { _ = p.Close() })
	var hello protocol.InitializeResponse
	p.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: protocol.ACPVersion}, &hello)
	return p
}

// call makes a request that must succeed.
func (p *peer) call(method string, params, result any) {
	p.t.Helper()
	if err := p.try(method, params, result); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
}

func (p *peer) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return p.Call(ctx, method, params, result)
}

// await waits until the notifications so far, in order, satisfy ok.
func (p *peer) await(what string, ok func([]seen) bool) {
	p.t.Helper()
	timeout := time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.seen = append(p.seen, seen{method: "timeout"})
		p.changed.Broadcast()
	})
	defer timeout.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !ok(p.seen) {
		if n := len(p.seen); n > 0 && p.seen[n-1].method == "timeout" {
			p.t.Fatalf("never came: %s", what)
		}
		p.changed.Wait()
	}
}

// ready waits until the index holds what is on disk.
func (p *peer) ready() protocol.IndexStatusResult {
	p.t.Helper()
	var st protocol.IndexStatusResult
	p.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &st)
	return st
}

func (p *peer) search(query string, minSeq int) protocol.SearchQueryResult {
	p.t.Helper()
	var r protocol.SearchQueryResult
	p.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: query, MinSeq: minSeq, Limit: new(50)}, &r)
	return r
}

func (p *peer) newSession(vault string) string {
	p.t.Helper()
	var r protocol.NewSessionResponse
	p.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: vault}, &r)
	return r.SessionID
}

// prompt runs a turn and returns its answer's metadata.
func (p *peer) prompt(session, text string) (protocol.PromptResponse, protocol.PromptMeta) {
	p.t.Helper()
	var r protocol.PromptResponse
	p.call(protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session, Prompt: []protocol.ContentBlock{protocol.TextBlock(text)}}, &r)
	var meta protocol.PromptMeta
	if !r.Meta.Ibid(&meta) {
		p.t.Fatalf("the answer has no _meta.ibid: %+v", r)
	}
	must(p.t, p.Settle(context.Background()))
	return r, meta
}

// updates are the session updates that came for a session, as objects.
func (p *peer) updates(session string) []map[string]any {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []map[string]any
	for _, s := range p.seen {
		var n struct {
			SessionID string         `json:"sessionId"`
			Update    map[string]any `json:"update"`
		}
		if s.method == protocol.NotifySessionUpdate && json.Unmarshal(s.params, &n) == nil && n.SessionID == session {
			out = append(out, n.Update)
		}
	}
	return out
}

func paths(r protocol.SearchQueryResult) []string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.Path)
	}
	return out
}
