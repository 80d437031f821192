package vaultindex

import (
	"crypto/sha256"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// shelfOf makes a searchable vault of some notes: path to text. The text index
// is on disk, the notes are real files.
func shelfOf(t testing.TB, notes map[string]string) *shelf {
	t.Helper()
	dir := t.TempDir()
	for name, text := range notes {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return shelfOver(t, dir)
}

// shelfOver indexes a folder. The index itself is elsewhere.
func shelfOver(t testing.TB, dir string) *shelf {
	t.Helper()
	files, raw := readFolder(t, dir)
	g := graph.Build(files)
	store, err := fulltext.Open(filepath.Join(t.TempDir(), "text"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var docs []fulltext.Doc
	for _, f := range files {
		docs = append(docs, searchDoc(f, raw[f.Path], wantOf(g, f.Path).anchors))
	}
	if err := store.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	reader, err := store.Reader()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close(); store.Close() })
	return &shelf{
		lens: g.Filter(func(f *graph.File) bool { return !f.Private }), text: reader,
		template: func(vaultpath.Path) bool { return false },
		read:     func(p vaultpath.Path) ([]byte, error) { return os.ReadFile(filepath.Join(dir, string(p))) },
	}
}

func readFolder(t testing.TB, dir string) ([]*graph.File, map[vaultpath.Path][]byte) {
	t.Helper()
	var files []*graph.File
	raw := make(map[vaultpath.Path][]byte)
	rules := compilePrivacy(DefaultPrivateRules())
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		p, err := vaultpath.FromDisk(filepath.ToSlash(rel))
		if err != nil || p.Hidden() {
			return nil //nolint:nilerr // what Obsidian does not see is not indexed
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f := &graph.File{Path: p, Kind: graph.KindOf(p), Size: int64(len(data)), Hash: sha256.Sum256(data)}
		if f.Kind == graph.KindNote {
			f.Facts = note.Pack(note.Parse(data))
			f.Private = rules.matches(p, data, f.Note())
			f.Excluded = strings.HasPrefix(string(p), "Excluded/")
		}
		raw[p] = data
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, raw
}

// corpusShelf is a real vault beside the project; without it the test is
// skipped.
func corpusShelf(t testing.TB, name string) *shelf {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		at := filepath.Join(dir, "shared", "corpus", name)
		if _, err := os.Stat(at); err == nil {
			return shelfOver(t, at)
		}
		dir = filepath.Dir(dir)
	}
	t.Skip("no corpus beside the project")
	return nil
}
