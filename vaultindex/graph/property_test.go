package graph

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// The names and folders collide on purpose: in case, Unicode form, suffix,
// extension and length.
var (
	someFolders = []string{"", "a/", "b/", "a/b/", "B/", "aa/", "x/a/b/"}
	someNames   = []string{"N.md", "n.md", "N.md.md", "N", "N.canvas", "v1.2.md", "v1.2", "é.md", "Σ.md", "p.png", "p.png.md"}
	someLinks   = []string{"", "N", "n", "N.md", "N.md.md", "N.canvas", "b/N", "a/b/n", "./N", "../N", "/N", "/a/N",
		"v1.2", "e\u0301", "ς", "p.png", "p", "a/p.png", "Gone", "gone", "..", "/", "../a/b/N", "B/N.MD"}
	someTags    = []string{"T", "t", "t/u", "T/U", "ä", "Ä"}
	someAliases = []string{"N", "Al", "al", "v1.2"}
)

// TestIncrementalEqualsBuild holds that any sequence of updates ends in the
// graph that the final files build, and leaves the earlier graphs as they were.
func TestIncrementalEqualsBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := make(map[vaultpath.Path]*File)
		g := New()
		for range rapid.IntRange(1, 8).Draw(t, "updates") {
			before := answers(g.Lens)
			upserts, removed := drawUpdate(t, files)
			next := g.Update(upserts, removed)
			if now := answers(g.Lens); !reflect.DeepEqual(before, now) {
				t.Fatalf("Update changed the graph it came from:\n%v\n%v", before, now)
			}
			g = next
			compare(t, g.Lens, Build(slices.Collect(maps.Values(files))).Lens)
		}
		public := func(f *File) bool { return !f.Private }
		compare(t, g.Filter(public), Build(slices.Collect(maps.Values(files))).Filter(public))
	})
}

// drawUpdate draws a change, applies it to files and returns it.
func drawUpdate(t *rapid.T, files map[vaultpath.Path]*File) (upserts []*File, removed []vaultpath.Path) {
	there := slices.Sorted(maps.Keys(files))
	for range rapid.IntRange(0, 6).Draw(t, "puts") {
		upserts = append(upserts, drawFile(t))
	}
	if len(there) > 0 {
		removed = rapid.SliceOfN(rapid.SampledFrom(there), 0, 3).Draw(t, "removed")
		if rapid.Bool().Draw(t, "rename") {
			from := rapid.SampledFrom(there).Draw(t, "from")
			moved := *files[from]
			moved.Path = drawPath(t)
			moved.Kind = KindOf(moved.Path)
			upserts, removed = append(upserts, &moved), append(removed, from)
		}
		if rapid.Bool().Draw(t, "move folder") {
			from := rapid.SampledFrom([]string{"a/", "x/", "b/"}).Draw(t, "folder")
			for _, p := range there {
				if rest, ok := strings.CutPrefix(string(p), from); ok {
					moved := *files[p]
					moved.Path = mustPath(t, "moved/"+rest)
					upserts, removed = append(upserts, &moved), append(removed, p)
				}
			}
		}
	}
	for _, p := range removed {
		delete(files, p)
	}
	for _, f := range upserts {
		files[f.Path] = f
	}
	return upserts, removed
}

func drawFile(t *rapid.T) *File {
	f := &File{Path: drawPath(t), Size: 1, Private: rapid.Bool().Draw(t, "private")}
	f.Kind = KindOf(f.Path)
	if f.Kind == KindAttachment {
		return f
	}
	draw := func(from []string, label string) []string {
		return rapid.SliceOfN(rapid.SampledFrom(from), 0, 5).Draw(t, label)
	}
	n := tags(draw(someTags, "tags")...)
	n.Links = linksTo(draw(someLinks, "links")...)
	n.PropertyLinks = linksTo(draw(someLinks, "property links")...)
	n.Aliases = draw(someAliases, "aliases")
	f.Facts = note.Pack(n)
	return f
}

func drawPath(t *rapid.T) vaultpath.Path {
	return mustPath(t, rapid.SampledFrom(someFolders).Draw(t, "folder")+rapid.SampledFrom(someNames).Draw(t, "name"))
}

