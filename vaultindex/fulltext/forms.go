package fulltext

import (
	"slices"
	"strings"
)

// Bounds of expansion. plenty is the number of documents with a word at which
// longer words in bodies are no longer looked for.
const (
	plenty       = 20
	maxPrefixed  = 64   // longer words that are weighed like any other
	maxBeyond    = 8192 // longer words in a field that count at all
	maxPairs     = 4096 // pairs that begin with one character
	minInflected = 3
)

// usualForms are the forms a term is always looked for in.
func (s *searcher) usualForms(t Term) []form {
	forms := []form{{text: t.Text, kind: Exact}}
	if IsPaired(t.Text) {
		return forms
	}
	folded := foldWord(t.Text)
	forms = append(forms, form{text: FoldMark + folded, kind: Folded})
	if folded != t.Text {
		forms = append(forms, form{text: folded, kind: Folded})
	}
	if !t.Strict {
		inflected := inflections(t.Text)
		for _, other := range inflected {
			forms = append(forms, form{text: other, kind: Inflected})
		}
		for _, other := range derivations(t.Text) {
			if !slices.Contains(inflected, other) {
				forms = append(forms, form{text: other, kind: Derived})
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
	case strings.HasSuffix(stem, "ee"): // agreeing
		return []string{stem + "s", stem + "d", stem + "ing"}
	case last == 'e':
		return []string{stem + "s", stem + "d", stem[:len(stem)-1] + "ing"}
	case last == 'y' && !strings.ContainsRune("aeiou", rune(stem[len(stem)-2])):
		return []string{stem[:len(stem)-1] + "ies", stem + "ing", stem[:len(stem)-1] + "ied"}
	case strings.HasSuffix(stem, "s"), strings.HasSuffix(stem, "x"), strings.HasSuffix(stem, "ch"), strings.HasSuffix(stem, "sh"):
		return []string{stem + "es", stem + "ing", stem + "ed"}
	}
	return []string{stem + "s", stem + "ing", stem + "ed"}
}
