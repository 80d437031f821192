package fulltext

import (
	"cmp"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// prefixed are the most frequent words of a field that begin with a term. The
// segments are read one after the other: for so little work, goroutines would
// only wait for each other.
func (s *searcher) prefixed(f Field, prefix string, most int, kind FormKind) ([]form, error) {
	dicts, err := s.dictionaries(f.String())
	if err != nil {
		return nil, err
	}
	docs := make(map[string]uint64)
	for _, dict := range dicts {
		it := dict.AutomatonIterator(nil, []byte(prefix), beyondPrefix(prefix))
		if err := tally(docs, it.Next); err != nil {
			return nil, err
		}
	}
	return s.mostFrequent(f, docs, most, kind, prefix)
}

// beyondPrefix is the first key after all that begin with a prefix. A prefix is
// valid UTF-8, so its last byte is never the highest.
func beyondPrefix(prefix string) []byte {
	end := []byte(prefix)
	end[len(end)-1]++
	return end
}

// tally reads the entries of a dictionary. They count deleted documents too.
func tally(docs map[string]uint64, next func() (*index.DictEntry, error)) error {
	for {
		entry, err := next()
		if err != nil {
			return fmt.Errorf("read the full-text index: %w", err)
		}
		if entry == nil {
			return nil
		}
		docs[entry.Term] += entry.Count
	}
}

// counted is a word and the number of documents that have it.
type counted struct {
	term string
	docs uint64
}

// compare puts the more frequent word first, and of equals the lesser.
func (a counted) compare(b counted) int {
	return cmp.Or(cmp.Compare(b.docs, a.docs), cmp.Compare(a.term, b.term))
}

// mostFrequent are the words of a field that most documents have, but one.
// atMost says how many documents have a word at most: words of deleted
// documents stay in the dictionaries, and must neither be chosen nor take the
// place of others.
func (s *searcher) mostFrequent(f Field, atMost map[string]uint64, most int, kind FormKind, but string) ([]form, error) {
	words := make([]counted, 0, len(atMost))
	for term, docs := range atMost {
		if term != but {
			words = append(words, counted{term, docs})
		}
	}
	slices.SortFunc(words, counted.compare)
	best := words[:min(len(words), most)]
	if !s.whole() {
		var err error
		if best, err = s.recount(f, words, most); err != nil {
			return nil, err
		}
	}
	forms := make([]form, len(best))
	for i, w := range best {
		forms[i] = form{w.term, kind}
	}
	return forms, nil
}

// recount picks the most frequent of words whose counts are too high. It looks
// at them in order, and no further than a word could still be among the best.
func (s *searcher) recount(f Field, words []counted, most int) ([]counted, error) {
	dicts, err := s.dictionaries(f.String())
	if err != nil {
		return nil, err
	}
	best := make([]counted, 0, most+1)
	for _, w := range words {
		if len(best) == most && w.compare(best[most-1]) > 0 {
			break
		}
		if w.docs, err = s.count(dicts, w.term); err != nil {
			return nil, err
		}
		if w.docs == 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, w, counted.compare)
		best = slices.Insert(best, at, w)
		best = best[:min(len(best), most)]
	}
	return best, nil
}
