package autotag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	newNotes      = 5   // so many notes must link to what becomes a tag
	newConfidence = 0.4 // of a tag that nobody uses yet; below every bound of the others
	newTags       = 2
)

// addNew suggests tags that no note has: the names of what this note and many
// others link to. They are marked, and never surer than newConfidence.
func (d *draft) addNew() {
	type idea struct {
		tag   string
		to    vaultpath.Path
		notes int
	}
	var ideas []idea
	for _, e := range d.view.Outgoing(d.page.path) {
		f, ok := d.view.Kept().File(e.To)
		if !e.Resolved || !ok || e.To == d.page.path {
			continue
		}
		tag := d.lib.styled(f.Path.Name())
		if n := d.linking(e.To); n >= newNotes && ValidTag(tag) && !d.knows(tag) && !d.has(tag) && d.opts.Rules.allow(tag, d.page.path) {
			ideas = append(ideas, idea{tag, e.To, n})
		}
	}
	slices.SortStableFunc(ideas, func(a, b idea) int { return cmp.Or(cmp.Compare(b.notes, a.notes), cmp.Compare(a.tag, b.tag)) })
	for i, idea := range slices.CompactFunc(ideas, func(a, b idea) bool { return a.tag == b.tag }) {
		if i == newTags {
			break
		}
		d.advice.Suggestions = append(d.advice.Suggestions, Suggestion{Tag: idea.tag, Confidence: newConfidence, New: true,
			Why: []Reason{{Kind: ByNewLink, Of: idea.to.Name(), With: idea.notes, Notes: []vaultpath.Path{idea.to}}}})
	}
}

func (d *draft) linking(p vaultpath.Path) (n int) {
	for range d.view.Kept().Linking(p) {
		n++
	}
	return n
}

// styled writes a name as the vault writes its tags: its sign between words, and
// lower case where its tags are.
func (l *library) styled(name string) string {
	lower, dashes, scores := 0, 0, 0
	for _, t := range l.names {
		lower += int(some(strings.ToLower(t) == t))
		dashes += strings.Count(t, "-")
		scores += strings.Count(t, "_")
	}
	between := "-"
	if scores > dashes {
		between = "_"
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '/' })
	tag := strings.Join(words, between)
	if 2*lower >= len(l.names) {
		tag = strings.ToLower(tag)
	}
	return tag
}
