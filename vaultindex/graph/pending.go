package graph

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func foldTag(name string) string { return vaultpath.Fold(name) }

func headingKey(text string) string {
	text = strings.Map(func(r rune) rune {
		if r > ' ' && r < 127 && strings.ContainsRune("!\"#$%&()*+,./:;<=>?@[\\]^`{|}~", r) || r == '\n' {
			return ' '
		}
		return r
	}, text)
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

func splitSubpath(sub string) (headings []string, block, footnote string) {
	for seg := range strings.SplitSeq(sub, "#") {
		switch {
		case strings.HasPrefix(seg, "^"):
			return nil, seg[1:], ""
		case strings.HasPrefix(seg, "[^") && strings.HasSuffix(seg, "]"):
			return nil, "", seg[2 : len(seg)-1]
		case strings.TrimSpace(seg) != "":
			headings = append(headings, seg)
		}
	}
	return headings, "", ""
}
