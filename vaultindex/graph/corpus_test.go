package graph

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TestCorpora adds real vaults file by file, in an order that makes every link
// first dangle, and holds the result equal to a graph built at once. It is
// skipped where the corpora are not at hand.
func TestCorpora(t *testing.T) {
	for _, name := range []string{"kepano", "knowledge-garden-zh"} {
		t.Run(name, func(t *testing.T) {
			files := readCorpus(t, filepath.Join("../../../shared/corpus", name))
			built, grown := Build(files), New()
			for _, f := range slices.Backward(files) {
				grown = grown.Update([]*File{f}, nil)
			}
			if !maps.EqualFunc(built.Resolved(), grown.Resolved(), maps.Equal) {
				t.Error("resolved links differ from those of a graph built at once")
			}
			if !maps.EqualFunc(built.Unresolved(), grown.Unresolved(), maps.Equal) {
				t.Error("unresolved links differ from those of a graph built at once")
			}
			stats := built.Stats()
			if stats != grown.Stats() || stats.Notes == 0 || stats.Links <= stats.Unresolved {
				t.Errorf("stats are %+v, grown %+v; want them equal, and links that resolve", stats, grown.Stats())
			}
			t.Logf("%+v", stats)
		})
	}
}

func readCorpus(t *testing.T, dir string) []*File {
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Skipf("no corpus: %v", err)
	}
	defer root.Close()
	var files []*File
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		p, err := vaultpath.FromDisk(name)
		if err != nil {
			return err
		}
		f := &File{Path: p, Kind: KindOf(p)}
		if f.Kind == KindNote {
			raw, err := root.ReadFile(name)
			if err != nil {
				return err
			}
			f.Facts = note.Pack(note.Parse(raw))
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
