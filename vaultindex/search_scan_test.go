package vaultindex

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// What only reading decides is decided for all notes, however many: expressions
// and what a note must not say.
func TestScanReachesAllNotes(t *testing.T) {
	const notes = 5100
	vault := t.TempDir()
	for i := range notes {
		writeFile(t, vault, fmt.Sprintf("%d/note %d.md", i%20, i), fmt.Sprintf("tea %d\n", i))
	}
	writeFile(t, vault, "a/last.md", "tee 12-34\n")
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: filepath.Join(t.TempDir(), "cache")})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	snap := ix.Acquire()
	defer snap.Release()
	for query, want := range map[string]int{
		`/\d\d-\d\d/`: 1, `-tea`: 1, `content:(/^tea 50\d\d$/ OR /12.34/)`: 101, `-tee -file:note`: 0, `"tee 12"`: 1,
	} {
		result, err := snap.View(false).Search(t.Context(), SearchRequest{Query: query, Limit: 200})
		if err != nil {
			t.Fatal(err)
		}
		if result.Total != want || len(result.Hits) != want {
			t.Errorf("%s finds %d of %d, want %d: %q", query, len(result.Hits), result.Total, want, result.Notices)
		}
	}
}

// A phrase that stands only where nothing ranks is found through the index: in
// the keys of properties, and in code that asks a plugin for something.
func TestPhrasesWhereNothingRanks(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"key.md":   "---\ndue date: 3\n---\ntea",
		"code.md":  "```dataview\nLIST FROM outgoing tea\n```\n",
		"other.md": "a date that is due",
	})
	read := s.read
	var opened []string
	s.read = func(p vaultpath.Path) ([]byte, error) { opened = append(opened, string(p)); return read(p) }
	for query, want := range map[string]string{`"due date"`: "key.md", `"from outgoing"`: "code.md"} {
		opened = nil
		if got := hitPaths(searched(t, s, query, query)); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
		if slices.Contains(opened, "other.md") && query != `"due date"` {
			t.Errorf("%s reads %q", query, opened)
		}
	}
	if got := hitPaths(searched(t, s, "words", "outgoing")); got != "" {
		t.Errorf("a word that ranks nothing finds %q", got)
	}
}

// A misspelt word of an OR beside an operator still finds what was meant; what
// is ruled out is ruled out as it was typed.
func TestMisspeltBesideOperators(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"garden.md": "the garden", "tagged.md": "#x", "none.md": "nothing", "pergola.md": "no wood",
	})
	for query, want := range map[string]string{
		"(gardem OR tag:x)":          "garden.md tagged.md",
		"(gardem OR file:pergola)":   "pergola.md garden.md",
		"content:(gardem OR nothin)": "garden.md none.md",
		"line:gardem":                "garden.md",
		"-gardem file:garden":        "garden.md",
	} {
		if got := hitPaths(searched(t, s, query, query)); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
}
