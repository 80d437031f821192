package builtin

import "bytes"

// literal is text every match must hold, so that most files and lines need not
// be tried. With fold set it is in lower case, and what is searched may be in
// any; it then holds no character whose case is more than a matter of ASCII.
type literal struct {
	text string
	fold bool

	needle []byte // text
	rare   int    // with fold: the place in text whose byte is looked for first
}

// prepared is the literal ready to be looked for.
func (l literal) prepared() literal {
	l.needle = []byte(l.text)
	for i := range l.needle {
		if commonness(l.needle[i]) < commonness(l.needle[l.rare]) {
			l.rare = i
		}
	}
	return l
}

// byFrequency are the letters of Latin texts, the rarest first.
const byFrequency = "zqxjkvbwpygfmucdlhrsnioate"

// commonness ranks how often a byte, and its upper case, stands in notes. A
// letter costs two searches; what begins a Chinese character stands everywhere.
func commonness(b byte) int {
	switch {
	case b >= 'a' && b <= 'z':
		return 40 + bytes.IndexByte([]byte(byFrequency), b)
	case b == ' ', b == '\t':
		return 90
	case b >= 0xe3 && b <= 0xe9:
		return 80
	case b >= 0x80:
		return 30
	case b >= '0' && b <= '9', b == '.', b == ',', b == '-':
		return 35
	}
	return 10
}

// in tells whether a text holds the literal.
func (l *literal) in(body []byte) bool {
	if l.text == "" {
		return true
	}
	f := finder{literal: l, body: body}
	return f.next(0) >= 0
}

// finder looks for a literal in one text, from front to back. It goes through
// the text as it is; only one that nearly matches all along is made lower case,
// so that no text costs its length times the literal's.
type finder struct {
	*literal
	body         []byte
	lower, upper place
	compared     int  // bytes of failed matches
	lowered      bool // body is a copy in lower case
}

// patience is how many bytes of failed matches a byte of text may cost.
const patience = 4

// place is where a byte stands next. It is looked for again only when it was
// passed, so a text is gone through once for each byte.
type place struct {
	at    int // len(body) when there is none any more
	known bool
}

func (p *place) next(body []byte, from int, b byte) int {
	if p.known && p.at >= from {
		return p.at
	}
	p.known, p.at = true, len(body)
	if i := bytes.IndexByte(body[from:], b); i >= 0 {
		p.at = from + i
	}
	return p.at
}

// next is where the literal stands first at or after from, -1 when nowhere.
// from never goes back.
func (f *finder) next(from int) int {
	if !f.fold || f.lowered {
		if i := bytes.Index(f.body[from:], f.needle); i >= 0 {
			return from + i
		}
		return -1
	}
	for from += f.rare; from < len(f.body); {
		at := f.rarest(from)
		start := at - f.rare
		if start+len(f.needle) > len(f.body) {
			return -1
		}
		same := sameFolded(f.body[start:], f.needle)
		if same == len(f.needle) {
			return start
		}
		if f.compared += same; f.compared > patience*len(f.body) {
			f.body, f.lowered = lowerASCII(f.body), true
			return f.next(start)
		}
		from = at + 1
	}
	return -1
}

// rarest is where the literal's rarest byte stands next, in either case.
func (f *finder) rarest(from int) int {
	b := f.needle[f.rare]
	at := f.lower.next(f.body, from, b)
	if b >= 'a' && b <= 'z' {
		at = min(at, f.upper.next(f.body, from, b-0x20))
	}
	return at
}

// sameFolded tells how many bytes of needle, which is in lower case, text has
// when A to Z count as a to z. text is no shorter.
func sameFolded(text, needle []byte) int {
	for i, c := range needle {
		got := text[i]
		if got >= 'A' && got <= 'Z' {
			got |= 0x20
		}
		if got != c {
			return i
		}
	}
	return len(needle)
}

func lowerASCII(text []byte) []byte {
	lower := bytes.Clone(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return lower
}
