package vaultindex

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxAnchors bounds the names under which other notes link to one.
const maxAnchors = 64

// fewLinks is how many links to a file are looked at to give a reason.
const fewLinks = 100

// searchDoc is a file as the full text takes it. raw is the content of a note
// or canvas; other files are found by name alone, and by anchors, the words of
// links to it.
func searchDoc(f *graph.File, raw []byte, anchors []string) fulltext.Doc {
	d := fulltext.Doc{
		Path: f.Path, Name: f.Path.Name(), ModTime: f.ModTime,
		Private: f.Private, Excluded: f.Excluded,
		Anchors: anchors,
	}
	if f.Kind == graph.KindNote {
		d.Body, d.Rest = splitText(string(raw))
	}
	if f.Kind == graph.KindCanvas {
		d.Body = canvasText(raw)
	}
	if n := f.Note(); n != nil {
		d.Aliases = n.Aliases
		d.Headings = headingTexts(n.Headings)
		d.Tags = tagNames(slices.Values(n.Tags))
		d.Properties = propertyText(n.Properties, d.Name)
	}
	return d
}

// searchText is a note without what does not rank.
func searchText(text string) string {
	ranks, _ := splitText(text)
	return ranks
}

// splitText takes the frontmatter, and code that only asks plugins for
// something, out of a note: such blocks are the same in many notes and would
// make them alike. What says something there has fields of its own; the rest is
// found by those who ask for it.
func splitText(text string) (ranks, rest string) {
	if len(text) > 2*fulltext.MaxBody {
		text = text[:2*fulltext.MaxBody]
	}
	var in, out strings.Builder
	at := 0
	for _, bl := range outlineOf(text).blocks {
		if bl.kind == queryBlock || bl.kind == frontBlock {
			in.WriteString(text[at:bl.start])
			out.WriteString(bl.text)
			out.WriteByte('\n')
			at = bl.end
		}
	}
	if at == 0 {
		return text, ""
	}
	in.WriteString(text[at:])
	return in.String(), out.String()
}

func headingTexts(headings []note.Heading) []string {
	all := make([]string, len(headings))
	for i, h := range headings {
		all[i] = h.Text
	}
	return all
}

// tagNames are a note's tags, each once, as first written.
func tagNames(tags iter.Seq[note.Tag]) []string {
	var all []string
	seen := make(map[string]bool)
	for t := range tags {
		if key := note.FoldTag(t.Name); !seen[key] {
			seen[key] = true
			all = append(all, t.Name)
		}
	}
	return all
}

// propertyText is the text of all properties but those with fields of their
// own. Keys are not searched: they are the same in every note. A title that
// only repeats the name says nothing new.
func propertyText(properties []note.Property, name string) string {
	var b strings.Builder
	for _, p := range properties {
		if p.Value == any(name) {
			continue
		}
		switch strings.ToLower(p.Key) {
		case "tags", "tag", "aliases", "alias", "cssclasses", "cssclass":
			continue
		}
		writeValue(&b, p.Value)
	}
	return b.String()
}

func writeValue(b *strings.Builder, value any) {
	switch v := value.(type) {
	case nil, bool:
	case []any:
		for _, item := range v {
			writeValue(b, item)
		}
	case map[string]any:
		// The order of a map's keys counts for nothing in a bag of words.
		for _, item := range v {
			writeValue(b, item)
		}
	default:
		fmt.Fprintln(b, v)
	}
}

// anchors are the names that other notes show for their links to p. Names
// given in private or excluded notes stay there. At most so many links are
// looked at.
func anchors(g graph.Lens, p vaultpath.Path, links int) []string {
	var all []string
	seen := make(map[string]bool)
	for e := range g.LinksTo(p) {
		if links--; links < 0 {
			break
		}
		from, ok := g.File(e.From)
		name := strings.TrimSpace(e.Link.Display)
		if !ok || from.Private || from.Excluded || name == "" || e.Link.Embed || seen[name] || e.From == p {
			continue
		}
		seen[name] = true
		if all = append(all, name); len(all) == maxAnchors {
			break
		}
	}
	return all
}
