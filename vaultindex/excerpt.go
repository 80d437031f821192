package vaultindex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths of excerpts, in characters.
const (
	excerptShort = 60  // a sentence below this is shown with what follows
	excerptLong  = 180 // a sentence above this is cut at a clause
)

// span is a part of a text, in bytes.
type span struct{ start, end int }

// sentences cuts a text after full stops, and at the ends of lines where lines
// mean something. White space around a sentence is left out.
func sentences(text string, byLine bool) []span {
	return (&sentenceCutter{text: text}).cut(byLine)
}

// sentenceCutter remembers the run of closing signs it stands in, so that each
// sign is looked at once however long the run is.
type sentenceCutter struct {
	text      string
	from, end int // of the run
	work      int // bytes looked at beside the walk itself, for the test that bounds it
}

func (c *sentenceCutter) cut(byLine bool) []span {
	text := c.text
	var all []span
	start := 0
	cut := func(end int) {
		if s := trimSpan(text, span{start, end}); s.end > s.start {
			all = append(all, s)
		}
		start = end
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '\n' && byLine:
			cut(i)
		case r == utf8.RuneError, end < start:
		case c.endsSentence(i, r):
			cut(c.closed(end))
		}
	}
	cut(len(text))
	return all
}

// endsSentence reports whether the sign at i closes a sentence. A Latin full
// stop does when white space follows and it is no number or initial.
func (c *sentenceCutter) endsSentence(i int, r rune) bool {
	switch r {
	case '。', '！', '？', '；', '…':
		return true
	case '.', '!', '?':
		next, _ := utf8.DecodeRuneInString(c.text[c.closed(i+1):])
		if i <= 1 || i+1 < len(c.text) && !unicode.IsSpace(next) {
			return false
		}
		c.work += min(i, maxInitial)
		return !initial(c.text[max(0, i-maxInitial):i])
	}
	return false
}

// maxInitial bounds how far back the word before a full stop is looked at, in
// bytes.
const maxInitial = 64

// closed is where the closing signs end that begin at i.
func (c *sentenceCutter) closed(i int) int {
	if i < c.from || i >= c.end {
		c.from, c.end = i, i+closers(c.text[i:])
		c.work += c.end - i + 1
	}
	return c.end
}

// initial reports whether a text ends in a single letter, an abbreviation or a
// number that begins a line, as in "J. S. Bach", "e.g. this" or "1. First".
func initial(text string) bool {
	word := text[strings.LastIndexAny(text, " \n\t(")+1:]
	if len(word) == 1 || strings.Contains(word, ".") || abbreviations[word] {
		return true
	}
	return len(word) < 4 && strings.Trim(word, "0123456789") == ""
}

// abbreviations end in a full stop without ending a sentence.
var abbreviations = wordSet("Mr Mrs Ms Dr Prof St vs cf etc No Fig pp ca approx bzw z.B")

// closers is the length of the quotation marks and brackets that belong to the
// sentence before them, and of further signs.
func closers(rest string) int {
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if !strings.ContainsRune(`”’"')]）」』】》*_。！？!?…`, r) {
			break
		}
		n += size
	}
	return n
}

// clauses cuts a text after commas and the like.
func clauses(text string) []span {
	var all []span
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		latin := (r == ',' || r == ';' || r == ':') && end < len(text) && text[end] == ' '
		if latin || strings.ContainsRune("，、；：—\n", r) {
			all = append(all, span{start, end})
			start = end
		}
	}
	if start < len(text) {
		all = append(all, span{start, len(text)})
	}
	return all
}

func trimSpan(text string, s span) span {
	inner := text[s.start:s.end]
	s.start += len(inner) - len(strings.TrimLeftFunc(inner, unicode.IsSpace))
	s.end = s.start + len(strings.TrimSpace(inner))
	return s
}

