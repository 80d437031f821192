package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// judged is a query and the notes that answer it. Linking are the notes whose
// links it was taken from.
type judged struct {
	query    string
	relevant []string
	linking  []string
}

// querySet is a set of judged queries of one kind.
type querySet struct {
	name    string
	queries []judged
	least   float64 // bound of MRR@10, 0 for none
	ahead   float64 // how far ahead of the better peer at least
	leave   leaving
}

// leaving says what becomes of the linking notes of a query.
type leaving int

const (
	leaveNothing leaving = iota
	leaveHits            // not hits, but what they call their target is known
	leaveIndex           // not in the index at all
)

const (
	mostQueries  = 400 // of one kind, before the halves
	fewestWanted = 10  // a smaller set says nothing
)

// shelf is what query sets are made from.
type shelf struct {
	notes []*graph.File
	texts map[string]string // by path
	names map[string]int    // how many notes have a folded name or alias
	bare  map[string]bool   // the letters and digits of every name and alias
	links map[string]*judged
}

// newShelf reads the notes that a search may find.
func newShelf(v *vaultindex.View) (*shelf, error) {
	s := &shelf{texts: make(map[string]string), names: make(map[string]int), bare: make(map[string]bool), links: make(map[string]*judged)}
	for f := range v.Files() {
		if f.Kind != graph.KindNote || f.Excluded || !f.Parsed() {
			continue
		}
		raw, err := v.ReadFile(f.Path)
		if err != nil {
			return nil, err
		}
		s.notes = append(s.notes, f)
		s.texts[f.Path.String()] = string(raw)
		for _, name := range append(f.Facts.Aliases(), f.Path.Name()) {
			s.names[fulltext.Fold(name)]++
			s.bare[bare(name)] = true
		}
	}
	for _, f := range s.notes {
		s.takeLinks(v, f)
	}
	return s, nil
}

// takeLinks collects what a note calls other notes.
func (s *shelf) takeLinks(v *vaultindex.View, f *graph.File) {
	for _, e := range v.Outgoing(f.Path) {
		text := strings.TrimSpace(e.Link.Display)
		to := e.To.String()
		_, isNote := s.texts[to]
		if !e.Resolved || !isNote || e.Link.Embed || text == "" || e.To == f.Path || sameName(text, e.To.Name()) {
			continue
		}
		j := s.links[text]
		if j == nil {
			j = &judged{query: text}
			s.links[text] = j
		}
		j.relevant = addOnce(j.relevant, to)
		j.linking = addOnce(j.linking, f.Path.String())
	}
}

func sameName(a, b string) bool { return fulltext.Fold(a) == fulltext.Fold(b) }

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// sets makes all query sets of a vault.
func (s *shelf) sets(seed uint64) []querySet {
	random := func(purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, purpose)) }
	links := s.linkTexts()
	return []querySet{
		{name: "text of links, linking notes left out of the hits", queries: links, ahead: 0.15, leave: leaveHits},
		{name: "text of links, linking notes and their links left out", queries: links, leave: leaveIndex},
		{name: "headings", queries: s.headings()},
		{name: "words out of a heading", queries: s.headingParts(random(3))},
		{name: "aliases", queries: s.aliases(), least: 0.95},
		{name: "misspelt titles", queries: s.misspelt(random(1)), least: 0.95},
		{name: "2 to 4 Chinese characters", queries: s.characters(random(2)), least: 0.95},
	}
}

// linkTexts are the texts that links show, when they are not the target's name.
// A target that is among the linking notes cannot be asked for.
func (s *shelf) linkTexts() []judged {
	var all []judged
	for _, text := range slices.Sorted(maps.Keys(s.links)) {
		j := *s.links[text]
		j.relevant = slices.DeleteFunc(slices.Clone(j.relevant), func(p string) bool { return slices.Contains(j.linking, p) })
		if len(j.relevant) > 0 {
			all = append(all, j)
		}
	}
	return all
}

// headings are those of one note only that are, signs aside, no name or alias of
// any: asked for a name, the note that has it is a right answer too.
func (s *shelf) headings() []judged {
	paths := make(map[string][]string)
	for _, f := range s.notes {
		for _, h := range f.Facts.Headings() {
			text := strings.TrimSpace(h.Text)
			if telling(text) && !s.bare[bare(text)] {
				paths[text] = addOnce(paths[text], f.Path.String())
			}
		}
	}
	return s.single(paths)
}

