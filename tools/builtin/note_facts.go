package builtin

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// noteTags are a note's tags in order of appearance, each once, in the casing it
// was first written in.
func noteTags(n *note.Note) []string {
	list, seen := []string{}, map[string]bool{}
	for _, t := range n.Tags {
		if key := note.FoldTag(t.Name); !seen[key] {
			seen[key] = true
			list = append(list, t.Name)
		}
	}
	return list
}

// typeOf is what a note says of its type in the property of that name, and
// otherwise what kind of file it is.
func typeOf(n *note.Note, p vaultpath.Path) string {
	if n != nil {
		if s := textProperty(n, "type"); s != "" {
			return s
		}
	}
	switch graph.KindOf(p) {
	case graph.KindNote:
		return "note"
	case graph.KindCanvas:
		return "canvas"
	case graph.KindBase:
		return "base"
	default:
		return "attachment"
	}
}

// textProperty is the text of a property, "" when it has none.
func textProperty(n *note.Note, key string) string {
	for _, p := range n.Properties {
		if strings.EqualFold(p.Key, key) {
			s, _ := p.Value.(string)
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// maxExcerpt bounds an excerpt, in characters.
const maxExcerpt = 200

// excerptOf is what a note says of itself in a summary property, and otherwise
// its first paragraph.
func excerptOf(n *note.Note, body []byte) string {
	for _, key := range []string{"excerpt", "summary", "description"} {
		if s := textProperty(n, key); s != "" {
			return cutRunes(s, maxExcerpt)
		}
	}
	return cutRunes(firstParagraph(body), maxExcerpt)
}

// firstParagraph joins the lines of the first run of text that is neither a
// heading nor a rule nor the fence of a code block.
func firstParagraph(body []byte) string {
	var words []string
	for line := range bytes.Lines(body) {
		s := strings.TrimSpace(string(line))
		if s == "" && len(words) > 0 {
			break
		}
		if s == "" || strings.HasPrefix(s, "#") && strings.HasPrefix(strings.TrimLeft(s, "#"), " ") ||
			strings.Trim(s, "-*_=~` ") == "" {
			continue
		}
		words = append(words, s)
	}
	return strings.Join(words, " ")
}

// cutRunes cuts s to n characters and marks the cut.
func cutRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// Reading speeds of adults in silent reading of prose, rounded: about 240
// English words and 400 Chinese characters a minute.
const (
	wordsPerMinute      = 240
	charactersPerMinute = 400
)

// readingMinutes is how long a note takes to read, rounded up; 0 only without
// words. words counts Latin words and Han, kana and Hangul characters together.
func readingMinutes(words int, body []byte) int {
	characters := 0
	for _, r := range string(body) {
		if r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			characters++
		}
	}
	characters = min(characters, words)
	minutes := float64(words-characters)/wordsPerMinute + float64(characters)/charactersPerMinute
	whole := int(minutes)
	if float64(whole) < minutes {
		whole++
	}
	return whole
}
