package edit

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// foldRune returns the character that r looks like, and false when it shows as
// nothing. It serves messages and the last pass of patches; an edit is never
// matched by it elsewhere.
func foldRune(r rune) (rune, bool) {
	switch {
	case r == '\u00ad' || r == '\u200b' || r == '\u200c' || r == '\u200d' || r == '\u2060' || r == '\ufeff' || r == '\r':
		return 0, false
	case r == '\t' || r != '\n' && unicode.IsSpace(r) || r == '\u2007' || r == '\u3000':
		return ' ', true
	}
	switch r {
	case '‘', '’', '‚', '‛', '′', '＇':
		return '\'', true
	case '“', '”', '„', '‟', '″', '＂', '«', '»':
		return '"', true
	case '‐', '‑', '‒', '–', '—', '―', '−', '－':
		return '-', true
	}
	return r, true
}

// folded is a text as it looks, with the way back: text[i] stands at at[i], and
// one more entry says where the text ends.
type folded struct {
	text []byte
	at   []int
}

// fold makes white space plain and single, quotes and dashes ASCII, and leaves
// out what shows as nothing.
func fold(b []byte) folded {
	f := folded{text: make([]byte, 0, len(b)), at: make([]int, 0, len(b)+1)}
	space := true
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		shown, ok := foldRune(r)
		if ok && !(shown == ' ' && space) {
			if shown == '\n' && space && len(f.text) > 0 && f.text[len(f.text)-1] == ' ' {
				f.text, f.at = f.text[:len(f.text)-1], f.at[:len(f.at)-1]
			}
			before := len(f.text)
			f.text = utf8.AppendRune(f.text, unicode.ToLower(shown))
			for range len(f.text) - before {
				f.at = append(f.at, i)
			}
			space = shown == ' ' || shown == '\n'
		}
		i += size
	}
	f.at = append(f.at, len(b))
	return f
}

// explain names the first difference between what stands in a file and what was
// written, which look alike.
func explain(file, written []byte) string {
	for len(file) > 0 && len(written) > 0 {
		a, n := utf8.DecodeRune(file)
		b, m := utf8.DecodeRune(written)
		if a != b {
			return difference(a, b)
		}
		file, written = file[n:], written[m:]
	}
	switch {
	case len(file) > 0:
		r, _ := utf8.DecodeRune(file)
		return "the note has " + nameRune(r) + " where your text ends"
	case len(written) > 0:
		r, _ := utf8.DecodeRune(written)
		return "your text has " + nameRune(r) + " where the note's ends"
	}
	return ""
}

func difference(a, b rune) string {
	switch {
	case a == '\r':
		return "the note ends this line with CRLF or has a stray carriage return"
	case unicode.ToLower(a) == unicode.ToLower(b):
		return fmt.Sprintf("the note has %q where you wrote %q", a, b)
	}
	return "the note has " + nameRune(a) + " where you wrote " + nameRune(b)
}

var runeNames = map[rune]string{
	' ': "a space", '\t': "a tab", '\n': "a line break", '\r': "a carriage return",
	'\u00a0': "a non-breaking space", '\u202f': "a narrow non-breaking space", '\u2009': "a thin space", '\u3000': "an ideographic space",
	'\u200b': "a zero-width space", '\u200c': "a zero-width non-joiner", '\u200d': "a zero-width joiner", '\ufeff': "a byte order mark", '\u00ad': "a soft hyphen",
	'\'': "a straight quote '", '"': "a straight double quote \"", '‘': "a curly quote ‘", '’': "a curly quote ’", '“': "a curly double quote “", '”': "a curly double quote ”",
	'-': "a hyphen -", '–': "an en dash –", '—': "an em dash —", '‑': "a non-breaking hyphen", '−': "a minus sign −",
}

// nameRune says in words what a character is where it cannot be seen.
func nameRune(r rune) string {
	if name, ok := runeNames[r]; ok {
		return name
	}
	if unicode.IsSpace(r) || !unicode.IsPrint(r) {
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("%q", r)
}
