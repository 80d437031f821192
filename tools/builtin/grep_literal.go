package builtin

import "bytes"

// literal is text every match must hold, so that most files and lines need not
// be tried. With fold set it is in lower case, and what is searched may be in
// any; it then holds no character whose case is more than a matter of ASCII.
type literal struct {
	text string
	fold bool

	needle []byte // text
	rare   int    // the place in text whose byte is looked for first
}

// prepared is the literal ready to be looked for.
func (l literal) prepared() literal {
	l.needle = []byte(l.text)
	l.choose(commonness)
	return l
}

// choose has the byte looked for first that weighs least.
func (l *literal) choose(weight func(b byte) int) {
	for i, b := range l.needle {
		if weight(b) < weight(l.needle[l.rare]) {
			l.rare = i
		}
	}
}

// byteCensus is how often each byte stands in a sample of what is searched: made-up
// words, names and code have other letters than prose.
type byteCensus struct {
	counts [256]int
	total  int
}

func (c *byteCensus) add(text []byte) {
	for _, b := range text {
		c.counts[b]++
	}
	c.total += len(text)
}

// weight is how much looking for a byte costs. A second search, for the other
// case of a letter, costs about as much as one find in 128 bytes. Among bytes
// that cost the same those that are usually rare are better.
func (c *byteCensus) weight(fold bool) func(b byte) int {
	return func(b byte) int {
		n := c.counts[b]
		if fold && b >= 'a' && b <= 'z' {
			n += c.counts[b-0x20] + c.total/128
		}
		return n<<8 + commonness(b)
	}
}

// byFrequency are the letters of Latin texts, the rarest first.
const byFrequency = "zqxjkvbwpygfmucdlhrsnioate"

// commonness ranks how often a byte, and its upper case, stands in notes. A
// letter costs two searches; what begins a Chinese character stands everywhere,
// what ends one hardly anywhere but for the commonest (的一是不了在有, ，。).
func commonness(b byte) int {
	switch {
	case b >= 'a' && b <= 'z':
		return 40 + bytes.IndexByte([]byte(byFrequency), b)
	case b == ' ', b == '\t':
		return 90
	case b >= 0xe3 && b <= 0xe9:
		return 80
	case b == 0x80, b == 0x82, b == 0x84, b == 0x8c, b == 0xb8, b == 0xba, b == 0xbc:
		return 45
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

// finder looks for a literal in one text, from front to back, by its rarest
// byte. It goes through the text as it is; one that nearly matches all along is
// made lower case where need be, and left to bytes.Index, so that no text costs
// its length times the literal's.
type finder struct {
	*literal
	body         []byte
	lower, upper place
	compared     int  // bytes of failed matches
	missed       int  // failed matches, where case counts
	plain        bool // left to bytes.Index; with fold, body is a copy in lower case
}

// crowd is how many failed matches beyond one in so many bytes make looking for
// the rarest byte slower than looking for all of them.
const crowd = 8

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
	switch {
	case f.plain:
		return f.index(from)
	case !f.fold:
		return f.nextExact(from)
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
			f.body, f.plain = lowerASCII(f.body), true
			return f.index(start)
		}
		from = at + 1
	}
	return -1
}

// index is next by means of bytes.Index.
func (f *finder) index(from int) int {
	if i := bytes.Index(f.body[from:], f.needle); i >= 0 {
		return from + i
	}
	return -1
}

// nextExact is next where case counts.
func (f *finder) nextExact(from int) int {
	body, needle, rare := f.body, f.needle, f.rare
	b, last := needle[rare], len(body)-len(needle)
	for at := from; at <= last; at++ {
		i := bytes.IndexByte(body[at+rare:last+rare+1], b)
		if i < 0 {
			return -1
		}
		at += i
		if string(body[at:at+len(needle)]) == f.text {
			return at
		}
		f.missed++
		if f.missed > crowd+at/crowd || f.missed*len(needle) > patience*len(body) {
			f.plain = true
			return f.index(at + 1)
		}
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