// excerpt is the sentence that says most of the query, or the first one of the
// text where none says anything, with its line and the heading above. found
// are the marks of the text. Where only a heading says it, the sentence after it is shown.
func (o *outline) excerpt(f *finder, found marks) (text string, line int, heading string) {
	best, at, of := -1.0, span{}, block{}
	inherited := 0.0 // what the heading right above says
	for _, b := range o.blocks {
		switch b.kind {
		case frontBlock, queryBlock:
			continue
		case headingBlock:
			inherited = f.worth(found.within(b.start, b.end))
			continue
		}
		asked := o.proof.asks(b.start, b.text)
		if best >= 0 && inherited == 0 && !asked && len(found.within(b.start, b.end)) == 0 {
			continue
		}
		for _, s := range sentences(b.text, b.kind != proseBlock) {
			worth := f.worth(found.within(b.start+s.start, b.start+s.end)) + inherited/2
			if worth > best && worth > 0 {
				worth *= quality(b.text[s.start:s.end], b.kind, false)
			}
			if asked {
				worth += o.proof.share(b.start+s.start, b.text[s.start:s.end]) * max(f.total, 1)
			}
			if worth > best {
				best, at, of = worth, s, b
			}
			inherited = 0
		}
	}
	if at.end == 0 {
		return "", 0, ""
	}
	at = o.show(f, of, at)
	line = 1 + strings.Count(o.text[:at.start], "\n")
	return o.text[at.start:at.end], line, o.headingAt(line)
}

// show makes a sentence the right length, within its block.
func (o *outline) show(f *finder, b block, s span) span {
	switch n := utf8.RuneCountInString(b.text[s.start:s.end]); {
	case n > excerptLong:
		s = o.cutClauses(f, b, s)
	case n < excerptShort:
		if next := sentences(b.text[s.end:], b.kind != proseBlock); len(next) > 0 {
			if end := s.end + next[0].end; utf8.RuneCountInString(b.text[s.start:end]) <= excerptLong {
				s = span{s.start, end}
			}
		} else if before := sentences(b.text[:s.start], false); b.kind == proseBlock && len(before) > 0 {
			if start := before[len(before)-1].start; utf8.RuneCountInString(b.text[start:s.end]) <= excerptLong {
				s = span{start, s.end}
			}
		}
	}
	return span{b.start + s.start, b.start + s.end}
}

// cutClauses keeps the clauses of a long sentence around the one that says
// most. A clause that is too long itself is cut between characters.
func (o *outline) cutClauses(f *finder, b block, s span) span {
	text := b.text
	parts := clauses(text[s.start:s.end])
	best, worth := 0, -1.0
	for i, c := range parts {
		clause := text[s.start+c.start : s.start+c.end]
		if w := f.worth(f.find(clause)) + o.proof.share(b.start+s.start+c.start, clause)*max(f.total, 1); w > worth {
			best, worth = i, w
		}
	}
	kept := parts[best]
	fits := func(a, b int) bool { return shortEnough(text[s.start+a:s.start+b], excerptLong) }
	for lo, hi := best, best+1; ; {
		switch {
		case hi < len(parts) && fits(kept.start, parts[hi].end):
			kept.end = parts[hi].end
			hi++
			continue
		case lo > 0 && fits(parts[lo-1].start, kept.end):
			lo--
			kept.start = parts[lo].start
			continue
		}
		break
	}
	kept = span{s.start + kept.start, s.start + kept.end}
	return trimSpan(text, o.cutHard(f, b, kept))
}

// shortEnough reports whether a text has at most so many characters.
func shortEnough(text string, runes int) bool {
	return len(text) <= runes*utf8.UTFMax && utf8.RuneCountInString(text) <= runes
}

// cutHard shortens what has no clauses to what was looked for and what follows.
func (o *outline) cutHard(f *finder, b block, s span) span {
	inner := b.text[s.start:s.end]
	if utf8.RuneCountInString(inner) <= excerptLong {
		return s
	}
	first := o.proof.first(b.start+s.start, inner)
	if marks := f.find(inner); first < 0 && len(marks) > 0 {
		first = marks[0].start
	}
	from := 0
	if first > 0 && utf8.RuneCountInString(inner[:first]) > excerptShort {
		from = first
	}
	end, n := from, 0
	for i := range inner[from:] {
		if n++; n > excerptLong {
			break
		}
		end = from + i
	}
	return span{s.start + from, s.start + end}
}
