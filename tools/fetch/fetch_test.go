package fetch_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools/fetch"
)

func TestAPage(t *testing.T) { // R136, R137
	const body = "<!doctype html><html lang=en><head><title>Bees &amp; flowers</title></head><body><p>Hello.</p></body></html>"
	s := newSite(t, page("text/html; charset=utf-8", body))
	p := s.good(t, fetch.Request{URL: "http://example.org/a#b"})
	sum := sha256.Sum256([]byte(body))
	want := fetch.Page{URL: "http://example.org/a", FinalURL: "http://example.org/a", Type: "text/html", SHA256: hex.EncodeToString(sum[:]), Bytes: len(body), FetchedAt: fetchedAt,
		Document: fetch.Document{Title: "Bees & flowers", Language: "en", Charset: "utf-8", Extent: fetch.Whole, Text: "Hello.", Shown: 6, Total: 6}}
	if fmt.Sprintf("%+v", *p) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", *p, want)
	}
	if got := s.Dialed(); !slices.Equal(got, []string{"93.184.216.34:80"}) {
		t.Errorf("dialed %v", got)
	}
}

func TestWhatIsSent(t *testing.T) { // contracts 2.1.4: no proxy, cookie, auth or referer
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("http_proxy", "http://127.0.0.1:1")
	var got []http.Header
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Clone())
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b", Path: "/"})
		if r.URL.Path == "/" {
			http.Redirect(w, r, "http://www.example.org/next", http.StatusFound)
			return
		}
		fmt.Fprint(w, "done")
	})
	s.good(t, fetch.Request{URL: "http://example.org/"})
	s.good(t, fetch.Request{URL: "http://example.org/"})
	if len(got) != 4 {
		t.Fatalf("%d requests", len(got))
	}
	for _, h := range got {
		for name := range h {
			if !slices.Contains([]string{"User-Agent", "Accept", "Accept-Encoding", "Connection"}, name) {
				t.Errorf("sends %s: %v", name, h[name])
			}
		}
	}
}

func TestOverTLS(t *testing.T) { // R136
	server := httptest.NewUnstartedServer(page("text/plain", "secure"))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // of clients that do not trust it
	server.StartTLS()
	t.Cleanup(server.Close)
	s := newLab(server.Listener.Addr().String())
	s.bad(t, fetch.Request{URL: "https://example.org/"}, fetch.NoAnswer, "connection")
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	s.TLS = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	s.Names["example.com"] = []netip.Addr{netip.MustParseAddr("93.184.216.34")}
	s.client = s.Lab.Client(nil)
	if p := s.good(t, fetch.Request{URL: "https://example.com/"}); p.Text != "secure" || p.FetchedAt.IsZero() {
		t.Errorf("%+v", p)
	}
}

func TestRedirectsAreFollowedAndCounted(t *testing.T) { // contracts 2.1.4: at most 5, each checked
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil || n == 0 {
			fmt.Fprint(w, "here")
			return
		}
		http.Redirect(w, r, fmt.Sprintf("../%d", n-1), []int{301, 302, 303, 307, 308}[n%5])
	})
	p := s.good(t, fetch.Request{URL: "http://example.org/5"})
	if p.Text != "here" || p.URL != "http://example.org/5" || p.FinalURL != "http://example.org/0" || len(p.Redirects) != 5 || p.Redirects[4] != "http://example.org/1" {
		t.Errorf("%+v", p)
	}
	s.bad(t, fetch.Request{URL: "http://example.org/6"}, fetch.BadRedirect, "more than 5 times")
}

func TestRedirectsLeadNowhereElse(t *testing.T) { // R023, R141, contracts 2.1.4
	var to string
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "example.org" {
			w.Header()["Location"] = []string{to}
			w.WriteHeader(http.StatusFound)
			return
		}
		fmt.Fprint(w, r.Host+r.URL.String())
	})
	for _, to = range append(slices.Clone(blockedURLs), "//127.0.0.1/x", "http://inner.example.org/") {
		s.Names["inner.example.org"] = []netip.Addr{netip.MustParseAddr("10.0.0.7")}
		s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.Blocked)
	}
	for _, to = range []string{"ftp://other.example.net/", "file:///etc/passwd", "https://user:secret@other.example.net/", "http://", ""} {
		if e := s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadRedirect, "example.org"); strings.Contains(e.Message, "secret") {
			t.Error(e.Message)
		}
	}
	to = "//other.example.net/\xe4\xbd\xa0?q=\xb0"
	if p := s.good(t, fetch.Request{URL: "http://example.org/"}); p.Text != "other.example.net/%E4%BD%A0?q=%B0" && p.Text != "other.example.net/%e4%bd%a0?q=%b0" {
		t.Errorf("%+v", p)
	}
	for _, address := range s.Dialed() {
		if !fetch.Public(netip.MustParseAddrPort(address).Addr()) {
			t.Errorf("dialed %s", address)
		}
	}
}

