package vaultindex

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"

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
	folded := path.Fold()
	for _, f := range p.folders {
		if f == "" || folded == f || strings.HasPrefix(folded, f+"/") {
			return true
		}
	}
	return false
}

// matches tells whether a file is private. raw is its content, n what was
// parsed of it; n is nil for what is not parsed.
func (p privacy) matches(path vaultpath.Path, raw []byte, n *note.Note) bool {
	if p.covers(path) {
		return true
	}
	return n != nil && (p.tagged(n) || p.propertied(n) || p.scrawled(raw, n))
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
	for _, t := range n.Tags {
		name := note.FoldTag(t.Name)
		for _, want := range p.tags {
			if name == want || strings.HasPrefix(name, want+"/") {
				return true
			}
		}
	}
	return false
}

func (p privacy) propertied(n *note.Note) bool {
	for _, prop := range n.Properties {
		want, ok := p.properties[strings.ToLower(prop.Key)]
		if ok && valueMatches(prop.Value, want) {
			return true
		}
	}
	return false
}

// scrawled looks for signs of a private note in frontmatter that is no valid
// YAML and so has no properties: a slip elsewhere in the block must not publish
// a note. The block's words are compared, whatever stands between them: where
// nothing can be read for certain, a note that speaks of being private is.
func (p privacy) scrawled(raw []byte, n *note.Note) bool {
	if !n.HasFrontmatter || len(n.Properties) > 0 || n.Frontmatter.End > len(raw) {
		return false
	}
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(string(raw[n.Frontmatter.Start:n.Frontmatter.End]), separatesWords) {
		words[strings.ToLower(w)] = true
		for _, want := range p.tags {
			if name := note.FoldTag(w); name == want || strings.HasPrefix(name, want+"/") {
				return true
			}
		}
	}
	for key, want := range p.properties {
		if words[key] && (want == "*" || words[want]) {
			return true
		}
	}
	return false
}

// separatesWords tells what no tag and no plain word of YAML holds.
func separatesWords(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("#:,[]{}\"'|>&*!%@`()", r)
}

// valueMatches compares a property to a wanted value as text; a list matches
// when one of its items does. `private: "true"`, quoted, is private too: in
// doubt a note stays private.
func valueMatches(v any, want string) bool {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if valueMatches(item, want) {
				return true
			}
		}
		return false
	}
	if want == "*" {
		return v != nil
	}
	return strings.ToLower(strings.TrimSpace(fmt.Sprint(v))) == want
}
