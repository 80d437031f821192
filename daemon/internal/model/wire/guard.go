package wire

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Sizes of what a provider may send.
const (
	maxAnswer    = 64 << 20
	maxLine      = 8 << 20
	maxErrorBody = 64 << 10
)

// Guard is the transport under an SDK. It turns every status but 2xx and every
// broken read into a typed error, ends silence, bounds the answer, follows no
// redirect (a key would travel with it), and smooths what is legal in an event
// stream but not understood by every decoder: a BOM, a missing last blank line.
type Guard struct {
	// Next sends the request; nil means http.DefaultTransport, which takes
	// proxies from the environment.
	Next http.RoundTripper
	// Key is taken out of every message.
	Key string
	// FirstByte is how long the answer may take to begin (its first byte, for
	// some servers send headers at once and then think), Idle how long it may
	// pause afterwards; 0 means IdleTimeout.
	FirstByte, Idle time.Duration
}

// Client is an HTTP client on the guard.
func (g *Guard) Client() *http.Client {
	return &http.Client{Transport: g, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// RoundTrip sends req. An error is an *model.Error unless ctx ended it.
func (g *Guard) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	dog := &watchdog{cancel: cancel, limit: orIdle(g.FirstByte)}
	stop := dog.watch()
	next := g.Next
	if next == nil {
		next = http.DefaultTransport
	}
	resp, err := next.RoundTrip(req.WithContext(ctx))
	stop()
	if err != nil {
		defer cancel()
		return nil, dog.explain(unreachable(req.URL, err, g.Key))
	}
	body := &guarded{rc: resp.Body, dog: dog, idle: orIdle(g.Idle)}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		defer func() { _ = body.Close() }()
		text, readErr := io.ReadAll(io.LimitReader(body, maxErrorBody))
		if req.Context().Err() != nil {
			return nil, readErr
		}
		return nil, StatusError(resp, text, g.Key)
	}
	return g.admit(resp, body)
}

// admit looks at how a successful answer begins: a page is no answer.
func (g *Guard) admit(resp *http.Response, body *guarded) (*http.Response, error) {
	first := bufio.NewReaderSize(body, 4096)
	if bom, err := first.Peek(3); err == nil && string(bom) == "\xef\xbb\xbf" {
		_, _ = first.Discard(3)
	}
	if b, err := first.Peek(1); err == nil && b[0] == '<' || strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		_ = body.Close()
		return nil, &model.Error{Kind: model.ErrMalformed, Status: resp.StatusCode, Final: true,
			Message: "The address answers with a web page, not with a model's API; check the base URL, or a sign-in page of the network."}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(first, strings.NewReader("\n\n")), body}
	return resp, nil
}

func orIdle(d time.Duration) time.Duration {
	if d <= 0 {
		return IdleTimeout
	}
	return d
}

// watchdog cancels a request that stays silent for limit.
type watchdog struct {
	cancel context.CancelFunc
	limit  time.Duration
	barked atomic.Bool
}

// watch starts the clock; the function it returns stops it.
func (w *watchdog) watch() (stop func()) {
	t := time.AfterFunc(w.limit, func() {
		w.barked.Store(true)
		w.cancel()
	})
	return func() { t.Stop() }
}

// explain puts the watchdog's reason in place of the error it caused.
func (w *watchdog) explain(err error) error {
	if w.barked.Load() {
		return &model.Error{Kind: model.ErrTimeout, Message: "The model fell silent; the request was given up."}
	}
	return err
}

// guarded is a response body under the watchdog's eye.
type guarded struct {
	rc   io.ReadCloser
	dog  *watchdog
	idle time.Duration
	read int
	line int // bytes since the last line break
}

func (b *guarded) Read(p []byte) (int, error) {
	stop := b.dog.watch()
	n, err := b.rc.Read(p)
	stop()
	b.read += n
	if b.read > 0 {
		b.dog.limit = b.idle
	}
	b.line += n
	if at := bytes.LastIndexByte(p[:n], '\n'); at >= 0 {
		b.line = n - at - 1
	}
	if b.read > maxAnswer || b.line > maxLine {
		return 0, &model.Error{Kind: model.ErrMalformed, Final: true,
			Message: "The model's answer is larger than 64 MiB, or a line of it than 8 MiB; it was given up."}
	}
	if err == nil || err == io.EOF {
		return n, err
	}
	broken := &model.Error{Kind: model.ErrNetwork, Message: "The connection broke off in the middle of the answer."}
	return n, b.dog.explain(broken)
}

// Close releases the connection.
func (b *guarded) Close() error {
	b.dog.cancel()
	return b.rc.Close()
}
