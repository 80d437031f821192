package fetch

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// decode makes UTF-8 of a body, and says what it was. It goes by, in this
// order: a byte order mark, the header, what the page says of itself, whether
// it is UTF-8 as it stands, and a guess from its bytes.
func decode(b *body, f form) (text, name string) {
	enc, name := encodingOf(b, f)
	plain := b.bytes
	if name != "utf-8" {
		if out, err := enc.NewDecoder().Bytes(b.bytes); err == nil { // it replaces what it cannot read
			plain = out
		}
	}
	return strings.ToValidUTF8(string(bytes.TrimPrefix(plain, []byte("\ufeff"))), "\ufffd"), name
}

func encodingOf(b *body, f form) (encoding.Encoding, string) {
	for _, label := range []string{markOf(b.bytes), b.charset, saidInside(b.bytes, f)} {
		if enc, name := charset.Lookup(label); enc != nil && name != "replacement" {
			return enc, name
		}
	}
	if utf8.Valid(b.bytes) {
		return encoding.Nop, "utf-8"
	}
	return guess(b.bytes)
}

// markOf is the encoding of the byte order mark.
func markOf(raw []byte) string {
	for _, m := range []struct{ mark, name string }{{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"}} {
		if bytes.HasPrefix(raw, []byte(m.mark)) {
			return m.name
		}
	}
	return ""
}

var (
	metaCharset = regexp.MustCompile(`(?i)<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([a-z0-9._:-]{1,40})`)
	xmlEncoding = regexp.MustCompile(`^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)
)

// saidInside is the encoding that a page names near its beginning. That it can
// be read at all means that it is none of two bytes a letter.
func saidInside(raw []byte, f form) string {
	raw = raw[:min(len(raw), 4096)]
	m := xmlEncoding.FindSubmatch(raw)
	if f == formHTML && m == nil {
		m = metaCharset.FindSubmatch(raw)
	}
	if f == formPlain || m == nil {
		return ""
	}
	if strings.HasPrefix(strings.ToLower(string(m[1])), "utf-16") {
		return "utf-8"
	}
	return string(m[1])
}

// guess tells from the bytes alone; what nothing speaks for is windows-1252, as
// in a browser.
func guess(raw []byte) (encoding.Encoding, string) {
	const sample, sure = 64 << 10, 50
	if best, err := chardet.NewHtmlDetector().DetectBest(raw[:min(len(raw), sample)]); err == nil && best.Confidence >= sure {
		if enc, name := charset.Lookup(best.Charset); enc != nil && name != "replacement" {
			return enc, name
		}
	}
	return charset.Lookup("windows-1252")
}
