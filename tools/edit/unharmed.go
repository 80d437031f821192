package edit

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// unharmed holds that an edit of the bytes [start, end), which became
// [start, newEnd), changed nothing outside: every other heading is one still, of
// the same level, and every other block id names a block that begins where it
// did.
func unharmed(raw, after []byte, n *note.Note, start, end, newEnd int) error {
	m := note.Parse(after)
	shift := newEnd - end
	for _, h := range n.Headings {
		if h.Span.Start >= start && h.Span.Start < end {
			continue
		}
		if !hasHeading(m.Headings, h, moved(h.Span.Start, start, shift)) {
			return refuse(InvalidArgument, "With this text the heading %s of line %d would no longer be one; close the code, comment or HTML that the text opens, and leave a blank line at its end", quote(h.Text), h.Span.Line)
		}
	}
	for _, b := range n.Blocks {
		if b.Span.Start >= start && b.Span.Start < end {
			continue
		}
		if !hasBlock(m.Blocks, b, moved(b.Span.Start, start, shift)) {
			return refuse(InvalidArgument, "With this text the block id ^%s of line %d would no longer name its block; end the text with a blank line, or edit the block itself", b.ID, b.Span.Line)
		}
	}
	if n.HasFrontmatter && (!m.HasFrontmatter || !bytes.Equal(raw[:min(start, n.Frontmatter.End)], after[:min(start, n.Frontmatter.End)])) {
		return refuse(InvalidArgument, "The text would change the note's properties; edit the part below them")
	}
	return nil
}

// moved returns where an offset outside the edited bytes is afterwards.
func moved(at, start, shift int) int {
	if at < start {
		return at
	}
	return at + shift
}

func hasHeading(hs []note.Heading, h note.Heading, at int) bool {
	for _, other := range hs {
		if other.Span.Start == at {
			return other.Level == h.Level && other.Text == h.Text
		}
	}
	return false
}

func hasBlock(bs []note.Block, b note.Block, at int) bool {
	for _, other := range bs {
		if other.Span.Start == at && strings.EqualFold(other.ID, b.ID) {
			return true
		}
	}
	return false
}

// openAt refuses a place inside code, a comment or HTML that was never closed:
// what is put there would not be read as text. It tries with a heading.
func openAt(raw []byte, n *note.Note, at int) error {
	line := lineOf(raw, at)
	probe := fmt.Sprintf("\n\n# ibid %x\n\n", SumOf(raw[:at]))
	tried := splice(raw, at, at, []byte(probe))
	m := note.Parse(tried)
	for _, h := range m.Headings {
		if h.Span.Start == at+2 && regionAt(regions(tried, m), h.Span.Line) != inComment {
			return nil
		}
	}
	if n.Truncated {
		return nil // read line by line, where the probe means little; unharmed still looks
	}
	return refuse(InvalidArgument, "Line %d lies in a code block, comment or HTML that is not closed before it; close that first", line)
}
