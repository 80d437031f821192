package fulltext

import (
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
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
			docs, err := meet(dicts[i], words)
			if err != nil {
				return nil, err
			}
			if s.unseen[i] != nil {
				docs.AndNot(s.unseen[i])
			}
			if !docs.IsEmpty() {
				all.Or(roaring.AddOffset64(docs, int64(part.base)))
			}
		}
	}
	return all, nil
}

// meet are the documents of one segment that have all the words in a field.
func meet(dict segment.TermDictionary, words []string) (*roaring.Bitmap, error) {
	var met *roaring.Bitmap
	for _, word := range words {
		docs := roaring.New()
		for _, form := range accents(word) {
			list, err := dict.PostingsList([]byte(form), nil, nil)
			if err != nil {
				return nil, fmt.Errorf("read the full-text index: %w", err)
			}
			pour(list, docs)
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

// pour adds the documents of a list to a set, all at once where it can.
func pour(list segment.PostingsList, docs *roaring.Bitmap) {
	if list.Count() == 0 {
		return
	}
	if whole, ok := list.(interface{ OrInto(*roaring.Bitmap) }); ok {
		whole.OrInto(docs)
		return
	}
	for it := list.Iterator(false, false, false, nil); ; {
		next, err := it.Next()
		if err != nil || next == nil {
			return
		}
		docs.Add(uint32(next.Number()))
	}
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
