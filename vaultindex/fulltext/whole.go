package fulltext

import (
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
)

// Bounds of what is looked at for a query as a whole: its words, and how many
// of the documents that have them all are told.
const (
	wholeWords  = 16
	wholeNamed  = 60
	wholeBodies = 20
)

// nameFields are those whose content may be the query, word for word.
var nameFields = []Field{FieldName, FieldAliases, FieldHeadings, FieldAnchors}

// wholly finds the best documents that have every word of a text in one field,
// questioning words included: among names and the like, and in bodies. Whether
// the words stand side by side only the caller can see.
func (s *searcher) wholly(text string, keep *roaring.Bitmap, terms []TermInfo) ([]Match, error) {
	var words []string
	for _, tok := range QueryTokens(text) {
		if !single(tok.Term) && !slices.Contains(words, tok.Term) && len(words) < wholeWords {
			words = append(words, tok.Term)
		}
	}
	groups := []struct {
		fields []Field
		most   int
	}{{nameFields, wholeNamed}, {[]Field{FieldBody}, wholeBodies}}
	switch len(words) {
	case 0:
		return nil, nil
	case 1: // found anyhow, side by side with itself
		groups = groups[:1]
	}
	var matches []Match
	for _, group := range groups {
		docs, err := s.withAll(words, group.fields)
		if err != nil {
			return nil, err
		}
		if keep != nil {
			docs.And(keep)
		}
		top, err := s.rated(docs.ToArray(), terms, group.most)
		if err != nil {
			return nil, err
		}
		matches = append(matches, top...)
	}
	return matches, nil
}

// withAll are the documents that have all the words in one of the fields.
func (s *searcher) withAll(words []string, fields []Field) (*roaring.Bitmap, error) {
	all := roaring.New()
	for _, f := range fields {
		dicts, err := s.dictionaries(f.String())
		if err != nil {
			return nil, err
		}
		for i, part := range s.reader.segments {
			if dicts[i] == nil {
				continue
			}
			docs, err := s.meet(dicts[i], i, words)
			if err != nil {
				return nil, err
			}
			if s.unseen[i] != nil {
				docs.AndNot(s.unseen[i].set)
			}
			if !docs.IsEmpty() {
				all.Or(roaring.AddOffset64(docs, int64(part.base)))
			}
		}
	}
	return all, nil
}

// meet are the documents of one segment that have all the words in a field.
func (s *searcher) meet(dict *vellum.Reader, segment int, words []string) (*roaring.Bitmap, error) {
	var met *roaring.Bitmap
	for _, word := range words {
		docs := roaring.New()
		for _, form := range accents(word) {
			at, known, err := dict.Get([]byte(form))
			if err != nil {
				return nil, fmt.Errorf("read the full-text index: %w", err)
			}
			if !known {
				continue
			}
			found, err := s.at(place{segment, at})
			if err != nil {
				return nil, err
			}
			found.into(docs)
		}
		if met == nil {
			met = docs
		} else {
			met.And(docs)
		}
		if met.IsEmpty() {
			break
		}
	}
	return met, nil
}

// accents are the terms under which a word stands, with its accents or without.
func accents(word string) []string {
	if IsPaired(word) {
		return []string{word}
	}
	folded := foldWord(word)
	if folded == word {
		return []string{word, FoldMark + folded}
	}
	return []string{word, FoldMark + folded, folded}
}