// bare is what is left of a text when signs, spaces and case do not count.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, fulltext.Fold(text))
}

// telling is true of a text of two words or four Chinese characters.
func telling(text string) bool {
	if strings.ContainsAny(text, "[]{}<>`|!") { // markup, not what people type
		return false
	}
	return len(strings.Fields(text)) >= 2 || len(hanRuns(text, 4)) > 0
}

// aliases are those of one note only, and no other note's name.
func (s *shelf) aliases() []judged {
	paths := make(map[string][]string)
	for _, f := range s.notes {
		for _, alias := range f.Facts.Aliases() {
			if s.names[fulltext.Fold(alias)] == 1 && utf8.RuneCountInString(alias) > 1 {
				paths[alias] = addOnce(paths[alias], f.Path.String())
			}
		}
	}
	return s.single(paths)
}

// single keeps the texts that stand for one note.
func (s *shelf) single(paths map[string][]string) []judged {
	var all []judged
	for _, text := range slices.Sorted(maps.Keys(paths)) {
		if len(paths[text]) == 1 {
			all = append(all, judged{query: text, relevant: paths[text]})
		}
	}
	return all
}

// misspelt are titles with one letter of one word wrong.
func (s *shelf) misspelt(r *rand.Rand) []judged {
	var all []judged
	for _, f := range s.notes {
		name := f.Path.Name()
		if s.names[fulltext.Fold(name)] != 1 {
			continue
		}
		if wrong := misspell(name, r); wrong != "" {
			all = append(all, judged{query: wrong, relevant: []string{f.Path.String()}})
		}
	}
	return all
}

// misspell changes one letter of a word of five letters or more: leaves it
// out, doubles it, swaps it with the next or takes another. "" when there is no
// such word.
func misspell(title string, r *rand.Rand) string {
	var words []fulltext.Token
	for _, tok := range fulltext.QueryTokens(title) {
		if len(tok.Term) >= 5 && strings.IndexFunc(tok.Term, notLatin) < 0 {
			words = append(words, tok)
		}
	}
	if len(words) == 0 {
		return ""
	}
	word := words[r.IntN(len(words))]
	at := word.Start + r.IntN(word.End-word.Start-1)
	before, letter, next, after := title[:at], title[at:at+1], title[at+1:at+2], title[at+2:]
	switch r.IntN(4) {
	case 0:
		return before + next + after
	case 1:
		return before + letter + letter + next + after
	case 2:
		if !strings.EqualFold(letter, next) {
			return before + next + letter + after
		}
	}
	other := string(rune('a' + (unicode.ToLower(rune(letter[0]))-'a'+1+rune(r.IntN(25)))%26))
	return before + other + next + after
}

// characters are a few neighbouring Chinese characters that one to three notes
// have, in their text or name.
func (s *shelf) characters(r *rand.Rand) []judged {
	var all []judged
	seen := make(map[string]bool)
	for _, i := range r.Perm(len(s.notes)) {
		if len(all) >= mostQueries {
			break
		}
		f := s.notes[i]
		n := 2 + r.IntN(3)
		body := s.texts[f.Path.String()][f.Note().Frontmatter.End:]
		run := pickRun(hanRuns(body, n), r)
		if run == "" {
			continue
		}
		text := cutRun(run, n, r)
		if paths := s.holding(text, 4); len(paths) <= 3 && !seen[text] {
			seen[text] = true
			all = append(all, judged{query: text, relevant: paths})
		}
	}
	return all
}

// holding are up to most notes that hold a text.
func (s *shelf) holding(text string, most int) []string {
	var paths []string
	for _, f := range s.notes {
		p := f.Path.String()
		if strings.Contains(s.texts[p], text) || strings.Contains(p, text) {
			if paths = append(paths, p); len(paths) == most {
				break
			}
		}
	}
	return paths
}

// take draws at most mostQueries of a set, and of these keeps one half: which
// half a query belongs to depends on its text and the seed alone.
func (q *querySet) take(seed uint64, half string) []judged {
	order := func(j judged) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d\x00%s", seed, j.query)
		return h.Sum64()
	}
	drawn := slices.SortedFunc(slices.Values(q.queries), func(a, b judged) int { return cmp.Compare(order(a), order(b)) })
	drawn = drawn[:min(len(drawn), mostQueries)]
	return slices.DeleteFunc(drawn, func(j judged) bool { return (order(j)>>32%2 == 0) != (half == "tune") })
}
