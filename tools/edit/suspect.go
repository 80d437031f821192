package edit

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// Finding is something an overwriting may have lost without meaning to. It
// decides nothing: the caller asks, warns or refuses.
type Finding struct {
	Kind    FindingKind
	Line    int    // of the new text for Omission, of the old one else; from 1, 0 for none
	Text    string // the line, heading, block id or property
	Links   int    // LostHeading, LostBlock: how many links there lead nowhere now
	Message string // one English sentence
}

// FindingKind tells what was found.
type FindingKind string

// The kinds of findings.
const (
	Omission     FindingKind = "omission"      // a line that stands for text that was left out
	Shrunk       FindingKind = "shrunk"        // more than half of the text is gone (users A12)
	LostHeading  FindingKind = "lost_heading"  // a heading that links lead to
	LostBlock    FindingKind = "lost_block"    // a block id that links lead to
	LostProperty FindingKind = "lost_property" // a frontmatter key (R156)
)

// Bounds of what counts as shrinking. A short note may well be rewritten.
const (
	shrinkFrom  = 400 // characters; notes below are never said to shrink
	shrinkShare = 2   // a note shrinks when less than one part in so many is left
)

// Suspect compares an overwriting with what it overwrites. linked returns how
// many links of the vault lead to a subpath of the file ("#Heading", "#^id"); nil
// means that nobody knows, and then no heading and no block is called lost.
func Suspect(before, after []byte, linked func(subpath string) int) []Finding {
	out := Omissions(before, after)
	if f, ok := shrinkage(before, after); ok {
		out = append(out, f)
	}
	was, is := note.Parse(before), note.Parse(after)
	out = append(out, lostProperties(was, is)...)
	if linked != nil {
		out = append(out, lostHeadings(was, is, linked)...)
		out = append(out, lostBlocks(was, is, linked)...)
	}
	return out
}

func shrinkage(before, after []byte) (Finding, bool) {
	was, is := utf8.RuneCount(bytes.TrimSpace(before)), utf8.RuneCount(bytes.TrimSpace(after))
	if was < shrinkFrom || is*shrinkShare >= was {
		return Finding{}, false
	}
	return Finding{Kind: Shrunk, Message: fmt.Sprintf("The text shrinks from %d to %d characters.", was, is)}, true
}

func lostProperties(was, is *note.Note) []Finding {
	have := map[string]bool{}
	for _, p := range is.Properties {
		have[p.Key] = true
	}
	var out []Finding
	for _, p := range was.Properties {
		if !have[p.Key] {
			out = append(out, Finding{Kind: LostProperty, Line: p.Span.Line, Text: p.Key, Message: fmt.Sprintf("The property %s is gone.", quote(p.Key))})
		}
	}
	return out
}

func lostHeadings(was, is *note.Note, linked func(string) int) []Finding {
	have := map[string]bool{}
	for _, h := range is.Headings {
		have[note.HeadingKey(h.Text)] = true
	}
	var out []Finding
	for _, h := range was.Headings {
		key := note.HeadingKey(h.Text)
		if have[key] || key == "" {
			continue
		}
		have[key] = true // told once
		if n := linked("#" + h.Text); n > 0 {
			out = append(out, Finding{Kind: LostHeading, Line: h.Span.Line, Text: h.Text, Links: n,
				Message: fmt.Sprintf("The heading %s is gone, and %s to it would lead nowhere.", quote(h.Text), plural(n, "link"))})
		}
	}
	return out
}

func lostBlocks(was, is *note.Note, linked func(string) int) []Finding {
	have := map[string]bool{}
	for _, b := range is.Blocks {
		have[note.FoldTag(b.ID)] = true
	}
	var out []Finding
	for _, b := range was.Blocks {
		if have[note.FoldTag(b.ID)] {
			continue
		}
		if n := linked("#^" + b.ID); n > 0 {
			out = append(out, Finding{Kind: LostBlock, Line: b.Span.Line, Text: "^" + b.ID, Links: n,
				Message: fmt.Sprintf("The block id ^%s is gone, and %s to it would lead nowhere.", b.ID, plural(n, "link"))})
		}
	}
	return out
}
