package fetch

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// names is how host names are read: as browsers look them up, but with
// underscores, which some hosts have.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.BidiRule(),
	idna.CheckHyphens(false), idna.VerifyDNSLength(true))

// parseHost returns the one form of a host: a name in ASCII, or an address.
// Every way to write an address counts as that address, as it would for the
// system's resolver. What is left over, in name, can be nothing but a name.
func parseHost(host string, bracketed bool) (name string, ip netip.Addr, ok bool) {
	if bracketed {
		ip, err := netip.ParseAddr(host)
		return "", ip, err == nil && ip.Is6()
	}
	ascii, err := names.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil || ascii == "" || strings.ContainsFunc(ascii, notInName) {
		return "", netip.Addr{}, false
	}
	ascii = strings.TrimSuffix(ascii, ".") // the mapping makes dots of other signs
	if again, err := names.ToASCII(ascii); err != nil || again != ascii {
		return "", netip.Addr{}, false // a label that stands for nothing
	}
	if !endsInNumber(ascii) {
		return ascii, netip.Addr{}, !slices.Contains(strings.Split(ascii, "."), "")
	}
	ip, ok = parseIPv4(ascii)
	return "", ip, ok
}

func notInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.' && r != '_'
}

// endsInNumber tells whether a host is meant as an IPv4 address: its last label
// is a number (WHATWG URL 3.5).
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return false
	}
	_, isNumber := ipv4Part(last)
	return isNumber || strings.Trim(last, "0123456789") == ""
}

// parseIPv4 reads an IPv4 address in each of its forms: up to four parts, each
// decimal, octal or hexadecimal, the last one filling what is left (WHATWG URL
// 3.5, inet_aton).
func parseIPv4(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var sum uint64
	for i, part := range parts {
		n, ok := ipv4Part(part)
		most := uint64(255)
		if i == len(parts)-1 {
			most = 1<<(8*(5-len(parts))) - 1
		}
		if !ok || n > most {
			return netip.Addr{}, false
		}
		if i == len(parts)-1 {
			sum |= n
		} else {
			sum |= n << (8 * (3 - i))
		}
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}

// ipv4Part reads one number of an IPv4 address. The name is in lower case.
func ipv4Part(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "" || s[0] == '_':
		return 0, false
	case s == "0x": // an empty hexadecimal number is 0
		return 0, true
	case strings.HasPrefix(s, "0x"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	n, err := strconv.ParseUint(s, base, 40)
	return n, err == nil
}

// localSuffixes end names that are never looked up on the public internet:
// reserved ones (RFC 2606, 6761, 6762, 7686, 8375, 9476, ICANN's .internal) and
// those that home and office routers make up.
var localSuffixes = []string{
	"localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa",
	"onion", "alt", "test", "invalid", "example",
}

// isLocalName tells whether a name is one of the own network. A name without a
// dot is one: what it means depends on where it is asked.
func isLocalName(name string) bool {
	if !strings.Contains(name, ".") {
		return true
	}
	for _, suffix := range localSuffixes {
		if strings.HasSuffix(name, "."+suffix) {
			return true
		}
	}
	return false
}
