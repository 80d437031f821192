package note

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// maxParens is how deep parentheses may nest in a bare destination, as in
// CommonMark's reference programs.
const maxParens = 32

// close handles a ']': the end of a Markdown link, of a reference, or of
// nothing.
func (s *inlineScanner) close(i int) int {
	if len(s.brackets) == 0 {
		return i + 1
	}
	top := len(s.brackets) - 1
	b := s.brackets[top]
	s.brackets = s.brackets[:top]
	if top > 0 {
		s.brackets[top-1].nested = true
	}
	inactive := top < s.dead && !b.image
	s.dead = min(s.dead, top)
	if inactive {
		return i + 1
	}
	end, ok := s.inlineLink(b, i)
	if !ok {
		end, ok = s.reference(b, i)
	}
	if !ok {
		return i + 1
	}
	if s.closed = b.pos; b.image {
		s.closed--
	}
	if !b.image {
		s.dead = len(s.brackets) // a link holds no link
	}
	return end
}

// inlineLink records [text](dest "title") and returns the offset behind it.
func (s *inlineScanner) inlineLink(b bracket, closing int) (int, bool) {
	if s.peek(closing+1) != '(' {
		return 0, false
	}
	dest, end, ok := parseTail(s.text.buf, closing+2)
	s.c.work += end - closing
	if !ok {
		return 0, false
	}
	if l, ok := markdownTarget(dest); ok {
		s.addMarkdown(l, b, closing, end)
	}
	return end, true
}

func (s *inlineScanner) addMarkdown(l Link, b bracket, closing, end int) {
	start := b.pos
	if b.image {
		l.Embed = true
		start--
	}
	l.Display = s.c.displayed(s.text.buf[b.pos+1 : closing])
	l.HasDisplay = l.Display != ""
	s.c.addLink(l, s.text.at(start), s.text.end(end))
}

// parseTail reads `dest "title")` from buf[i] on and returns the destination
// and the offset behind the parenthesis. It and the functions below return how
// far they came when they find nothing.
func parseTail(buf []byte, i int) (dest []byte, end int, ok bool) {
	i = skipSpace(buf, i)
	dest, i, ok = parseDestination(buf, i)
	if !ok {
		return nil, i, false
	}
	after := skipSpace(buf, i)
	if after > i {
		t, ok := parseTitle(buf, after)
		if ok {
			t = skipSpace(buf, t)
		} else if t > after {
			return nil, t, false
		}
		after = t
	}
	if after >= len(buf) || buf[after] != ')' {
		return nil, after, false
	}
	return dest, after + 1, true
}

func skipSpace(buf []byte, i int) int {
	for i < len(buf) && (buf[i] == ' ' || buf[i] >= '\t' && buf[i] <= '\r') {
		i++
	}
	return i
}

// parseDestination reads a link destination: <…> with spaces, or bare without
// and with balanced parentheses (M2, M8).
func parseDestination(buf []byte, i int) (dest []byte, end int, ok bool) {
	if i < len(buf) && buf[i] == '<' {
		return angleDestination(buf, i+1)
	}
	depth, p := 0, i
	for ; p < len(buf) && buf[p] > ' ' && buf[p] != 0x7f; p++ {
		switch buf[p] {
		case '\\':
			if p+1 < len(buf) && isASCIIPunct(buf[p+1]) {
				p++
			}
		case '(':
			if depth++; depth > maxParens {
				return nil, p, false
			}
		case ')':
			if depth == 0 {
				return buf[i:p], p, true
			}
			depth--
		}
	}
	return buf[i:min(p, len(buf))], min(p, len(buf)), depth == 0
}

func angleDestination(buf []byte, i int) (dest []byte, end int, ok bool) {
	for p := i; p < len(buf); p++ {
		switch buf[p] {
		case '\\':
			p++
		case '\n', '<':
			return nil, p, false
		case '>':
			return buf[i:p], p + 1, true
		}
	}
	return nil, len(buf), false
}

// parseTitle passes a title in "…", '…' or (…).
func parseTitle(buf []byte, i int) (end int, ok bool) {
	if i >= len(buf) {
		return i, false
	}
	closer := buf[i]
	switch closer {
	case '(':
		closer = ')'
	case '"', '\'':
	default:
		return i, false
	}
	for p := i + 1; p < len(buf); p++ {
		switch {
		case buf[p] == '\\':
			p++
		case buf[p] == closer:
			return p + 1, true
		case buf[p] == '(' && closer == ')':
			return p, false
		}
	}
	return len(buf), false
}

// markdownTarget turns a destination into a link; it reports false for an
// external or empty one (M1, M3, M4).
func markdownTarget(dest []byte) (Link, bool) {
	if bytes.ContainsAny(dest, `\&`) {
		dest = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(dest)))
	}
	raw := strings.TrimSpace(clone(dest))
	if raw == "" || hasScheme(raw) {
		return Link{}, false
	}
	l := Link{Kind: MarkdownLink}
	path, sub := splitTarget(raw)
	l.Path, l.Subpath = percentDecode(path), percentDecode(sub)
	return l, true
}

// percentDecode decodes %XX, or gives the text back as it is when that fails: a
// lone percent sign is part of a name (M9).
func percentDecode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	d, err := url.PathUnescape(s)
	if err != nil || !utf8.ValidString(d) || strings.Contains(d, "\x00") {
		return s
	}
	return strings.TrimSpace(d)
}

// hasScheme reports a destination outside the vault: a URL scheme of two
// letters or more, or `//host`.
func hasScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return c == ':' && i > 1 || strings.HasPrefix(s, "//")
		}
	}
	return false
}

// splitTarget cuts a link's target at its first '#' (W2).
func splitTarget(s string) (path, subpath string) {
	i := strings.IndexByte(s, '#')
	if i < 0 {
		return s, ""
	}
	return strings.TrimSpace(s[:i]), s[i:]
}
