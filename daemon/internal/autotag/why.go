package autotag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Reason is one thing that speaks for a tag.
type Reason struct {
	Kind  ReasonKind
	Notes []vaultpath.Path // the notes it comes from, at most three
	Words []string         // what these have in common with this one
	Of    string           // the folder, property, heading, word, file or tag
	With  int              // of so many notes with Of …
	Total int              // … so many have the tag: With of Total
}

// ReasonKind says what kind of evidence it is.
type ReasonKind string

// The kinds of reasons.
const (
	ByNotes      ReasonKind = "notes"    // the nearest notes have the tag
	ByFolder     ReasonKind = "folder"   // so do notes in this folder
	ByProperty   ReasonKind = "property" // with this property
	ByShape      ReasonKind = "shape"    // with this heading, host, code or form of the name
	ByMark       ReasonKind = "mark"     // whose name begins so
	ByLinksTo    ReasonKind = "links_to" // that link there
	ByLinkedFrom ReasonKind = "linked_from"
	ByWords      ReasonKind = "words"  // that say the tag's words
	ByName       ReasonKind = "name"   // that have the tag's words in their name
	ByLinks      ReasonKind = "links"  // that are linked with this one
	ByBeside     ReasonKind = "beside" // that have this other tag
	ByRule       ReasonKind = "rule"
	ByNeed       ReasonKind = "needed_by"
	ByNewLink    ReasonKind = "new_from_links"
)

const (
	maxReasons = 3
	maxNamed   = 3 // notes or words
)

var reasonOf = [signKinds]ReasonKind{inFolder: ByFolder, hasProperty: ByProperty, hasShape: ByShape, hasMark: ByMark,
	linksTo: ByLinksTo, linkedFrom: ByLinkedFrom, saysTag: ByWords, namesTag: ByName}

// why names what spoke for a tag most: how much each kind of evidence added,
// against there being none.
func (l *library) why(c *card, j *judge, v verdict) []Reason {
	type part struct {
		Reason
		adds float64
	}
	gain := func(x int, base float64) float64 { return j.second[x] * (v.x[x] - base) }
	var parts []part
	if len(v.nearest) > 0 {
		parts = append(parts, part{l.nearReason(c, v), gain(xNearest, 0) + gain(xClosest, 0) + gain(xMean, 0) + gain(xAlikeNearest, 0)})
	}
	for kind, b := range v.best {
		if b.sign >= 0 && b.with > 0 && b.odds > v.x[xPriorOdds] {
			adds := max(gain(ofKind[kind], v.x[xPriorOdds]), (b.odds-v.x[xPriorOdds])/4)
			parts = append(parts, part{Reason{Kind: reasonOf[kind], Of: l.named[b.sign].text, With: b.with, Total: b.notes}, adds})
		}
	}
	if len(v.linked) > 0 {
		parts = append(parts, part{Reason{Kind: ByLinks, Notes: l.paths(v.linked)}, 0.2})
	}
	if v.beside >= 0 && v.x[xBesideOdds] > 0 {
		parts = append(parts, part{Reason{Kind: ByBeside, Of: l.names[v.beside]}, gain(xBesideOdds, 0)})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.adds, a.adds) })
	var out []Reason
	for _, p := range parts[:min(len(parts), maxReasons)] {
		out = append(out, p.Reason)
	}
	return out
}

func (l *library) paths(cards []int) (out []vaultpath.Path) {
	for _, i := range cards[:min(len(cards), maxNamed)] {
		out = append(out, l.cards[i].path)
	}
	return out
}

// nearReason names the nearest notes and the words that the first shares most.
func (l *library) nearReason(c *card, v verdict) Reason {
	return Reason{Kind: ByNotes, Notes: l.paths(v.nearest), Words: l.shared(c, l.cards[v.nearest[0]])}
}

// shared are the words that make two notes alike, the weightiest first.
func (l *library) shared(a, b *card) (out []string) {
	heavy := map[int]float64{}
	for _, w := range b.vector {
		heavy[w.term] = w.w
	}
	var words []string
	weigh := map[string]float64{}
	for word := range a.words {
		id, ok := l.terms[word]
		if ok && heavy[id] > 0 && b.words[word] > 0 && len(word) > 2 {
			words, weigh[word] = append(words, word), heavy[id]
		}
	}
	slices.SortFunc(words, func(x, y string) int { return cmp.Or(cmp.Compare(weigh[y], weigh[x]), cmp.Compare(x, y)) })
	return words[:min(len(words), maxNamed)]
}

