package vaultindex

import (
	"errors"
	"io/fs"
	"testing"
)

// A slip anywhere in the properties must not publish a note that says it is
// private in any form (design section 5, "Private").
func TestSlipsDoNotPublish(t *testing.T) {
	forms := []string{
		"private: true", "private: true # keep out", "private: [true]", "private:\n  - true", "\"private\": true", "- private: true",
		"tags: [private]", "tags: private", "tags:\n  - private", "tags: [private", "tags: [work, Private/health]", "tags: \"#private\"",
	}
	for _, form := range forms {
		ix := opened(t, vaultOf(t, map[string]string{
			"slip.md":   "---\ntitle: My plan: a draft\n" + form + "\n---\nsalary florins\n",
			"public.md": "---\ntitle: A plan: too\ntags: [work]\nprivateer: no\n---\nsalary florins\n",
		}))
		if got := search(t, ix, "florins", false); len(got) != 1 || got[0] != "public.md" {
			t.Errorf("%q: florins finds %v", form, got)
		}
		snap := ix.Acquire()
		if _, err := snap.View(false).ReadFile("slip.md"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: the note is read: %v", form, err)
		}
		snap.Release()
	}
}
