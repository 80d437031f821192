package graph

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TestQuestionsAgainstBruteForce asks every question of graphs with collisions
// of every kind and compares with the slowest way of answering it: going over
// all notes and all their links. The lens hides private notes in half the runs.
func TestQuestionsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := make(map[vaultpath.Path]*File)
		for range rapid.IntRange(1, 3).Draw(t, "updates") {
			drawUpdate(t, files)
		}
		for _, f := range files {
			f.Hash[0] = byte(rapid.IntRange(0, 3).Draw(t, "hash"))
		}
		l := Build(slices.Collect(maps.Values(files))).Lens
		if rapid.Bool().Draw(t, "private") {
			l = l.Filter(func(f *File) bool { return !f.Private })
		}
		b := newBrute(l)
		for name, answers := range map[string][2]any{
			"Orphans": {l.Orphans(), b.orphans()}, "DeadEnds": {l.DeadEnds(), b.deadEnds()},
			"UnresolvedRanked": {l.UnresolvedRanked(), b.unresolved()}, "SameContents": {l.SameContents(), b.same()},
			"DuplicateNames": {l.DuplicateNames(), b.duplicates()}, "AliasClashes": {l.AliasClashes(), b.clashes()},
			"TagTree": {flat(l.TagTree()), b.tagTree()},
		} {
			if !reflect.DeepEqual(answers[0], answers[1]) {
				t.Fatalf("%s is\n%+v\nby brute force\n%+v", name, answers[0], answers[1])
			}
		}
		for _, f := range b.files {
			p := f.Path
			if got, want := l.Backlinks(p), b.backlinks(p); !reflect.DeepEqual(got, want) {
				t.Fatalf("Backlinks(%s) = %+v, by brute force %+v", p, got, want)
			}
			if got, want := l.Neighbourhood(p, 2), b.neighbourhood(p, 2); !reflect.DeepEqual(got, want) {
				t.Fatalf("Neighbourhood(%s) = %+v, by brute force %+v", p, got, want)
			}
			if got, want := l.SharingTags(p), b.sharing(f); !reflect.DeepEqual(got, want) {
				t.Fatalf("SharingTags(%s) = %+v, by brute force %+v", p, got, want)
			}
		}
	})
}

// brute is a graph as lists: its files and all their links.
type brute struct {
	files []*File
	edges []Edge
}

func newBrute(l Lens) *brute {
	b := &brute{files: slices.Collect(l.Files())}
	for _, f := range b.files {
		b.edges = append(b.edges, l.Outgoing(f.Path)...)
	}
	return b
}

func (b *brute) notes(is func(p vaultpath.Path) bool) []vaultpath.Path {
	var out []vaultpath.Path
	for _, f := range b.files {
		if f.Kind == KindNote && is(f.Path) {
			out = append(out, f.Path)
		}
	}
	return out
}

func (b *brute) orphans() []vaultpath.Path {
	return b.notes(func(p vaultpath.Path) bool {
		return !slices.ContainsFunc(b.edges, func(e Edge) bool { return e.To == p && e.From != p })
	})
}

func (b *brute) deadEnds() []vaultpath.Path {
	return b.notes(func(p vaultpath.Path) bool {
		return !slices.ContainsFunc(b.edges, func(e Edge) bool { return e.From == p && e.Resolved && e.To != p })
	})
}

func (b *brute) backlinks(p vaultpath.Path) []Edge {
	var out []Edge
	for _, e := range b.edges {
		if e.Resolved && e.To == p {
			out = append(out, e)
		}
	}
	return out
}

func (b *brute) unresolved() []Missing {
	out := []Missing{}
	for _, e := range b.edges {
		if e.Resolved {
			continue
		}
		i := slices.IndexFunc(out, func(m Missing) bool { return vaultpath.Fold(m.Text) == vaultpath.Fold(e.LinkText) })
		if i < 0 {
			i, out = len(out), append(out, Missing{Text: e.LinkText})
		}
		out[i].Count++
		if !slices.Contains(out[i].Sources, e.From) {
			out[i].Sources = append(out[i].Sources, e.From)
		}
	}
	slices.SortFunc(out, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(vaultpath.Fold(a.Text), vaultpath.Fold(b.Text)))
	})
	return out
}

