package fulltext

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	index "github.com/blevesearch/bleve_index_api"
)

// Bounds of expansion. plenty is the number of documents with a word at which
// longer words in bodies are no longer looked for.
const (
	plenty       = 20
	maxPrefixed  = 64
	maxPairs     = 4096 // pairs that begin with one character
	maxFuzzy     = 24
	minFuzzy     = 4 // letters
	longWord     = 8 // letters from which two typing errors are forgiven
	minInflected = 3
)

// usualForms are the forms a term is always looked for in.
func (s *searcher) usualForms(t Term) []form {
	forms := []form{{t.Text, Exact}}
	if IsPaired(t.Text) {
		return forms
	}
	folded := foldWord(t.Text)
	forms = append(forms, form{FoldMark + folded, Folded})
	if folded != t.Text {
		forms = append(forms, form{folded, Folded})
	}
	if !t.Strict {
		inflected := inflections(t.Text)
		for _, other := range inflected {
			forms = append(forms, form{other, Inflected})
		}
		for _, other := range derivations(t.Text) {
			if !slices.Contains(inflected, other) {
				forms = append(forms, form{other, Derived})
			}
		}
	}
	return forms
}

// inflections are the forms an English word may also have in a text. They are
// looked up, so a form that is no word costs little and finds nothing.
func inflections(word string) []string {
	if len(word) < minInflected || strings.IndexFunc(word, notLower) >= 0 {
		return nil
	}
	var forms []string
	add := func(form string) {
		if form != word && len(form) >= minInflected && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, other := range irregular[word] {
		add(other)
	}
	for _, stem := range stems(word) {
		add(stem)
		for _, ending := range endings(stem) {
			add(ending)
		}
	}
	return forms
}

func notLower(r rune) bool { return r < 'a' || r > 'z' }

// stems are what a word may be a form of, itself included.
func stems(word string) []string {
	cut := func(ending string) (string, bool) {
		stem, ok := strings.CutSuffix(word, ending)
		return stem, ok && len(stem) >= minInflected
	}
	if stem, ok := cut("ies"); ok {
		return []string{stem + "y"}
	}
	if stem, ok := cut("ing"); ok {
		return []string{undouble(stem), stem + "e"}
	}
	if stem, ok := cut("ed"); ok {
		return []string{undouble(stem), stem + "e"}
	}
	for _, sibilant := range []string{"sses", "xes", "ches", "shes", "zes"} {
		if strings.HasSuffix(word, sibilant) {
			return []string{word[:len(word)-2]}
		}
	}
	if stem, ok := cut("s"); ok && !strings.HasSuffix(stem, "s") {
		return []string{stem}
	}
	return []string{word}
}

// undouble turns "plann" into "plan", but leaves "call" alone.
func undouble(stem string) string {
	n := len(stem)
	if n > minInflected && stem[n-1] == stem[n-2] && !strings.ContainsRune("lsz", rune(stem[n-1])) {
		return stem[:n-1]
	}
	return stem
}

// endings are the plural, the past and the -ing form of a stem.
func endings(stem string) []string {
	last := stem[len(stem)-1]
	switch {
	case last == 'e':
		return []string{stem + "s", stem + "d", stem[:len(stem)-1] + "ing"}
	case last == 'y' && !strings.ContainsRune("aeiou", rune(stem[len(stem)-2])):
		return []string{stem[:len(stem)-1] + "ies", stem + "ing", stem[:len(stem)-1] + "ied"}
	case strings.HasSuffix(stem, "s"), strings.HasSuffix(stem, "x"), strings.HasSuffix(stem, "ch"), strings.HasSuffix(stem, "sh"):
		return []string{stem + "es", stem + "ing", stem + "ed"}
	}
	return []string{stem + "s", stem + "ing", stem + "ed"}
}

// fuzzable reports whether typing errors are looked for: only in words long
// enough to be told apart, and never in scripts whose characters are words.
func fuzzable(t Term) bool {
	return !t.Strict && !IsPaired(t.Text) && utf8.RuneCountInString(t.Text) >= minFuzzy &&
		strings.IndexFunc(t.Text, func(r rune) bool { return r >= '0' && r <= '9' }) < 0
}

// namelike are the fields whose dictionaries are small enough to be searched
// for anything near a word.
var namelike = []Field{FieldName, FieldAliases, FieldHeadings, FieldTags, FieldAnchors}

// spreadFuzzy looks for words a typing error away: among names and the like,
// then in bodies, and for long words with two errors among names again. It
// stops where it finds something.
func (s *searcher) spreadFuzzy(info *TermInfo) error {
	tries := []struct {
		fields   []Field
		distance int
	}{{namelike, 1}, {[]Field{FieldBody}, 1}, {namelike, 2}}
	if utf8.RuneCountInString(info.Text) < longWord {
		tries = tries[:2]
	}
	for _, try := range tries {
		for _, f := range try.fields {
			if err := s.addNear(info, f, try.distance); err != nil {
				return err
			}
		}
		if len(s.board.termTouched) > 0 {
			break
		}
	}
	return nil
}

func (s *searcher) addNear(info *TermInfo, f Field, distance int) error {
	if !info.Fields.Has(f) {
		return nil
	}
	near, err := s.near(f, info.Text, distance)
	if err != nil {
		return err
	}
	if err := s.addForms(f, info, near); err != nil {
		return err
	}
	s.board.endField()
	return nil
}

// near are the words of a field within a distance of a term, with the same
// first letter: people seldom mistype that one, and it makes looking cheap.
func (s *searcher) near(f Field, term string, distance int) ([]form, error) {
	fuzzy, ok := s.reader.raw.(index.IndexReaderFuzzy)
	if !ok {
		return nil, nil
	}
	_, first := utf8.DecodeRuneInString(term)
	dict, err := fuzzy.FieldDictFuzzy(f.String(), term, distance, term[:first])
	if err != nil {
		return nil, fmt.Errorf("read the full-text index: %w", err)
	}
	defer dict.Close()
	docs := make(map[string]uint64)
	if err := tally(docs, dict.Next); err != nil {
		return nil, err
	}
	return s.mostFrequent(f, docs, maxFuzzy, Fuzzy, term)
}
