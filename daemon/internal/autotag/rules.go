package autotag

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Rules are what a person says about tags. They go before all evidence. The zero
// Rules say nothing: every tag of the vault may be proposed, and no other.
type Rules struct {
	Never    []string            `json:"never,omitempty"`    // never proposed, nor what lies below them
	Always   []string            `json:"always,omitempty"`   // proposed for every note
	Folders  []FolderRule        `json:"folders,omitempty"`  // hold below their folder too
	Needs    map[string][]string `json:"needs,omitempty"`    // a note with the one has the others as well, such as its parent
	Synonyms map[string]string   `json:"synonyms,omitempty"` // a word or a tag, and the tag it stands for
	New      bool                `json:"new,omitempty"`      // tags that no note has yet may be suggested, marked as new
}

// FolderRule is what holds in a folder.
type FolderRule struct {
	Folder string   `json:"folder"`
	Never  []string `json:"never,omitempty"`
	Always []string `json:"always,omitempty"`
	Only   []string `json:"only,omitempty"` // nothing but these and what lies below them
}

// RulesKey is the property in which a note holds rules.
const RulesKey = "tag-rules"

// ParseRules reads the rules in the property tag-rules of a note. A note without
// it has no rules. What is wrong is an error with the right form.
func ParseRules(raw []byte) (Rules, error) {
	var r Rules
	n := note.Parse(raw)
	for _, p := range n.Problems {
		if p.Code == note.ProblemFrontmatter || p.Code == note.ProblemFrontmatterSize {
			return r, fmt.Errorf("line %d of the rules cannot be read: %s", p.Line, p.Message)
		}
	}
	for _, p := range n.Properties {
		if !strings.EqualFold(p.Key, RulesKey) || p.Value == nil {
			continue
		}
		if err := r.read(p.Value); err != nil {
			return Rules{}, fmt.Errorf("the property %s: %w", RulesKey, err)
		}
	}
	return r, r.Check()
}

func (r *Rules) read(value any) error {
	if _, ok := value.(map[string]any); !ok {
		return errors.New("the rules are names and lists, such as never: [inbox]")
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err = dec.Decode(r)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%q cannot be a %s; lists are written [a, b], synonyms and needs as names with values", wrong.Field, wrong.Value)
	}
	return err
}

// Check names the first rule that is wrong, and its right form.
func (r Rules) Check() error {
	lists := map[string][]string{"always": r.Always, "never": r.Never}
	for i, f := range r.Folders {
		if _, err := vaultpath.Parse(f.Folder); err != nil {
			return fmt.Errorf("the folder %q in folders is none: %w", f.Folder, err)
		}
		at := fmt.Sprintf("folders[%d]", i)
		lists[at+".never"], lists[at+".always"], lists[at+".only"] = f.Never, f.Always, f.Only
	}
	for tag, others := range r.Needs {
		lists["needs "+tag] = append([]string{tag}, others...)
	}
	for word, tag := range r.Synonyms {
		lists["synonyms "+word] = []string{tag}
	}
	for _, name := range sortedKeys(lists) {
		for _, tag := range lists[name] {
			if !ValidTag(tag) {
				return fmt.Errorf("%q in %s is no tag; a tag has letters, no spaces, and levels parted by /, such as project/ibid", tag, name)
			}
		}
	}
	return nil
}

// ValidTag reports that Obsidian takes a name, with or without '#', for a tag
// (T1, T3).
func ValidTag(name string) bool {
	name = strings.TrimPrefix(name, "#")
	tags := note.Parse([]byte("#" + name)).Tags
	return len(tags) == 1 && tags[0].Name == name && tags[0].Span.End == len(name)+1
}

// covers reports that a list has a tag or one above it.
func covers(list []string, tag string) bool {
	return slices.ContainsFunc(list, func(t string) bool { return sameTag(t, tag) || nested(tag, t) })
}

func sameTag(a, b string) bool { return note.FoldTag(a) == note.FoldTag(b) }

// of are the rules of the folders that a note lies in, the nearest last.
func (r Rules) of(p vaultpath.Path) (out []FolderRule) {
	for _, f := range r.Folders {
		dir, err := vaultpath.Parse(f.Folder)
		if err == nil && p.HasPrefix(dir) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b FolderRule) int { return len(a.Folder) - len(b.Folder) })
	return out
}

// allow reports that a tag may be proposed for a note.
func (r Rules) allow(tag string, p vaultpath.Path) bool {
	if covers(r.Never, tag) {
		return false
	}
	for _, f := range r.of(p) {
		if covers(f.Never, tag) || len(f.Only) > 0 && !covers(f.Only, tag) {
			return false
		}
	}
	return true
}

// always are the tags that every such note has.
func (r Rules) always(p vaultpath.Path) []string {
	out := slices.Clone(r.Always)
	for _, f := range r.of(p) {
		out = append(out, f.Always...)
	}
	return slices.DeleteFunc(out, func(t string) bool { return !r.allow(t, p) })
}

// standsFor is the tag that is meant by one.
func (r Rules) standsFor(tag string) string {
	for _, word := range sortedKeys(r.Synonyms) {
		if sameTag(word, tag) {
			return strings.TrimPrefix(r.Synonyms[word], "#")
		}
	}
	return tag
}

// needs are the tags that go with one, and with those, each once.
func (r Rules) needs(tag string) (out []string) {
	queue := []string{tag}
	for len(queue) > 0 {
		for _, key := range sortedKeys(r.Needs) {
			if !sameTag(key, queue[0]) {
				continue
			}
			for _, t := range r.Needs[key] {
				t = strings.TrimPrefix(t, "#")
				if !sameTag(t, tag) && !slices.ContainsFunc(out, func(o string) bool { return sameTag(o, t) }) {
					out, queue = append(out, t), append(queue, t)
				}
			}
		}
		queue = queue[1:]
	}
	return out
}

// RulesIn returns the rules that a note of the vault holds, and which note. It is
// the only one with the property tag-rules: several are an error that names
// them, for rules from two places are read by nobody.
func RulesIn(v *vaultindex.View) (Rules, vaultpath.Path, error) {
	var at []vaultpath.Path
	for f := range v.Kept().Files() {
		if f.Kind == graph.KindNote && slices.ContainsFunc(f.Facts.Properties(), func(p note.Property) bool { return strings.EqualFold(p.Key, RulesKey) }) {
			at = append(at, f.Path)
		}
	}
	switch len(at) {
	case 0:
		return Rules{}, "", nil
	case 1:
		raw, err := v.ReadFile(at[0])
		if err != nil {
			return Rules{}, at[0], err
		}
		r, err := ParseRules(raw)
		return r, at[0], err
	}
	return Rules{}, at[0], fmt.Errorf("%s has rules too; keep them in one note", at[1])
}
