package vaultindex

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// QueryError says where in a query something is wrong, and what.
type QueryError struct {
	Query  string
	Offset int // byte offset of what is wrong
	Reason string
	Hint   string // the smallest right form
}

// Error shows the place in characters, counted from 1.
func (e *QueryError) Error() string {
	at := utf8.RuneCountInString(e.Query[:e.Offset]) + 1
	return fmt.Sprintf("the query is wrong at character %d: %s (%s)", at, e.Reason, e.Hint)
}

// queryKind tells what a part of a query is.
type queryKind uint8

const (
	wordQuery     queryKind = iota
	phraseQuery             // "text"
	regexQuery              // /text/
	andQuery                // all of subs
	orQuery                 // one of subs
	notQuery                // not subs[0]; text is how that was written
	operatorQuery           // op:subs[0]
	propertyQuery           // [text:subs[0]]; without subs the key alone
	compareQuery            // null, >10 or <2024-05-01 in a property
)

// query is a part of a parsed query.
type query struct {
	kind  queryKind
	text  string
	words string   // text with single spaces, folded unless cased; of words and phrases
	cased bool     // upper and lower case differ; of words and phrases
	meant []string // folded words taken for a misspelt one
	subs  []query
	re    *regexp.Regexp
	steps int         // size of re
	op    string      // of operatorQuery, lower-cased
	than  *comparison // of compareQuery
	cut   bool        // of the whole: only the beginning was read
}

// operators are those of Obsidian. Any other word before a colon is text.
var operators = map[string]bool{
	"file": true, "path": true, "content": true, "tag": true,
	"match-case": true, "ignore-case": true,
	"line": true, "block": true, "section": true,
	"task": true, "task-todo": true, "task-done": true,
}

// parseQuery reads a query. Whatever is not clearly an operator is text, so a
// question with stray signs never fails; only an operator begun and not
// finished is an error.
func parseQuery(text string) (query, error) {
	short := beginning(text, maxQueryBytes)
	p := &queryParser{text: short, cut: len(short) < len(text), closed: closedParentheses(short)}
	q := p.alternatives(false)
	q.cut = p.cut
	return q, p.err
}

// Bounds of a query. What is longer is answered by its beginning, with a
// notice; what is nested deeper is text.
const (
	maxQueryBytes = 16 << 10
	maxQueryParts = 200 // words, phrases, expressions and properties
	maxQueryDepth = 40  // operators and parentheses within each other
	maxTextDepth  = 3   // operators within each other that look at parts of a text
)

