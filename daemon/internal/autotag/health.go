package autotag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// Finding is something about the vocabulary that a person may want to mend.
type Finding struct {
	Kind FindingKind `json:"kind"`
	Tags []string    `json:"tags"` // by use, the most used first
	// To is what the others could become: for Nest, tag by tag.
	To    []string `json:"to,omitempty"`
	Notes int      `json:"notes"` // that have any of the tags
}

// FindingKind says what was found.
type FindingKind string

// The kinds of findings.
const (
	Spellings FindingKind = "spellings" // one tag to Obsidian, written in several ways
	Twins     FindingKind = "twins"     // the same but for signs between words, or plural
	Alike     FindingKind = "alike"     // one letter apart
	TwoPlaces FindingKind = "places"    // one name at two places of the tree
	Nest      FindingKind = "nest"      // one beginning, which could be a parent
	UsedOnce  FindingKind = "once"
	Unused    FindingKind = "unused" // named by a rule, and by no note
)

// Health looks over the vocabulary. Findings come by kind, then by use.
func (s *Steward) Health() []Finding {
	h := &checkup{uses: s.lib.vocabulary(), cards: s.lib.cards, tagOf: s.lib.tagOf}
	h.spellings()
	h.group(Twins, twinKey)
	h.group(TwoPlaces, func(tag string) string { return singular(joined(lastSegment(tag))) })
	h.alike()
	h.nest()
	h.once()
	h.unused(s.opts.Rules)
	return h.found
}

type checkup struct {
	uses  []TagUse
	cards []*card
	tagOf map[string]int
	found []Finding
}

func (h *checkup) add(kind FindingKind, to []string, tags ...string) {
	notes := 0
	for _, c := range h.cards {
		if slices.ContainsFunc(tags, func(t string) bool { return slices.Contains(c.tags, h.tagOf[note.FoldTag(t)]) }) {
			notes++
		}
	}
	h.found = append(h.found, Finding{kind, tags, to, notes})
}

func (h *checkup) spellings() {
	for _, u := range h.uses {
		if len(u.Spellings) > 1 {
			h.add(Spellings, []string{u.Tag}, u.Spellings...)
		}
	}
}

// joined is a name without the signs between its words.
func joined(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// twinKey is the same for tags that differ in signs between words and in number.
func twinKey(tag string) string {
	levels := strings.Split(tag, "/")
	for i, l := range levels {
		levels[i] = singular(joined(l))
	}
	return strings.Join(levels, "/")
}

// group finds tags with one key that were not found together before.
func (h *checkup) group(kind FindingKind, key func(string) string) {
	groups := map[string][]TagUse{}
	for _, u := range h.uses {
		groups[key(u.Tag)] = append(groups[key(u.Tag)], u)
	}
	for _, k := range sortedKeys(groups) {
		if g := groups[k]; k != "" && len(g) > 1 {
			tags := byUse(g)
			if kind == Twins || !h.together(tags) && !apart(tags) {
				h.add(kind, tags[:1], tags...)
			}
		}
	}
}

func byUse(uses []TagUse) (tags []string) {
	slices.SortStableFunc(uses, func(a, b TagUse) int { return cmp.Or(cmp.Compare(b.Notes, a.Notes), cmp.Compare(a.Tag, b.Tag)) })
	for _, u := range uses {
		tags = append(tags, u.Tag)
	}
	return tags
}

// together reports that a finding names all of the tags already.
func (h *checkup) together(tags []string) bool {
	return slices.ContainsFunc(h.found, func(f Finding) bool {
		return !slices.ContainsFunc(tags, func(t string) bool { return !slices.Contains(f.Tags, t) })
	})
}

// apart reports that none of the tags stands at the root: one name below two
// parents means two things.
func apart(tags []string) bool {
	return !slices.ContainsFunc(tags, func(t string) bool { return !strings.Contains(t, "/") })
}

const alikeFrom = 5 // characters from which one letter is likelier a slip than another word

func (h *checkup) alike() {
	for i, a := range h.uses {
		for _, b := range h.uses[i+1:] {
			if slip(a.Tag, b.Tag) {
				if tags := byUse([]TagUse{a, b}); !h.together(tags) {
					h.add(Alike, tags[:1], tags...)
				}
			}
		}
	}
}

// slip reports that two names are one letter apart: more, less, other, or two
// exchanged. Digits are never slips.
func slip(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < alikeFrom || len(y)-len(x) > 1 {
		return false
	}
	head := 0
	for head < len(x) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	dx, dy := x[head:len(x)-tail], y[head:len(y)-tail]
	if slices.ContainsFunc(slices.Concat(dx, dy), func(r rune) bool { return !unicode.IsLetter(r) || unicode.Is(unicode.Han, r) }) {
		return false
	}
	return len(dy) == 1 || len(dx) == 2 && len(dy) == 2 && dx[0] == dy[1] && dx[1] == dy[0]
}

const nestFrom = 3 // so many tags with one beginning could have it as their parent

// nest finds flat tags with one word at their beginning.
func (h *checkup) nest() {
	groups := map[string][]TagUse{}
	for _, u := range h.uses {
		if i := strings.IndexAny(u.Tag, "-_"); i > 0 && i+1 < len(u.Tag) && !strings.Contains(u.Tag, "/") {
			key := strings.ToLower(u.Tag[:i])
			groups[key] = append(groups[key], u)
		}
	}
	for _, key := range sortedKeys(groups) {
		g := groups[key]
		_, parent := h.tagOf[note.FoldTag(key)]
		if len(g) < nestFrom && !(parent && len(g) > 1) {
			continue
		}
		tags := byUse(g)
		var to []string
		for _, t := range tags {
			i := strings.IndexAny(t, "-_")
			to = append(to, t[:i]+"/"+t[i+1:])
		}
		h.add(Nest, to, tags...)
	}
}

func (h *checkup) once() {
	for _, u := range h.uses {
		if u.Notes == 1 {
			h.add(UsedOnce, nil, u.Tag)
		}
	}
}

func (h *checkup) unused(r Rules) {
	named := slices.Clone(r.Always)
	for _, f := range r.Folders {
		named = append(append(named, f.Always...), f.Only...)
	}
	for _, word := range sortedKeys(r.Synonyms) {
		named = append(named, r.Synonyms[word])
	}
	for _, tag := range sortedKeys(r.Needs) {
		named = append(append(named, tag), r.Needs[tag]...)
	}
	slices.Sort(named)
	for _, tag := range slices.Compact(named) {
		used := slices.ContainsFunc(h.uses, func(u TagUse) bool { return sameTag(u.Tag, tag) || nested(u.Tag, tag) })
		if !used {
			h.found = append(h.found, Finding{Kind: Unused, Tags: []string{strings.TrimPrefix(tag, "#")}})
		}
	}
}
