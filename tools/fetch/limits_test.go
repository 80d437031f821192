package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/ibid-notes/ibid/tools/fetch"
)

const mib = 1 << 20

// packers pack a body in each way that is asked for.
var packers = map[string]func(io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 1) },
	"deflate": func(w io.Writer) io.WriteCloser {
		return zlib.NewWriter(w)
	},
	"Deflate": func(w io.Writer) io.WriteCloser { // without the frame of zlib, as some servers do
		f, _ := flate.NewWriter(w, 1)
		return f
	},
}

func pack(t *testing.T, encoding string, body io.Reader) []byte {
	t.Helper()
	var b bytes.Buffer
	w := packers[encoding](&b)
	if _, err := io.Copy(w, body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBodiesAreUnpackedUpToALimit(t *testing.T) { // contracts 2.1.4: body and decompression caps
	var encoding string
	var body []byte
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Encoding", encoding)
		if _, err := w.Write(body); err != nil {
			return // the client hung up, as it should
		}
	})
	for encoding = range packers {
		body = pack(t, encoding, strings.NewReader("packed text"))
		if p := s.good(t, fetch.Request{URL: "http://example.org/"}); p.Text != "packed text" || p.Bytes != 11 {
			t.Errorf("%s: %+v", encoding, p)
		}
		whole := body
		body = whole[:len(whole)-3]
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.NoAnswer)
		body = pack(t, encoding, io.LimitReader(zeros{}, 5*mib))
		if p := s.good(t, fetch.Request{URL: "http://example.org/"}); p.Bytes != 5*mib {
			t.Errorf("%s: %d bytes", encoding, p.Bytes)
		}
		body = pack(t, encoding, io.LimitReader(zeros{}, 30*mib))
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.TooLarge, "5 MiB")
	}
	for _, encoding = range []string{"gzip, gzip", "zstd", "compress"} {
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadType, "packed")
	}
	encoding = "identity"
	body = bytes.Repeat([]byte("x"), 5*mib)
	s.good(t, fetch.Request{URL: "http://example.org/"})
	body = append(body, 'x')
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.TooLarge, "5 MiB")
}

// zeros is a reader of text without end.
type zeros struct{}

// Read fills p.
func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func TestABodyWithoutEnd(t *testing.T) { // contracts 2.1.4
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.Copy(w, zeros{})
	})
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.TooLarge)
}

func TestHeadersHaveALimit(t *testing.T) { // contracts 2.1.4
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		for i := range 400 {
			w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
		}
	})
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.TooLarge, "headers")
}

func TestTypes(t *testing.T) { // contracts 2.1.4: content-type allow-list
	var contentType, body string
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		fmt.Fprint(w, body)
	})
	body = "<p>a</p>"
	for given, want := range map[string]string{
		"text/html": "a", "Text/HTML; charset=\"utf-8\"": "a", "application/xhtml+xml": "a", "text/html;;": "a", "text/html; charset": "a", "": "a", "nonsense": "a",
		"text/plain": body, "text/markdown": body, "application/json": body, "application/feed+json": body, "application/xml": body, "application/rss+xml": body, "text/csv": body,
	} {
		contentType = given
		if p := s.good(t, fetch.Request{URL: "http://example.org/"}); p.Text != want {
			t.Errorf("%s: %q", given, p.Text)
		}
	}
	for _, contentType = range []string{"application/pdf", "image/png", "application/octet-stream", "video/mp4", "application/zip", "text/event-stream", "application/javascript", "multipart/x-mixed-replace"} {
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadType, contentType)
	}
	contentType, body = "", "%PDF-1.7\n\x00"
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadType, "application/pdf")
	contentType = "text/plain"
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadType, "not text")
}

// quiet is a server in memory, so that time can be made to pass.
func quiet(t *testing.T, talk func(net.Conn)) *site {
	t.Helper()
	s := newLab("")
	var talking sync.WaitGroup
	t.Cleanup(talking.Wait)
	s.Serve = func(context.Context, string) (net.Conn, error) {
		client, server := net.Pipe()
		talking.Go(func() {
			defer server.Close()
			if _, err := server.Read(make([]byte, 4096)); err == nil {
				talk(server)
			}
		})
		return client, nil
	}
	s.client = s.Lab.Client(nil)
	return s
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"

func TestTimeLimits(t *testing.T) { // R090, R140, R240, contracts 2.1.4
	silent := func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }
	for _, c := range []struct {
		name  string
		ask   time.Duration
		talk  func(net.Conn)
		after time.Duration
	}{
		{"no headers, the default", 0, silent, 15 * time.Second},
		{"no headers, asked", 3 * time.Millisecond, silent, 3 * time.Millisecond},
		{"no headers, the most asked", time.Hour, silent, 15 * time.Second},
		{"silence in the body", time.Minute, func(c net.Conn) { fmt.Fprint(c, head+"x"); silent(c) }, 10 * time.Second},
		{"a byte at a time", time.Hour, func(c net.Conn) { fmt.Fprint(c, head); drip(c, strings.Repeat("x", 1000)) }, time.Minute},
		{"a header at a time", time.Hour, func(c net.Conn) { drip(c, head) }, 15 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := quiet(t, c.talk)
			started := time.Now()
			s.bad(t, fetch.Request{URL: "http://example.org/", Timeout: c.ask}, fetch.TimedOut, "did not answer in time")
			if took := time.Since(started); took != c.after {
				t.Errorf("%s: %v", c.name, took)
			}
		})
	}
}

// drip sends a byte each second until nobody listens.
func drip(c net.Conn, s string) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for i := range len(s) {
		if _, err := c.Write([]byte{s[i]}); err != nil {
			return
		}
		<-tick.C
	}
}

func TestASlowPageThatComesInTime(t *testing.T) { // R140
	synctest.Test(t, func(t *testing.T) {
		s := quiet(t, func(c net.Conn) { fmt.Fprint(c, head); drip(c, "slow but sure") })
		if p := s.good(t, fetch.Request{URL: "http://example.org/", Timeout: time.Minute}); p.Text != "slow but sure" {
			t.Errorf("%+v", p)
		}
	})
}

// All redirects together have the time of one request.
func TestRedirectsShareTheTime(t *testing.T) { // R140
	synctest.Test(t, func(t *testing.T) {
		s := quiet(t, func(c net.Conn) {
			<-time.After(11 * time.Second)
			fmt.Fprint(c, "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n")
		})
		started := time.Now()
		s.bad(t, fetch.Request{URL: "http://example.org/", Timeout: time.Minute}, fetch.TimedOut)
		if took := time.Since(started); took != time.Minute || len(s.Dialed()) != 6 {
			t.Errorf("took %v, dialed %v", took, s.Dialed())
		}
	})
}

func TestConnectionsThatBreak(t *testing.T) { // contracts 4.3 transport
	for _, answer := range []string{"", "HTTP/1.1", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nx",
		"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\nx"} {
		s := quiet(t, func(c net.Conn) { fmt.Fprint(c, answer) })
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.NoAnswer, "failed")
	}
	s := quiet(t, func(c net.Conn) {
		fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Type: text/plain\r\n\r\n")
	})
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.TooLarge)
	s.Names["big.example.org"] = make([]netip.Addr, 50)
	s.bad(t, fetch.Request{URL: "http://big.example.org/"}, fetch.Blocked)
}
