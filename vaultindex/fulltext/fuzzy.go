package fulltext

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/vellum/levenshtein"
)

const (
	maxFuzzy = 24 // words taken for a misspelt one, in a field
	minFuzzy = 4  // letters
	longWord = 8  // letters from which two typing errors are forgiven
	longest  = 32 // letters of a word for which others are looked for
)

// fuzzable reports whether typing errors are looked for: only in words long
// enough to be told apart, and never in scripts whose characters are words.
func fuzzable(t Term) bool {
	n := utf8.RuneCountInString(t.Text)
	return !t.Strict && !IsPaired(t.Text) && n >= minFuzzy && n <= longest &&
		strings.IndexFunc(t.Text, func(r rune) bool { return r >= '0' && r <= '9' }) < 0
}

// namelike are the fields whose dictionaries are small enough to be searched
// for anything near a word.
var namelike = []Field{FieldName, FieldAliases, FieldHeadings, FieldTags, FieldAnchors}

// slip is a way in which a word may be misspelt, and where it is looked for.
type slip struct {
	fields   []Field
	distance uint8
	first    bool // the first letter may be wrong too
}

// slips are in the order in which they are thought of: people seldom mistype
// the first letter.
var slips = []slip{
	{namelike, 1, false},
	{[]Field{FieldBody}, 1, false},
	{namelike, 1, true},
	{namelike, 2, false},
}

// spreadFuzzy looks for words a typing error away, and for long words with two
// errors among names. It stops where it finds something.
func (s *searcher) spreadFuzzy(info *TermInfo) error {
	for _, slip := range slips {
		if slip.distance > 1 && utf8.RuneCountInString(info.Text) < longWord {
			continue
		}
		near, err := newNearness(info.Text, slip)
		if err != nil {
			return err
		}
		for _, f := range slip.fields {
			if err := s.addNear(info, f, near); err != nil {
				return err
			}
		}
		if len(s.board.termTouched) > 0 {
			break
		}
	}
	return nil
}

// addNear puts the documents on the board that have a word near the term in a
// field.
func (s *searcher) addNear(info *TermInfo, f Field, near *nearness) error {
	if !info.Fields.Has(f) {
		return nil
	}
	words, err := s.words(f.String(), near, nil, nil)
	if err != nil {
		return err
	}
	forms := mostFrequent(words, maxFuzzy, Fuzzy, info.Text)
	if err := s.addForms(f, info, forms); err != nil {
		return err
	}
	s.board.endField(f)
	return nil
}

// nearness accepts the words within a distance of a term, as an automaton that
// dictionaries are walked with. Where the first letter has to be right, its
// states before that letter are negative; all others are those of the distance.
type nearness struct {
	*levenshtein.DFA
	first string // what a word has to begin with
	after int    // the state behind it
}

// builders make automata for one error and for two; swapped letters are one.
var builders = [...]func() (*levenshtein.LevenshteinAutomatonBuilder, error){
	1: sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	}),
	2: sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(2, true)
	}),
}

func newNearness(term string, s slip) (*nearness, error) {
	builder, err := builders[s.distance]()
	if err != nil {
		return nil, fmt.Errorf("look for misspelt words: %w", err)
	}
	dfa, err := builder.BuildDfa(term, s.distance)
	if err != nil {
		return nil, fmt.Errorf("look for words near %q: %w", term, err)
	}
	n := &nearness{DFA: dfa, after: dfa.Start()}
	if !s.first {
		_, size := utf8.DecodeRuneInString(term)
		n.first = term[:size]
	}
	for i := range len(n.first) {
		n.after = dfa.Accept(n.after, n.first[i])
	}
	return n, nil
}

// Start is the state before the first letter.
func (n *nearness) Start() int { return n.reached(0) }

// reached is the state behind so many bytes of the first letter.
func (n *nearness) reached(bytes int) int {
	if bytes == len(n.first) {
		return n.after
	}
	return bytes - len(n.first)
}

// IsMatch reports whether a word may end here.
func (n *nearness) IsMatch(state int) bool { return state > 0 && n.DFA.IsMatch(state) }

// CanMatch reports whether a word may go on from here.
func (n *nearness) CanMatch(state int) bool { return state < 0 || n.DFA.CanMatch(state) }

// Accept is the state behind one more byte.
func (n *nearness) Accept(state int, b byte) int {
	if state >= 0 {
		return n.DFA.Accept(state, b)
	}
	at := len(n.first) + state
	if n.first[at] != b {
		return int(levenshtein.SinkState)
	}
	return n.reached(at + 1)
}
