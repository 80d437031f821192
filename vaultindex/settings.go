package vaultindex

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Settings are those of Obsidian's own, read from the vault's config folder,
// that change what notes mean or where things belong. The zero value is
// Obsidian's default. A Settings never changes.
type Settings struct {
	ConfigDir string // ".obsidian" or what the user renamed it to; "" without one
	// App is app.json as it is (F8); nil without one.
	App map[string]any
	// IgnoreFilters are the excluded files: path prefixes or /regular expressions/ (F6).
	IgnoreFilters []string
	// PropertyTypes is types.json: property name to Obsidian's type.
	PropertyTypes map[string]string

	ignored   exclusion
	templates []vaultpath.Path // folders and files
}

const (
	defaultConfigDir = ".obsidian"
	appFile          = "app.json"
	typesFile        = "types.json"
)

// loadSettings reads what the vault says. A file that is missing or broken
// counts as empty, as it does to Obsidian.
func loadSettings(v *vaultDir) Settings {
	s := Settings{ConfigDir: findConfigDir(v)}
	if s.ConfigDir == "" {
		return s
	}
	readJSON(v, path.Join(s.ConfigDir, appFile), &s.App)
	var types struct {
		Types map[string]string `json:"types"`
	}
	readJSON(v, path.Join(s.ConfigDir, typesFile), &types)
	s.PropertyTypes = types.Types
	if filters, ok := s.App["userIgnoreFilters"].([]any); ok {
		for _, f := range filters {
			if text, ok := f.(string); ok && text != "" {
				s.IgnoreFilters = append(s.IgnoreFilters, text)
			}
		}
	}
	s.ignored = compileExclusion(s.IgnoreFilters)
	s.templates = templatePaths(v, s.ConfigDir)
	return s
}

func (s Settings) equal(o Settings) bool {
	return s.ConfigDir == o.ConfigDir && slices.Equal(s.IgnoreFilters, o.IgnoreFilters) && slices.Equal(s.templates, o.templates) &&
		maps.Equal(s.PropertyTypes, o.PropertyTypes) && reflect.DeepEqual(s.App, o.App)
}

// configPath tells whether a path on disk is one of the files loadSettings
// reads, or the folder they lie in. Any folder of the root with a dot may be
// the config folder (F5).
func configPath(rel string) bool {
	dir, base := path.Split(rel)
	if dir == "" {
		return base == defaultConfigDir
	}
	dir = strings.TrimSuffix(dir, "/")
	switch base {
	case appFile, typesFile, templatesFile, dailyFile:
		return hiddenName(dir) && !strings.Contains(dir, "/")
	}
	return false
}

func readJSON(v *vaultDir, rel string, into any) {
	if raw, _, err := v.readDisk(rel); err == nil {
		_ = json.Unmarshal(raw, into) // broken counts as empty
	}
}

// findConfigDir is .obsidian, else the first dot folder that holds an app.json.
func findConfigDir(v *vaultDir) string {
	if info, err := v.root.Stat(defaultConfigDir); err == nil && info.IsDir() {
		return defaultConfigDir
	}
	entries, err := v.list(".")
	if err != nil {
		return ""
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		if e.IsDir() && hiddenName(e.Name()) {
			if _, err := v.root.Stat(path.Join(e.Name(), appFile)); err == nil {
				return e.Name()
			}
		}
	}
	return ""
}

// exclusion is Obsidian's "Excluded files" made ready to be asked often.
type exclusion struct {
	prefixes []string // folded
	patterns []*regexp.Regexp
}

func compileExclusion(filters []string) exclusion {
	var x exclusion
	for _, f := range filters {
		if len(f) > 2 && f[0] == '/' && f[len(f)-1] == '/' {
			// A pattern Go does not know excludes nothing, like one that
			// JavaScript does not know.
			if re, err := regexp.Compile("(?i)" + f[1:len(f)-1]); err == nil {
				x.patterns = append(x.patterns, re)
			}
			continue
		}
		x.prefixes = append(x.prefixes, vaultpath.Fold(strings.TrimPrefix(f, "/")))
	}
	return x
}

// covers tells whether a file is excluded (F6).
func (x exclusion) covers(p vaultpath.Path) bool {
	if len(x.prefixes) > 0 {
		folded := p.Fold()
		for _, prefix := range x.prefixes {
			if strings.HasPrefix(folded, prefix) {
				return true
			}
		}
	}
	for _, re := range x.patterns {
		if re.MatchString(string(p)) {
			return true
		}
	}
	return false
}
