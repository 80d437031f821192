package fetch

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

// Lab is a network for tests: names resolve as the test says, and what would go
// to a public address goes to a server of the test's instead. It is behind every
// check of the client, and sees only what passed them.
type Lab struct {
	Names map[string][]netip.Addr
	Else  []netip.Addr // the addresses of all other names
	Serve func(ctx context.Context, address string) (net.Conn, error)
	TLS   *tls.Config

	mu     sync.Mutex
	dialed []string
	asked  []string
}

// Dialed lists the addresses that were connected to, in order.
func (l *Lab) Dialed() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.dialed...)
}

// Asked lists the names that were looked up, in order.
func (l *Lab) Asked() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.asked...)
}

// Client returns a client on the network of the lab.
func (l *Lab) Client(now func() time.Time) *Client {
	return newClient(network{lookup: l.lookup, connect: l.connect, tls: l.TLS}, now)
}

func (l *Lab) lookup(_ context.Context, name string) ([]netip.Addr, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = append(l.asked, name)
	if ips, ok := l.Names[name]; ok {
		return ips, nil
	}
	if l.Else != nil {
		return l.Else, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (l *Lab) connect(ctx context.Context, address string) (net.Conn, error) {
	l.mu.Lock()
	l.dialed = append(l.dialed, address)
	l.mu.Unlock()
	return l.Serve(ctx, address)
}

// System is the real network's way to connect, with the guard in it.
var System = func(ctx context.Context, address string) (net.Conn, error) { return system().connect(ctx, address) }

// Public is public.
var Public = public

// Parse checks an address and returns its one form.
func Parse(raw string) (string, error) {
	t, bad := parseTarget(raw, nil)
	if bad != nil {
		return "", bad
	}
	return t.url.String(), nil
}

// Clean is cleaned.
var Clean = cleaned

// Read reads a page that was received.
func Read(raw []byte, contentType string, mode Mode, maxChars int) (Document, error) {
	t, bad := parseTarget("https://example.org/dir/page", nil)
	if bad != nil {
		return Document{}, bad
	}
	b := &body{at: t.url, bytes: raw}
	b.mediaType, b.charset = contentTypeOf(contentType)
	return read(b, mode, maxChars)
}

var contentTypeOf = contentType

// Depth is how deep the tree of a page is, and how many nodes it has.
func Depth(source string) (depth, nodes int) {
	t := parseTree(source, &url.URL{Scheme: "https", Host: "example.org", Path: "/"})
	for n := range t.doc.Descendants() {
		nodes++
		at := 0
		for range n.Ancestors() {
			at++
		}
		depth = max(depth, at)
	}
	return depth, nodes
}

// Bounds of a tree.
const (
	MaxNodes = maxNodes
	MaxDepth = maxDepth
)
