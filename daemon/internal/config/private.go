package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Private names the notes that stay private, beside the defaults (property
// private: true, tag #private).
type Private struct {
	Folders    []string          `json:"folders,omitempty"`
	Tags       []string          `json:"tags,omitempty"`
	Properties map[string]string `json:"properties,omitempty"`
}

// Check names the first rule that would hide nothing, or everything: a slip
// must not publish a note.
func (p Private) Check() error {
	for _, f := range p.Folders {
		at, err := vaultpath.Parse(strings.TrimSpace(f))
		if err != nil {
			return fmt.Errorf("private folder %q: %w", f, err)
		}
		if at == vaultpath.Root {
			return fmt.Errorf("private folder %q is the whole vault; name a folder in it, as in Journal", f)
		}
	}
	for _, t := range p.Tags {
		if name := strings.TrimPrefix(strings.TrimSpace(t), "#"); name == "" || strings.ContainsAny(name, " \t#") {
			return fmt.Errorf("private tag %q is no tag; the smallest right form is health", t)
		}
	}
	for key := range p.Properties {
		if strings.TrimSpace(key) == "" {
			return fmt.Errorf("private property %q has no name; the smallest right form is {\"status\": \"secret\"}", key)
		}
	}
	return nil
}

// With returns what either names.
func (p Private) With(o Private) Private {
	both := Private{Folders: slices.Concat(p.Folders, o.Folders), Tags: slices.Concat(p.Tags, o.Tags), Properties: map[string]string{}}
	maps.Copy(both.Properties, p.Properties)
	maps.Copy(both.Properties, o.Properties)
	return both
}

// Rules are the defaults and what is named beside them.
func (p Private) Rules() vaultindex.PrivateRules {
	rules := vaultindex.DefaultPrivateRules()
	rules.Folders = append(rules.Folders, p.Folders...)
	rules.Tags = append(rules.Tags, p.Tags...)
	maps.Copy(rules.Properties, p.Properties)
	return rules
}
