package graph

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

var update = flag.Bool("update", false, "rewrite the expected graphs in testdata")

// expected is all of a vault's graph that a person can check by reading.
type expected struct {
	Resolved   map[vaultpath.Path]map[vaultpath.Path]int `json:"resolvedLinks"`
	Unresolved map[vaultpath.Path]map[string]int         `json:"unresolvedLinks"`
	Tags       map[string]int                            `json:"tags"`
	Orphans    []vaultpath.Path                          `json:"orphans"`
	DeadEnds   []vaultpath.Path                          `json:"deadEnds"`
}

// TestVaults parses each vault of testdata and compares its whole graph.
func TestVaults(t *testing.T) {
	archives, err := filepath.Glob("testdata/vaults/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no vaults in testdata: %v", err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := readArchive(t, archive)
			got := describe(t, Build(files))
			if *update {
				rewrite(t, name, archive, got)
			} else if !bytes.Equal(got, want) {
				t.Errorf("graph is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func readArchive(t *testing.T, archive *txtar.Archive) (files []*File, want []byte) {
	for _, member := range archive.Files {
		name, ok := strings.CutPrefix(member.Name, "vault/")
		if !ok {
			want = member.Data
			continue
		}
		f := file(t, name)
		switch f.Kind {
		case KindNote:
			f.Facts = note.Pack(note.Parse(member.Data))
		case KindCanvas:
			f.Facts = note.Pack(note.ParseCanvas(member.Data))
		}
		files = append(files, f)
	}
	return files, want
}

func describe(t *testing.T, g *Graph) []byte {
	all := expected{Resolved: g.Resolved(), Unresolved: g.Unresolved(), Tags: map[string]int{},
		Orphans: g.Orphans(), DeadEnds: g.DeadEnds()}
	for _, tag := range g.Tags() {
		all.Tags["#"+tag.Tag] = tag.Count
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(all); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, got []byte) {
	last := &archive.Files[len(archive.Files)-1]
	if last.Name != "graph.json" {
		archive.Files = append(archive.Files, txtar.File{Name: "graph.json"})
		last = &archive.Files[len(archive.Files)-1]
	}
	last.Data = got
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
