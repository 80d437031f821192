package vaultindex

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// page is a note being searched for passages.
type page struct {
	*outline
	found  marks   // in the text
	where  string  // its path
	names  string  // the name and the aliases
	folded string  // the same, folded
	title  marks   // in them
	heads  []marks // of each heading, as what follows
	asks   []intent
	about  []bool // headings that consist of the question's words
	lead   int    // the block that tells what the note is about, -1 for none
	named  bool   // its name is what the question is about
	others bool   // it holds somebody else's words
}

// What counts of headings and of a note's names, in bytes: every part of a note
// is held against them.
const (
	maxHeading = 1 << 10
	maxNames   = 4 << 10
)

func (a *asker) open(f *graph.File, text string) *page {
	o := outlineOf(text)
	pg := &page{outline: o, where: string(f.Path), found: a.findShown(text), lead: leadBlock(o)}
	names := append([]string{f.Path.Name()}, f.Facts.Aliases()...)
	pg.names = beginning(strings.Join(names, "\n"), maxNames)
	pg.folded = fulltext.Fold(pg.names)
	pg.title = a.find(pg.names)
	pg.named = slices.ContainsFunc(names, a.names)
	pg.others = slices.ContainsFunc(f.Facts.Properties(), func(p note.Property) bool { return otherHands.MatchString(keyName(p.Key)) && filled(p.Value) })
	for i, h := range pg.headings {
		pg.headings[i].text = beginning(h.text, maxHeading)
		h = pg.headings[i]
		found := a.find(h.text)
		pg.heads, pg.asks = append(pg.heads, found), append(pg.asks, intentOf(h.text))
		pg.about = append(pg.about, len(found) > 0 && covers(found, h.text))
		pg.named = pg.named || h.level == 1 && a.names(h.text)
	}
	return pg
}

// names reports whether a name is what the question is about, and all of it.
func (a *asker) names(name string) bool {
	found := a.find(name)
	return a.share(name, found)+a.weak >= headingsAnswer && covers(found, name)
}

// covers reports whether all words of a text that say something are marked.
func covers(found marks, text string) bool {
	asked := make(map[string]bool)
	for _, m := range found {
		asked[fulltext.Fold(text[m.start:m.end])] = true
	}
	for _, piece := range matter(text) {
		for _, tok := range fulltext.QueryTokens(piece) {
			if !asked[fulltext.Fold(tok.Term)] && !stopWords[tok.Term] && !weakWords[tok.Term] {
				return false
			}
		}
	}
	return true
}

// unshown are the parts of a link that a reader neither sees nor could mean:
// the folder and the heading of a target with other words, and addresses. They
// are looked for one after the other: in one expression, each that is never
// closed would be followed to the end of its line from every match of the other.
var unshown = []*regexp.Regexp{
	regexp.MustCompile(`\[\[([^\]|#\n]*/)?[^\]|#/\n]*(#[^\]|\n]*)?\|`),
	regexp.MustCompile(`\]\(([^)\n]*)\)`),
}

// findShown finds what a reader sees of a note.
func (a *asker) findShown(text string) marks {
	found := a.find(text)
	if len(found) == 0 {
		return nil
	}
	for _, form := range unshown {
		var hidden []span
		for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
			for i := 2; i < len(at); i += 2 {
				if at[i] >= 0 {
					hidden = append(hidden, span{at[i], at[i+1]})
				}
			}
		}
		found = found.outside(hidden)
	}
	return found
}

// leadBlock is the first prose of a note, -1 for none.
func leadBlock(o *outline) int {
	return slices.IndexFunc(o.blocks, func(b block) bool {
		return b.kind == proseBlock && plainLength(inlineProperty.ReplaceAllString(b.text, "")) > 20 && !o.commented(b.start, b.end)
	})
}
