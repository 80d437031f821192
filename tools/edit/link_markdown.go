package edit

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"strings"
)

// tail is the part of a Markdown link behind its text: (dest "title").
type tail struct {
	open    int  // behind the parenthesis
	dest    span // without angle brackets
	angle   bool // the destination stands in <>
	encoded bool // characters beyond ASCII are percent-encoded in it
}

// markdownPath finds the path of a Markdown link's destination. The text before
// may hold links and brackets of its own, so the tail is the one that ends where
// the link does and says what the link means.
func (w *written) markdownPath() (span, bool) {
	for at := 0; ; {
		i := bytes.Index(w.text[at:], []byte("]("))
		if i < 0 {
			return span{}, false
		}
		at += i + 2
		t, end, ok := readTail(w.text, at)
		if !ok || end != len(w.text) {
			continue
		}
		path := t.path(w.text)
		if meaning(w.text[path.start:path.end]) == w.link.Path {
			w.tail = &t
			return path, true
		}
	}
}

// path returns the part of the destination before its subpath.
func (t *tail) path(text []byte) span {
	s := t.dest
	if i := bytes.IndexByte(text[s.start:s.end], '#'); i >= 0 {
		s.end = s.start + i
	}
	return trimmed(text, s.start, s.end)
}

// meaning undoes the escapes of a destination: backslashes, entities, percent
// signs.
func meaning(dest []byte) string {
	var plain []byte
	for i := 0; i < len(dest); i++ {
		if dest[i] == '\\' && i+1 < len(dest) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", dest[i+1]) >= 0 {
			i++
		}
		plain = append(plain, dest[i])
	}
	s := html.UnescapeString(string(plain))
	if d, err := url.PathUnescape(s); err == nil {
		return strings.TrimSpace(d)
	}
	return s
}

// readTail reads `dest "title")` from text[at] on and returns the offset behind
// the parenthesis.
func readTail(text []byte, at int) (t tail, end int, ok bool) {
	t.open = at
	at = skipSpace(text, at)
	if t.dest, at, t.angle, ok = readDestination(text, at); !ok {
		return t, 0, false
	}
	t.encoded = percentBeyondASCII(text[t.dest.start:t.dest.end])
	if after := skipSpace(text, at); after > at && after < len(text) && text[after] != ')' {
		if at = readTitle(text, after); at < 0 {
			return t, 0, false
		}
	}
	at = skipSpace(text, at)
	return t, at + 1, at < len(text) && text[at] == ')'
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] >= '\t' && b[i] <= '\r') {
		i++
	}
	return i
}

// readDestination reads <dest> or a bare one and returns the offset behind it.
func readDestination(b []byte, i int) (dest span, end int, angle, ok bool) {
	if i < len(b) && b[i] == '<' {
		for p := i + 1; p < len(b); p++ {
			switch b[p] {
			case '\\':
				p++
			case '>':
				return span{i + 1, p}, p + 1, true, true
			}
		}
		return span{}, 0, true, false
	}
	depth, p := 0, i
	for ; p < len(b) && b[p] > ' '; p++ {
		switch b[p] {
		case '\\':
			p++
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return span{i, p}, p, false, p > i
			}
			depth--
		}
	}
	p = min(p, len(b))
	return span{i, p}, p, false, p > i
}

// readTitle returns the offset behind a title, -1 when there is none.
func readTitle(b []byte, i int) int {
	closer, ok := map[byte]byte{'"': '"', '\'': '\'', '(': ')'}[b[i]]
	if !ok {
		return -1
	}
	for p := i + 1; p < len(b); p++ {
		switch b[p] {
		case '\\':
			p++
		case closer:
			return p + 1
		}
	}
	return -1
}

// percentBeyondASCII reports a percent-encoded byte that is no ASCII.
func percentBeyondASCII(dest []byte) bool {
	for i := range dest {
		if dest[i] == '%' && i+1 < len(dest) && strings.IndexByte("89abcdefABCDEF", dest[i+1]) >= 0 {
			return true
		}
	}
	return false
}

// encode writes a path as a destination in the style of the old one (M2, M6):
// between angle brackets spaces stay; in a bare one they are encoded. What would
// mean something else there is encoded in both.
func (t *tail) encode(path string) string {
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case c == ' ' && t.angle:
			b.WriteByte(c)
		case c <= ' ' || c == 0x7f, strings.IndexByte("%#<>|`\\", c) >= 0, c >= 0x80 && t.encoded,
			c == '&' && strings.Contains(path[i:], ";"),
			(c == '(' || c == ')') && !t.angle && !balanced(path):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// balanced reports parentheses that close in order.
func balanced(path string) bool {
	depth := 0
	for _, r := range path {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
