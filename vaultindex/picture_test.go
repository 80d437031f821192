package vaultindex

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// picture is all that can be asked of an index, to compare two of them.
type picture struct {
	files      map[vaultpath.Path]string
	folders    []vaultpath.Path
	resolved   map[vaultpath.Path]map[vaultpath.Path]int
	unresolved map[vaultpath.Path]map[string]int
	tags       []graph.TagCount
	docs       []vaultpath.Path            // in the full text
	found      map[string][]vaultpath.Path // by query, sorted
	skipped    []Skip
}

// probes are asked of every picture, beside the words in words.
var probes = []string{"versiona", "versionb", "versionc", "namep", "nameq", "namer", "zebra", "yak", "zebu", "猫", "学习", "tag:#x", "path:box"}

func pictureOf(t testing.TB, ix *Index) picture {
	t.Helper()
	s := ix.Acquire()
	defer s.Release()
	if s.Indexing {
		t.Error("a snapshot of a quiet index is labelled Indexing")
	}
	p := picture{
		files: make(map[vaultpath.Path]string), folders: slices.Clone(s.folders),
		resolved: s.Graph.Resolved(), unresolved: s.Graph.Unresolved(), tags: s.Graph.Tags(),
		found: make(map[string][]vaultpath.Path), skipped: ix.Status().Skipped,
	}
	for f := range s.Graph.Files() {
		p.files[f.Path] = fmt.Sprintf("%d %d %d %x %v %v %v", f.Kind, f.Size, f.ModTime, f.Hash, f.Private, f.Excluded, f.Parsed())
	}
	if err := s.text.Paths(func(path vaultpath.Path) bool { p.docs = append(p.docs, path); return true }); err != nil {
		t.Fatal(err)
	}
	for _, private := range []bool{false, true} {
		for _, q := range probes {
			r, err := s.View(private).Search(t.Context(), SearchRequest{Query: q, Limit: 500})
			if err != nil {
				t.Fatalf("search %q: %v", q, err)
			}
			var paths []vaultpath.Path
			for _, h := range r.Hits {
				paths = append(paths, h.Path)
			}
			slices.Sort(paths)
			p.found[fmt.Sprint(q, private)] = paths
		}
	}
	return p
}

// freshPicture is the picture of an index made from nothing.
func freshPicture(t testing.TB, vault string) picture {
	t.Helper()
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: t.TempDir(), Private: DefaultPrivateRules()})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	return pictureOf(t, ix)
}

// differs says in what two pictures differ, "" when in nothing.
func (p picture) differs(want picture) string {
	var b strings.Builder
	say := func(what string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			fmt.Fprintf(&b, "%s:\n  got  %v\n  want %v\n", what, got, want)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.files)) {
		say("file "+string(path), p.files[path], want.files[path])
	}
	for _, path := range slices.Sorted(maps.Keys(want.files)) {
		if _, ok := p.files[path]; !ok {
			fmt.Fprintf(&b, "file %s is missing\n", path)
		}
	}
	say("folders", p.folders, want.folders)
	say("resolved", p.resolved, want.resolved)
	say("unresolved", p.unresolved, want.unresolved)
	say("tags", p.tags, want.tags)
	say("documents", p.docs, want.docs)
	say("skipped", p.skipped, want.skipped)
	for _, q := range slices.Sorted(maps.Keys(want.found)) {
		say("search "+q, p.found[q], want.found[q])
	}
	return b.String()
}
