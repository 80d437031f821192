package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/tools/fetch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var fetchedAt = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

// site is a client whose whole public web is one real server on this machine.
type site struct {
	*fetch.Lab
	client *fetch.Client
}

// newSite serves handler under these names and every public address.
func newSite(t *testing.T, handler http.HandlerFunc) *site {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return newLab(server.Listener.Addr().String())
}

func newLab(server string) *site {
	lab := &fetch.Lab{Names: map[string][]netip.Addr{}}
	for _, name := range []string{"example.org", "www.example.org", "other.example.net"} {
		lab.Names[name] = []netip.Addr{netip.MustParseAddr("93.184.216.34")}
	}
	lab.Serve = func(ctx context.Context, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", server)
	}
	return &site{Lab: lab, client: lab.Client(func() time.Time { return fetchedAt })}
}

// page serves one body.
func page(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		fmt.Fprint(w, body)
	}
}

func (s *site) good(t *testing.T, r fetch.Request) *fetch.Page {
	t.Helper()
	p, err := s.client.Fetch(t.Context(), r)
	if err != nil {
		t.Fatalf("%s: %v (%v)", r.URL, err, errors.Unwrap(err))
	}
	return p
}

// bad fetches what must fail, and returns how.
func (s *site) bad(t *testing.T, r fetch.Request, kind fetch.Kind, parts ...string) *fetch.Error {
	t.Helper()
	p, err := s.client.Fetch(t.Context(), r)
	var failed *fetch.Error
	if !errors.As(err, &failed) || failed.Kind != kind {
		t.Fatalf("%s: got %+v %v, want %s", r.URL, p, err, kind)
	}
	for _, part := range parts {
		if !strings.Contains(failed.Message, part) {
			t.Errorf("%s: %q does not say %q", r.URL, failed.Message, part)
		}
	}
	return failed
}
