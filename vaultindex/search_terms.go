package vaultindex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// minPrefix is the length from which an unfinished last word is completed.
const minPrefix = 2

// Weights of words that say less than others.
const (
	weakWeight    = 0.35
	verbWeight    = 0.5
	measureWeight = 0.3
)

// wanted is what a query ranks by.
type wanted struct {
	terms   []fulltext.Term
	dropped []string // common words left out because there are others
	subject string   // the query without what only asks, folded; for comparing with names
	cut     bool     // there are more terms than count

	last     string // the word before the one at hand
	verbNext bool   // the word at hand says what somebody does
}

// wantedOf collects what a query ranks by: its words, and the texts of its
// phrases and operators, but nothing of what it rules out.
func wantedOf(q *query, typing bool) wanted {
	var texts []string
	words(q, &texts)
	w := termsOf(texts)
	for i, text := range texts {
		if typing && i == len(texts)-1 || q.kind == orQuery && !q.restricts() {
			w.complete(text)
		}
		w.star(text)
	}
	return w
}

// words lists the texts of a query in order.
func words(q *query, texts *[]string) {
	switch q.kind {
	case wordQuery, phraseQuery:
		*texts = append(*texts, q.text)
	case andQuery, orQuery:
		for i := range q.subs {
			words(&q.subs[i], texts)
		}
	case operatorQuery:
		if q.op != "tag" && q.op != "path" {
			words(&q.subs[0], texts)
		}
	}
}

// termsOf makes terms of texts. Words that only ask are left out, unless there
// is nothing else.
func termsOf(texts []string) wanted {
	var w wanted
	var subject []string
	for _, text := range texts {
		for _, piece := range matter(text) {
			subject = append(subject, w.take(piece)...)
		}
	}
	if len(w.terms) == 0 {
		subject = texts
		for _, text := range texts {
			for _, tok := range fulltext.QueryTokens(text) {
				w.add(queryTerm(tok))
			}
		}
		w.dropped = nil
	}
	w.subject = fulltext.Fold(strings.Join(subject, " "))
	return w
}

// take adds the terms of one piece and returns the words of it that count.
func (w *wanted) take(piece string) []string {
	var kept []string
	end := -1
	for _, tok := range fulltext.QueryTokens(piece) {
		factor := w.hear(tok.Term)
		if stopWords[tok.Term] {
			w.dropped = append(w.dropped, tok.Term)
			end = -1
			continue
		}
		t := queryTerm(tok)
		t.Weight *= factor
		w.add(t)
		switch {
		case end >= tok.Start && end > 0: // pairs overlap: go on with the run
			kept[len(kept)-1] += piece[end:max(tok.End, end)]
		default:
			kept = append(kept, piece[tok.Start:tok.End])
		}
		end = tok.End
	}
	return kept
}

// hear follows the grammar of an English question and weighs the next word: of
// "how do I remove limescale" the text may well have another verb, and "how
// long" asks for a number.
func (w *wanted) hear(word string) float64 {
	last, verb := w.last, w.verbNext
	w.last = word
	w.verbNext = pronouns[word] && auxiliaries[last] || word == "to" && toBefore[last]
	switch {
	case last == "how" && measures[word]:
		return measureWeight
	case verb:
		return verbWeight
	}
	return 1
}

func (w *wanted) add(t fulltext.Term) {
	known := slices.ContainsFunc(w.terms, func(o fulltext.Term) bool { return o.Text == t.Text })
	switch {
	case known:
	case len(w.terms) < fulltext.MaxTerms:
		w.terms = append(w.terms, t)
	default:
		w.cut = true
	}
}

// complete marks the term as unfinished that a text ends in.
func (w *wanted) complete(text string) {
	if t := w.lastOf(text); t != nil {
		t.Prefix = true
	}
}

// star marks the term that a text ends in, with a star behind it, as the
// beginning of all that is asked for.
func (w *wanted) star(text string) {
	if before, ok := strings.CutSuffix(text, "*"); ok && !strings.Contains(before, "*") {
		if t := w.lastOf(before); t != nil {
			t.Begins = true
		}
	}
}

// lastOf is the term that a text ends in, if it may be the beginning of a word.
func (w *wanted) lastOf(text string) *fulltext.Term {
	tokens := fulltext.QueryTokens(text)
	if len(tokens) == 0 || tokens[len(tokens)-1].End != len(text) {
		return nil
	}
	last := tokens[len(tokens)-1].Term
	if fulltext.IsPaired(last) || utf8.RuneCountInString(last) < minPrefix {
		return nil
	}
	if i := slices.IndexFunc(w.terms, func(t fulltext.Term) bool { return t.Text == last }); i >= 0 {
		return &w.terms[i]
	}
	return nil
}