// English is the reason as a sentence without its end.
func (r Reason) English() string {
	notes, of := names(r.Notes), fmt.Sprintf("%d of %d", r.With, r.Total)
	switch r.Kind {
	case ByNotes:
		if len(r.Words) == 0 {
			return "the nearest notes have it: " + notes
		}
		return "the nearest notes have it: " + notes + "; in common with the first: " + strings.Join(r.Words, ", ")
	case ByFolder:
		return fmt.Sprintf("%s notes in %s have it", of, folderName(r.Of, "the vault's root"))
	case ByProperty:
		return fmt.Sprintf("%s notes with the property “%s” have it", of, r.Of)
	case ByShape:
		return fmt.Sprintf("%s notes with “%s” have it", of, r.Of)
	case ByMark:
		return fmt.Sprintf("%s notes whose name begins with “%s” have it", of, r.Of)
	case ByLinksTo:
		return fmt.Sprintf("%s notes that link to “%s” have it", of, baseName(r.Of))
	case ByLinkedFrom:
		return fmt.Sprintf("%s notes that “%s” links to have it", of, baseName(r.Of))
	case ByWords:
		return fmt.Sprintf("the note says “%s”; %s notes that do have it", lastSegment(r.Of), of)
	case ByName:
		return fmt.Sprintf("the note's name says “%s”; %s notes of such a name have it", lastSegment(r.Of), of)
	case ByLinks:
		return "linked notes have it: " + notes
	case ByBeside:
		return "it often stands beside #" + r.Of
	case ByRule:
		return "a rule of yours asks for it here"
	case ByNeed:
		return "a rule of yours asks for it beside #" + r.Of
	case ByNewLink:
		return fmt.Sprintf("%d notes link to “%s”; no note has this tag yet", r.With, r.Of)
	}
	return string(r.Kind)
}

// Chinese is the same in Chinese.
func (r Reason) Chinese() string {
	notes, of := names(r.Notes), fmt.Sprintf("%d 篇中有 %d 篇", r.Total, r.With)
	switch r.Kind {
	case ByNotes:
		if len(r.Words) == 0 {
			return "最相近的笔记有此标签：" + notes
		}
		return "最相近的笔记有此标签：" + notes + "；与第一篇的共同词语：" + strings.Join(r.Words, "、")
	case ByFolder:
		return fmt.Sprintf("%s下的笔记，%s有此标签", folderName(r.Of, "库的根目录"), of)
	case ByProperty:
		return fmt.Sprintf("有属性“%s”的笔记，%s有此标签", r.Of, of)
	case ByShape:
		return fmt.Sprintf("含“%s”的笔记，%s有此标签", r.Of, of)
	case ByMark:
		return fmt.Sprintf("名称以“%s”开头的笔记，%s有此标签", r.Of, of)
	case ByLinksTo:
		return fmt.Sprintf("链接到“%s”的笔记，%s有此标签", baseName(r.Of), of)
	case ByLinkedFrom:
		return fmt.Sprintf("“%s”链接的笔记，%s有此标签", baseName(r.Of), of)
	case ByWords:
		return fmt.Sprintf("文中出现“%s”；这样的笔记%s有此标签", lastSegment(r.Of), of)
	case ByName:
		return fmt.Sprintf("名称中有“%s”；这样的笔记%s有此标签", lastSegment(r.Of), of)
	case ByLinks:
		return "有链接关系的笔记有此标签：" + notes
	case ByBeside:
		return "它常与 #" + r.Of + " 同时出现"
	case ByRule:
		return "你的规则要求此处有它"
	case ByNeed:
		return "你的规则要求它与 #" + r.Of + " 同在"
	case ByNewLink:
		return fmt.Sprintf("%d 篇笔记链接到“%s”；还没有笔记用此标签", r.With, r.Of)
	}
	return string(r.Kind)
}

func names(paths []vaultpath.Path) string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = "[[" + p.Slug() + "]]"
	}
	return strings.Join(out, ", ")
}

func folderName(folder, root string) string {
	if folder == "" {
		return root
	}
	return folder + "/"
}

func baseName(p string) string { return strings.TrimSuffix(lastSegment(p), ".md") }
