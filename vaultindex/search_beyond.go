package vaultindex

import (
	"context"
	"math"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// ownWords are the fields with what stands in a file itself: all but the names
// that other notes give it.
var ownWords = fulltext.Only(fulltext.FieldName, fulltext.FieldAliases, fulltext.FieldHeadings, fulltext.FieldTags,
	fulltext.FieldProperties, fulltext.FieldPath, fulltext.FieldBody)

// mayMiss reports whether files may fulfil a query that have none of its words
// as the index ranks by them: those of the other side of an OR, those with a part
// of a name, and, where nothing was found, those that say it only where nothing
// ranks, as in keys of properties and code that asks plugins for something.
func (s *shelf) mayMiss(r *ranking) bool {
	if !r.query.restricts() {
		return false
	}
	return !r.query.byWords() || r.query.asksParts() || len(r.files) == 0 && !r.query.ranksOnly()
}

// asksParts reports whether a word that is asked for may be found within others,
// which rank by no word of the query.
func (q *query) asksParts() bool {
	switch q.kind {
	case wordQuery, phraseQuery, regexQuery:
		return false
	case andQuery:
		return !q.ranksOnly() && slices.ContainsFunc(q.subs, func(sub query) bool { return sub.asksParts() })
	}
	return q.hasWord()
}

func (q *query) hasWord() bool {
	return q.kind == wordQuery && !fulltext.IsPaired(q.text) ||
		slices.ContainsFunc(q.subs, func(sub query) bool { return sub.hasWord() })
}

// passing are the files that the index lets through, nil for all where it does
// not tell.
func (s *shelf) passing(ctx context.Context, r *ranking) (map[vaultpath.Path]bool, error) {
	filter := s.filter(&r.query)
	if filter == nil || s.text == nil {
		return nil, nil //nolint:nilnil // nil is all
	}
	found, err := s.text.Search(ctx, fulltext.Request{Filter: filter, Limit: math.MaxInt32, Private: s.private, Shown: s.shown})
	if err != nil {
		return nil, err
	}
	only := make(map[vaultpath.Path]bool, len(found.Matches))
	for _, m := range found.Matches {
		only[m.Path] = true
	}
	return only, nil
}

// byWords reports whether only a file with one of its words can fulfil a query.
func (q *query) byWords() bool {
	switch q.kind {
	case wordQuery, phraseQuery:
		return len(fulltext.QueryTokens(q.text)) > 0
	case andQuery:
		return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.byWords() })
	case orQuery:
		return !slices.ContainsFunc(q.subs, func(sub query) bool { return !sub.byWords() })
	case operatorQuery:
		return q.op != "tag" && q.op != "file" && q.op != "path" && q.subs[0].byWords()
	}
	return false
}

// ranksOnly reports whether some words of a query only rank.
func (q *query) ranksOnly() bool {
	return q.kind == wordQuery || q.kind == orQuery && !q.restricts() || q.kind == andQuery && slices.ContainsFunc(q.subs, func(sub query) bool { return sub.kind != orQuery && sub.ranksOnly() })
}

// alsoScan puts the files that fulfil a query and that words did not find
// behind those that they did.
func (s *shelf) alsoScan(ctx context.Context, r *ranking) error {
	known := make(map[vaultpath.Path]bool, len(r.files))
	rest := &ranking{query: r.query, known: known, looked: r.looked}
	least := 1.0
	for _, f := range r.files {
		known[f.file.Path] = true
		least = min(least, f.score)
	}
	if err := s.scan(ctx, rest); err != nil {
		return err
	}
	for _, f := range rest.files {
		f.score = least / 4 // whatever links and dates add, it stays behind
		r.files = append(r.files, f)
	}
	r.total, r.cut, r.looked = max(len(r.files), r.total), r.cut || rest.cut, rest.looked
	return nil
}

// sure reports whether the index decides a part of a query as reading does, so
// that it may rule files out by it.
func (q *query) sure() bool {
	switch q.kind {
	case wordQuery:
		words := fulltext.QueryTokens(q.text)
		return !q.cased && len(words) == 1 && words[0].Term == q.words
	case operatorQuery:
		return q.op == "tag" && (q.subs[0].kind == wordQuery || q.subs[0].kind == phraseQuery)
	case andQuery, orQuery, notQuery:
		return !slices.ContainsFunc(q.subs, func(sub query) bool { return !sub.sure() })
	}
	return false
}
