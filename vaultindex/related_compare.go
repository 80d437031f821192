package vaultindex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// comparer holds other notes against one.
type comparer struct {
	*finder
	text  string          // the note's, with what it says it is about
	size  int             // of its text, in bytes
	topic marks           // in what it says it is about
	lines map[string]bool // of the text, trimmed
	few   int             // notes that may have a word which alone is a subject in common
}

const (
	rareShare = 0.01 // of all notes may have the one word that two notes share
	rareNotes = 12   // or so many
	copied    = 0.8  // two notes that have so much of each in common are copies, not made from the same template
)

func (s *shelf) few() int { return max(rareNotes, int(rareShare*float64(s.lens.Notes()))) }

// compare tells how much of the words that another note has in common with the
// note stands in lines of its own, 0 to 1, and which words these are. Lines
// that both have come from a template and make nothing alike (B38). One word
// in passing is no subject in common, nor is one that many notes have.
func (c *comparer) compare(other *graph.File, text string) (share float64, words []string) {
	whole := topicOf(other, nil) + text
	all := c.find(whole)
	own := c.ownLines(text)
	topic := topicOf(other, c.lines)
	if both := float64(len(text) - len(own)); both > copied*float64(len(text)) && both > copied*float64(c.size) {
		own, topic = text, topicOf(other, nil)
	}
	own = topic + own
	in := c.find(own)
	if len(in) == 0 {
		return 0, nil
	}
	words = in.words(own)
	if len(words) < 2 && !c.subject(in, c.find(topic)) {
		return 0, nil
	}
	for i, word := range words {
		words[i] = c.sharedAround(word, own)
	}
	return c.worth(in) / c.worth(all), distinctWords(words)
}

// subject reports whether one of the words that two notes share is rare, and in
// what both say they are about.
func (c *comparer) subject(in, topic marks) bool {
	return slices.ContainsFunc(in, func(m mark) bool {
		return c.terms[m.term].Docs <= c.few && c.topic.has(m.term) && topic.has(m.term)
	})
}

// ownLines is a text without the lines that the note has too.
func (c *comparer) ownLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !c.lines[strings.TrimSpace(line)] {
			b.WriteString(line)
		}
	}
	return b.String()
}

func linesOf(text string) map[string]bool {
	lines := make(map[string]bool)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines[line] = true
		}
	}
	return lines
}

// maxAround is how many characters are added to a word on either side.
const maxAround = 4

// sharedAround widens a word of a script without spaces by what stands around
// it in both notes: pairs of characters are seldom whole words.
func (c *comparer) sharedAround(word, other string) string {
	here, there := strings.Index(c.text, word), strings.Index(other, word)
	if here < 0 || there < 0 || !fulltext.IsPaired(string(firstRune(word))) {
		return word
	}
	start, end := 0, len(word)
	for range maxAround {
		a, n := utf8.DecodeLastRuneInString(c.text[:here-start])
		b, _ := utf8.DecodeLastRuneInString(other[:there-start])
		if a != b || !goesOn(a) {
			break
		}
		start += n
	}
	for range maxAround {
		a, n := utf8.DecodeRuneInString(c.text[here+end:])
		b, _ := utf8.DecodeRuneInString(other[there+end:])
		if a != b || !goesOn(a) {
			break
		}
		end += n
	}
	return other[there-start : there+end]
}

// goesOn reports whether a character may belong to the word beside it: it is of
// a script without spaces, and none of those that hold words together.
func goesOn(r rune) bool {
	return fulltext.IsPaired(string(r)) && !strings.ContainsRune("的了是在中也就都和与之有不我你他她它们这那", r)
}

// distinctWords leaves out words that are part of others.
func distinctWords(words []string) []string {
	var kept []string
	for i, word := range words {
		if !slices.ContainsFunc(words[:i], func(o string) bool { return strings.Contains(o, word) }) &&
			!slices.ContainsFunc(words[i+1:], func(o string) bool { return o != word && strings.Contains(o, word) }) {
			kept = append(kept, word)
		}
	}
	return kept
}

// has reports whether a term is among marks.
func (m marks) has(term int) bool {
	return slices.ContainsFunc(m, func(one mark) bool { return one.term == term })
}

// topicOf is what a note says it is about, but for headings and tags that are
// lines of another note.
func topicOf(f *graph.File, lines map[string]bool) string {
	parts := []string{f.Path.Name()}
	if n := f.Note(); n != nil {
		parts = append(parts, n.Aliases...)
		for _, text := range append(headingTexts(n.Headings), tagNames(slices.Values(n.Tags))...) {
			if !lines[text] {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, "\n") + "\n"
}
