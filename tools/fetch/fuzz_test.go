package fetch_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools/fetch"
)

// fenced are the blocks that are not the public internet, written down here a
// second time: the oracle must not be what it checks.
var fenced = prefixes(
	"0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
	"192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
	"::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1",
)

func prefixes(lines ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, text := range strings.Fields(strings.Join(lines, " ")) {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

func isFenced(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.Zone() != "" || slices.ContainsFunc(fenced, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// addressesIn reads addresses from bytes: 4, or 16 behind a byte that is odd.
func addressesIn(raw []byte) []netip.Addr {
	ips := []netip.Addr{}
	for len(raw) > 4 && len(ips) < 20 {
		n := 4
		if raw[0]&1 == 1 && len(raw) > 16 {
			n = 16
		}
		ip, _ := netip.AddrFromSlice(raw[1 : 1+n])
		ips = append(ips, ip)
		raw = raw[1+n:]
	}
	return ips
}

// Whatever the address, the answers of the resolver and the redirects are, no
// connection is made to what is not public (issue 4, R023, R141).
func FuzzNothingFencedIsDialed(f *testing.F) {
	for _, raw := range blockedURLs {
		f.Add(raw, []byte{0, 127, 0, 0, 1}, "/")
		f.Add("http://example.org/", []byte{0, 8, 8, 8, 8, 0, 10, 0, 0, 1}, raw)
	}
	for _, text := range denied {
		ip := netip.MustParseAddr(text)
		f.Add("https://name.example.org/", append([]byte{byte(ip.BitLen() / 128)}, ip.AsSlice()...), "//other.example.org/")
	}
	f.Fuzz(func(t *testing.T, raw string, answers []byte, location string) {
		lab := &fetch.Lab{Else: addressesIn(answers), Serve: func(context.Context, string) (net.Conn, error) {
			return answering("HTTP/1.1 302 Found\r\nLocation: " + strings.NewReplacer("\r", "", "\n", "").Replace(location) + "\r\n\r\n"), nil
		}}
		permitted := 0
		_, err := lab.Client(nil).Fetch(t.Context(), fetch.Request{URL: raw, Permit: func(context.Context, *url.URL) error { permitted++; return nil }})
		var failed *fetch.Error
		if !errors.As(err, &failed) || !utf8.ValidString(failed.Message) && utf8.ValidString(raw) && utf8.ValidString(location) {
			t.Errorf("%q: %v", raw, err)
		}
		if permitted > 6 || permitted == 0 && len(lab.Asked()) > 0 {
			t.Errorf("asked %d times", permitted)
		}
		for _, address := range lab.Dialed() {
			to, err := netip.ParseAddrPort(address)
			if err != nil || isFenced(to.Addr()) || to.Port() != 80 && to.Port() != 443 {
				t.Errorf("%q dialed %s", raw, address)
			}
		}
	})
}

// answering is a connection that answers any request with these bytes.
func answering(answer string) net.Conn { return &canned{answer: strings.NewReader(answer)} }

type canned struct{ answer *strings.Reader }

type nowhere struct{}

func (nowhere) Network() string { return "tcp" }
func (nowhere) String() string  { return "nowhere" }

func (c *canned) Read(p []byte) (int, error)       { return c.answer.Read(p) }
func (c *canned) Write(p []byte) (int, error)      { return len(p), nil }
func (c *canned) Close() error                     { return nil }
func (c *canned) LocalAddr() net.Addr              { return nowhere{} }
func (c *canned) RemoteAddr() net.Addr             { return nowhere{} }
func (c *canned) SetDeadline(time.Time) error      { return nil }
func (c *canned) SetReadDeadline(time.Time) error  { return nil }
func (c *canned) SetWriteDeadline(time.Time) error { return nil }

// What is taken as an address has one form, which is an address of the public
// web and is taken as itself.
func FuzzAddress(f *testing.F) {
	for _, raw := range append([]string{"https://bücher.example.org/ü?q=ü", "http://8.8.2056/", "http://[2606:4700::1]/", "http:\\\\a.b", "http://a.b:0443/%zz"}, blockedURLs...) {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		form, err := fetch.Parse(raw)
		if err != nil {
			return
		}
		if again, err := fetch.Parse(form); err != nil || again != form {
			t.Errorf("%q: %q then %q %v", raw, form, again, err)
		}
		u, err := url.Parse(form)
		if err != nil || u.User != nil || u.Fragment != "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Hostname(), "abcdefghijklmnopqrstuvwxyz0123456789-._:") != "" {
			t.Errorf("%q: %q %v", raw, form, err)
		}
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil && isFenced(ip) {
			t.Errorf("%q: %q", raw, form)
		}
	})
}

func FuzzOnlyPublic(f *testing.F) {
	for _, text := range append(append([]string{}, denied...), allowed...) {
		f.Add(netip.MustParseAddr(text).AsSlice())
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if ip, ok := netip.AddrFromSlice(raw); ok && fetch.Public(ip) && isFenced(ip) {
			t.Errorf("%s counts as public", ip)
		}
	})
}

// Any page becomes text within bounds, and nothing that cannot be seen is in it.
func FuzzRead(f *testing.F) {
	for _, s := range hostile(1000) {
		f.Add(s, "text/html; charset=utf-8")
	}
	f.Add("<meta charset=gbk>\xd6\xd0\xce\xc4", "text/html")
	f.Add("<?xml version='1.0' encoding='big5'?><a/>", "application/xml")
	f.Add("{}", "application/json; charset=utf-16")
	f.Fuzz(func(t *testing.T, source, contentType string) {
		if len(source) > 100_000 {
			return
		}
		for _, mode := range []fetch.Mode{fetch.Text, fetch.Markdown} {
			doc, err := fetch.Read([]byte(source), contentType, mode, 500)
			var failed *fetch.Error
			if err != nil {
				if !errors.As(err, &failed) {
					t.Fatal(err)
				}
				continue
			}
			if !utf8.ValidString(doc.Text+doc.Title+doc.Byline+doc.SiteName+doc.Language) || doc.Shown > 500 || doc.Shown > doc.Total || utf8.RuneCountInString(doc.Text) != doc.Shown {
				t.Errorf("%+v", doc)
			}
			if again, n := fetch.Clean(doc.Text); n != 0 || again != doc.Text {
				t.Errorf("%q still holds what cannot be seen", doc.Text)
			}
			if strings.ContainsAny(doc.Title+doc.Byline+doc.SiteName+doc.Language, "\n\t\u202e\u200b") {
				t.Errorf("%+v", doc)
			}
		}
		if depth, nodes := fetch.Depth(source); depth > fetch.MaxDepth+3 || nodes > len(source)+10 {
			t.Errorf("depth %d, %d nodes of %d bytes", depth, nodes, len(source))
		}
	})
}

// Whatever a server sends, there is a page within bounds or an error.
func FuzzResponse(f *testing.F) {
	const ok = "HTTP/1.1 200 OK\r\n"
	f.Add([]byte(ok + "Content-Type: text/html\r\n\r\n<p>x"))
	f.Add([]byte(ok + "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
	f.Add([]byte("HTTP/1.1 103 Early\r\n\r\n" + ok + "\r\nx"))
	for encoding, w := range packers {
		var b strings.Builder
		p := w(&b)
		_, _ = io.Copy(p, io.LimitReader(zeros{}, 100_000))
		_ = p.Close()
		f.Add([]byte(ok + "Content-Type: text/plain\r\nContent-Encoding: " + encoding + "\r\n\r\n" + b.String()))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		lab := &fetch.Lab{Else: []netip.Addr{netip.MustParseAddr("8.8.8.8")}, Serve: func(context.Context, string) (net.Conn, error) { return answering(string(raw)), nil }}
		p, err := lab.Client(nil).Fetch(t.Context(), fetch.Request{URL: "http://example.org/", MaxChars: 1000})
		var failed *fetch.Error
		switch {
		case err != nil && (!errors.As(err, &failed) || failed.Kind == fetch.Blocked && len(lab.Dialed()) == 0):
			t.Errorf("%v", err)
		case err == nil && (p.Bytes > 5*mib || p.Shown > 1000 || len(p.Redirects) > 5):
			t.Errorf("%+v", p)
		}
	})
}
