package fulltext

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// prefixed are the most frequent words of a field that begin with a term.
func (s *searcher) prefixed(f Field, prefix string, most int, kind FormKind) ([]form, error) {
	words, err := s.words(f, nil, []byte(prefix), beyondPrefix(prefix))
	if err != nil {
		return nil, err
	}
	return mostFrequent(words, most, kind, prefix), nil
}

// beyondPrefix is the first key after all that begin with a prefix. A prefix is
// valid UTF-8, so its last byte is never the highest.
func beyondPrefix(prefix string) []byte {
	end := []byte(prefix)
	end[len(end)-1]++
	return end
}

// words are the words of a field that an automaton accepts within a range, and
// how many documents that count have each. Words of deleted documents stay in
// the dictionaries, so their own counts are of no use. The segments are read
// one after the other: for so little work, goroutines would only wait for each
// other.
func (s *searcher) words(f Field, accept segment.Automaton, from, to []byte) (map[string]uint64, error) {
	dicts, err := s.dictionaries(f.String())
	if err != nil {
		return nil, err
	}
	docs := make(map[string]uint64)
	for i, dict := range dicts {
		if err := tally(docs, dict, s.unseen[i], walk(dict, accept, from, to)); err != nil {
			return nil, fmt.Errorf("read the full-text index: %w", err)
		}
	}
	return docs, nil
}

// walk goes through a dictionary, without counting where it can.
func walk(dict segment.TermDictionary, accept segment.Automaton, from, to []byte) segment.DictionaryIterator {
	type uncounted interface {
		AutomatonIteratorOmitCount(segment.Automaton, []byte, []byte) segment.DictionaryIterator
	}
	if d, ok := dict.(uncounted); ok {
		return d.AutomatonIteratorOmitCount(accept, from, to)
	}
	return dict.AutomatonIterator(accept, from, to)
}

// tally adds what one segment has of the words.
func tally(docs map[string]uint64, dict segment.TermDictionary, unseen *roaring.Bitmap, it segment.DictionaryIterator) error {
	var list segment.PostingsList
	for {
		entry, err := it.Next()
		if err != nil || entry == nil {
			return err
		}
		if list, err = dict.PostingsList([]byte(entry.Term), unseen, list); err != nil {
			return err
		}
		if n := list.Count(); n > 0 {
			docs[entry.Term] += n
		}
	}
}

// mostFrequent are the words that most documents have, but one; of equally
// frequent ones the lesser.
func mostFrequent(docs map[string]uint64, most int, kind FormKind, but string) []form {
	delete(docs, but)
	words := slices.SortedFunc(maps.Keys(docs), func(a, b string) int {
		return cmp.Or(cmp.Compare(docs[b], docs[a]), cmp.Compare(a, b))
	})
	forms := make([]form, 0, min(len(words), most))
	for _, word := range words[:cap(forms)] {
		forms = append(forms, form{word, kind})
	}
	return forms
}
