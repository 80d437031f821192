package fetch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean takes out of a text what cannot be seen and can steer all the same:
// controls, direction marks, zero-width and tag characters (contracts 2.15 rule
// 3). Line breaks become one kind.
func clean(s string) string {
	out, _ := cleaned(s)
	return out
}

// cleaned is clean, and counts what it took out.
func cleaned(s string) (string, int) {
	if !strings.ContainsFunc(s, suspect) {
		return s, 0
	}
	var b strings.Builder
	b.Grow(len(s))
	removed, before := 0, rune(0)
	for i, r := range s {
		switch {
		case r == '\r':
			if !strings.HasPrefix(s[i+1:], "\n") {
				b.WriteByte('\n')
			}
		case r == '\u2028', r == '\u2029', r == '\u0085':
			b.WriteByte('\n')
		case unseen(r) && !joins(before, r):
			removed++
			continue
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String(), removed
}

func suspect(r rune) bool { return r == '\r' || r == '\u2028' || r == '\u2029' || unseen(r) }

// unseen are the characters that show nothing.
func unseen(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ' || r >= 0x7f && r < 0xa0: // controls
		return true
	case r < 0xad:
		return false
	case r >= 0xfe00 && r <= 0xfe0f: // how the sign before looks, as with emoji; see joins
		return true
	case r >= 0xe0000 && r <= 0xe0fff: // tags and further variation selectors
		return true
	case r == 0x034f || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5 || r == 0x3164 || r == 0xffa0:
		return true // fillers
	}
	return unicode.Is(unicode.Cf, r) && !visibleFormat(r)
}

// visibleFormat are format characters that do show: signs over and around
// numbers in Arabic, Syriac and Kaithi.
func visibleFormat(r rune) bool {
	return r >= 0x0600 && r <= 0x0605 || r == 0x06dd || r == 0x070f || r == 0x0890 || r == 0x0891 || r == 0x08e2 || r == 0x110bd || r == 0x110cd
}

// joins tells whether a joiner or a variation selector does something to the
// character before it: between the letters of scripts that join, and in emoji.
// Two in a row never do.
func joins(before, r rune) bool {
	switch {
	case r == 0xfe0e || r == 0xfe0f:
		return unicode.In(before, unicode.So, unicode.Sm, unicode.Sk, unicode.Po, unicode.Nd)
	case r == 0x200c || r == 0x200d:
		return before == 0xfe0f || before > utf8.RuneSelf && unicode.In(before, unicode.So, unicode.Sk, unicode.Mn, unicode.Mc, unicode.Arabic)
	}
	return false
}

// line makes one line of a text, of at most n characters.
func line(s string, n int) string {
	s = strings.Join(strings.Fields(clean(s)), " ")
	for i := range s {
		if n--; n < 0 {
			return strings.TrimSpace(s[:i]) + "…"
		}
	}
	return s
}
