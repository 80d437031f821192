package fetch_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"

	"github.com/ibid-notes/ibid/tools/fetch"
)

// denied are addresses that Go's own helpers mostly call global (contracts
// 2.1.4), and the first and last of every block that must not be reached.
var denied = []string{
	"0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255", "127.0.0.1", "127.255.255.255",
	"168.63.129.16", "169.254.0.1", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.2.1", "192.31.196.1",
	"192.52.193.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
	"224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
	"::", "::1", "::127.0.0.1", "::10.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
	"64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1",
	"2001::", "2001:0:7f00:1::1", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:1ff:ffff::1",
	"2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::1", "2002:808:808::1", "2620:4f:8000::1", "3ffe::1", "3fff::1", "3fff:fff:ffff::1",
	"4000::1", "5f00::1", "fc00::1", "fd00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "feff::1", "ff02::1", "ff0e::1",
	"2606:4700::1%eth0",
}

var allowed = []string{
	"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0",
	"192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8",
	"2001:200::1", "2001:4860:4860::8888", "2400:cb00::1", "2606:4700::1111", "2a00:1450::1", "3ffd::1",
}

func TestOnlyPublicAddresses(t *testing.T) { // R023, R141, X35, contracts 2.1.4
	for _, text := range denied {
		if fetch.Public(netip.MustParseAddr(text)) {
			t.Errorf("%s counts as public", text)
		}
	}
	for _, text := range allowed {
		if !fetch.Public(netip.MustParseAddr(text)) {
			t.Errorf("%s does not count as public", text)
		}
	}
	if fetch.Public(netip.Addr{}) {
		t.Error("no address counts as public")
	}
}

// The dialer itself refuses: whatever a name resolved to, nothing is sent.
func TestTheDialerLooksAtTheAddressItConnectsTo(t *testing.T) { // R023, R141, contracts 2.1.4
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	port := netip.MustParseAddrPort(l.Addr().String()).Port()
	for _, address := range []string{l.Addr().String(), netip.AddrPortFrom(netip.MustParseAddr("::ffff:127.0.0.1"), port).String(), "127.0.0.1:80", "[::1]:443",
		"169.254.169.254:80", "localhost:80", "1.1.1.1:22"} {
		ctx, cancel := context.WithCancel(t.Context())
		conn, err := fetch.System(ctx, address)
		var blocked *fetch.Error
		if conn != nil || !errors.As(err, &blocked) || blocked.Kind != fetch.Blocked {
			t.Errorf("%s: %v %v", address, conn, err)
		}
		cancel()
	}
}
