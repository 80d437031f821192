package vaultindex

import (
	"iter"
	"slices"
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
	of   *subject
	part bool // words may stand within others, as in names
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
		one := spaced(s.folded())
		s.one = &one
	}
	return *s.one
}

// has reports whether the text has a word, be it within another, or a phrase as
// whole words (rules section 8).
func (s *scope) has(q *query) bool {
	part := s.part || q.kind == wordQuery
	switch {
	case part && q.cased:
		return strings.Contains(s.text, q.begun())
	case part && strings.Contains(s.folded(), fulltext.Fold(q.begun())):
		return true
	case part:
		return slices.ContainsFunc(q.meant, func(word string) bool { return hasPhrase(s.folded(), word) })
	case q.cased && strings.Contains(q.words, " "):
		return hasPhrase(spaced(s.text), q.words)
	case q.cased:
		return hasPhrase(s.text, q.words)
	case strings.Contains(q.words, " "):
		first, _, _ := strings.Cut(q.words, " ")
		return strings.Contains(s.folded(), first) && hasPhrase(s.squeezed(), q.words)
	}
	return hasPhrase(s.folded(), q.words)
}

// begun is the text of a word or phrase, without the star behind a word that is
// the beginning of others.
func (q *query) begun() string {
	if before, ok := strings.CutSuffix(q.text, "*"); ok && q.kind == wordQuery && before != "" && !strings.Contains(before, "*") {
		return before
	}
	return q.text
}

// unix is the text with line ends of one kind, so that $ stands before each.
func (s *scope) unix() string { return strings.ReplaceAll(s.text, "\r\n", "\n") }

// body is the file's text; empty when it cannot be read.
func (s *subject) body() *scope {
	if s.text == nil {
		s.text = &scope{text: s.read(), of: s}
	}
	return s.text
}

func (s *subject) name() *scope {
	if s.path == nil {
		s.path = &scope{text: string(s.file.Path), of: s}
	}
	return s.path
}

// restricts reports whether a query rules files out. Bare words do not, nor
// does a query that is nothing but words of which one is asked for: they rank.
func (q *query) restricts() bool {
	switch q.kind {
	case wordQuery:
		return false
	case andQuery:
		return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.kind == orQuery || sub.restricts() })
	case orQuery:
		return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.kind != wordQuery })
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
		case "content", "line", "block", "section":
			return true // whatever is looked for there
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
	case orQuery:
		return !q.restricts() || q.holds(s)
	case andQuery:
		for i := range q.subs {
			if sub := &q.subs[i]; sub.kind == orQuery && !sub.holds(s) || sub.kind != orQuery && !sub.accepts(s) {
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
		return s.name().has(q) || s.body().has(q)
	case regexQuery:
		return q.re.MatchString(s.body().unix()) || q.re.MatchString(s.name().text)
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

// operatorHolds decides an operator about a whole file.
func (q *query) operatorHolds(s *subject) bool {
	sub := &q.subs[0]
	switch q.op {
	case "file", "path":
		return q.operatorWithin(s.name())
	case "match-case", "ignore-case":
		return sub.holds(s)
	case "tag":
		return sub.hasTag(slices.Collect(tagsOf(s.file.Facts)))
	case "task", "task-todo", "task-done":
		return s.file.Parsed() && sub.withinOne(s.body(), tasks(s.file.Note(), q.op))
	}
	return q.operatorWithin(s.body())
}

// operatorWithin decides an operator about a part of a file's text.
func (q *query) operatorWithin(in *scope) bool {
	sub := &q.subs[0]
	switch q.op {
	case "file":
		return sub.within(&scope{text: in.of.file.Path.Base(), of: in.of, part: true})
	case "path":
		return sub.within(&scope{text: string(in.of.file.Path), of: in.of, part: true})
	case "tag":
		return sub.hasTag(tagNames(slices.Values(parsedFor(in.text, "#").Tags)))
	case "line":
		return sub.withinOne(in, strings.Split(in.unix(), "\n"))
	case "block":
		return sub.withinOne(in, texts(splitBlocks(in.text)))
	case "section":
		return sub.withinOne(in, sections(in.text))
	case "task", "task-todo", "task-done":
		return sub.withinOne(in, tasks(parsedFor(in.text, "["), q.op))
	}
	return sub.within(in)
}

// parsedFor parses a part of a note, if the sign is in it without which it has
// nothing of what is looked for.
func parsedFor(text, sign string) *note.Note {
	if !strings.Contains(text, sign) {
		return &note.Note{}
	}
	return note.Parse([]byte(text))
}

func (q *query) withinOne(in *scope, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return q.within(&scope{text: text, of: in.of}) })
}

// within decides a query over one piece of text.
func (q *query) within(in *scope) bool {
	switch q.kind {
	case wordQuery, phraseQuery:
		return q.text == "" || in.has(q)
	case regexQuery:
		return q.re.MatchString(in.unix())
	case operatorQuery:
		return q.operatorWithin(in)
	case propertyQuery:
		return q.hasProperty(in.of.file.Facts)
	}
	return q.combine(func(sub *query) bool { return sub.within(in) })
}

// names reports whether a file's name has something that is asked for.
func (q *query) names(s *subject) bool {
	switch q.kind {
	case wordQuery, phraseQuery, regexQuery:
		return q.within(s.name())
	case operatorQuery:
		if q.op == "file" || q.op == "path" {
			return q.operatorWithin(s.name())
		}
	case notQuery:
		return false
	}
	return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.names(s) })
}

// tagsOf yields the names of a note's tags.
func tagsOf(facts note.Packed) iter.Seq[string] {
	return func(yield func(string) bool) {
		for t := range facts.Tags() {
			if !yield(t.Name) {
				return
			}
		}
	}
}

// hasTag decides a query over the names of tags.
func (q *query) hasTag(tags []string) bool {
	switch q.kind {
	case wordQuery, phraseQuery, regexQuery:
		return slices.ContainsFunc(tags, q.isTag)
	}
	return q.combine(func(sub *query) bool { return sub.hasTag(tags) })
}

// isTag reports whether a tag is the one asked for, or lies below it (T4).
func (q *query) isTag(name string) bool {
	if q.kind == regexQuery {
		return q.re.MatchString(name)
	}
	want, have := note.FoldTag(tagText(*q)), note.FoldTag(name)
	return have == want || strings.HasPrefix(have, want+"/")
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
