package graph

import (
	"iter"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Mention is a place where a note says the name or an alias of another without
// linking to it.
type Mention struct {
	From vaultpath.Path
	To   []vaultpath.Path // the notes of that name or alias, by path
	Text string           // as written
	Span note.Span
}

// MentionsIn returns what the note p, whose text is raw, mentions: names and
// aliases of notes the lens sees, p itself and excluded notes (F6) left out.
// Of names that overlap, the first and longest counts. Case and Unicode form do
// not matter; a name of letters has to stand as a word, a name in a script
// without spaces may stand anywhere. Links, code, math, markup, addresses, tags
// and properties hold no mentions. Canvases and bases make none.
func (l Lens) MentionsIn(p vaultpath.Path, raw []byte) []Mention {
	named := make(map[string][]vaultpath.Path)
	finder := mentionFinder{keys: l.core.lexicon.automata(l.core), counts: func(key []byte) bool {
		to, known := named[string(key)]
		if !known {
			to = l.mentioned(string(key), p)
			named[string(key)] = to
		}
		return len(to) > 0
	}}
	var out []Mention
	for key, span := range finder.all(raw) {
		out = append(out, Mention{From: p, To: named[string(key)], Text: string(raw[span.Start:span.End]), Span: span})
	}
	return out
}

// mentioned returns the notes that key names, but for p.
func (l Lens) mentioned(key string, p vaultpath.Path) []vaultpath.Path {
	var to []vaultpath.Path
	for n := range l.nodes(l.core.called(key)) {
		if n.path != p && n.file.Kind == KindNote && !n.file.Excluded {
			to = append(to, n.path)
		}
	}
	return to
}

// Mentioner looks for mentions of one note. It is one goroutine's.
type Mentioner struct {
	to      []vaultpath.Path
	keys    *automata
	anchors []anchor // of each key
}

// MentionsOf returns what finds the mentions of p, nil when the lens does not
// see p or p is no note. The texts to look at are the caller's to choose; p's
// own says nothing.
func (l Lens) MentionsOf(p vaultpath.Path) *Mentioner {
	n := l.at(p)
	if n == nil || n.file.Kind != KindNote {
		return nil
	}
	var keys []string
	for _, name := range namesOf(n.file) {
		if key := nameKey(name); mentionable(key) {
			keys = append(keys, key)
		}
	}
	m := &Mentioner{to: []vaultpath.Path{p}}
	for _, key := range keys {
		m.anchors = append(m.anchors, newAnchor(key))
	}
	m.keys = &automata{newAutomaton(keys)}
	return m
}

// May reports, in a fraction of the time In takes, that raw could mention the
// note. When it says no, In finds nothing.
func (m *Mentioner) May(raw []byte) bool {
	return slices.ContainsFunc(m.anchors, func(a anchor) bool { return a.in(raw) })
}

// In returns where the note from, whose text is raw, mentions the note.
func (m *Mentioner) In(from vaultpath.Path, raw []byte) []Mention {
	finder := mentionFinder{keys: m.keys, counts: func([]byte) bool { return true }}
	var out []Mention
	for _, span := range finder.all(raw) {
		out = append(out, Mention{From: from, To: m.to, Text: string(raw[span.Start:span.End]), Span: span})
	}
	return out
}

// mentionFinder finds keys in the plain text of a note. What it holds grows
// with the text, however many keys there are and overlap.
type mentionFinder struct {
	keys    *automata
	counts  func(key []byte) bool // whether a key is looked for here
	text    foldedText
	longest []int32 // by the place in text where a key starts: where the longest ends, 0 for none
}

// all yields the keys that raw says, and where: of those that overlap the first
// and longest.
func (f *mentionFinder) all(raw []byte) iter.Seq2[[]byte, note.Span] {
	return func(yield func([]byte, note.Span) bool) {
		for _, piece := range note.Plain(raw) {
			f.text.fold(raw[piece.Start:piece.End])
			if !f.look() {
				continue
			}
			for at := 0; at < len(f.longest); at++ {
				end := int(f.longest[at])
				if end == 0 {
					continue
				}
				from, to, _ := f.text.raw(at, end)
				if !yield(f.text.text[at:end], note.Span{Start: piece.Start + from, End: piece.Start + to, Line: piece.Line}) {
					return
				}
				at = end - 1
			}
		}
	}
}

// look fills longest for the text, and reports whether there is anything.
func (f *mentionFinder) look() bool {
	found := false
	f.keys.scan(f.text.text, func(start, end int) {
		_, _, whole := f.text.raw(start, end)
		if !whole || !bounded(f.text.text, start, end) || !f.counts(f.text.text[start:end]) {
			return
		}
		if !found {
			found = true
			f.longest = append(f.longest[:0], make([]int32, len(f.text.text))...)
		}
		f.longest[start] = max(f.longest[start], int32(end))
	})
	return found
}

// bounded reports that text[start:end] stands by itself: no letter of a word
// goes on beyond its ends.
func bounded(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	first, _ := utf8.DecodeRune(text[start:])
	last, _ := utf8.DecodeLastRune(text[:end])
	after, _ := utf8.DecodeRune(text[end:])
	return !(start > 0 && inWord(before) && inWord(first)) && !(end < len(text) && inWord(last) && inWord(after))
}

// inWord reports that r belongs to a word that spaces set apart.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
	}
	return (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) && !unicode.In(r, spaceless...)
}

// spaceless are the scripts that are written without spaces between words, or
// with endings grown onto them.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// mentionable reports that a name says enough to be looked for: one letter or
// a digit stands for too much.
func mentionable(key string) bool {
	r, n := utf8.DecodeRuneInString(key)
	return key != "" && len(key) <= maxKey && (n < len(key) || unicode.In(r, spaceless...))
}
