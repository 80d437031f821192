package vaultindex

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// privateVault has a note for each way of being private, and one that is not.
func privateVault(t *testing.T) string {
	return vaultOf(t, map[string]string{
		"open.md":          "zebra [[prop]] [[tag|my yak]] #shared",
		"prop.md":          "---\nprivate: true\n---\nzebra #only #shared",
		"quoted.md":        "---\nprivate: \"True\"\n---\nzebra",
		"tag.md":           "zebra #Private",
		"nested.md":        "zebra #private/health",
		"broken.md":        "---\nprivate: true\nx: [\n---\nzebra",
		"not.md":           "---\nprivate: false\n---\nzebra [[open|a zebu]]",
		"Diary/day.md":     "zebra",
		"Diary/2024/x.png": "p",
		"linker.md":        "---\nprivate: true\n---\n[[open|okapi]]",
	})
}

func TestPrivateNotesAreAbsent(t *testing.T) {
	rules := DefaultPrivateRules()
	rules.Folders = []string{"diary/"}
	ix := opened(t, privateVault(t), func(o *Options) { o.Private = rules })
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	var files []vaultpath.Path
	for f := range v.Files() {
		files = append(files, f.Path)
	}
	if want := []vaultpath.Path{"not.md", "open.md"}; !slices.Equal(files, want) {
		t.Errorf("files are %v", files)
	}
	if got := search(t, ix, "zebra", false); len(got) != 2 {
		t.Errorf("a search finds %v", got)
	}
	if got := search(t, ix, "zebra", true); len(got) != 8 {
		t.Errorf("with private notes a search finds %v", got)
	}
	if got := search(t, ix, "okapi", false); len(got) != 0 {
		t.Errorf("a private note's words are found through what it links to: %v", got)
	}
	for _, tag := range v.Tags() {
		if tag.Tag == "only" || tag.Tag == "shared" && tag.Count != 1 {
			t.Errorf("tag %+v", tag)
		}
	}
	if got := v.Backlinks("open.md"); len(got) != 1 || got[0].From != "not.md" {
		t.Errorf("backlinks are %v", got)
	}
	if got := v.Graph().Stats(); got.Notes != 2 {
		t.Errorf("%d notes are counted", got.Notes)
	}
	testPrivateReading(t, v)
}

func testPrivateReading(t *testing.T, v *View) {
	for _, p := range []vaultpath.Path{"prop.md", "Diary/day.md", "Diary/2024/x.png", "diary/DAY.md"} {
		if _, err := v.ReadFile(p); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("reading %s gives %v, not that there is no such file", p, err)
		}
	}
	if entries, ok := v.ReadDir("Diary"); ok {
		t.Errorf("a private folder is listed: %v", entries)
	}
	root, _ := v.ReadDir("")
	var names []string
	for _, e := range root {
		names = append(names, string(e.Path))
	}
	if !slices.Equal(names, []string{"not.md", "open.md"}) {
		t.Errorf("the root lists %v", names)
	}
	if got := v.Folders(); len(got) != 0 {
		t.Errorf("folders are %v", got)
	}
}

// A note that turned private a moment ago is refused before the index knows.
func TestReadFileLooksAtWhatItHandsOut(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "zebra"})
	ix := opened(t, vault)
	s := ix.Acquire()
	defer s.Release()
	writeFile(t, vault, "a.md", "zebra #private")
	writeFile(t, vault, "new.md", "yak #private")
	for _, p := range []vaultpath.Path{"a.md", "new.md"} {
		if _, err := s.View(false).ReadFile(p); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is handed out: %v", p, err)
		}
		if _, err := s.View(true).ReadFile(p); err != nil {
			t.Errorf("with private notes: %v", err)
		}
	}
}

// Other rules than those a manifest was saved with never show a note first and
// hide it later.
func TestRulesChangeBetweenStarts(t *testing.T) {
	vault, cache := vaultOf(t, map[string]string{"a.md": "zebra #diary", "b.md": "zebra"}), t.TempDir()
	set := func(r PrivateRules) func(*Options) {
		return func(o *Options) { o.CacheDir, o.Private = cache, r }
	}
	ix := opened(t, vault, set(PrivateRules{}))
	if got := search(t, ix, "zebra", false); len(got) != 2 {
		t.Fatalf("found %v", got)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: cache, Private: PrivateRules{Tags: []string{"#Diary"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	first := ix.Acquire()
	defer first.Release()
	if f, ok := first.View(false).File("a.md"); ok && !f.Private {
		t.Error("the first snapshot shows what the new rules hide")
	}
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "zebra", false); !slices.Equal(got, []vaultpath.Path{"b.md"}) {
		t.Errorf("found %v", got)
	}
}

func TestFoldersListEmptyOnesToo(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a/b/n.md": "", ".obsidian/app.json": "{}"})
	if err := os.MkdirAll(filepath.Join(vault, "empty", "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	ix := opened(t, vault)
	s := ix.Acquire()
	defer s.Release()
	if got := s.View(true).Folders(); !slices.Equal(got, []vaultpath.Path{"a", "a/b", "empty", "empty/in"}) {
		t.Errorf("folders are %v", got)
	}
	if entries, ok := s.View(false).ReadDir("empty/in"); !ok || len(entries) != 0 {
		t.Errorf("an empty folder is %v, %v", entries, ok)
	}
	if _, ok := s.View(false).ReadDir("nowhere"); ok {
		t.Error("a folder that is not there is listed")
	}
}
