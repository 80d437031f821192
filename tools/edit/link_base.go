package edit

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// The ways in which a base names a file (F2, RB3): [[…]] in a text, and the
// argument of the functions that take a link or a file.
var (
	baseWiki = regexp.MustCompile(`\[\[[^\[\]|#\n"'\\]+(?:#[^\[\]|\n"'\\]*)?(?:\|[^\[\]\n"'\\]*)?\]\]`)
	baseCall = regexp.MustCompile(`\b(?:link|hasLink|file)\(\s*(?:\\?"([^"'\\\[\]#\n]+)\\?"|'([^"'\\\[\]#\n]+)')`)
)

// baseLinks returns the links of a base. Each has the Span of its own text: with
// brackets, or without quotes.
func baseLinks(raw []byte) []note.Link {
	var out []note.Link
	add := func(start, end int, path []byte) {
		out = append(out, note.Link{
			Kind: note.Wikilink, Path: string(bytes.TrimSpace(path)), Span: note.Span{Start: start, End: end, Line: lineOf(raw, start)},
		})
	}
	for _, m := range baseWiki.FindAllIndex(raw, -1) {
		inner := raw[m[0]+2 : m[1]-2]
		if i := bytes.IndexAny(inner, "#|"); i >= 0 {
			inner = inner[:i]
		}
		add(m[0], m[1], inner)
	}
	for _, m := range baseCall.FindAllSubmatchIndex(raw, -1) {
		at := m[2]
		end := m[3]
		if at < 0 {
			at, end = m[4], m[5]
		}
		s := trimmed(raw, at, end)
		add(s.start, s.end, raw[s.start:s.end])
	}
	slices.SortFunc(out, func(a, b note.Link) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}
