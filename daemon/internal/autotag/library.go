package autotag

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// library is the tagged notes of a vault made ready to be compared.
type library struct {
	names  []string // of tags, by number: the spelling most used
	tagOf  map[string]int
	leaves map[string]bool // the last segments of tags, folded
	said   [][][]string    // what stands for each tag: the words of its last segment, and of its synonyms

	terms  map[string]int
	idf    []float64
	cards  []*card
	byTerm [][]posting // the cards that have a term
	signs  map[sign]int
	named  []sign  // the signs by number
	bySign [][]int // the cards that have a sign
	cardOf map[vaultpath.Path]int
}

// card is a page with numbers in place of names.
type card struct {
	*page
	tags   []int    // sorted
	vector []weight // by term, of length 1
	signs  []int    // sorted
	near   []int    // cards it is linked with
}

type weight struct {
	term int
	w    float64
}

type posting struct {
	card int
	w    float64
}

const (
	maxVector  = 300 // terms kept of one note, the heaviest
	everywhere = 0.7 // a term of so many of the notes says nothing
	fewNotes   = 20  // with fewer notes, every term says something
)

// newLibrary puts pages together. They must be in order of their paths.
func newLibrary(pages []*page, synonyms map[string]string) *library {
	l := &library{tagOf: map[string]int{}, terms: map[string]int{}, signs: map[sign]int{}, cardOf: map[vaultpath.Path]int{}, leaves: map[string]bool{}}
	l.nameTags(pages)
	l.sayTags(synonyms)
	l.countTerms(pages)
	for _, p := range pages {
		c := l.card(p, true)
		for _, w := range c.vector {
			l.byTerm[w.term] = append(l.byTerm[w.term], posting{len(l.cards), w.w})
		}
		for _, s := range c.signs {
			l.bySign[s] = append(l.bySign[s], len(l.cards))
		}
		l.cardOf[p.path] = len(l.cards)
		l.cards = append(l.cards, c)
	}
	for _, c := range l.cards {
		c.near = l.linked(c.page)
	}
	return l
}

// nameTags numbers the tags by their folded names, and spells each as most notes
// do.
func (l *library) nameTags(pages []*page) {
	spelt := map[string]map[string]int{}
	for _, p := range pages {
		for _, t := range p.tags {
			key := note.FoldTag(t)
			if spelt[key] == nil {
				spelt[key] = map[string]int{}
			}
			spelt[key][t]++
		}
	}
	for _, key := range sortedKeys(spelt) {
		l.tagOf[key] = len(l.names)
		l.names = append(l.names, mostUsed(spelt[key]))
	}
}

// mostUsed is the key with the greatest count, the first of several.
func mostUsed(counts map[string]int) string {
	best := ""
	for _, s := range sortedKeys(counts) {
		if best == "" || counts[s] > counts[best] {
			best = s
		}
	}
	return best
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// countTerms numbers the terms and weighs them by how few notes have them.
func (l *library) countTerms(pages []*page) {
	var docs []int
	for _, p := range pages {
		for _, word := range sortedKeys(p.words) {
			id, ok := l.terms[word]
			if !ok {
				id = len(docs)
				l.terms[word] = id
				docs = append(docs, 0)
			}
			docs[id]++
		}
	}
	n := float64(len(pages))
	l.idf = make([]float64, len(docs))
	for id, df := range docs {
		if len(pages) < fewNotes || float64(df) <= everywhere*n {
			l.idf[id] = math.Log(1 + n/float64(df))
		}
	}
	l.byTerm = make([][]posting, len(docs))
}

// sayTags notes what words stand for which tag. Synonyms are words and the tags
// they stand for.
func (l *library) sayTags(synonyms map[string]string) {
	l.said = make([][][]string, len(l.names))
	for t, name := range l.names {
		l.leaves[vaultpath.Fold(lastSegment(name))] = true
		l.said[t] = [][]string{wordsOf(lastSegment(name))}
	}
	for _, word := range sortedKeys(synonyms) {
		if t, ok := l.tagOf[note.FoldTag(synonyms[word])]; ok {
			l.said[t] = append(l.said[t], wordsOf(word))
		}
	}
}

func wordsOf(text string) (words []string) {
	for _, tok := range fulltext.QueryTokens(text) {
		words = append(words, tok.Term)
	}
	return words
}

// linked are the cards a page is linked with.
func (l *library) linked(p *page) (out []int) {
	for _, other := range p.near {
		if i, ok := l.cardOf[other]; ok {
			out = append(out, i)
		}
	}
	return out
}

// card numbers what a page says. Signs that no tagged note has are left out
// unless learn is true, which gives them numbers.
func (l *library) card(p *page, learn bool) *card {
	c := &card{page: p, vector: l.vector(p)}
	for _, t := range p.tags {
		if id, ok := l.tagOf[note.FoldTag(t)]; ok {
			c.tags = append(c.tags, id)
		}
	}
	slices.Sort(c.tags)
	for _, s := range append(l.tagWords(p), p.signs...) {
		id, ok := l.signs[s]
		if !ok {
			if !learn {
				continue
			}
			id = len(l.named)
			l.signs[s] = id
			l.named, l.bySign = append(l.named, s), append(l.bySign, nil)
		}
		c.signs = append(c.signs, id)
	}
	slices.Sort(c.signs)
	if !learn {
		c.near = l.linked(p)
	}
	return c
}

// tagWords are the signs that a page says the words of tags.
func (l *library) tagWords(p *page) (out []sign) {
	says := func(words []string) bool { return hasAll(words, func(w string) bool { return p.words[w] > 0 }) }
	names := func(words []string) bool { return hasAll(words, func(w string) bool { return p.title[w] }) }
	for t, ways := range l.said {
		if slices.ContainsFunc(ways, says) {
			out = append(out, sign{saysTag, l.names[t]})
		}
		if slices.ContainsFunc(ways, names) {
			out = append(out, sign{namesTag, l.names[t]})
		}
	}
	return out
}

func hasAll(words []string, has func(string) bool) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !has(w) })
}

func (l *library) vector(p *page) []weight {
	var v []weight
	for _, word := range sortedKeys(p.words) {
		if id, ok := l.terms[word]; ok && l.idf[id] > 0 {
			v = append(v, weight{id, (1 + math.Log(p.words[word])) * l.idf[id]})
		}
	}
	slices.SortFunc(v, func(a, b weight) int { return cmp.Or(cmp.Compare(b.w, a.w), cmp.Compare(a.term, b.term)) })
	v = v[:min(len(v), maxVector)]
	slices.SortFunc(v, func(a, b weight) int { return a.term - b.term })
	sum := 0.0
	for _, w := range v {
		sum += w.w * w.w
	}
	for i := range v {
		v[i].w /= math.Sqrt(sum)
	}
	return v
}

// nested reports that a tag lies below another.
func nested(tag, above string) bool {
	tag, above = note.FoldTag(tag), note.FoldTag(above)
	return len(tag) > len(above) && strings.HasPrefix(tag, above) && tag[len(above)] == '/'
}
