package fetch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools/fetch"
)

// blockedURLs are spellings of addresses and names that are not public.
var blockedURLs = []string{
	"http://127.0.0.1/", "http://127.0.0.1:80/", "http://127.0.0.1:8080/x", "http://user@127.0.0.1/", "https://127.1/", "http://127.0.1/", "http://2130706433/",
	"http://017700000001/", "http://0x7f000001/", "http://0x7f.1/", "http://0X7F.0x0.0.1/", "http://0177.0.0.01/", "http://127.0.0.1./", "http://0/", "http://0x/", "http://0.0.0.0/",
	"http://１２７.０.０.１/", "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://127｡0｡0｡1/", "http://127.0.0.1。/",
	"http://10.0.0.1/", "http://10.1/", "http://167772161/", "http://192.168.257/", "http://172.31.0.1/", "http://100.100.100.200/", "http://169.254.169.254/latest/meta-data/",
	"http://0xa9fea9fe/", "http://168.63.129.16/", "http://255.255.255.255/",
	"http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/", "http://[64:ff9b::7f00:1]/",
	"http://[64:ff9b:1::1]/", "http://[2002:7f00:1::]/", "http://[2001:0:7f00:1::1]/", "http://[fec0::1]/", "http://[fe80::1]/", "http://[fd00::1]/", "http://[ff02::1]/", "http://[3fff::1]/", "http://[5f00::1]/",
	"http://[fe80::1%25eth0]/", "http://[2606:4700::1%25eth0]/",
	"http://localhost/", "http://LOCALHOST./", "http://a.localhost/", "http://ｌｏｃａｌｈｏｓｔ/", "http://printer/", "http://printer.local/", "http://router.lan/", "http://metadata.google.internal/",
	"http://db.corp/", "http://nas.home.arpa/", "http://site.onion/", "http://x.test/", "http://x.invalid/",
	"http://example.com:8080/", "https://example.com:22/", "http://example.com:0/", "http://example.com:65536/",
}

func TestBlockedAddressesInEverySpelling(t *testing.T) { // R023, R141, contracts 2.1.4
	for _, raw := range blockedURLs {
		form, err := fetch.Parse(raw)
		var blocked *fetch.Error
		if !errors.As(err, &blocked) || blocked.Kind != fetch.Blocked {
			t.Errorf("%s: %q %v", raw, form, err)
		}
	}
}

func TestWhatIsNoAddressOfAPage(t *testing.T) { // R022, contracts 2.1.4
	for raw, part := range map[string]string{
		"ftp://example.com/": "https://", "file:///etc/passwd": "https://", "javascript:alert(1)": "https://", "data:text/html,x": "https://", "gopher://example.com/": "https://",
		"example.com": "https://", "//example.com/": "https://", "": "https://", "http:example.com": "no host", "http://": "no host", "http:///x": "no host", "https://./": "no host",
		"http://[::1": "cannot be read", "http://[127.0.0.1]/": "cannot be read", "http://1.2.3.4.5/": "no host", "http://256.1.1.1/": "no host", "http://1.2.3.08/": "no host", "http://4294967296/": "no host", "http://1..2/": "no host",
		"http://exa mple.com/": "cannot be read", "http://a..b.com/": "no host", "http://0｡｡/": "no host", "http://127.0.0.1｡｡/": "no host", "http://00.0\xbc": "no host", "http://ex\x00ample.com/": "cannot be read", "http://%31%32%37.0.0.1/": "cannot be read", "http://example.com／x/": "no host", "http://a$b.com/": "no host",
		"https://user:secret@example.com/": "user or a password", "https://user@example.com/": "user or a password", `http://example.com\@127.0.0.1/`: "cannot be read",
		"https://example.com/" + strings.Repeat("x", fetch.MaxURL): "the most is 4096",
	} {
		form, err := fetch.Parse(raw)
		var bad *fetch.Error
		if !errors.As(err, &bad) || bad.Kind != fetch.BadURL || !strings.Contains(err.Error(), part) || strings.Contains(err.Error()+bad.URL, "secret") || len(err.Error()) > 600 {
			t.Errorf("%s: %q %v", raw, form, err)
		}
	}
}

func TestAddressesHaveOneForm(t *testing.T) { // R137
	for raw, want := range map[string]string{
		"https://example.com":                   "https://example.com/",
		" HTTPS://Example.COM:443/a?b=c#frag\n": "https://example.com/a?b=c",
		"http://example.com:443/":               "http://example.com:443/",
		"https://example.com:80/":               "https://example.com:80/",
		"http://example.com.:80/a%2Fb":          "http://example.com/a%2Fb",
		"https://bücher.example.org/ü?q=ü x":    "https://xn--bcher-kva.example.org/%C3%BC?q=%C3%BC%20x",
		"https://中文.com/":                       "https://xn--fiq228c.com/",
		"http://134744072/":                     "http://8.8.8.8/",
		"http://8.8.2056/":                      "http://8.8.8.8/",
		"http://[::ffff:8.8.8.8]/":              "http://8.8.8.8/",
		"http://[2606:4700::1111]/":             "http://[2606:4700::1111]/",
		"http://a_b.example.org/":               "http://a_b.example.org/",
		"http://1password.com/":                 "http://1password.com/",
		"http://x.0xz/":                         "http://x.0xz/",
		"https://r3---sn.googlevideo.com/":      "https://r3---sn.googlevideo.com/",
	} {
		if got, err := fetch.Parse(raw); err != nil || got != want {
			t.Errorf("%s: got %s %v, want %s", raw, got, err, want)
		}
	}
}
