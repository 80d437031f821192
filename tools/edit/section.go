package edit

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// Placement says where a text goes.
type Placement uint8

// The placements. For a section, InPlace replaces what stands below the heading;
// for a block, the block.
const (
	InPlace Placement = iota
	AtEnd             // append: behind a section's text, or behind a block
	AtStart           // prepend: directly below the heading; sections only
)

// SectionEdit changes the text below a heading. The heading itself stays.
type SectionEdit struct {
	Heading     string // see FindSection
	Occurrence  int    // which of several that fit, from 1; 0 means there must be one
	Text        string // without the heading
	Placement   Placement
	Subsections bool // the section with its sub-headings, not only its own text
}

// Edited is the result of an edit of a section or a block.
type Edited struct {
	After []byte
	Lines Lines // of the old bytes: what was replaced, or the line the text came behind
}

// Section is a heading and what stands below it, in bytes of the file.
type Section struct {
	Path   string // "# A > ## B"
	Lines  Lines  // heading included
	Start  int    // where the heading's line begins
	Body   int    // where the line after the heading begins
	OwnEnd int    // where the first sub-heading begins, else End
	End    int    // where the section ends (HB4)
}

// FindSection returns the section an address means. An address is a heading's
// line ("## Tasks"), its text, the text as it is shown, its slug, or a path of
// these ("# Work > ## Tasks", "Work#Tasks"). Headings in code and comments are
// none (users A3). Several that fit are AMBIGUOUS_MATCH with their paths, unless
// occurrence says which; none is NO_MATCH. Nothing is ever created.
func FindSection(raw []byte, address string, occurrence int) (Section, error) {
	hs := headingsOf(raw, note.Parse(raw))
	h, err := findOne(hs, address, occurrence)
	if err != nil {
		return Section{}, err
	}
	return Section{
		Path: pathOf(hs, h), Lines: Lines{h.line, max(h.line, h.lastLine)},
		Start: h.start, Body: h.body, OwnEnd: h.ownEnd, End: h.end,
	}, nil
}

func findOne(hs []heading, address string, occurrence int) (heading, error) {
	all := find(hs, address)
	switch {
	case occurrence < 0 || strings.Trim(address, "# >\t") == "":
		return heading{}, refuse(InvalidArgument, "The heading %s names nothing; write it as in the note, such as \"## Tasks\"", quote(address))
	case len(all) == 0:
		err := refuse(NoMatch, "No heading fits %s; %s", quote(address), listHeadings(hs))
		err.Candidates = paths(hs)
		return heading{}, err
	case occurrence > len(all):
		err := refuse(CountMismatch, "There is no occurrence %d of the heading %s: %s", occurrence, quote(address), listFound(hs, all))
		err.Candidates = pathsOf(hs, all)
		return heading{}, err
	case occurrence > 0:
		return all[occurrence-1], nil
	case len(all) > 1:
		err := refuse(AmbiguousMatch, "The heading %s fits %s: %s; give the path of headings above it, or which occurrence is meant", quote(address), times(len(all)), listFound(hs, all))
		err.Candidates = pathsOf(hs, all)
		for _, h := range all {
			err.Matches = append(err.Matches, Lines{h.line, max(h.line, h.lastLine)})
		}
		err.Matches = capped(err.Matches)
		return heading{}, err
	}
	return all[0], nil
}

func listHeadings(hs []heading) string {
	if len(hs) == 0 {
		return "the note has no headings"
	}
	names := paths(hs)
	list := strings.Join(names[:min(len(names), maxListed)], " | ")
	if more := len(hs) - min(len(names), maxListed); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return "the note has " + list
}

func listFound(hs, all []heading) string {
	var out []string
	for _, h := range all[:min(len(all), maxListed)] {
		out = append(out, fmt.Sprintf("line %d %s", h.line, pathOf(hs, h)))
	}
	return strings.Join(out, ", ")
}

func pathsOf(hs, all []heading) []string {
	var out []string
	for _, h := range all[:min(len(all), maxMatches)] {
		out = append(out, pathOf(hs, h))
	}
	return out
}

// EditSection replaces, appends or prepends text below a heading and changes
// nothing else: blank lines around stay, and a blank line is added only where two
// blocks would run together. A text that is there already is NO_CHANGE, so that
// repeating an edit repeats nothing (users A3). A result in which another heading
// or block id would be lost or change its meaning is refused.
func EditSection(raw []byte, e SectionEdit) (Edited, error) {
	n := note.Parse(raw)
	h, err := findOne(headingsOf(raw, n), e.Heading, e.Occurrence)
	if err != nil {
		return Edited{}, err
	}
	if err := e.check(h); err != nil {
		return Edited{}, err
	}
	end := h.ownEnd
	if e.Subsections {
		end = h.end
	}
	p := e.piece(raw, h, end)
	if p.at == len(raw) && e.Placement == AtEnd || p.start > h.body {
		if err := openAt(raw, n, p.start); err != nil {
			return Edited{}, err
		}
	}
	return p.apply(raw, n, e.Text)
}

func (e SectionEdit) check(h heading) error {
	first, _, _ := strings.Cut(strings.TrimLeft(toLFString(e.Text), "\n"), "\n")
	if s := newStep(first); s.level == h.level && s.text == strings.TrimSpace(h.text) {
		return refuse(InvalidArgument, "The text begins with the heading %s itself, which stays; give only what stands below it", quote(first))
	}
	if e.Placement != InPlace && strings.TrimSpace(e.Text) == "" {
		return refuse(InvalidArgument, "The text to be added is empty; give at least one line")
	}
	return nil
}

func toLFString(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// piece settles which bytes of the section go and what is beside them.
func (e SectionEdit) piece(raw []byte, h heading, end int) piece {
	first, last := contentOf(raw, h.body, end)
	if first == last { // nothing there yet: below the heading, behind one blank line if there is one
		at := h.body
		if at < end {
			at = nextLine(raw, at)
		}
		return piece{start: at, at: at, fresh: true}
	}
	switch e.Placement {
	case AtEnd:
		return piece{start: last, at: last, before: lastLine(raw, first, last), same: raw[first:last]}
	case AtStart:
		return piece{start: first, at: first, after: firstLine(raw, first), same: raw[first:last]}
	}
	return piece{start: first, at: last}
}

// contentOf returns the part of [start, end) from its first line that is not
// blank to behind its last.
func contentOf(raw []byte, start, end int) (first, last int) {
	for start < end && isBlank(raw[start:min(end, nextLine(raw, start))]) {
		start = nextLine(raw, start)
	}
	if start >= end {
		return start, start
	}
	for end > start && isBlank(raw[lineStart(raw, end-1):end]) {
		end = lineStart(raw, end-1)
	}
	return start, end
}

func firstLine(raw []byte, at int) []byte { return raw[at:textEnd(raw, at)] }

func lastLine(raw []byte, first, last int) []byte {
	return withoutEnd(raw[max(first, lineStart(raw, last-1)):last])
}

// hasAlready reports that the text stands where it is to go.
func (p piece) hasAlready(text []byte) bool {
	have, text := bytes.TrimSpace(toLF(p.same)), bytes.TrimSpace(text)
	switch {
	case len(p.before) > 0:
		return bytes.Equal(have, text) || bytes.HasSuffix(have, append([]byte{'\n'}, text...))
	case len(p.after) > 0:
		return bytes.Equal(have, text) || bytes.HasPrefix(have, append(bytes.Clone(text), '\n'))
	}
	return false
}