func mustPath(t *rapid.T, s string) vaultpath.Path {
	p, err := vaultpath.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func compare(t *rapid.T, got, want Lens) {
	t.Helper()
	have, need := answers(got), answers(want)
	for name := range need {
		if !reflect.DeepEqual(have[name], need[name]) {
			t.Fatalf("%s after updates is\n%v\nbut built from the final files\n%v", name, have[name], need[name])
		}
	}
}

// answers asks a lens everything that does not depend on pointers.
func answers(l Lens) map[string]any {
	out := map[string]any{
		"Files": slices.Collect(l.Files()), "Stats": l.Stats(),
		"Resolved": l.Resolved(), "Unresolved": l.Unresolved(), "UnresolvedRanked": l.UnresolvedRanked(),
		"Tags": l.Tags(), "TagTree": l.TagTree(), "Orphans": l.Orphans(), "DeadEnds": l.DeadEnds(),
		"DuplicateNames": l.DuplicateNames(), "SameContents": l.SameContents(), "AliasClashes": l.AliasClashes(),
		"NotesWithTag": l.NotesWithTag("t", true), "Named": l.Named("n"), "Suggest": l.Suggest("nn", 5),
	}
	for f := range l.Files() {
		p := f.Path
		out["Backlinks "+p.String()] = l.Backlinks(p)
		out["Neighbourhood "+p.String()] = l.Neighbourhood(p, 2)
		out["SharingTags "+p.String()] = l.SharingTags(p)
	}
	return out
}

// TestBacklinksMirrorOutgoing holds that every edge shows at both of its ends.
func TestBacklinksMirrorOutgoing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := make(map[vaultpath.Path]*File)
		drawUpdate(t, files)
		g := Build(slices.Collect(maps.Values(files)))
		out, back := map[string]int{}, map[string]int{}
		for f := range g.Files() {
			for _, edge := range g.Outgoing(f.Path) {
				if edge.Resolved {
					out[ends(edge)]++
				}
			}
			for _, edge := range g.Backlinks(f.Path) {
				back[ends(edge)]++
			}
		}
		if !maps.Equal(out, back) {
			t.Fatalf("outgoing edges %v, backlinks %v", out, back)
		}
	})
}

func ends(e Edge) string { return fmt.Sprint(e.From, " ", e.To, " ", *e.Link) }

// TestBuildEqualsChange holds that a graph built at once is, table for table,
// the one that an update makes of an empty one, and goes on as that does.
func TestBuildEqualsChange(t *testing.T) {
	some := synthetic(3 * chunk)
	rapid.Check(t, func(t *rapid.T) {
		files := make(map[vaultpath.Path]*File)
		for _, f := range some[:rapid.IntRange(0, len(some)).Draw(t, "plain files")] {
			files[f.Path] = f
		}
		drawUpdate(t, files)
		list := slices.Collect(maps.Values(files))
		built, changed := Build(list), New().core.change(lastOfEach(list), nil)
		sameTables(t, built.core, changed.core)
		upserts, removed := drawUpdate(t, files)
		sameTables(t, built.Update(upserts, removed).core, changed.Update(upserts, removed).core)
	})
}

func sameTables(t rapid.TB, got, want *core) {
	t.Helper()
	if got.stats != want.stats || got.generation != want.generation {
		t.Fatalf("stats %+v in generation %d, want %+v in %d", got.stats, got.generation, want.stats, want.generation)
	}
	for _, tables := range [][2]any{
		{spelled(&got.names), spelled(&want.names)}, {spelled(&got.mentions), spelled(&want.mentions)},
		{spelled(&got.tags), spelled(&want.tags)}, {spelled(&got.aliases), spelled(&want.aliases)},
		{targets(got), targets(want)},
		{[4]int{got.names.size, got.mentions.size, got.tags.size, got.aliases.size}, [4]int{want.names.size, want.mentions.size, want.tags.size, want.aliases.size}},
	} {
		if !reflect.DeepEqual(tables[0], tables[1]) {
			t.Fatalf("a table is\n%v\nwant\n%v", tables[0], tables[1])
		}
	}
}

// spelled is a table with paths in place of pointers.
func spelled[K cmp.Ordered](p *postings[K]) map[K][]vaultpath.Path {
	out := make(map[K][]vaultpath.Path)
	for key, list := range p.all() {
		for _, v := range list {
			out[key] = append(out[key], v.path)
		}
	}
	return out
}

// targets is where the links of every file lead, in the order of the files.
func targets(c *core) []string {
	var out []string
	for _, v := range c.sorted {
		out = append(out, string(v.path))
		for _, to := range c.node(v).out {
			if to == nil {
				out = append(out, "->")
			} else {
				out = append(out, "-> "+string(to.path))
			}
		}
	}
	return out
}

// TestUpdateOfNearlyEverything holds that a change of most of a large graph,
// which makes it anew, ends where the final files end, with names kept that no
// update named and files gone that one removed.
func TestUpdateOfNearlyEverything(t *testing.T) {
	files := synthetic(4 * chunk)
	stubs := make([]*File, len(files))
	for i, f := range files {
		stubs[i] = &File{Path: f.Path, Kind: f.Kind, Size: f.Size}
	}
	before := Build(stubs)
	gone := files[7].Path
	if !before.core.mostlyNew(lastOfEach(files[:3*chunk])) {
		t.Fatal("three quarters of the files are not most of them")
	}
	after := before.Update(files[:3*chunk], []vaultpath.Path{gone, files[3].Path})
	want := slices.Concat(files[:3*chunk], stubs[3*chunk:])
	sameTables(t, regenerated(after.core), regenerated(Build(want).core))
	if _, ok := after.File(gone); !ok {
		t.Error("a file both removed and put is gone")
	}
	if after = after.Update(nil, []vaultpath.Path{gone}); after.Len() != len(files)-1 {
		t.Errorf("%d files after one was removed", after.Len())
	}
}

// regenerated is c as if it were a first graph.
func regenerated(c *core) *core {
	next := *c
	next.generation = 1
	return &next
}
