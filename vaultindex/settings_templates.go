package vaultindex

import (
	"path"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	templatesFile = "templates.json"
	dailyFile     = "daily-notes.json"
)

// templatePaths are the folder of the core plugin Templates and the template of
// daily notes, as the vault's config folder has them. Without either there are
// none: Obsidian has no folder of its own for them.
func templatePaths(v *vaultDir, configDir string) []vaultpath.Path {
	var templates struct {
		Folder string `json:"folder"`
	}
	var daily struct {
		Template string `json:"template"`
	}
	readJSON(v, path.Join(configDir, templatesFile), &templates)
	readJSON(v, path.Join(configDir, dailyFile), &daily)
	var all []vaultpath.Path
	for _, name := range []string{templates.Folder, daily.Template} {
		if p, err := vaultpath.Parse(strings.Trim(name, "/ ")); err == nil && p != "" {
			all = append(all, p)
		}
	}
	return all
}

// Template tells whether a file is a template: text to start from, which says
// nothing itself. Templates can be found by name, but answer nothing.
func (s Settings) Template(p vaultpath.Path) bool {
	if len(s.templates) == 0 {
		return false // asked of every file of the vault
	}
	folded := p.Fold()
	for _, t := range s.templates {
		of := t.Fold()
		if folded == of || folded == of+".md" || strings.HasPrefix(folded, of+"/") {
			return true
		}
	}
	return false
}