// beginning cuts a text between characters.
func beginning(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

type queryParser struct {
	text   string
	pos    int
	depth  int // parentheses at hand
	below  int // operators and parentheses at hand
	parts  int
	within int  // operators at hand that look at parts of a text
	cased  bool // match-case: is at hand
	exact  bool // an operator is at hand
	value  bool // it is a property's value: only words, phrases and expressions
	cut    bool
	err    error

	closed map[int]bool // offsets of the opening parentheses that have an end
}

func closedParentheses(text string) map[int]bool {
	closed := make(map[int]bool)
	var open []int
	for i := range len(text) {
		switch n := len(open); {
		case text[i] == '(':
			open = append(open, i)
		case text[i] == ')' && n > 0:
			closed[open[n-1]] = true
			open = open[:n-1]
		}
	}
	return closed
}

// maxOperator bounds the name of an operator with its colon.
const maxOperator = 16

func (p *queryParser) fail(at int, reason, hint string) {
	if p.err == nil {
		p.err = &QueryError{Query: p.text, Offset: at, Reason: reason, Hint: hint}
	}
}

// alternatives reads sequences with OR between them, to the end or, inside a
// group, to its parenthesis.
func (p *queryParser) alternatives(inGroup bool) query {
	all := []query{p.sequence(inGroup)}
	for p.err == nil && p.takeOr(inGroup) {
		all = append(all, p.sequence(inGroup))
	}
	if len(all) == 1 {
		return all[0]
	}
	for i := range all {
		if !p.exact && !p.value {
			all[i] = p.plain(all[i])
		}
	}
	return query{kind: orQuery, subs: all}
}

// takeOr steps over an OR that has something behind it. A last or lonely OR is
// a word.
func (p *queryParser) takeOr(inGroup bool) bool {
	rest, ok := strings.CutPrefix(p.text[p.pos:], "OR")
	if !ok || rest == "" || !endsWord(rest) {
		return false
	}
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	if rest == "" || inGroup && rest[0] == ')' {
		return false
	}
	p.pos = len(p.text) - len(rest)
	return true
}

func (p *queryParser) sequence(inGroup bool) query {
	var all []query
	for p.err == nil {
		p.skipSpace()
		if p.pos >= len(p.text) || inGroup && p.text[p.pos] == ')' {
			break
		}
		if len(all) > 0 && p.atOr(inGroup) {
			break
		}
		if q, ok := p.part(inGroup); ok {
			all = append(all, q)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return query{kind: andQuery, subs: all}
}

func (p *queryParser) atOr(inGroup bool) bool {
	at := p.pos
	ok := p.takeOr(inGroup)
	p.pos = at
	return ok
}

func (p *queryParser) skipSpace() {
	rest := strings.TrimLeftFunc(p.text[p.pos:], unicode.IsSpace)
	p.pos = len(p.text) - len(rest)
}

// part reads one operand. It returns false for a sign that means nothing.
func (p *queryParser) part(inGroup bool) (query, bool) {
	rest := p.text[p.pos:]
	if rest[0] == '-' && len(rest) > 1 && rest[1] != '-' && !unicode.IsSpace(firstRune(rest[1:])) && !(p.value && isDigit(rest[1])) {
		p.pos++
		at := p.pos
		q, ok := p.operand(inGroup)
		return query{kind: notQuery, text: p.text[at:p.pos], subs: []query{q}}, ok
	}
	return p.operand(inGroup)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (p *queryParser) operand(inGroup bool) (query, bool) {
	if p.parts++; p.parts > maxQueryParts {
		p.pos, p.cut = len(p.text), true
		return query{}, false
	}
	readers := []func() (query, bool){p.group, p.phrase, p.regex, p.property, p.operator}
	if p.value {
		readers = []func() (query, bool){p.group, p.phrase, p.regex, p.comparison}
	}
	for _, read := range readers {
		if q, ok := read(); ok || p.err != nil || p.pos >= len(p.text) {
			return q, ok
		}
	}
	return p.word(inGroup)
}

// group reads ( … ). Without its end the parenthesis is text.
func (p *queryParser) group() (query, bool) {
	if !p.closed[p.pos] || p.below >= maxQueryDepth {
		return query{}, false
	}
	p.depth++
	p.below++
	p.pos++
	q := p.alternatives(true)
	p.skipSpace()
	if p.pos < len(p.text) && p.text[p.pos] == ')' {
		p.pos++
	}
	p.depth--
	p.below--
	return q, true
}

// phrase reads "…" with \" for a quotation mark. One that begins a word has to
// have its end; any other is text, as in 5" or at the end of a question.
func (p *queryParser) phrase() (query, bool) {
	rest := p.text[p.pos:]
	body, end, ok := delimited(rest, '"')
	if !ok {
		if rest[0] == '"' && !p.cut && !endsWord(rest[1:]) {
			p.fail(p.pos, "the quotation mark is not closed", `for example "two words"`)
		}
		return query{}, false
	}
	p.pos += end
	return p.leaf(phraseQuery, body), true
}

// leaf makes a word or phrase as it is asked for here.
func (p *queryParser) leaf(kind queryKind, text string) query {
	q := query{kind: kind, text: text, words: squeezed(text), cased: p.cased}
	if p.cased {
		q.words = spaced(text)
	}
	return q
}

// delimited reads a text between two of the same sign.
func delimited(s string, sign byte) (body string, end int, ok bool) {
	if s == "" || s[0] != sign {
		return "", 0, false
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == sign:
			i++
			b.WriteByte(sign)
		case s[i] == sign:
			return b.String(), i + 1, true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", 0, false
}

// endsWord reports whether a word ends before rest.
func endsWord(rest string) bool {
	return rest == "" || rest[0] == ')' || rest[0] == '(' || unicode.IsSpace(firstRune(rest))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// operator reads name:operand. The operand follows without a space: in "the
// tag: field" the colon is text.
func (p *queryParser) operator() (query, bool) {
	at := p.pos
	window := p.text[at:min(len(p.text), at+maxOperator)]
	name, _, ok := strings.Cut(window, ":")
	colon := at + len(name)
	rest := p.text[min(len(p.text), colon+1):]
	name = strings.ToLower(name)
	if !ok || !operators[name] || endsWord(rest) && !strings.HasPrefix(rest, "(") || !p.mayAsk(name) {
		return query{}, false
	}
	if rest[0] == '(' && !p.closed[colon+1] && p.cut {
		return query{}, false // its end may have been cut off
	}
	p.pos = colon + 1
	if rest[0] == '(' && !p.closed[p.pos] {
		p.fail(p.pos, "the parenthesis is not closed", name+":(one two)")
		return query{}, false
	}
	sub, ok := p.asked(name)
	if p.err == nil && (!ok && !p.cut || ok && name == "tag" && tagText(sub) == "") {
		p.fail(at, "nothing follows "+name+":", name+":word")
	}
	return query{kind: operatorQuery, op: name, subs: []query{sub}}, ok
}

// mayAsk reports whether an operator is not nested too deep.
func (p *queryParser) mayAsk(name string) bool {
	return p.below < maxQueryDepth && (!partsOfText[name] || p.within < maxTextDepth)
}

// partsOfText are the operators that cut a text into parts. Within each other
// they look at the same text many times.
var partsOfText = map[string]bool{"line": true, "block": true, "section": true, "task": true, "task-todo": true, "task-done": true}

// asked reads what an operator asks.
func (p *queryParser) asked(name string) (query, bool) {
	cased, within, exact := p.cased, p.within, p.exact
	p.exact = true
	switch {
	case name == "match-case" || name == "ignore-case":
		p.cased = name == "match-case"
	case partsOfText[name]:
		p.within++
	}
	p.below++
	sub, ok := p.operand(false)
	p.below--
	p.cased, p.within, p.exact = cased, within, exact
	return sub, ok
}

// tagText is the tag a tag: operator asks for; in a group, any text at all.
func tagText(q query) string {
	switch q.kind {
	case wordQuery, phraseQuery:
		return strings.Trim(q.text, "#/ ")
	case regexQuery:
		return q.text
	}
	if len(q.subs) == 0 {
		return ""
	}
	return "group"
}

// word reads to the next space, or to the end of the group.
func (p *queryParser) word(inGroup bool) (query, bool) {
	rest := p.text[p.pos:]
	end := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || r == ')' && (inGroup || p.depth > 0)
	})
	if end < 0 {
		end = len(rest)
	}
	end = max(end, 1)
	p.pos += end
	return p.leaf(wordQuery, rest[:end]), true
}

func wordsQuery(text string) query {
	return query{kind: wordQuery, text: text, words: squeezed(text)}
}

// squeezed is a text in which case, width and accents count for nothing, and
// white space as one space.
func squeezed(text string) string { return spaced(fulltext.Fold(text)) }

// spaced is a text with white space as one space.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }
