package fulltext

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/vellum"
)

// word is a word of a field, as the dictionaries have it.
type word struct {
	text   string
	docs   int // documents that count
	places []place
}

// prefixed are the most frequent words of a field that begin with a term.
func (s *searcher) prefixed(field, prefix string, most int, kind FormKind) ([]form, error) {
	words, err := s.words(field, nil, []byte(prefix), beyondPrefix(prefix))
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

// words are the words of a field that an automaton accepts within a range, if
// any document that counts has them. Words of deleted documents stay in the
// dictionaries. The segments are read one after the other: for so little work,
// goroutines would only wait for each other.
func (s *searcher) words(field string, accept vellum.Automaton, from, to []byte) ([]word, error) {
	var all []word
	known := make(map[string]int)
	err := s.walk(field, accept, from, to, func(text []byte, p place) error {
		at, ok := known[string(text)]
		if !ok {
			at = len(all)
			all = append(all, word{text: string(text)})
			known[all[at].text] = at
		}
		all[at].places = append(all[at].places, p)
		found, err := s.at(p)
		if err != nil {
			return err
		}
		all[at].docs += found.count(s.unseen[p.segment])
		return nil
	})
	return slices.DeleteFunc(all, func(w word) bool { return w.docs == 0 }), err
}

// walk calls fn with all words of a field that an automaton accepts within a
// range, segment by segment. It stops with fn's error. The word is fn's until
// it returns.
func (s *searcher) walk(field string, accept vellum.Automaton, from, to []byte, fn func(text []byte, p place) error) error {
	for i, part := range s.reader.segments {
		dict, err := part.dictionary(field)
		if err != nil {
			return fmt.Errorf("read the full-text index: %w", err)
		}
		if dict == nil {
			continue
		}
		it, err := dict.Search(accept, from, to)
		for ; err == nil; err = it.Next() {
			text, at := it.Current()
			if err := fn(text, place{i, at}); err != nil {
				return err
			}
		}
		if !errors.Is(err, vellum.ErrIteratorDone) {
			return fmt.Errorf("read the full-text index: %w", err)
		}
	}
	return s.ctx.Err()
}

// mostFrequent are the words that most documents have, but one; of equally
// frequent ones the lesser.
func mostFrequent(words []word, most int, kind FormKind, but string) []form {
	words = slices.DeleteFunc(words, func(w word) bool { return w.text == but })
	slices.SortFunc(words, func(a, b word) int {
		return cmp.Or(cmp.Compare(b.docs, a.docs), cmp.Compare(a.text, b.text))
	})
	forms := make([]form, min(len(words), most))
	for i, w := range words[:len(forms)] {
		forms[i] = form{w.text, kind, w.places}
	}
	return forms
}
