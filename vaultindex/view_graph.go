package vaultindex

import (
	"bytes"
	"crypto/sha256"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Kept asks the graph about what its user tends: beside what the view may not
// see, files that Obsidian excludes (F6) and templates are left out. It is for
// health checks and suggestions: orphans, dead ends, missing notes, duplicates,
// clashes.
func (v *View) Kept() graph.Lens {
	return v.lens.Filter(v.keeps)
}

func (v *View) keeps(f *graph.File) bool { return !f.Excluded && !v.snap.settings.Template(f.Path) }

// Backlink is a link to a note, and where it stands.
type Backlink struct {
	graph.Edge
	// Context is the line with the link, cut around it; "" when the file is not
	// what it was when it was indexed.
	Context string
	Heading string // the nearest above the link
}

// BacklinksInContext returns up to limit links to p with their lines, by path
// and place, and how many there are; a limit of 0 is none. It reads each file
// that it returns links of once.
func (v *View) BacklinksInContext(p vaultpath.Path, limit int) (out []Backlink, total int) {
	edges := v.lens.Backlinks(p)
	total = len(edges)
	if limit > 0 {
		edges = edges[:min(limit, total)]
	}
	var from *graph.File
	var raw []byte
	var headings []note.Heading
	for _, edge := range edges {
		if from == nil || from.Path != edge.From {
			from, _ = v.lens.File(edge.From)
			raw, headings = v.unchanged(from), from.Facts.Headings()
		}
		out = append(out, Backlink{
			Edge: edge, Heading: headingAbove(headings, edge.Link.Span.Start),
			Context: contextAt(raw, edge.Link.Span.Start, edge.Link.Span.End),
		})
	}
	return out, total
}

// unchanged reads a file, and returns nil when it is not what was indexed.
func (v *View) unchanged(f *graph.File) []byte {
	raw, err := v.ReadFile(f.Path)
	if err != nil || sha256.Sum256(raw) != f.Hash {
		return nil
	}
	return raw
}

// headingAbove returns the text of the last heading that starts before offset.
func headingAbove(headings []note.Heading, offset int) string {
	i := sort.Search(len(headings), func(i int) bool { return headings[i].Span.Start > offset })
	if i == 0 {
		return ""
	}
	return headings[i-1].Text
}

// contextSize is how much is shown on either side of a place, in bytes.
const contextSize = 160

// contextAt returns the line of raw in which [start, end) begins, cut around it
// between characters. It is "" when raw has no such place.
func contextAt(raw []byte, start, end int) string {
	if start < 0 || end > len(raw) || start >= end {
		return ""
	}
	from, to := max(0, start-contextSize), min(len(raw), max(end, start+1)+contextSize)
	from += bytes.LastIndexByte(raw[from:start], '\n') + 1
	if i := bytes.IndexByte(raw[start:to], '\n'); i >= 0 {
		to = start + i
	}
	for from < start && !utf8.RuneStart(raw[from]) {
		from++
	}
	for to < len(raw) && to > start && !utf8.RuneStart(raw[to]) {
		to--
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(raw[from:to]), "\uFFFD"))
}
