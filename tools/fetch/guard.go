package fetch

import (
	"net/netip"
	"syscall"

	"code.dny.dev/ssrf"
)

// guardian holds IANA's tables of special purpose: of IPv6 only what lies in
// 2000::/3 is let through, and of that and of IPv4 only what no table names
// (R023, R141, X35). Beside them stand two more:
//
//   - 168.63.129.16, at which a large cloud serves every machine's own keys,
//     and which no table names;
//   - 3ffe::/16, given back long ago and routed nowhere that is honest.
var guardian = ssrf.New(
	ssrf.WithNetworks("tcp4", "tcp6"),
	ssrf.WithPorts(80, 443),
	ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")),
	ssrf.WithDeniedV6Prefixes(netip.MustParsePrefix("3ffe::/16")),
)

// public tells whether an address is of the public internet. An IPv4 address in
// IPv6 clothes is taken for what it is; one with a zone is always local.
func public(ip netip.Addr) bool {
	return ip.IsValid() && guardian.SafeAddr(ip.Unmap()) == nil
}

// control is the last look at an address: the dialer calls it with the number
// that it is about to connect to, whatever the name was, and connects only when
// nothing is wrong.
func control(network, address string, c syscall.RawConn) error {
	if err := guardian.Safe(network, address, c); err != nil {
		return blocked(address).because(err)
	}
	return nil
}

func blocked(host string) *Error {
	return failf(Blocked, host, "%q is a local, private or reserved address; only public web addresses can be fetched", shown(host))
}
