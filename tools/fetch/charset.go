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

// xmlEncoding finds the encoding that an XML declaration names.
var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)

// decode makes UTF-8 of a body, and says what it was. It goes by, in this
// order: a byte order mark, the header, what the page says of itself, whether
// it is UTF-8 as it stands, and a guess from its bytes.
func decode(b *body, f form) (text, name string) {
	enc, name := encodingOf(b, f)
	if name == "utf-8" {
		return strings.ToValidUTF8(string(bytes.TrimPrefix(b.bytes, []byte("\ufeff"))), "\ufffd"), name
	}
	plain, err := enc.NewDecoder().Bytes(b.bytes)
	if err != nil { // a decoder replaces what it cannot read; to fail is not its way
		return strings.ToValidUTF8(string(b.bytes), "\ufffd"), "utf-8"
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(plain), "\ufeff"), "\ufffd"), name
}

func encodingOf(b *body, f form) (encoding.Encoding, string) {
	label := b.charset
	if f == formXML {
		if m := xmlEncoding.FindSubmatch(b.bytes[:min(len(b.bytes), 1024)]); m != nil && label == "" {
			label = string(m[1])
		}
	}
	head, header := b.bytes[:min(len(b.bytes), 1024)], ""
	if label != "" {
		header = "text/html; charset=" + label
	}
	if f == formHTML || header != "" || hasMark(head) {
		if enc, name, certain := charset.DetermineEncoding(head, header); certain && name != "replacement" {
			return enc, name
		}
	}
	if utf8.Valid(b.bytes) {
		return encoding.Nop, "utf-8"
	}
	return guess(b.bytes)
}

func hasMark(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\ufeff")) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) || bytes.HasPrefix(head, []byte{0xff, 0xfe})
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
