package vaultindex

import (
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// F5: templates are where Obsidian's own plugins are told to look for them.
func TestTemplatesFromSettings(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir, ".obsidian/app.json", "{}")
	writeFile(t, dir, ".obsidian/templates.json", `{"folder": "Meta/Forms/"}`)
	writeFile(t, dir, ".obsidian/daily-notes.json", `{"template": "Days/_day"}`)
	s := openReadyT(t, dir).Acquire()
	defer s.Release()
	settings := s.View(false).Settings()
	for path, want := range map[vaultpath.Path]bool{
		"Meta/Forms/a.md": true, "meta/forms/deep/b.md": true, "Days/_day.md": true,
		"Meta/Formsheet.md": false, "Meta/a.md": false, "Days/_days.md": false, "Templates/a.md": false,
	} {
		if got := settings.Template(path); got != want {
			t.Errorf("%s is a template: %t, want %t", path, got, want)
		}
	}
	for rel, want := range map[string]bool{".obsidian/templates.json": true, ".obsidian/daily-notes.json": true, "x/templates.json": false} {
		if got := configPath(rel); got != want {
			t.Errorf("%s is read as settings: %t, want %t", rel, got, want)
		}
	}
}
