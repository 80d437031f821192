package vaultindex

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// PrivateRules say which notes are private: any one match is enough.
type PrivateRules struct {
	Folders    []string          // vault paths; everything below is private
	Tags       []string          // with or without '#'; nested tags count (work: work/pay)
	Properties map[string]string // key to value, both compared without case; "*" is any value
}

// DefaultPrivateRules make a note private by its property `private: true` or
// by the tag #private, nested ones (#private/health) too.
func DefaultPrivateRules() PrivateRules {
	return PrivateRules{Tags: []string{"private"}, Properties: map[string]string{"private": "true"}}
}

// privacy is PrivateRules made ready to be asked often.
type privacy struct {
	folders    []string // folded
	tags       []string // folded
	properties map[string]string
}

func compilePrivacy(r PrivateRules) privacy {
	p := privacy{properties: make(map[string]string, len(r.Properties))}
	for _, f := range r.Folders {
		if vp, err := vaultpath.Parse(strings.TrimSpace(f)); err == nil {
			p.folders = append(p.folders, vp.Fold())
		}
	}
	for _, t := range r.Tags {
		if t = strings.TrimPrefix(strings.TrimSpace(t), "#"); t != "" {
			p.tags = append(p.tags, note.FoldTag(t))
		}
	}
	for k, v := range r.Properties {
		p.properties[strings.ToLower(k)] = strings.ToLower(v)
	}
	return p
}

// covers tells whether path lies in (or is) a private folder.
func (p privacy) covers(path vaultpath.Path) bool {
	if len(p.folders) == 0 {
		return false // as usual, and asked once for every file of a search
	}
	folded := path.Fold()
	for _, f := range p.folders {
		if f == "" || folded == f || strings.HasPrefix(folded, f+"/") {
			return true
		}
	}
	return false
}

// matches tells whether a file is private. raw is its content, n what was
// parsed of it; n is nil for what is not parsed. Obsidian's reading of a note is
// not enough: where its author plainly meant it to be private, a slip in the
// writing must not publish it.
func (p privacy) matches(path vaultpath.Path, raw []byte, n *note.Note) bool {
	if p.covers(path) {
		return true
	}
	if n == nil || !p.needsContent() {
		return false
	}
	if p.tagged(n) || p.propertied(n) {
		return true
	}
	if path.Ext() == "canvas" {
		return p.inCards(raw)
	}
	return p.scrawled(raw, n)
}

// needsContent tells whether a note must have been read to know that it is not
// private.
func (p privacy) needsContent() bool { return len(p.tags)+len(p.properties) > 0 }

// fingerprint changes when the rules do.
func (p privacy) fingerprint() uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%q %q %q", p.folders, p.tags, p.properties) // fmt sorts map keys
	return h.Sum64()
}

func (p privacy) tagged(n *note.Note) bool {
	return slices.ContainsFunc(n.Tags, func(t note.Tag) bool { return p.isTag(t.Name) })
}

// isTag tells whether a tag is one of the private ones, or lies below one. What
// no word goes on with ends it too: a Chinese comma behind #private is part of
// the tag to Obsidian, and of the sentence to whoever wrote it.
func (p privacy) isTag(name string) bool {
	if len(p.tags) == 0 {
		return false
	}
	name = note.FoldTag(strings.TrimLeft(strings.TrimSpace(name), "#"))
	for _, want := range p.tags {
		rest, ok := strings.CutPrefix(name, want)
		if next, _ := utf8.DecodeRuneInString(rest); ok && (rest == "" || endsTag(next)) {
			return true
		}
	}
	return false
}

// endsTag tells whether r, behind a tag's name, is no part of a longer word.
func endsTag(r rune) bool {
	return r != '-' && r != '_' && (unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.IsSpace(r) || unicode.IsControl(r))
}

func (p privacy) propertied(n *note.Note) bool {
	return slices.ContainsFunc(n.Properties, func(prop note.Property) bool { return p.says(prop.Key, prop.Value) })
}

// says tells whether a property makes its note private, itself or in a mapping
// inside it (what a merge key brings in, or an anchor holds).
func (p privacy) says(key string, value any) bool {
	key = strings.ToLower(strings.TrimSpace(key))
	if want, ok := p.properties[key]; ok && valueMatches(value, want) {
		return true
	}
	if (key == "tag" || key == "tags") && p.namesTag(value) {
		return true
	}
	switch value := value.(type) {
	case map[string]any:
		for k, v := range value {
			if p.says(k, v) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(value, func(item any) bool {
			inner, ok := item.(map[string]any)
			return ok && p.says("", inner)
		})
	}
	return false
}

// namesTag looks for a private tag in the value of a tags property, in forms
// Obsidian gave up too: one text of several tags, the key tag.
func (p privacy) namesTag(value any) bool {
	switch value := value.(type) {
	case string:
		return slices.ContainsFunc(strings.FieldsFunc(value, separatesTags), p.isTag)
	case []any:
		return slices.ContainsFunc(value, p.namesTag)
	}
	return false
}

func separatesTags(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;，、；", r)
}

// valueMatches compares a property to a wanted value as text; a list matches
// when one of its items does. Where "true" is wanted, everything YAML or a
// person takes for a yes counts: in doubt a note stays private.
func valueMatches(v any, want string) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, func(item any) bool { return valueMatches(item, want) })
	}
	if want == "*" {
		return v != nil
	}
	got := strings.ToLower(strings.TrimSpace(fmt.Sprint(v)))
	return got == want || want == "true" && isYes(got)
}

// isYes tells whether a lower-cased word is a yes: YAML 1.1's, and what people
// write, with quotes around it or not.
func isYes(word string) bool {
	switch strings.Trim(word, "\"'` .!") {
	case "true", "yes", "y", "on", "1", "x", "是":
		return true
	}
	return false
}
