package builtin

import (
	"os"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// exampleVault is one in which every example of a description holds.
func exampleVault(t *testing.T) *testVault {
	v := newWritable(t, map[string]string{
		"Projects/Garden.md": "---\ntags: [garden]\ndraft: true\n---\n# Garden\n\n## Plan\n\nthree beds\n\n### Spring\n\nleek, leek\n\n# Log\n\nleek and leek\n\nNext to [[Leek]]. ^beds\n" + strings.Repeat("dig\n", 2000),
		"Log.md":             strings.Repeat("- [x] hoe\n", 30) + "- [ ] water\n" + strings.Repeat("- [ ] water the rest\n", 3),
		"Inbox/Leek.md":      "Leek, see [[Garden]].\n", "Plants/Peas.md": "# Peas\n", "Inbox/Old list.md": "old\n", "data/plants.csv": "test",
		"卡片笔记法.md": "---\ntags: [方法]\n---\n一张卡片。\n", "读书/卡片.md": "卡片 #卢曼\n", "Places/Kew.md": "Kew\n", "Journal/2026-05-04.md": "On 2026-05-04.\n", "Cards/Zettelkasten.md": "A #method.\n", "Plants/Leek.md": "# Leek\n",
	})
	for f := range v.env.View.Files() {
		v.looks(f.Path.String())
	}
	return v
}

// R323: the examples of every description do what they say.
func TestExamplesWork(t *testing.T) {
	for _, spec := range registry.Specs() {
		for _, example := range spec.Examples {
			v := exampleVault(t)
			switch { // what an example wants to be missing
			case strings.Contains(string(example), "Add File: Plants/Leek.md"):
				v.remove("Plants/Leek.md")
			case strings.Contains(string(example), `"folder":"Plants"`):
				v.remove("Plants/Leek.md")
			case spec.Name == "create_note" && strings.Contains(string(example), "卡片笔记法"):
				v.remove("卡片笔记法.md")
			}
			if res := v.call(spec.Name, string(example)); res.Set == nil && !res.Status.Success() {
				t.Errorf("%s %s: %s %s", spec.Name, example, res.Code, res.Summary)
			}
		}
	}
}

// remove deletes a file, and tells the index.
func (v *testVault) remove(name string) {
	v.t.Helper()
	p, err := vaultpath.Parse(name)
	if err == nil {
		err = os.Remove(v.onDisk(p))
	}
	if err != nil {
		v.t.Fatal(err)
	}
	v.refresh()
	v.allowWhole()
}
