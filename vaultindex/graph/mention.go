package graph

import (
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
	var out []Mention
	eachMention(raw, l.core.lexicon.automata(l.core), func(key string, span note.Span) bool {
		to := l.mentioned(key, p)
		if len(to) == 0 {
			return false
		}
		out = append(out, Mention{From: p, To: to, Text: string(raw[span.Start:span.End]), Span: span})
		return true
	})
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
	var out []Mention
	eachMention(raw, m.keys, func(_ string, span note.Span) bool {
		out = append(out, Mention{From: from, To: m.to, Text: string(raw[span.Start:span.End]), Span: span})
		return true
	})
	return out
}

// eachMention calls take for the keys that the plain text of raw holds, the
// first and longest of those that overlap; take may turn a key down, and then
// it does not count.
func eachMention(raw []byte, keys *automata, take func(key string, at note.Span) bool) {
	var f foldedText
	var hits []hit
	for _, piece := range note.Plain(raw) {
		f.fold(raw[piece.Start:piece.End])
		hits = hits[:0]
		keys.scan(f.text, func(start, end int) {
			if bounded(f.text, start, end) {
				hits = append(hits, hit{start, end})
			}
		})
		slices.SortFunc(hits, hit.compare)
		taken := 0
		for _, h := range hits {
			from, to, whole := f.raw(h.start, h.end)
			if h.start < taken || !whole {
				continue
			}
			if take(string(f.text[h.start:h.end]), note.Span{Start: piece.Start + from, End: piece.Start + to, Line: piece.Line}) {
				taken = h.end
			}
		}
	}
}

// hit is where a key was found in a folded text.
type hit struct{ start, end int }

// compare puts the first and of these the longest first.
func (a hit) compare(b hit) int {
	if a.start != b.start {
		return a.start - b.start
	}
	return b.end - a.end
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
