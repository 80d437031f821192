package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// network is the way to the internet: how names are resolved and connections
// made. Only tests replace its parts, and none of them can replace the checks
// of Client.dial.
type network struct {
	lookup  func(ctx context.Context, name string) ([]netip.Addr, error)
	connect func(ctx context.Context, address string) (net.Conn, error) // to an IP and port
	tls     *tls.Config                                                 // nil = the system's roots
}

// system is the network of this machine. Its dialer has the guard in Control,
// which sees the address that is connected to (contracts 2.1.4).
func system() network {
	dialer := &net.Dialer{Timeout: connectTime, Control: control}
	return network{
		lookup: func(ctx context.Context, name string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", name+".") // rooted: no search domain is tried
		},
		connect: func(ctx context.Context, address string) (net.Conn, error) {
			return dialer.DialContext(ctx, "tcp", address)
		},
	}
}

// transport speaks HTTP over the guarded dialer: no proxy, no kept connections,
// no packed bodies but those that body opens under its own limit.
func (c *Client) transport() *http.Transport {
	return &http.Transport{
		DialContext:            c.dial,
		TLSClientConfig:        c.net.tls,
		TLSHandshakeTimeout:    headerTime,
		ResponseHeaderTimeout:  headerTime,
		MaxResponseHeaderBytes: maxHeader,
		DisableKeepAlives:      true,
		DisableCompression:     true,
	}
}

// dial connects to a host that was checked as text. It resolves the name
// itself, so that addresses which are not public are never even tried.
func (c *Client) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, err
	}
	ips, err := c.addresses(ctx, host)
	if err != nil {
		return nil, err
	}
	for _, ip := range ips {
		to := netip.AddrPortFrom(ip, uint16(port))
		if err = guardian.SafeAddrPort(to); err != nil {
			return nil, blocked(address).because(err)
		}
		var conn net.Conn
		if conn, err = c.net.connect(ctx, to.String()); err == nil {
			return conn, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, err
}

// addresses returns the public addresses of a host, best first; none is an
// error.
func (c *Client) addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return publicOf(host, []netip.Addr{ip})
	}
	all, err := c.net.lookup(ctx, host)
	var unknown *net.DNSError
	if errors.As(err, &unknown) && !unknown.IsTimeout || err == nil && len(all) == 0 {
		return nil, failf(NoName, host, "The host name %q does not resolve; check its spelling, and whether this computer is online", shown(host)).because(err)
	}
	if err != nil {
		return nil, err
	}
	return publicOf(host, all)
}

// publicOf keeps what is public of the addresses of a host. A name with
// addresses of both kinds is reached by the public ones alone.
func publicOf(host string, all []netip.Addr) ([]netip.Addr, error) {
	var ips []netip.Addr
	for _, ip := range all {
		if public(ip) && len(ips) < maxAddresses {
			ips = append(ips, ip.Unmap())
		}
	}
	if len(ips) == 0 {
		return nil, failf(Blocked, host, "The host %q is at a local, private or reserved address; only public web addresses can be fetched", shown(host))
	}
	return ips, nil
}

// isTimeout tells whether an error is of a time that ran out.
func isTimeout(err error) bool {
	var slow interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errSilent) || errors.As(err, &slow) && slow.Timeout()
}

// timeoutOf is how long a request may take.
func timeoutOf(asked time.Duration) time.Duration {
	if asked <= 0 {
		return DefaultTimeout
	}
	return min(asked, MaxTimeout)
}
