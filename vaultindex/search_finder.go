package vaultindex

import (
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// finder finds the terms of a query in a text, in the forms the index knows.
type finder struct {
	terms []fulltext.TermInfo
	forms map[string]formOf
	total float64 // sum of all weights
}

type formOf struct {
	term int // index in terms
	kind fulltext.FormKind
}

func newFinder(terms []fulltext.TermInfo) *finder {
	f := &finder{terms: terms, forms: make(map[string]formOf)}
	for i, t := range terms {
		f.total += t.IDF
		for form, kind := range t.Forms {
			if old, known := f.forms[form]; !known || kind < old.kind {
				f.forms[form] = formOf{i, kind}
			}
		}
	}
	return f
}

// mark is a place in a text where a term stands.
type mark struct {
	start, end int
	formOf
}

// marks are in the order of the text.
type marks []mark

// find returns the marks of a text.
func (f *finder) find(text string) marks {
	var all marks
	if len(f.forms) == 0 {
		return nil
	}
	fulltext.Scan(text, func(start, end int, term []byte) {
		if form, ok := f.forms[string(term)]; ok {
			if first := len(f.terms[form.term].Text); first < len(term) && fulltext.IsPaired(string(term)) {
				end = min(end, start+first) // a character is found by the pairs it begins
			}
			all = append(all, mark{start, end, form})
		}
	})
	return all
}

// within are the marks of a part of the text.
func (m marks) within(start, end int) marks {
	from := sort.Search(len(m), func(i int) bool { return m[i].start >= start })
	to := from
	for to < len(m) && m[to].start < end {
		to++
	}
	return m[from:to]
}

// outside are the marks that begin in none of the spans, which are in order.
func (m marks) outside(spans []span) marks {
	if len(spans) == 0 {
		return m
	}
	kept := make(marks, 0, len(m))
	i := 0
	for _, one := range m {
		for i < len(spans) && spans[i].end <= one.start {
			i++
		}
		if i == len(spans) || one.start < spans[i].start {
			kept = append(kept, one)
		}
	}
	return kept
}

// best is the worth of each term among marks, 0 where it is missing.
func (f *finder) best(all ...marks) []float64 {
	best := make([]float64, len(f.terms))
	for _, list := range all {
		for _, m := range list {
			best[m.term] = max(best[m.term], f.terms[m.term].IDF*f.likeness(m))
		}
	}
	return best
}

// likeness is how much a mark is the word asked for. One letter of a long word
// is sooner a slip than one of a short word.
func (f *finder) likeness(m mark) float64 {
	if m.kind == fulltext.Fuzzy && len(f.terms[m.term].Text) < surelyTyped {
		return shortFuzzy
	}
	return kindWorth[m.kind]
}

const (
	surelyTyped = 7 // letters
	shortFuzzy  = 0.5
)

// worth is the weight of the distinct terms among marks.
func (f *finder) worth(all ...marks) float64 {
	sum := 0.0
	for _, w := range f.best(all...) {
		sum += w
	}
	return sum
}

// share is how much of the query's weight is among marks of a text, 0 to 1.
func (f *finder) share(text string, all ...marks) float64 {
	best := f.best(all...)
	sum, total := 0.0, f.total
	for i, w := range best {
		sum += w
		if w == 0 {
			total -= f.terms[i].IDF * f.excuse(i, best, text)
		}
	}
	if total <= 0 {
		return 0
	}
	return min(1, sum/total)
}

// Excuses for a missing pair of which one character belongs to a word that is
// there: the other one stands in the text by itself, or not at all.
const (
	apartExcuse  = 0.9
	absentExcuse = 0.3
)

// excuse is how little it says that a pair is missing, 0 to 1. A pair may lie
// across two words: of 插件推荐 a text may well have 插件 and 推荐 in other
// places, and that it lacks 件推 says nothing.
func (f *finder) excuse(i int, best []float64, text string) float64 {
	pair := f.terms[i].Text
	first, n := utf8.DecodeRuneInString(pair)
	if !fulltext.IsPaired(pair) || n == len(pair) {
		return 0
	}
	last, _ := utf8.DecodeLastRuneInString(pair)
	left, right := false, false
	for j, t := range f.terms {
		if j == i || best[j] == 0 || !fulltext.IsPaired(t.Text) {
			continue
		}
		end, _ := utf8.DecodeLastRuneInString(t.Text)
		start, _ := utf8.DecodeRuneInString(t.Text)
		left, right = left || end == first, right || start == last
	}
	switch {
	case left && right:
		return 1
	case left && strings.ContainsRune(text, last), right && strings.ContainsRune(text, first):
		return apartExcuse
	case left || right:
		return absentExcuse
	}
	return 0
}

var kindWorth = [...]float64{
	fulltext.Exact: 1, fulltext.Folded: 0.95, fulltext.Inflected: 0.9,
	fulltext.Derived: 0.7, fulltext.Prefixed: 0.6, fulltext.Fuzzy: 0.75,
}

// maxWords is how many words a reason shows.
const maxWords = 3

// matched are the words of a text that answer the query, as they stand there;
// pairs of characters that overlap are one word.
func (f *finder) matched(text string) []string { return f.find(text).words(text) }

// words are the distinct words that the marks of a text make, the longest
// first, at most maxWords.
func (m marks) words(text string) []string {
	var words []string
	seen := make(map[string]bool)
	for _, w := range m.runs() {
		word := shownWord(text[w.start:w.end])
		if key := fulltext.Fold(word); !seen[key] {
			seen[key] = true
			words = append(words, word)
		}
	}
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return words[:min(len(words), maxWords)]
}

// shownWord is a word as a reader sees it, without the markup it spans.
func shownWord(word string) string {
	if !strings.ContainsAny(word, "[]*=~`") {
		return word
	}
	return unmarked.Replace(hiddenTarget.ReplaceAllString(word, ""))
}

var (
	hiddenTarget = regexp.MustCompile(`\[\[[^\]|\n]*\||\]\([^)\n]*\)`)
	unmarked     = strings.NewReplacer("[", "", "]", "", "*", "", "=", "", "~", "", "`", "", " ", "")
)

// runs joins marks that overlap.
func (m marks) runs() []span {
	var all []span
	for _, one := range m {
		if n := len(all); n > 0 && one.start < all[n-1].end {
			all[n-1].end = max(all[n-1].end, one.end)
			continue
		}
		all = append(all, span{one.start, one.end})
	}
	return all
}
