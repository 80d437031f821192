package cli

import (
	"strings"
	"testing"
)

// A note is found by its alias and by a copied link; a folder and a picture are called
// what they are.
func TestNamesOfNotes(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "Games/Breath.md": "---\naliases: [BOTW]\n---\n# One\n", "Kyoto.md": "x",
		"a.md": "---\naliases: both\n---\n", "b.md": "---\naliases: [Both]\n---\n", "leaf.png": "\x89PNG\x00", "data.csv": "a,b"})
	for name, path := range map[string]string{"BOTW": "Games/Breath.md", "botw": "Games/Breath.md", "[[Kyoto]]": "Kyoto.md", "![[Kyoto#x|y]]": "Kyoto.md", "data.csv": "data.csv"} {
		if code, stdout, stderr := s.run("note", name); code != exitOK || !strings.HasPrefix(stdout, path+":") {
			t.Errorf("%s: exit %d, %q %q", name, code, stdout, stderr)
		}
	}
	for name, says := range map[string][]string{"both": {"a.md, b.md"}, "Games": {"is a folder", "Games/Breath.md"}, "leaf.png": {"not text"}, "[[": {"not in the vault"}} {
		code, stdout, stderr := s.run("note", name)
		for _, want := range says {
			if code != exitFailed || stdout != "" || !strings.Contains(stderr, want) {
				t.Errorf("%s: exit %d, %q %q", name, code, stdout, stderr)
			}
		}
	}
}
