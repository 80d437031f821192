package vaultindex

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// wholeGraph is all that the fixture's graph.json says of a vault.
type wholeGraph struct {
	Resolved   map[vaultpath.Path]map[vaultpath.Path]int `json:"resolvedLinks"`
	Unresolved map[vaultpath.Path]map[string]int         `json:"unresolvedLinks"`
	Tags       map[string]int                            `json:"tags"`
	Backlinks  map[vaultpath.Path]map[vaultpath.Path]int `json:"backlinks"`
	Orphans    []vaultpath.Path                          `json:"orphans"`
	DeadEnds   []vaultpath.Path                          `json:"deadEnds"`
	Headings   map[vaultpath.Path][]string               `json:"headings"`
	Blocks     map[vaultpath.Path][]string               `json:"blocks"`
	Tasks      map[vaultpath.Path][]string               `json:"tasks"`
	Aliases    map[vaultpath.Path][]string               `json:"aliases"`
	Problems   map[vaultpath.Path][]string               `json:"problems"`
	Excluded   []vaultpath.Path                          `json:"excluded"`
	Skipped    map[string]string                         `json:"skipped"`
}

// TestWholeVault opens a vault with every kind of link, tag, block and file
// (section 12 of Obsidian's rules, F1-F7, 4.12, 4.13, 6.1) and compares all of
// its graph with what was worked out by hand.
func TestWholeVault(t *testing.T) {
	raw, err := os.ReadFile("testdata/graphvault/graph.json")
	must(t, err)
	var want wholeGraph
	must(t, json.Unmarshal(raw, &want))
	ix := opened(t, graphVault(t))
	s := ix.Acquire()
	defer s.Release()
	got := wholeGraphOf(s)
	got.Skipped = map[string]string{}
	for _, skip := range ix.Status().Skipped {
		got.Skipped[skip.Path] = skip.Reason
	}
	wantValue, gotValue := reflect.ValueOf(want), reflect.ValueOf(got)
	for i := range wantValue.NumField() {
		if !reflect.DeepEqual(gotValue.Field(i).Interface(), wantValue.Field(i).Interface()) {
			t.Errorf("%s is\n%v\nwant\n%v", wantValue.Type().Field(i).Name, gotValue.Field(i), wantValue.Field(i))
		}
	}
}

func wholeGraphOf(s *Snapshot) wholeGraph {
	g := s.Graph
	w := wholeGraph{
		Resolved: g.Resolved(), Unresolved: g.Unresolved(), Tags: map[string]int{}, Orphans: g.Orphans(), DeadEnds: g.DeadEnds(),
		Backlinks: map[vaultpath.Path]map[vaultpath.Path]int{}, Headings: map[vaultpath.Path][]string{}, Blocks: map[vaultpath.Path][]string{},
		Tasks: map[vaultpath.Path][]string{}, Aliases: map[vaultpath.Path][]string{}, Problems: map[vaultpath.Path][]string{},
	}
	for _, tag := range g.Tags() {
		w.Tags["#"+tag.Tag] = tag.Count
	}
	for f := range g.Files() {
		if f.Excluded {
			w.Excluded = append(w.Excluded, f.Path)
		}
		for _, e := range g.Backlinks(f.Path) {
			if w.Backlinks[f.Path] == nil {
				w.Backlinks[f.Path] = map[vaultpath.Path]int{}
			}
			w.Backlinks[f.Path][e.From]++
		}
		n := f.Note()
		if n == nil {
			continue
		}
		for _, h := range n.Headings {
			w.Headings[f.Path] = append(w.Headings[f.Path], fmt.Sprint(h.Level, " ", h.Text))
		}
		for _, b := range n.Blocks {
			w.Blocks[f.Path] = append(w.Blocks[f.Path], b.ID)
		}
		for _, k := range n.Tasks {
			w.Tasks[f.Path] = append(w.Tasks[f.Path], "["+k.Mark+"] "+k.Text)
		}
		for _, p := range n.Problems {
			w.Problems[f.Path] = append(w.Problems[f.Path], p.Code)
		}
		if len(n.Aliases) > 0 {
			w.Aliases[f.Path] = n.Aliases
		}
	}
	return w
}

// graphVault writes the fixture to a folder. It skips the test where the system
// makes no symlinks.
func graphVault(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/graphvault/vault.txtar")
	must(t, err)
	directives := map[string][]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			directives[key] = append(directives[key], value)
		}
	}
	has := func(key, name string) bool { return slices.Contains(directives[key], name) }
	dir := t.TempDir()
	for _, f := range archive.Files {
		text, name := string(f.Data), f.Name
		if has("crlf", name) {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if has("bom", name) {
			text = "\ufeff" + text
		}
		if has("nfd", name) {
			name = norm.NFD.String(name)
		}
		writeFile(t, dir, name, text)
	}
	for _, link := range directives["symlink"] {
		from, to, _ := strings.Cut(link, " -> ")
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skipf("no symlinks here: %v", err)
		}
	}
	return dir
}
