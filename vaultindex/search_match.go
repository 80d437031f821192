package vaultindex

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// subject is a file that is held against a query. Its text is read when it is
// first needed.
type subject struct {
	file *graph.File
	read func() string
	text *scope
	path *scope
}

// scope is a piece of text in which words are looked for.
type scope struct {
	text string
	fold *string
	one  *string
}

// folded is the text in which case, width and accents count for nothing.
func (s *scope) folded() string {
	if s.fold == nil {
		fold := fulltext.Fold(s.text)
		s.fold = &fold
	}
	return *s.fold
}

// squeezed is the folded text with single spaces.
func (s *scope) squeezed() string {
	if s.one == nil {
		one := strings.Join(strings.Fields(s.folded()), " ")
		s.one = &one
	}
	return *s.one
}

// body is the file's text; empty when it cannot be read.
func (s *subject) body() *scope {
	if s.text == nil {
		s.text = &scope{text: s.read()}
	}
	return s.text
}

func (s *subject) name() *scope {
	if s.path == nil {
		s.path = &scope{text: string(s.file.Path)}
	}
	return s.path
}

// restricts reports whether a query rules files out. Bare words do not: they
// rank.
func (q *query) restricts() bool {
	switch q.kind {
	case wordQuery:
		return false
	case andQuery:
		for i := range q.subs {
			if q.subs[i].restricts() {
				return true
			}
		}
		return false
	}
	return true
}

// needsText reports whether a file has to be read to decide about it.
func (q *query) needsText() bool {
	switch q.kind {
	case wordQuery, phraseQuery, regexQuery:
		return true
	case propertyQuery:
		return false
	case operatorQuery:
		switch q.op {
		case "tag", "file", "path", "task", "task-todo", "task-done":
			return false
		}
	}
	for i := range q.subs {
		if q.subs[i].needsText() {
			return true
		}
	}
	return false
}

// accepts decides a whole query, where bare words at the top only rank.
func (q *query) accepts(s *subject) bool {
	switch q.kind {
	case wordQuery:
		return true
	case andQuery:
		for i := range q.subs {
			if !q.subs[i].accepts(s) {
				return false
			}
		}
		return true
	}
	return q.holds(s)
}

// holds decides a part of a query in which words are asked for.
func (q *query) holds(s *subject) bool {
	switch q.kind {
	case propertyQuery:
		return q.hasProperty(s.file.Facts)
	case operatorQuery:
		return q.operatorHolds(s)
	case wordQuery, phraseQuery:
		return folded(s.name(), q) || folded(s.body(), q)
	case regexQuery:
		return q.re.MatchString(s.body().text) || q.re.MatchString(s.name().text)
	}
	return q.combine(func(sub *query) bool { return sub.holds(s) })
}

// combine decides the connectives.
func (q *query) combine(holds func(*query) bool) bool {
	switch q.kind {
	case notQuery:
		return !holds(&q.subs[0])
	case orQuery:
		for i := range q.subs {
			if holds(&q.subs[i]) {
				return true
			}
		}
		return false
	}
	for i := range q.subs {
		if !holds(&q.subs[i]) {
			return false
		}
	}
	return true
}

func (q *query) operatorHolds(s *subject) bool {
	sub := &q.subs[0]
	switch q.op {
	case "file":
		return sub.within(&scope{text: s.file.Path.Base()}, partOf)
	case "path":
		return sub.within(s.name(), partOf)
	case "tag":
		return sub.hasTag(s.file.Facts)
	case "content", "ignore-case":
		return sub.within(s.body(), folded)
	case "match-case":
		return sub.within(s.body(), exactly) || sub.within(s.name(), exactly)
	case "line":
		return sub.withinOne(strings.Split(s.body().text, "\n"))
	case "block":
		return sub.withinOne(texts(splitBlocks(s.body().text)))
	case "section":
		return sub.withinOne(sections(s.body().text))
	}
	return s.file.Parsed() && sub.withinOne(tasks(s.file.Note(), q.op))
}

func (q *query) withinOne(texts []string) bool {
	for _, text := range texts {
		if q.within(&scope{text: text}, folded) {
			return true
		}
	}
	return false
}

// comparison says whether the text of a word or phrase stands in a scope.
type comparison func(scope *scope, words *query) bool

func partOf(scope *scope, words *query) bool {
	return strings.Contains(scope.folded(), fulltext.Fold(words.text))
}

func folded(scope *scope, words *query) bool {
	if strings.Contains(words.words, " ") {
		return hasPhrase(scope.squeezed(), words.words)
	}
	return hasPhrase(scope.folded(), words.words)
}

func exactly(scope *scope, words *query) bool { return strings.Contains(scope.text, words.text) }

// within decides a query over one piece of text.
func (q *query) within(scope *scope, stands comparison) bool {
	switch q.kind {
	case wordQuery, phraseQuery:
		return q.text == "" || stands(scope, q)
	case regexQuery:
		return q.re.MatchString(scope.text)
	case operatorQuery, propertyQuery:
		return len(q.subs) > 0 && q.subs[0].within(scope, stands)
	}
	return q.combine(func(sub *query) bool { return sub.within(scope, stands) })
}

func (q *query) hasTag(facts note.Packed) bool {
	switch q.kind {
	case wordQuery, phraseQuery:
		want := note.FoldTag(tagText(*q))
		for t := range facts.Tags() {
			if have := note.FoldTag(t.Name); have == want || strings.HasPrefix(have, want+"/") {
				return true
			}
		}
		return false
	case regexQuery:
		return matchesTag(q.re, facts)
	}
	return q.combine(func(sub *query) bool { return sub.hasTag(facts) })
}

func matchesTag(re *regexp.Regexp, facts note.Packed) bool {
	for t := range facts.Tags() {
		if re.MatchString(t.Name) {
			return true
		}
	}
	return false
}

// tasks are the texts of a note's tasks that an operator asks for.
func tasks(n *note.Note, op string) []string {
	var all []string
	for _, t := range n.Tasks {
		if op == "task" || t.Done == (op == "task-done") {
			all = append(all, t.Text)
		}
	}
	return all
}

// hasPhrase reports whether a phrase stands in a text as whole words; both are
// folded, and where the phrase has spaces, squeezed. Characters of scripts
// without spaces are words of their own.
func hasPhrase(text, want string) bool {
	if want == "" {
		return true
	}
	for at := 0; ; {
		i := strings.Index(text[at:], want)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(want)
		begins := edge(text[:start], want)
		if begins && edge(want, text[end:]) {
			return true
		}
		at = start + wordRest(text[start:], begins)
	}
}

// wordRest is how far on in a text the phrase may begin next. Within a word it
// cannot: so a word that is the same over and over is passed in one step.
func wordRest(text string, begins bool) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		n += size
		if begins || !joins(r) {
			break
		}
	}
	return n
}

// edge reports whether no word goes on across the border between two texts.
func edge(left, right string) bool {
	l, _ := utf8.DecodeLastRuneInString(left)
	r, _ := utf8.DecodeRuneInString(right)
	return !joins(l) || !joins(r)
}

func joins(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !fulltext.IsPaired(string(r))
}
