package edit

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// BlockEdit changes a block that has an id, or puts text behind it.
type BlockEdit struct {
	ID        string // with or without '^'
	Text      string // without the id, or with it where it belongs
	Placement Placement
}

// EditBlock replaces a block or inserts text behind it. A replaced block keeps
// its id: where the text does not bring it, it is added at the text's end. An id
// that several blocks have is AMBIGUOUS_MATCH, one that none has NO_MATCH.
func EditBlock(raw []byte, e BlockEdit) (Edited, error) {
	n := note.Parse(raw)
	id := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(e.ID), "#"), "^")
	b, err := findBlock(n, id)
	if err != nil {
		return Edited{}, err
	}
	if strings.TrimSpace(e.Text) == "" || e.Placement == AtStart {
		return Edited{}, refuse(InvalidArgument, "A block takes a text that is not empty, in its place or behind it")
	}
	if e.Placement == AtEnd {
		return behindBlock(raw, n, b, e.Text)
	}
	return replaceBlock(raw, n, b, e.Text)
}

func findBlock(n *note.Note, id string) (note.Block, error) {
	var all []note.Block
	var ids []string
	for _, b := range n.Blocks {
		if strings.EqualFold(b.ID, id) {
			all = append(all, b)
		}
		ids = append(ids, "^"+b.ID)
	}
	switch {
	case len(all) == 0:
		err := refuse(NoMatch, "No block has the id ^%s; %s", id, listIDs(ids))
		err.Candidates = ids[:min(len(ids), 100)]
		return note.Block{}, err
	case len(all) > 1:
		var at []Lines
		for _, b := range all {
			at = append(at, Lines{b.Span.Line, b.Span.Line})
		}
		err := refuse(AmbiguousMatch, "The block id ^%s is on %s; an id must be unique, so rename one of them first", id, listLines(at))
		err.Matches = at
		return note.Block{}, err
	}
	return all[0], nil
}

func listIDs(ids []string) string {
	if len(ids) == 0 {
		return "the note has no block ids"
	}
	return "the note has " + strings.Join(ids[:min(len(ids), maxListed)], ", ")
}

// idLine returns the line below a block on which its id stands alone, false when
// the id stands in the block.
func idLine(raw []byte, b note.Block) (start, end int, ok bool) {
	at := nextLine(raw, b.Span.End)
	for at < len(raw) && isBlank(firstLine(raw, at)) && at < nextLine(raw, at) {
		at = nextLine(raw, at)
	}
	text := bytes.TrimSpace(bytes.TrimLeft(firstLine(raw, at), " \t>"))
	if !strings.EqualFold(string(text), "^"+b.ID) {
		return 0, 0, false
	}
	return at, nextLine(raw, at), true
}

func behindBlock(raw []byte, n *note.Note, b note.Block, text string) (Edited, error) {
	at := nextLine(raw, b.Span.End)
	if _, end, ok := idLine(raw, b); ok {
		at = end
	}
	from := lineStart(raw, b.Span.Start)
	p := piece{start: at, at: at, before: lastLine(raw, from, at), same: raw[from:at], indent: indentOf(raw, b)}
	if listLine.Match(firstLine(raw, from)) {
		p.before = firstLine(raw, from)
	}
	if next := nextContent(raw, at); next != nil {
		p.same = append(bytes.Clone(p.same), next...)
	}
	return p.apply(raw, n, text)
}

// nextContent returns the line at offset at, so that a text inserted there
// before is seen.
func nextContent(raw []byte, at int) []byte {
	if at >= len(raw) {
		return nil
	}
	return raw[at:nextLine(raw, at)]
}

// indentOf returns what stands before a block on its line, where that is only
// white space and quote marks.
func indentOf(raw []byte, b note.Block) []byte {
	before := raw[lineStart(raw, b.Span.Start):b.Span.Start]
	if len(bytes.Trim(before, " \t>")) > 0 {
		return nil
	}
	return before
}

var trailingID = regexp.MustCompile(`(?m)(^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$`)

func replaceBlock(raw []byte, n *note.Note, b note.Block, text string) (Edited, error) {
	start, end := lineStart(raw, b.Span.Start), nextLine(raw, b.Span.End)
	if before := raw[start:b.Span.Start]; len(before) > 0 && indentOf(raw, b) == nil {
		return Edited{}, refuse(InvalidArgument, "The block ^%s begins in the middle of line %d; replace its text with an exact replacement", b.ID, b.Span.Line)
	}
	text = strings.Trim(toLFString(text), "\n")
	if _, _, apart := idLine(raw, b); !apart && !bringsID(text, b.ID) {
		text = withID(text, b.ID)
	}
	p := piece{start: start, at: end, indent: indentOf(raw, b)}
	out, err := p.apply(raw, n, text)
	if err != nil {
		return Edited{}, err
	}
	for _, other := range note.Parse(out.After).Blocks {
		if strings.EqualFold(other.ID, b.ID) && lineStart(out.After, other.Span.Start) == start {
			return out, nil
		}
	}
	return Edited{}, refuse(InvalidArgument, "The new text cannot carry the id ^%s; write it into the text: at the end of a paragraph or list item behind a space, or below anything else on a line of its own", b.ID)
}

func bringsID(text, id string) bool {
	for _, m := range trailingID.FindAllStringSubmatch(text, -1) {
		if strings.EqualFold(m[2], id) {
			return true
		}
	}
	return false
}

// withID adds the id where Obsidian looks for it (HB7): at the end of an item's
// first line or of a paragraph, below anything else.
func withID(text, id string) string {
	first, rest, more := strings.Cut(text, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	switch {
	case listLine.MatchString(first) && more:
		return first + " ^" + id + "\n" + rest
	case listLine.MatchString(first) || isParagraph(last):
		return strings.TrimRight(text, " \t") + " ^" + id
	}
	return text + "\n\n^" + id
}

func isParagraph(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.ContainsAny(line[:1], "|>`~$<")
}