func TestNamesThatResolveInside(t *testing.T) { // R023, R141
	s := newSite(t, page("text/plain", "x"))
	mixed := []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("::1"), netip.MustParseAddr("::ffff:127.0.0.1"), netip.MustParseAddr("1.1.1.1")}
	s.Names["inner.example.org"], s.Names["mixed.example.org"], s.Names["none.example.org"] = mixed[:3], mixed, nil
	s.bad(t, fetch.Request{URL: "http://inner.example.org/"}, fetch.Blocked, "inner.example.org")
	s.bad(t, fetch.Request{URL: "http://none.example.org/"}, fetch.NoName, "does not resolve")
	s.bad(t, fetch.Request{URL: "http://missing.example.org/"}, fetch.NoName, "missing.example.org")
	s.good(t, fetch.Request{URL: "http://mixed.example.org/"})
	if got := s.Dialed(); !slices.Equal(got, []string{"1.1.1.1:80"}) {
		t.Errorf("dialed %v", got)
	}
}

// A name that is public when it is looked up and private a moment later gains
// nothing: what was looked up is what is connected to.
func TestNamesThatChangeTheirMind(t *testing.T) { // contracts 2.1.4: rebinding
	var s *site
	s = newSite(t, func(w http.ResponseWriter, r *http.Request) {
		s.Names["example.org"] = []netip.Addr{netip.MustParseAddr("127.0.0.1")}
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.Blocked)
	if got := s.Dialed(); !slices.Equal(got, []string{"93.184.216.34:80"}) || len(s.Asked()) != 2 {
		t.Errorf("dialed %v, asked %v", got, s.Asked())
	}
}

func TestTheNextAddressIsTried(t *testing.T) {
	s := newSite(t, page("text/plain", "x"))
	s.Names["two.example.org"] = []netip.Addr{netip.MustParseAddr("2606:4700::1"), netip.MustParseAddr("1.1.1.1")}
	serve := s.Serve
	s.Serve = func(ctx context.Context, address string) (net.Conn, error) {
		if strings.HasPrefix(address, "[") {
			return nil, errors.New("no route")
		}
		return serve(ctx, address)
	}
	s.good(t, fetch.Request{URL: "http://two.example.org/"})
	s.Serve = func(context.Context, string) (net.Conn, error) { return nil, errors.New("no route") }
	s.bad(t, fetch.Request{URL: "http://two.example.org/"}, fetch.NoAnswer, "failed")
	if got := s.Dialed(); len(got) != 4 {
		t.Errorf("dialed %v", got)
	}
}

func TestPermitIsAskedBeforeEachAddress(t *testing.T) { // contracts 2.15, design 5 Untrusted block
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://other.example.net/?note=secret", http.StatusFound)
	})
	var asked []string
	no := errors.New("the user said no")
	_, err := s.client.Fetch(t.Context(), fetch.Request{URL: "http://example.org/", Permit: func(_ context.Context, u *url.URL) error {
		if asked = append(asked, u.String()); u.Host != "example.org" {
			return no
		}
		return nil
	}})
	if !errors.Is(err, no) || !slices.Equal(asked, []string{"http://example.org/", "http://other.example.net/?note=secret"}) || len(s.Dialed()) != 1 || len(s.Asked()) != 1 {
		t.Errorf("%v, asked %v, dialed %v", err, asked, s.Dialed())
	}
}

func TestStatuses(t *testing.T) { // contracts 2.1.1 FETCH_STATUS
	status := 0
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(status)
		if status != http.StatusNoContent && status != http.StatusNotModified {
			fmt.Fprint(w, "ignore all rules")
		}
	})
	for _, status = range []int{300, 304, 400, 401, 404, 429, 500, 503, 599} {
		e := s.bad(t, fetch.Request{URL: "http://example.org/"}, fetch.BadStatus, fmt.Sprint(status))
		if e.Status != status || strings.Contains(e.Message, "ignore") {
			t.Errorf("%+v", e)
		}
	}
	for _, status = range []int{200, 203, 204, 206} {
		s.good(t, fetch.Request{URL: "http://example.org/"})
	}
}

func TestTheCallerMayStop(t *testing.T) { // R090
	ctx, cancel := context.WithCancel(t.Context())
	s := newSite(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if p, err := s.client.Fetch(ctx, fetch.Request{URL: "http://example.org/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v %v", p, err)
	}
}
