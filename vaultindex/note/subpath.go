package note

import (
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// FoldTag returns the key under which two spellings are one tag (T5). A leading
// '#' is ignored.
func FoldTag(name string) string {
	return vaultpath.Fold(strings.TrimPrefix(name, "#"))
}

// HeadingKey returns the text under which a heading and a link to it compare
// (HB1): ASCII punctuation but `-`, `_` and `'` becomes a space, spaces
// collapse, case folds. Other punctuation stays.
func HeadingKey(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) || isHeadingPunct(r) {
			space = true
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return vaultpath.Fold(b.String())
}

func isHeadingPunct(r rune) bool {
	return r < 0x80 && r != '-' && r != '_' && r != '\'' && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

// SplitSubpath reads a link's subpath (W3): the headings to walk down, or a
// block id (`#^id`), or a footnote id (`#[^id]`). Empty parts are dropped (W9).
// A block or footnote id ends the path; headings before it are returned too.
func SplitSubpath(sub string) (headings []string, blockID, footnote string) {
	for part := range strings.SplitSeq(sub, "#") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
		case part[0] == '^':
			return headings, part[1:], ""
		case strings.HasPrefix(part, "[^") && strings.HasSuffix(part, "]"):
			return headings, "", part[2 : len(part)-1]
		default:
			headings = append(headings, part)
		}
	}
	return headings, "", ""
}