func (b *brute) neighbourhood(p vaultpath.Path, depth int) []Neighbour {
	distance := map[vaultpath.Path]int{p: 0}
	var out []Neighbour
	for d := 1; d <= depth; d++ {
		ring := map[vaultpath.Path]bool{}
		for _, e := range b.edges {
			for _, ends := range [][2]vaultpath.Path{{e.From, e.To}, {e.To, e.From}} {
				at, near := distance[ends[0]]
				if _, seen := distance[ends[1]]; e.Resolved && near && at == d-1 && !seen {
					ring[ends[1]] = true
				}
			}
		}
		for _, q := range slices.Sorted(maps.Keys(ring)) {
			distance[q] = d
			out = append(out, Neighbour{q, d})
		}
	}
	return out
}

// sharing returns what shares a tag with f, in f's file's fixed order.
func (b *brute) sharing(f *File) []Shared {
	var out []Shared
	for _, other := range b.files {
		s := Shared{Path: other.Path}
		var keys []string
		for tag := range other.Facts.Tags() {
			mine := false
			for own := range f.Facts.Tags() {
				mine = mine || tagKey(own.Name) == tagKey(tag.Name)
			}
			if mine && !slices.Contains(keys, tagKey(tag.Name)) {
				keys, s.Tags = append(keys, tagKey(tag.Name)), append(s.Tags, tag.Name)
			}
		}
		if other != f && len(s.Tags) > 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Shared) int { return cmp.Compare(len(b.Tags), len(a.Tags)) })
	return out
}

// tagCounts are Count, Total and Notes of a node of the tag tree.
type tagCounts [3]int

func flat(nodes []*TagNode) map[string]tagCounts {
	out := map[string]tagCounts{}
	for _, n := range nodes {
		out[tagKey(n.Tag)] = tagCounts{n.Count, n.Total, n.Notes}
		maps.Copy(out, flat(n.Children))
	}
	return out
}

func (b *brute) tagTree() map[string]tagCounts {
	out := map[string]tagCounts{}
	for _, f := range b.files {
		here := map[string]bool{}
		for tag := range f.Facts.Tags() {
			parts := strings.Split(tagKey(tag.Name), "/")
			for i := range parts {
				key := strings.Join(parts[:i+1], "/")
				counts := out[key]
				if counts[1]++; i == len(parts)-1 {
					counts[0]++
				}
				if !here[key] {
					here[key] = true
					counts[2]++
				}
				out[key] = counts
			}
		}
	}
	return out
}

func (b *brute) same() [][]vaultpath.Path {
	byHash := map[[32]byte][]vaultpath.Path{}
	for _, f := range b.files {
		if f.Hash != [32]byte{} && (f.Kind == KindNote || f.Kind == KindCanvas) && f.Size > 0 {
			byHash[f.Hash] = append(byHash[f.Hash], f.Path)
		}
	}
	var out [][]vaultpath.Path
	for _, paths := range byHash {
		if len(paths) > 1 {
			out = append(out, paths)
		}
	}
	slices.SortFunc(out, func(a, b []vaultpath.Path) int { return cmp.Compare(a[0], b[0]) })
	return out
}

func (b *brute) duplicates() []Clash {
	return b.clash(func(f *File) []string { return []string{f.Path.Name()} }, func(*File, string) bool { return true })
}

func (b *brute) clashes() []Clash {
	aliased := map[string]bool{}
	for _, f := range b.files {
		for _, alias := range aliasesOf(f) {
			aliased[nameKey(alias)] = true
		}
	}
	return b.clash(namesOf, func(_ *File, key string) bool { return aliased[key] })
}

// clash returns the names of several notes that count.
func (b *brute) clash(names func(*File) []string, counts func(*File, string) bool) []Clash {
	byKey := map[string]*Clash{}
	for _, f := range b.files {
		for _, name := range names(f) {
			key := nameKey(name)
			if f.Kind != KindNote || !counts(f, key) {
				continue
			}
			if byKey[key] == nil {
				byKey[key] = &Clash{Name: name}
			}
			if c := byKey[key]; !slices.Contains(c.Paths, f.Path) {
				c.Paths = append(c.Paths, f.Path)
			}
		}
	}
	var out []Clash
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		if len(byKey[key].Paths) > 1 {
			out = append(out, *byKey[key])
		}
	}
	return out
}
