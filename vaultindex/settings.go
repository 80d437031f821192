package vaultindex

// Settings are those of Obsidian's own, read from the vault's config folder,
// that change what notes mean or where things belong. The zero value is
// Obsidian's default. A Settings never changes.
type Settings struct {
	ConfigDir string // ".obsidian" or what the user renamed it to; "" without one
	// App is app.json as it is, for keys that are not named here; nil without.
	App map[string]any
	// IgnoreFilters are the excluded files: path prefixes or /regular expressions/ (F6).
	IgnoreFilters []string
	// PropertyTypes is types.json: property name to Obsidian's type.
	PropertyTypes map[string]string
}
