package vaultindex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// maxShown bounds what a reason quotes, in bytes.
const maxShown = 80

// reasons tell what the parts of a query that are no bare words found in a
// file, each once.
func (q *query) reasons(s *subject) []string {
	var all []string
	q.tell(s, func(reason string) {
		if !slices.Contains(all, reason) {
			all = append(all, reason)
		}
	})
	return all
}

// tell adds a reason for each part of a query that holds for a file.
func (q *query) tell(s *subject, add func(string)) {
	switch q.kind {
	case wordQuery, compareQuery:
		return
	case phraseQuery:
		if len(phraseOf(q.text)) > 1 {
			add("phrase: " + shown(q.text))
		}
		return
	case regexQuery:
		add(q.expressionFound(s))
		return
	case notQuery:
		add("without: " + shown(q.text))
		return
	case propertyQuery:
		add(q.propertyFound(s.file.Facts))
		return
	case operatorQuery:
		if reason := q.operatorFound(s); reason != "" {
			add(reason)
			return
		}
	}
	for i := range q.subs {
		if sub := &q.subs[i]; q.kind != orQuery || sub.holds(s) {
			sub.tell(s, add)
		}
	}
}

// shown is a text on one line, cut.
func shown(text string) string {
	text = spaced(text)
	if short := beginning(text, maxShown); short != text {
		return short + "…"
	}
	return text
}

func (q *query) expressionFound(s *subject) string {
	found := q.re.FindString(s.body().unix())
	if found == "" {
		found = q.re.FindString(s.name().text)
	}
	if found == "" {
		found = "/" + q.text + "/" // it finds the place between two characters
	}
	return "expression: " + shown(found)
}

func (q *query) propertyFound(facts note.Packed) string {
	p, _ := q.property(facts)
	switch value := p.Value.(type) {
	case nil:
		return "property: " + p.Key + " has no value"
	case []any:
		items := make([]string, len(value))
		for i, item := range value {
			items[i] = fmt.Sprint(item)
		}
		return "property: " + p.Key + " = " + shown(strings.Join(items, ", "))
	default:
		return "property: " + p.Key + " = " + shown(fmt.Sprint(value))
	}
}

// operatorFound tells what an operator found that is no text, "" for the others:
// they leave that to their parts.
func (q *query) operatorFound(s *subject) string {
	sub := &q.subs[0]
	switch q.op {
	case "file":
		return "file: " + s.file.Path.Base()
	case "path":
		return "path: " + string(s.file.Path)
	case "tag":
		var tags []string
		for name := range tagsOf(s.file.Facts) {
			if sub.mentionsTag(name) && !slices.Contains(tags, "#"+name) && len(tags) < maxWords {
				tags = append(tags, "#"+name)
			}
		}
		return "tag: " + strings.Join(tags, ", ")
	case "task", "task-todo", "task-done":
		for _, text := range tasks(s.file.Note(), q.op) {
			if sub.within(&scope{text: text, of: s}) {
				return "task: " + shown(text)
			}
		}
	}
	return ""
}

// mentionsTag reports whether a tag is one of those that a query asks for.
func (q *query) mentionsTag(name string) bool {
	switch q.kind {
	case wordQuery, phraseQuery, regexQuery:
		return q.isTag(name)
	case notQuery:
		return false
	}
	return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.mentionsTag(name) })
}

// proof is what a query looks for beside the words it ranks by: the sentence
// that has it is the one to show.
type proof struct {
	parts []*query
	at    []int // where in the text a part was found; -1 to look at each sentence
	of    *subject
}

// maxProofs bounds how many parts of a query are looked for in every sentence.
const maxProofs = 8

// proofOf collects what a query looks for in the text of a file; nil when it is
// nothing but words, and for what is far too long to look at again.
func proofOf(q *query, s *subject, o *outline) *proof {
	p := &proof{of: s}
	p.collect(q)
	if len(p.parts) == 0 || len(o.text) > fulltext.MaxBody {
		return nil
	}
	p.parts = p.parts[:min(len(p.parts), maxProofs)]
	begin := 0
	if len(o.blocks) > 0 && o.blocks[0].kind == frontBlock {
		begin = o.blocks[0].end
	}
	for _, part := range p.parts {
		at := -1
		if part.kind == regexQuery {
			if found := part.re.FindStringIndex(o.text[begin:]); found != nil {
				at = begin + found[0]
			}
		}
		p.at = append(p.at, at)
	}
	return p
}

func (p *proof) collect(q *query) {
	switch q.kind {
	case phraseQuery, regexQuery:
		if q.text != "" {
			p.parts = append(p.parts, q)
		}
	case wordQuery:
		if q.cased {
			p.parts = append(p.parts, q)
		}
	case operatorQuery:
		switch q.op {
		case "tag", "task", "task-todo", "task-done":
			p.parts = append(p.parts, q)
		case "content", "line", "block", "section", "match-case", "ignore-case":
			p.collect(&q.subs[0])
		}
	case andQuery, orQuery:
		for i := range q.subs {
			p.collect(&q.subs[i])
		}
	}
}

// asks reports whether a part of the text, which begins at start, has anything
// of what is looked for.
func (p *proof) asks(start int, text string) bool { return p.share(start, text) > 0 }

// share is how much of what is looked for a part of the text has, 0 to 1.
func (p *proof) share(start int, text string) float64 {
	if p == nil {
		return 0
	}
	n := 0
	in := &scope{text: text, of: p.of}
	for i, part := range p.parts {
		if at := p.at[i]; at >= start && at < start+len(text) || at < 0 && part.within(in) {
			n++
		}
	}
	return float64(n) / float64(len(p.parts))
}

// first is where in a part of the text the first thing begins that was looked
// for and whose place is known, or -1.
func (p *proof) first(start int, text string) int {
	if p == nil {
		return -1
	}
	for i, part := range p.parts {
		if at := p.at[i]; at >= start && at < start+len(text) {
			return at - start
		}
		if part.kind == phraseQuery || part.kind == wordQuery {
			if at := strings.Index(text, part.text); at >= 0 {
				return at
			}
		}
	}
	return -1
}
