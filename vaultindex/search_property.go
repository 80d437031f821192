package vaultindex

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// comparison is what null, >10 or <2024-05-01 asks of a property's value.
type comparison struct {
	null bool    // empty but present
	sign byte    // '<' or '>', else 0
	than float64 // a number
	date string  // or the beginning of a date
}

// maxProperty bounds a property with its brackets, in bytes.
const maxProperty = 500

// property reads [name] or [name:value]. A value is a query of its own: words,
// phrases, expressions, comparisons, OR and groups. Wikilinks, empty brackets
// and numbers in brackets are text.
func (p *queryParser) property() (query, bool) {
	rest := p.text[p.pos:min(len(p.text), p.pos+maxProperty)]
	if rest[0] != '[' || strings.HasPrefix(rest, "[[") {
		return query{}, false
	}
	end := closingBracket(rest)
	if end < 0 {
		return query{}, false
	}
	name, value := cutProperty(rest[:end])
	if _, err := strconv.Atoi(name); name == "" || err == nil {
		return query{}, false
	}
	q := query{kind: propertyQuery, text: fulltext.Fold(name)}
	if value > 0 && strings.TrimSpace(rest[value:end]) == "" {
		p.fail(p.pos, "nothing follows the property's colon", "["+name+":value] or ["+name+":>10]")
		return query{}, false
	}
	if value > 0 {
		q.subs = []query{p.valueOf(p.pos+value, p.pos+end)}
	}
	p.pos += end + 1
	return q, p.err == nil
}

// valueOf reads the value that stands from start to end.
func (p *queryParser) valueOf(start, end int) query {
	inner := &queryParser{text: p.text[:end], pos: start, below: p.below, parts: p.parts, value: true,
		closed: closedParentheses(p.text[:end])}
	q := inner.alternatives(false)
	p.parts, p.cut = inner.parts, p.cut || inner.cut
	if p.err == nil && inner.err != nil {
		p.err = inner.err
	}
	return q
}

// closingBracket finds the end of a property: the first closing bracket that
// is in no phrase and no expression. It is -1 when there is none.
func closingBracket(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == ']':
			return i
		case s[i] == '"':
			if _, n, ok := delimited(s[i:], '"'); ok {
				i += n - 1
			}
		case s[i] == '/' && strings.ContainsRune(": (", rune(s[i-1])):
			if _, n, ok := delimited(s[i:], '/'); ok && strings.ContainsRune("]) ", rune((s + " ")[i+n])) {
				i += n - 1
			}
		}
	}
	return strings.IndexByte(s, ']')
}

// cutProperty reads a property without its closing bracket: the name, and where
// the value begins, 0 where there is none.
func cutProperty(s string) (name string, value int) {
	at := 1 + len(s[1:]) - len(strings.TrimLeft(s[1:], " \t"))
	name, n, quoted := delimited(s[at:], '"')
	colon := strings.IndexByte(s[at+n:], ':')
	switch {
	case quoted && colon < 0:
		return name, 0
	case colon < 0:
		return strings.TrimSpace(s[1:]), 0
	case !quoted:
		name = s[1 : at+colon]
	}
	return strings.TrimSpace(name), at + n + colon + 1
}

// aDate is the beginning of a date or a time as properties have them.
var aDate = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d)?)?)?)?)?$`)

// comparison reads null, or a sign and what follows it.
func (p *queryParser) comparison() (query, bool) {
	at := p.pos
	rest := p.text[at:]
	for _, null := range []string{"null", "EMPTY"} {
		if after, ok := strings.CutPrefix(rest, null); ok && endsWord(after) {
			p.pos += len(null)
			return query{kind: compareQuery, than: &comparison{null: true}}, true
		}
	}
	if rest[0] != '<' && rest[0] != '>' {
		return query{}, false
	}
	p.pos++
	p.skipSpace()
	word := p.text[p.pos:]
	if end := strings.IndexAny(word, " \t)"); end >= 0 {
		word = word[:end]
	}
	c := comparison{sign: rest[0]}
	var err error
	if c.than, err = strconv.ParseFloat(word, 64); err != nil {
		if c.date = word; !aDate.MatchString(word) {
			p.fail(at, "a number or a date has to follow "+rest[:1], "for example [rating:>10] or [due:<2024-05-01]")
			return query{}, false
		}
	}
	p.pos += len(word)
	return query{kind: compareQuery, than: &c}, true
}

// hasProperty reports whether a note has the property. Names and values are
// compared without regard to case.
func (q *query) hasProperty(facts note.Packed) bool {
	_, ok := q.property(facts)
	return ok
}

// property is the property of a note that a query asks for.
func (q *query) property(facts note.Packed) (note.Property, bool) {
	for _, p := range facts.Properties() {
		if fulltext.Fold(p.Key) == q.text {
			return p, len(q.subs) == 0 || q.subs[0].allows(p.Value)
		}
	}
	return note.Property{}, false
}

// allows decides about a value. Of a list, one item is enough.
func (q *query) allows(value any) bool {
	if list, ok := value.([]any); ok {
		return slices.ContainsFunc(list, q.allows)
	}
	switch q.kind {
	case wordQuery:
		return value != nil && strings.Contains(squeezed(fmt.Sprint(value)), q.words)
	case phraseQuery:
		if q.words == "" {
			return value == ""
		}
		return value != nil && hasPhrase(squeezed(fmt.Sprint(value)), q.words)
	case regexQuery:
		return value != nil && q.re.MatchString(fmt.Sprint(value))
	case compareQuery:
		return q.than.holds(value)
	}
	return q.combine(func(sub *query) bool { return sub.allows(value) })
}

func (c *comparison) holds(value any) bool {
	if c.null || value == nil {
		return c.null && value == nil
	}
	text := strings.TrimSpace(fmt.Sprint(value))
	if c.date != "" {
		if len(text) < len(c.date) || !aDate.MatchString(text[:len(c.date)]) {
			return false
		}
		return c.sign == '<' && text[:len(c.date)] < c.date || c.sign == '>' && text[:len(c.date)] > c.date
	}
	number, err := strconv.ParseFloat(text, 64)
	return err == nil && (c.sign == '<' && number < c.than || c.sign == '>' && number > c.than)
}
