package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// headingParts are a few neighbouring words, or Chinese characters, out of
// headings: what people remember of one. Only one note has them in its headings,
// and none in its name or aliases.
func (s *shelf) headingParts(r *rand.Rand) []judged {
	var all []judged
	said := s.headingTexts()
	seen := make(map[string]bool)
	for _, i := range r.Perm(len(s.notes)) {
		headings := s.notes[i].Facts.Headings()
		if len(all) == mostQueries || len(headings) == 0 {
			continue
		}
		part := partOf(headings[r.IntN(len(headings))].Text, r)
		if key := plainWords(part); part != "" && !seen[key] && aloneIn(said, i, key) && !s.inName(bare(part)) {
			seen[key] = true
			all = append(all, judged{query: part, relevant: []string{s.notes[i].Path.String()}})
		}
	}
	return all
}

// headingTexts are the headings of every note, one a line.
func (s *shelf) headingTexts() []string {
	texts := make([]string, len(s.notes))
	for i, f := range s.notes {
		for _, h := range f.Facts.Headings() {
			texts[i] += " " + plainWords(h.Text) + " \n"
		}
	}
	return texts
}

// aloneIn tells whether only the i-th of some texts holds a key: Latin words
// whole, Chinese characters anywhere.
func aloneIn(texts []string, i int, key string) bool {
	if r, _ := utf8.DecodeRuneInString(key); !unicode.Is(unicode.Han, r) {
		key = " " + key + " "
	}
	at := slices.IndexFunc(texts, func(text string) bool { return strings.Contains(text, key) })
	return at == i && !slices.ContainsFunc(texts[i+1:], func(text string) bool { return strings.Contains(text, key) })
}

func (s *shelf) inName(part string) bool {
	for name := range s.bare {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// plainWords are the words of a text, folded, with one space between them.
func plainWords(text string) string {
	return strings.Join(strings.FieldsFunc(fulltext.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }), " ")
}

// partOf cuts three to six neighbouring Chinese characters, or two or three
// words, out of a clause of a longer heading; "" where there are none.
func partOf(heading string, r *rand.Rand) string {
	n := 3 + r.IntN(4)
	for ; n >= 3; n-- {
		if run := pickRun(hanRuns(heading, n), r); run != "" {
			return shorter(cutRun(run, n, r), heading)
		}
	}
	var long [][]string
	for _, clause := range strings.FieldsFunc(heading, endsClause) {
		if words := strings.Fields(clause); len(words) >= 2 {
			long = append(long, words)
		}
	}
	if len(long) == 0 {
		return ""
	}
	words := long[r.IntN(len(long))]
	n = min(2+r.IntN(2), len(words))
	at := r.IntN(len(words) - n + 1)
	return shorter(strings.Join(words[at:at+n], " "), heading)
}

// shorter is a part that is not the whole, else "".
func shorter(part, whole string) string {
	if bare(part) == bare(whole) {
		return ""
	}
	return part
}

// endsClause is true of what stands between clauses. A sign inside a word, as in
// "don't" or "e-mail", does not end one.
func endsClause(r rune) bool {
	return unicode.IsControl(r) || !strings.ContainsRune("-'’_&+#@", r) && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}
