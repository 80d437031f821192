package vaultindex

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TestMentionsOfARealVault compares what is found by way of the full text with
// what looking at every note finds. It is skipped where the vault is not at hand.
func TestMentionsOfARealVault(t *testing.T) {
	dir := filepath.Join("..", "..", "shared", "corpus", "knowledge-garden-zh")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the vault is not here")
	}
	s := opened(t, dir).Acquire()
	defer s.Release()
	v := s.View(false)
	texts := map[vaultpath.Path][]byte{}
	for f := range v.Kept().Files() {
		if f.Kind == graph.KindNote {
			texts[f.Path], _ = v.ReadFile(f.Path)
		}
	}
	asked, some, narrowed := 0, 0, 0
	for i, p := range slices.Sorted(maps.Keys(texts)) {
		if i%60 != 0 {
			continue
		}
		want, finder := 0, v.Graph().MentionsOf(p)
		for from, raw := range texts {
			if from != p && finder.May(raw) {
				want += len(finder.In(from, raw))
			}
		}
		_, got, err := v.MentionsOf(t.Context(), p, 0)
		if err != nil || got != want {
			t.Errorf("%s is mentioned %d times, found %d (%v)", p, want, got, err)
		}
		if words, _ := v.withWordsOf(t.Context(), p); words != nil {
			narrowed++
		}
		asked++
		some += min(want, 1)
	}
	if some == 0 || narrowed == 0 {
		t.Errorf("of %d notes %d are mentioned, %d looked up", asked, some, narrowed)
	}
	t.Logf("of %d notes %d are mentioned, %d looked up", asked, some, narrowed)
}

// BenchmarkMentionsOf looks for the mentions of one note of 3,000, and reports
// how its time relates to reading and searching every note without the full
// text and without memory.
func BenchmarkMentionsOf(b *testing.B) {
	dir := b.TempDir()
	if err := vaultgen.Write(dir, vaultgen.Options{Notes: 3000, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	writeFile(b, dir, "Rare Name.md", "x")
	writeFile(b, dir, "Other.md", "It says rare name.")
	s := opened(b, dir).Acquire()
	defer s.Release()
	v := s.View(false)
	for b.Loop() {
		if _, total, err := v.MentionsOf(b.Context(), "Rare Name.md", 10); total != 1 || err != nil {
			b.Fatal(total, err)
		}
	}
	start, finder := time.Now(), v.Graph().MentionsOf("Rare Name.md")
	for f := range v.Files() {
		raw, err := v.ReadFile(f.Path)
		if err != nil {
			b.Fatal(err)
		}
		finder.In(f.Path, raw)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Since(start)), "×reading")
}
