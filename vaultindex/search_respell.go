package vaultindex

import (
	"context"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// respell lets the words of a query that rules files out be misspelt too: where
// a word is in no note, what the index takes for it holds as well.
func (s *shelf) respell(ctx context.Context, r *ranking) error {
	if !r.query.restricts() || !r.query.asksWords() {
		return nil
	}
	found, err := s.text.Search(ctx, fulltext.Request{Terms: r.want.terms, Limit: 1, Private: s.private, Shown: s.shown})
	if err != nil {
		return err
	}
	meant := make(map[string][]string)
	for _, t := range found.Terms {
		if forms := fuzzyForms(t); len(forms) > 0 {
			meant[t.Text] = forms
		}
	}
	if len(meant) > 0 {
		r.query.respell(meant)
	}
	return nil
}

// fuzzyForms are the words taken for one that is in no note itself.
func fuzzyForms(t fulltext.TermInfo) []string {
	var forms []string
	for form, kind := range t.Forms {
		if kind != fulltext.Fuzzy {
			return nil
		}
		forms = append(forms, fulltext.Fold(strings.TrimPrefix(form, fulltext.FoldMark)))
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// asksWords reports whether a part of a query that must hold is a word.
func (q *query) asksWords() bool {
	switch q.kind {
	case wordQuery, notQuery:
		return false
	case andQuery:
		return slices.ContainsFunc(q.subs, func(sub query) bool { return sub.asksWords() })
	}
	return q.hasWord()
}

// respell notes what is meant by misspelt words. What is ruled out is what was
// typed, and nothing like it.
func (q *query) respell(meant map[string][]string) {
	switch q.kind {
	case notQuery:
		return
	case wordQuery:
		if words := fulltext.QueryTokens(q.text); len(words) == 1 && !q.cased {
			q.meant = meant[words[0].Term]
		}
	}
	for i := range q.subs {
		q.subs[i].respell(meant)
	}
}
