package vaultindex

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// phrase is what was asked, word for word: tokens, questioning words included.
type phrase []string

func phraseOf(text string) phrase {
	var p phrase
	for _, tok := range fulltext.QueryTokens(text) {
		if p = append(p, tok.Term); len(p) > fulltext.MaxTerms {
			return nil // nobody names anything so
		}
	}
	return p
}

// is reports whether a text is the phrase: the same words in the same order,
// whatever signs stand between them.
func (p phrase) is(text string) bool { return len(p) > 0 && slices.Equal(p, phraseOf(text)) }

// nearly reports whether a text is the phrase but for one misspelt word: one
// that is not in the vault, or stands among enough others that are right.
func (p phrase) nearly(text string, f *finder) bool {
	other := phraseOf(text)
	if len(p) == 0 || len(p) != len(other) {
		return false
	}
	wrong := -1
	for i := range p {
		if p[i] == other[i] {
			continue
		}
		if wrong >= 0 || !oneSlip(p[i], other[i]) {
			return false
		}
		wrong = i
	}
	return wrong >= 0 && (len(p) >= surePhrase || !f.knows(p[wrong]))
}

// surePhrase is the length of a phrase from which one word may be another.
const surePhrase = 4

// knows reports whether a word of the query is in the vault as it was typed.
func (f *finder) knows(word string) bool {
	for _, t := range f.terms {
		if t.Text != word {
			continue
		}
		for _, kind := range t.Forms {
			if kind < fulltext.Prefixed {
				return true
			}
		}
	}
	return false
}

// minSlip is the length of the shortest word, in bytes, that may be misspelt.
const minSlip = 4

// oneSlip reports whether two words differ by one letter left out, put in,
// changed, or swapped with its neighbour.
func oneSlip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(a) < minSlip || fulltext.IsPaired(a) || fulltext.IsPaired(b) {
		return false
	}
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	swapped := len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
	return len(x) <= 1 && len(y) <= 1 || swapped
}

// in reports whether the words of the phrase stand side by side in a text.
func (p phrase) in(text string) bool {
	if len(p) == 0 {
		return false
	}
	var begun []int // how far each beginning has come
	found, last := false, 0
	fulltext.Scan(text, func(_, end int, term []byte) {
		if found || fulltext.IsFolded(string(term)) {
			return
		}
		over := end == last // the last character of a run, once more
		last = end
		kept := begun[:0]
		for _, at := range begun {
			if standsFor(p[at], term) {
				at++
			} else if !over {
				continue
			}
			found = found || at == len(p)
			kept = append(kept, at)
		}
		begun = kept
		if standsFor(p[0], term) {
			found = found || len(p) == 1
			begun = append(begun, 1)
		}
	})
	return found
}

// standsFor reports whether a token of a text is one of a phrase; of a single
// character only the beginning has to be the same.
func standsFor(want string, term []byte) bool {
	if string(term) == want {
		return true
	}
	r, n := utf8.DecodeRuneInString(want)
	return n == len(want) && fulltext.IsPaired(string(r)) && strings.HasPrefix(string(term), want)
}

// wholeText is a query of nothing but words, as it was typed; "" for others.
func wholeText(q *query) string {
	switch q.kind {
	case wordQuery:
		return q.text
	case andQuery:
		var texts []string
		for i := range q.subs {
			if q.subs[i].kind != wordQuery {
				return ""
			}
			texts = append(texts, q.subs[i].text)
		}
		return strings.Join(texts, " ")
	}
	return ""
}

// maxWholeBytes bounds the text that is read to see whether the words of a
// query stand side by side.
const maxWholeBytes = 1 << 20

// wholes finds out what each file has to do with the query as a whole.
func (s *shelf) wholes(r *ranking) {
	text := wholeText(&r.query)
	p := phraseOf(text)
	if len(p) == 0 {
		return
	}
	w := whole{shelf: s, phrase: p, run: oneRun(text), finder: newFinder(r.terms)}
	for _, f := range r.files {
		w.top = max(w.top, f.score)
	}
	for i := range r.files[:min(len(r.files), boostedFiles)] {
		w.weigh(&r.files[i])
	}
}

// whole is a query as a whole, held against files.
type whole struct {
	*shelf
	phrase phrase
	run    bool // the query is one run of characters without spaces
	finder *finder
	top    float64 // the best score by words
	read   int     // text read so far
}

// weigh adds what the query as a whole is to a file. A file that is called
// so, nearly so, or that says it where people write without spaces, is what
// was asked for, however little its single words are worth.
func (w *whole) weigh(f *scored) {
	if !f.whole {
		if w.phrase.nearly(f.file.Path.Name(), w.finder) {
			f.boost += boostNearly
			f.score = max(f.score, wholeFloor*w.top)
			f.reasons = append(f.reasons, "its name is nearly what you asked for")
		}
		return
	}
	is, has := w.called(f)
	said := len(w.phrase) > 1 && (is || has || w.says(f))
	if said {
		f.boost += boostWhole
	}
	if is || said && w.run {
		f.score = max(f.score, wholeFloor*w.top)
	}
}

// called reports whether the phrase is what a file is called, or part of it.
func (w *whole) called(f *scored) (is, has bool) {
	for n := range w.names(f) {
		if w.phrase.is(n.text) {
			f.boost += n.boost
			f.reasons = append(f.reasons, fmt.Sprintf(n.reason, n.text))
			return true, true
		}
		has = has || w.phrase.in(n.text)
	}
	return false, has
}

// says reports whether a file's text has the phrase. So much text is read and
// no more.
func (w *whole) says(f *scored) bool {
	if w.read > maxWholeBytes || f.file.Kind != graph.KindNote && f.file.Kind != graph.KindCanvas {
		return false
	}
	f.text = w.contents(f.file.Path)
	w.read += len(f.text)
	if !w.phrase.in(f.text) {
		return false
	}
	f.reasons = append(f.reasons, "says it word for word")
	return true
}

// oneRun reports whether a text is one run of characters of a script without
// spaces.
func oneRun(text string) bool {
	text = strings.TrimSpace(text)
	for _, r := range text {
		if !fulltext.IsPaired(string(r)) {
			return false
		}
	}
	return text != ""
}

// called is something a file is called, and what it is worth when it is the
// query.
type called struct {
	text   string
	boost  float64
	reason string
}

// names yields what a file is called, the best first.
func (s *shelf) names(f *scored) iter.Seq[called] {
	file := f.file
	return func(yield func(called) bool) {
		if !yield(called{file.Path.Name(), boostName, "its name “%s” is what you asked for"}) {
			return
		}
		for _, alias := range file.Facts.Aliases() {
			if !yield(called{alias, boostAlias, "its alias “%s” is what you asked for"}) {
				return
			}
		}
		for _, h := range file.Facts.Headings() {
			if !yield(called{h.Text, boostHeading, "its heading “%s” is what you asked for"}) {
				return
			}
		}
		if !f.fields.Has(fulltext.FieldAnchors) {
			return
		}
		for _, name := range anchors(s.lens, file.Path, fewLinks) {
			if !yield(called{name, boostAnchor, "other notes call it “%s”"}) {
				return
			}
		}
	}
}
