package vaultindex

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

var (
	// asksForList asks which things of a kind there are.
	asksForList = regexp.MustCompile(`\b(?:which|what|list|any|show|find)\b|哪些|哪几|什么|有没有|几[本部个张]`)
	// byMaker stands before who made something.
	byMaker = regexp.MustCompile(`\bby\b`)
	// aYear is a year in a question.
	aYear = regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b`)
	// dateKey is the name of a property that dates the thing, not the note.
	dateKey = regexp.MustCompile(`^(?:year|date|datepublished|published|released|releasedate|read|finished|last|start|年份|年|日期|出版.*|上映.*|读完.*)$`)
	// makerKey is the name of a property that says who made something.
	makerKey = regexp.MustCompile(`^(?:authors?|writers?|artists?|directors?|makers?|creators?|hosts?|composers?|translators?|developers?|by|作者|译者|导演|歌手)$`)
)

// listed answers which notes of a kind have something in a property: the books
// by somebody, the films of a year.
func (s *shelf) listed(ctx context.Context, q *propertyQuestion, req PassageRequest) ([]Passage, error) {
	kind := slices.IndexFunc(kindsOfThings, func(k kindOfThing) bool { return k.words.MatchString(q.text) })
	if kind < 0 || !asksForList.MatchString(q.text) || q.attr == nil && !byMaker.MatchString(q.text) && intentOf(q.text) == intentDefine {
		return nil, nil // "what are evergreen notes" asks for no list of notes
	}
	r, err := s.rankQuery(ctx, wordsQuery(req.Query), false, maxListed, req.From)
	if err != nil {
		return nil, err
	}
	var all []Passage
	for _, f := range r.files[:min(len(r.files), maxListed)] {
		if !s.answerable(f.file) || !ofKind(f.file, kindsOfThings[kind]) {
			continue
		}
		text := s.contents(f.file.Path)
		for _, p := range propertiesOf(f.file, text) {
			if q.decidedBy(p) {
				all = append(all, quoteProperty(f.file.Path, text, p)...)
				break
			}
		}
	}
	return all[:min(len(all), maxProperties)], nil
}

// ofKind reports whether a note is marked as one of a kind.
func ofKind(f *graph.File, k kindOfThing) bool {
	marks := []string{string(f.Path)}
	for t := range f.Facts.Tags() {
		marks = append(marks, t.Name)
	}
	for _, p := range f.Facts.Properties() {
		if name := keyName(p.Key); name == "type" || name == "category" || name == "categories" || name == "kind" || name == "类型" || name == "分类" {
			marks = append(marks, fmt.Sprint(p.Value))
		}
	}
	return k.marks.MatchString(fulltext.Fold(strings.Join(marks, "\n")))
}

// decidedBy reports whether one item of a property is all that the question says
// beside the kind of thing.
func (q *propertyQuestion) decidedBy(p note.Property) bool {
	key := keyName(p.Key)
	var says *regexp.Regexp
	switch {
	case q.attr != nil && len(q.attr.keys) > 0:
		if says = q.attr.says; !slices.Contains(q.attr.keys, key) {
			return false
		}
	case byMaker.MatchString(q.text):
		if !makerKey.MatchString(key) {
			return false
		}
	}
	year := aYear.FindString(q.text)
	return slices.ContainsFunc(items(p.Value), func(item string) bool {
		if year != "" && strings.HasPrefix(item, year) {
			item = year
			if !dateKey.MatchString(key) {
				return false
			}
		}
		rest, ok := without(q.text, item)
		return ok && leftover(rest, says) == 0
	})
}

// wholeLink is a value that is one link.
var wholeLink = regexp.MustCompile(`\[\[(?:[^\]|]*/)?([^\]|/#]*)(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]`)

// items are the single values of a property, unsigned.
func items(value any) []string {
	var all []string
	if list, ok := value.([]any); ok {
		for _, one := range list {
			all = append(all, items(one)...)
		}
		return all
	}
	if value == nil {
		return nil
	}
	text := wholeLink.ReplaceAllString(fmt.Sprint(value), "$1")
	if strings.Contains(text, "://") {
		return nil
	}
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",，、;；/", r) }) {
		all = append(all, unsigned(one))
	}
	return all
}
