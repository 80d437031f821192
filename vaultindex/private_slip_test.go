package vaultindex

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// A slip anywhere in the properties must not publish a note that says it is
// private in any form (design section 5, "Private").
func TestSlipsDoNotPublish(t *testing.T) {
	forms := []string{
		"private: true", "private: true # keep out", "private: [true]", "private:\n  - true", "\"private\": true", "- private: true",
		"tags: [private]", "tags: private", "tags:\n  - private", "tags: [private", "tags: [work, Private/health]", "tags: \"#private\"",
		"private: yes", "Private: On", "private = true", "private：true",
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

// What its author plainly meant is private, though Obsidian reads no property or
// tag there; what says the opposite, or something else, is not.
func TestIntentDecides(t *testing.T) {
	private := []string{
		"---\ntag: private\n---\n", "---\ntag: [work, private]\n---\n", "---\ntags: work, private\n---\n", "---\ntags: work private\n---\n",
		"---\nTag: \"#private/health\"\n---\n", "---\ntags: 工作，private\n---\n",
		"---   \nprivate: true\n---\n", "---\t\ntags: [private]\n---\n", "\n\n---\nprivate: true\n---\n", " ---\nprivate: true\n---\n",
		"---\nprivate: true\n...\n", "---\nprivate: true\n... \ntext\n---\nmore", "---\nprivate: true\n", "---\r\nprivate: yes\r\n...\r\n", "\ufeff--- \nprivate: true\n---\n",
		"---\nprivate: yes\n---\n", "---\nprivate: \"true\"\n---\n", "---\nprivate: True\n---\n", "---\nprivate: on\n---\n", "---\nprivate: 1\n---\n",
		"---\nprivate: \"Yes\"\n---\n", "---\nPRIVATE: TRUE\n---\n", "---\nprivate: Y\n---\n",
		"---\nbase: &b\n  private: true\n<<: *b\n---\n", "---\nx: &yes true\nprivate: *yes\n---\n", "---\nmeta:\n  private: true\n---\n", "---\nmeta:\n  - private: true\n---\n",
		"后文 #private，后文\n", "#private。\n", "#private：x\n", "see #private！\n",
	}
	public := []string{
		"---\nprivate: false\n---\n", "---\nprivate: no\n---\n", "---\nprivate: 0\n---\n", "---\nprivate: \"\"\n---\n", "---\nprivate:\n---\n", "---\nprivate: off\n---\n",
		"---\nprivate: \"False\"\n---\n", "---\nprivate: false\npublished: true\n---\n", "---\nprivate: false\nx: [\npublished: yes\n---\n", "--- \nprivate: false\n---\n",
		"#privately\n", "#private-life\n", "#privat\n", "#not/private\n", "#private_life\n", "#私人 private\n",
		"---\ntag: privately\n---\n", "---\ntitle: private\n---\n", "--- \nIt is private, true and all that.\n\nprivate: true\n", "---\ncategory: private\n---\n", "`#private`\n",
		"text\n---\nprivate: true\n---\n",
	}
	files := map[string]string{}
	for i, text := range private {
		files[fmt.Sprintf("private%02d.md", i)] = text + "\nzebra\n"
	}
	for i, text := range public {
		files[fmt.Sprintf("public%02d.md", i)] = text + "\nzebra\n"
	}
	ix := opened(t, vaultOf(t, files))
	check := func(when string) {
		s := ix.Acquire()
		defer s.Release()
		for i, text := range private {
			p := mustPath(t, fmt.Sprintf("private%02d.md", i))
			if f, _ := s.Graph.File(p); !f.Private {
				t.Errorf("%s, %q is not private", when, text)
			}
			if _, err := s.View(false).ReadFile(p); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s, %q is read: %v", when, text, err)
			}
		}
		for i, text := range public {
			if f, _ := s.Graph.File(mustPath(t, fmt.Sprintf("public%02d.md", i))); f.Private {
				t.Errorf("%s, %q is private", when, text)
			}
		}
	}
	check("first")
	rules := DefaultPrivateRules()
	rules.Folders = []string{"nowhere"}
	if _, err := ix.SetPrivate(t.Context(), rules); err != nil { // judged again, from memory where that is enough
		t.Fatal(err)
	}
	must(t, ix.WaitReady(t.Context()))
	check("judged again")
}

// Obsidian counts no tags in text cards (T18); the graph has none, and the canvas
// is private all the same.
func TestPrivateCards(t *testing.T) {
	card := func(text string) string {
		return `{"nodes":[{"id":"1","type":"text","text":"` + text + `","x":0,"y":0,"width":1,"height":1}],"edges":[]}`
	}
	ix := opened(t, vaultOf(t, map[string]string{
		"a.canvas": card("zebra #private"), "b.canvas": card("zebra\\n#Private/x"), "c.canvas": card("zebra \\u0023private"), "d.canvas": card("zebra #private，后文"),
		"e.canvas": card("zebra #privately"), "f.canvas": card("zebra private"),
	}))
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	for p, private := range map[vaultpath.Path]bool{"a.canvas": true, "b.canvas": true, "c.canvas": true, "d.canvas": true, "e.canvas": false, "f.canvas": false} {
		if _, err := v.ReadFile(p); errors.Is(err, fs.ErrNotExist) != private {
			t.Errorf("%s: private is %v; reading gives %v", p, !private, err)
		}
	}
	if got := search(t, ix, "zebra", false); len(got) != 2 {
		t.Errorf("found %v", got)
	}
	if tags := s.View(true).Tags(); len(tags) != 0 {
		t.Errorf("the graph has tags of cards: %v", tags)
	}
}

// A card that turns private is refused before the index knows.
func TestReadFileLooksAtCards(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.canvas": `{"nodes":[]}`})
	ix := opened(t, vault)
	writeFile(t, vault, "a.canvas", `{"nodes":[{"id":"1","type":"text","text":"#private"}]}`)
	s := ix.Acquire()
	defer s.Release()
	if _, err := s.View(false).ReadFile("a.canvas"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is handed out: %v", err)
	}
}
