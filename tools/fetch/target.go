package fetch

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxURL is the longest address taken, in bytes.
const MaxURL = 4096

// target is an address that was found to be one of a web page, and is written
// in one form: what was checked is what is sent.
type target struct {
	url  *url.URL   // scheme, ASCII host without credentials, path, query
	name string     // to look up, or "" when the host is an address
	ip   netip.Addr // the address, when it is one
	port uint16
}

// parseTarget checks an address as text: http or https, a public host, port 80
// or 443, no user and no password (R022, R023, R141, contracts 2.1.4). base is
// what a redirect is relative to, or nil.
func parseTarget(raw string, base *url.URL) (*target, *Error) {
	raw = strings.TrimFunc(raw, unicode.IsSpace)
	if len(raw) > MaxURL {
		return nil, failf(BadURL, shown(raw), "The address has %d bytes; the most is %d", len(raw), MaxURL)
	}
	u, err := parseURL(raw, base)
	if err != nil {
		return nil, failf(BadURL, shown(raw), "%q cannot be read as an address; give one like https://example.com/page", shown(raw)).because(err)
	}
	t, bad := newTarget(u)
	if bad != nil {
		bad.URL = shown(redacted(u))
		return nil, bad
	}
	return t, nil
}

func parseURL(raw string, base *url.URL) (*url.URL, error) {
	if !utf8.ValidString(raw) {
		raw = escapeBytes(raw) // as servers send them in a redirect
	}
	if base != nil {
		return base.Parse(raw)
	}
	return url.Parse(raw)
}

func newTarget(u *url.URL) (*target, *Error) {
	where := redacted(u)
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, failf(BadURL, "", "%q is not an address of the web; it has to begin with https:// or http://", shown(where))
	}
	name, ip, ok := parseHost(u.Hostname(), strings.HasPrefix(u.Host, "["))
	switch {
	case !ok && strings.Contains(u.Host, "%"): // a zone names an interface of this machine
		return nil, blocked(where)
	case !ok || u.Opaque != "":
		return nil, failf(BadURL, "", "%q has no host that can be read; give an address like https://example.com/page", shown(where))
	case name == "" && !public(ip), name != "" && isLocalName(name):
		return nil, blocked(where)
	}
	port, ok := portOf(u)
	if !ok {
		return nil, failf(Blocked, "", "%q names a port; only 80 and 443 are open to fetching", shown(where))
	}
	if u.User != nil {
		return nil, failf(BadURL, "", "%q holds a user or a password, which are never sent; give the address without them", shown(where))
	}
	t := &target{name: name, ip: ip.Unmap(), port: port}
	t.url = &url.URL{Scheme: u.Scheme, Host: t.host() + foreignPort(u.Scheme, port), Path: u.Path, RawPath: u.RawPath, RawQuery: escapeBytes(u.RawQuery)}
	if t.url.Path == "" {
		t.url.Path = "/"
	}
	return t, nil
}

// host is the host as it is sent.
func (t *target) host() string {
	host := t.name
	switch {
	case t.ip.Is6():
		host = "[" + t.ip.String() + "]"
	case t.ip.IsValid():
		host = t.ip.String()
	}
	return host
}

// usual is the port of each scheme.
var usual = map[string]uint16{"http": 80, "https": 443}

// foreignPort is what to write behind the host for a port.
func foreignPort(scheme string, port uint16) string {
	if port == usual[scheme] {
		return ""
	}
	return ":" + strconv.Itoa(int(port))
}

// portOf returns the port of an address, and false when it is closed.
func portOf(u *url.URL) (uint16, bool) {
	text := u.Port()
	if text == "" {
		return usual[u.Scheme], true
	}
	n, err := strconv.ParseUint(text, 10, 16)
	return uint16(n), err == nil && (n == 80 || n == 443)
}

// escapeBytes writes as %XX what may not stand in an address as it is.
func escapeBytes(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>`+"`", c) >= 0 {
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// redacted is an address without what may be secret in it.
func redacted(u *url.URL) string {
	plain := *u
	plain.User = nil
	return plain.String()
}

// shown shortens what is quoted in a message, at a character.
func shown(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
