package edit

import (
	"bytes"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// region says what a line of a note stands in, as far as the editors ask.
type region uint8

const (
	inText    region = iota
	inCode           // a fenced block, its fences included
	inComment        // a %% block comment, its marks included
	inYAML           // the frontmatter, its fences included
)

// regions tells for every line what it stands in. It errs on the side of code:
// what it says serves to refuse, never to find.
func regions(raw []byte, n *note.Note) []region {
	out := make([]region, 0, n.Lines+1)
	var fence []byte
	comment := false
	at := 0
	for _, line := range splitLines(raw) {
		text := bytes.TrimSpace(bytes.TrimLeft(line, " \t>"))
		r := inText
		switch {
		case n.HasFrontmatter && at < n.Frontmatter.End:
			r = inYAML
		case fence != nil:
			r = inCode
			if closesFence(text, fence) {
				fence = nil
			}
		case comment:
			r = inComment
			comment = !hasCommentMark(text)
		case openFence(text) != nil:
			r, fence = inCode, openFence(text)
		case opensComment(text):
			r, comment = inComment, true
		}
		out = append(out, r)
		at += len(line)
	}
	return out
}

// openFence returns the characters of the fence a line opens, nil for none. List
// markers may stand before it.
func openFence(text []byte) []byte {
	text = bytes.TrimLeft(text, "-*+ 0123456789.)\t")
	n := 0
	for n < len(text) && (text[n] == '`' || text[n] == '~') && text[n] == text[0] {
		n++
	}
	if n < 3 || text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return nil
	}
	return text[:n]
}

func closesFence(text, fence []byte) bool {
	return len(text) >= len(fence) && len(bytes.Trim(text, string(fence[:1]))) == 0
}

// opensComment reports a line that starts a block comment and does not end it.
// Exactly two signs are the mark.
func opensComment(text []byte) bool {
	return bytes.HasPrefix(text, []byte("%%")) && !bytes.HasPrefix(text, []byte("%%%")) && !hasCommentMark(text[2:])
}

func hasCommentMark(text []byte) bool { return bytes.Contains(text, []byte("%%")) }

// regionAt returns what line number line, from 1, stands in.
func regionAt(rs []region, line int) region {
	if line < 1 || line > len(rs) {
		return inText
	}
	return rs[line-1]
}
