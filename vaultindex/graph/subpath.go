package graph

import (
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Target is a place in a file. Line counts from 1; it is 0 where the file has
// no lines of ours (a page of a PDF, a view of a base). At most one pointer is
// set.
type Target struct {
	Heading  *note.Heading
	Block    *note.Block
	Footnote *note.Footnote
	Line     int
}

// ResolveSubpath returns the place in p that subpath ("#Heading", "#A#B",
// "#^block", "#[^footnote]") means (HB1-HB9). An empty one means the whole
// file. What a subpath means in a file that is no note is not ours to judge:
// there every one is found.
func (l Lens) ResolveSubpath(p vaultpath.Path, subpath string) (Target, bool) {
	n := l.at(p)
	if n == nil {
		return Target{}, false
	}
	if n.file.Kind != KindNote {
		return Target{}, true
	}
	if strings.Trim(subpath, "# ") == "" {
		return Target{Line: 1}, true
	}
	return find(n.file.Facts, subpath)
}

func find(facts note.Packed, subpath string) (Target, bool) {
	headings, block, footnote := note.SplitSubpath(subpath)
	switch {
	case block != "":
		return findBlock(facts.Blocks(), block)
	case footnote != "":
		return findFootnote(facts.Footnotes(), footnote)
	case len(headings) == 0:
		return Target{}, false
	}
	h := findHeading(facts.Headings(), stepsOf(headings))
	if h == nil {
		return Target{}, false
	}
	return Target{Heading: h, Line: h.Span.Line}, true
}

// findBlock never looks at headings (HB8). Ids differ not by case (HB7).
func findBlock(blocks []note.Block, id string) (Target, bool) {
	i := slices.IndexFunc(blocks, func(b note.Block) bool { return strings.EqualFold(b.ID, id) })
	if i < 0 {
		return Target{}, false
	}
	return Target{Block: &blocks[i], Line: blocks[i].Span.Line}, true
}

func findFootnote(footnotes []note.Footnote, id string) (Target, bool) {
	i := slices.IndexFunc(footnotes, func(f note.Footnote) bool { return strings.EqualFold(f.ID, id) })
	if i < 0 {
		return Target{}, false
	}
	return Target{Footnote: &footnotes[i], Line: footnotes[i].Span.Line}, true
}

// step is one heading a subpath names, normalised once: a link may be as long
// as its note, and have as many headings to be compared with.
type step struct{ text, key string }

func stepsOf(headings []string) []step {
	out := make([]step, len(headings))
	for i, text := range headings {
		out[i] = step{strings.TrimSpace(text), note.HeadingKey(text)}
	}
	return out
}

// findHeading returns the first heading that steps name one after the other,
// each below the one before, depth first (HB3).
func findHeading(headings []note.Heading, steps []step) *note.Heading {
	for i := range headings {
		h := &headings[i]
		if !steps[0].names(h.Text) {
			continue
		}
		if len(steps) == 1 {
			return h
		}
		if found := findHeading(section(headings[i:]), steps[1:]); found != nil {
			return found
		}
	}
	return nil
}

// names compares by HB1; texts of which nothing is left must be the same.
func (s step) names(text string) bool {
	return note.HeadingKey(text) == s.key && (s.key != "" || strings.TrimSpace(text) == s.text)
}

// section returns the headings below the first one (HB4).
func section(headings []note.Heading) []note.Heading {
	for i := 1; i < len(headings); i++ {
		if headings[i].Level <= headings[0].Level {
			return headings[1:i]
		}
	}
	return headings[1:]
}
