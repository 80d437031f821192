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
	text *string
	fold *string
}

// body is the file's text; "" when it cannot be read.
func (s *subject) body() string {
	if s.text == nil {
		text := s.read()
		s.text = &text
	}
	return *s.text
}

// folded is the text in which case, width and accents count for nothing.
func (s *subject) folded() string {
	if s.fold == nil {
		fold := fulltext.Fold(s.body())
		s.fold = &fold
	}
	return *s.fold
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
		return hasPhrase(fulltext.Fold(string(s.file.Path)), q.text) || hasPhrase(s.folded(), q.text)
	case regexQuery:
		return q.re.MatchString(s.body()) || q.re.MatchString(string(s.file.Path))
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
		return sub.within(string(s.file.Path[strings.LastIndexByte(string(s.file.Path), '/')+1:]), partOf)
	case "path":
		return sub.within(string(s.file.Path), partOf)
	case "tag":
		return sub.hasTag(s.file.Facts)
	case "content", "ignore-case":
		return sub.within(s.body(), folded)
	case "match-case":
		return sub.within(s.body(), exactly) || sub.within(string(s.file.Path), exactly)
	case "line":
		return sub.withinOne(strings.Split(s.body(), "\n"))
	case "block":
		return sub.withinOne(texts(splitBlocks(s.body())))
	case "section":
		return sub.withinOne(sections(s.body()))
	}
	return s.file.Parsed() && sub.withinOne(tasks(s.file.Note(), q.op))
}

func (q *query) withinOne(scopes []string) bool {
	for _, scope := range scopes {
		if q.within(scope, folded) {
			return true
		}
	}
	return false
}

// comparison says whether a text stands in a scope.
type comparison func(scope, text string) bool

func partOf(scope, text string) bool {
	return strings.Contains(fulltext.Fold(scope), fulltext.Fold(text))
}

func folded(scope, text string) bool { return hasPhrase(fulltext.Fold(scope), text) }

func exactly(scope, text string) bool { return strings.Contains(scope, text) }

// within decides a query over one piece of text.
func (q *query) within(scope string, stands comparison) bool {
	switch q.kind {
	case wordQuery, phraseQuery:
		return q.text == "" || stands(scope, q.text)
	case regexQuery:
		return q.re.MatchString(scope)
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

// hasPhrase reports whether a phrase stands in a folded text as whole words.
// White space counts as one space; characters of scripts without spaces are
// words of their own.
func hasPhrase(foldedText, phrase string) bool {
	want := strings.Join(strings.Fields(fulltext.Fold(phrase)), " ")
	if want == "" {
		return true
	}
	if strings.Contains(want, " ") {
		foldedText = strings.Join(strings.Fields(foldedText), " ")
	}
	for at := 0; ; {
		i := strings.Index(foldedText[at:], want)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(want)
		if edge(foldedText[:start], want) && edge(want, foldedText[end:]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(foldedText[start:])
		at = start + n
	}
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
