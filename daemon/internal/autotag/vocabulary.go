package autotag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// TagUse is a tag and how the vault uses it.
type TagUse struct {
	Tag       string   `json:"tag"` // without '#', as most notes spell it
	Spellings []string `json:"spellings,omitempty"`
	Notes     int      `json:"notes"`
	InText    int      `json:"in_text"` // of these, notes that write their tags in the text
	Parent    string   `json:"parent,omitempty"`
	Children  []string `json:"children,omitempty"`
	Script    string   `json:"script"` // han, latin, other or mixed
	Style     string   `json:"style"`  // kebab-case, snake_case, camelCase, Capital, UPPER or plain
	Plural    bool     `json:"plural,omitempty"`
	Folders   []Count  `json:"folders,omitempty"` // the five with the most of its notes
	With      []Count  `json:"with,omitempty"`    // the five tags that stand beside it most
}

// Count is a name and in how many notes.
type Count struct {
	Name  string `json:"name"`
	Notes int    `json:"notes"`
}

const maxCounts = 5

// Vocabulary returns every tag with its uses, by name.
func (s *Steward) Vocabulary() []TagUse { return s.lib.vocabulary() }

func (l *library) vocabulary() []TagUse {
	out := make([]TagUse, len(l.names))
	folders, with := make([]map[string]int, len(l.names)), make([]map[string]int, len(l.names))
	spelt := make([]map[string]int, len(l.names))
	for t, name := range l.names {
		out[t] = describe(name)
		folders[t], with[t], spelt[t] = map[string]int{}, map[string]int{}, map[string]int{}
	}
	for _, c := range l.cards {
		for _, t := range c.tags {
			out[t].Notes++
			out[t].InText += int(some(c.form == inText))
			folders[t][string(c.path.Dir())]++
			for _, o := range c.tags {
				if o != t {
					with[t][l.names[o]]++
				}
			}
		}
		for _, written := range c.page.tags {
			spelt[l.tagOf[note.FoldTag(written)]][written]++
		}
	}
	for t := range out {
		out[t].Folders, out[t].With = most(folders[t]), most(with[t])
		if len(spelt[t]) > 1 {
			out[t].Spellings = sortedKeys(spelt[t])
		}
		for _, name := range l.names {
			if nested(name, out[t].Tag) && strings.Count(name, "/") == strings.Count(out[t].Tag, "/")+1 {
				out[t].Children = append(out[t].Children, name)
			}
		}
	}
	slices.SortFunc(out, func(a, b TagUse) int { return cmp.Compare(a.Tag, b.Tag) })
	return out
}

func most(counts map[string]int) (out []Count) {
	for _, name := range sortedKeys(counts) {
		out = append(out, Count{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b Count) int { return b.Notes - a.Notes })
	return out[:min(len(out), maxCounts)]
}

// describe reads a tag's style out of its name.
func describe(name string) TagUse {
	u := TagUse{Tag: name, Script: scriptOf(name), Style: styleOf(lastSegment(name)), Plural: singular(lastSegment(name)) != strings.ToLower(lastSegment(name))}
	if i := strings.LastIndexByte(name, '/'); i > 0 {
		u.Parent = name[:i]
	}
	return u
}

func scriptOf(name string) string {
	found := ""
	for _, r := range name {
		script := "other"
		switch {
		case !unicode.IsLetter(r):
			continue
		case unicode.Is(unicode.Han, r):
			script = "han"
		case unicode.Is(unicode.Latin, r):
			script = "latin"
		}
		if found != "" && found != script {
			return "mixed"
		}
		found = script
	}
	return cmp.Or(found, "other")
}

func styleOf(name string) string {
	upper, lower := strings.IndexFunc(name, unicode.IsUpper), strings.IndexFunc(name, unicode.IsLower)
	switch {
	case strings.Contains(name, "-"):
		return "kebab-case"
	case strings.Contains(name, "_"):
		return "snake_case"
	case upper > 0 && lower >= 0:
		return "camelCase"
	case upper == 0 && lower < 0 && len(name) > 1:
		return "UPPER"
	case upper == 0:
		return "Capital"
	}
	return "plain"
}

// singular is an English word in lower case without the sign of its plural.
func singular(word string) string {
	word = strings.ToLower(word)
	if len(word) < 4 || scriptOf(word) != "latin" {
		return word
	}
	for _, rule := range []struct{ end, to string }{{"ies", "y"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(word, rule.end); ok {
			return stem + rule.to
		}
	}
	return word
}
