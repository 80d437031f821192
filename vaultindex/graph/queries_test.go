package graph

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TestTags holds T5, T18 and design 5 "Graph": first spelling by path and
// place, every occurrence, no implied parents.
func TestTags(t *testing.T) {
	a, b := file(t, "a.md"), file(t, "b.md")
	a.Facts, b.Facts = tagged("Project/Core", "x", "project/core"), tagged("PROJECT/CORE", "X", "project")
	g := Build([]*File{b, a})
	want := []TagCount{{"project", 1, 1}, {"Project/Core", 3, 2}, {"x", 2, 2}}
	if got := g.Tags(); !slices.Equal(got, want) {
		t.Errorf("Tags = %v, want %v", got, want)
	}
	if got := g.Stats().Tags; got != 3 {
		t.Errorf("Stats.Tags = %d, want 3", got)
	}
}

// TestTagTree holds T4: a parent counts each note below it once.
func TestTagTree(t *testing.T) {
	a, b := file(t, "a.md"), file(t, "b.md")
	a.Facts, b.Facts = tagged("p/one", "P/two", "p/one"), tagged("p/one/deep")
	roots := Build([]*File{a, b}).TagTree()
	if len(roots) != 1 || len(roots[0].Children) != 2 {
		t.Fatalf("TagTree = %+v, want p with two children", roots)
	}
	p, one := roots[0], roots[0].Children[0]
	if p.Tag != "p" || p.Count != 0 || p.Total != 4 || p.Notes != 2 {
		t.Errorf("p = %+v, want no count of its own, a total of four and two notes", p)
	}
	if one.Tag != "p/one" || one.Count != 2 || one.Total != 3 || one.Notes != 2 || one.Children[0].Tag != "p/one/deep" {
		t.Errorf("p/one = %+v, want count 2, total 3, two notes, child p/one/deep", one)
	}
}

// TestNotesWithTag holds T4, T5.
func TestNotesWithTag(t *testing.T) {
	a, b, c := file(t, "a.md"), file(t, "b.md"), file(t, "c.md")
	a.Facts, b.Facts, c.Facts = tagged("a", "a/b"), tagged("A/B"), tagged("ab")
	g := Build([]*File{a, b, c})
	tests := []struct {
		tag    string
		nested bool
		want   []vaultpath.Path
	}{
		{"#A", false, paths(t, "a.md")},
		{"a", true, paths(t, "a.md", "b.md")},
		{"a/b", false, paths(t, "a.md", "b.md")},
		{"gone", true, nil},
	}
	for _, test := range tests {
		if got := g.NotesWithTag(test.tag, test.nested); !slices.Equal(got, test.want) {
			t.Errorf("NotesWithTag(%s, %v) = %v, want %v", test.tag, test.nested, got, test.want)
		}
	}
}

func TestSharingTags(t *testing.T) {
	a, b, c, d := file(t, "a.md"), file(t, "b.md"), file(t, "c.md"), file(t, "d.md")
	a.Facts, b.Facts, c.Facts, d.Facts = tagged("x", "y"), tagged("X", "x"), tagged("Y", "x"), tagged("z")
	want := []Shared{{"c.md", []string{"Y", "x"}}, {"b.md", []string{"X"}}}
	if got := Build([]*File{a, b, c, d}).SharingTags(a.Path); !reflect.DeepEqual(got, want) {
		t.Errorf("SharingTags(a.md) = %v, want %v", got, want)
	}
}

// star is a.md → hub.md ← b.md, hub.md → far.md → farther.md, alone.md, self.md.
func star(t testing.TB) *Graph {
	return Build([]*File{
		file(t, "a.md", "hub", "hub"), file(t, "b.md", "hub", "Gone"), file(t, "hub.md", "far"),
		file(t, "far.md", "farther"), file(t, "farther.md"), file(t, "alone.md", "gone", "Also gone"),
		file(t, "self.md", "self"), file(t, "p.png"),
	})
}

func TestOrphansAndDeadEnds(t *testing.T) {
	g := star(t)
	if got, want := g.Orphans(), paths(t, "a.md", "alone.md", "b.md", "self.md"); !slices.Equal(got, want) {
		t.Errorf("Orphans = %v, want %v", got, want)
	}
	if got, want := g.DeadEnds(), paths(t, "alone.md", "farther.md", "self.md"); !slices.Equal(got, want) {
		t.Errorf("DeadEnds = %v, want %v", got, want)
	}
}

func TestUnresolvedRanked(t *testing.T) {
	want := []Missing{
		{"gone", 2, paths(t, "alone.md", "b.md")},
		{"Also gone", 1, paths(t, "alone.md")},
	}
	if got := star(t).UnresolvedRanked(); !reflect.DeepEqual(got, want) {
		t.Errorf("UnresolvedRanked = %v, want %v", got, want)
	}
}

func TestNeighbourhood(t *testing.T) {
	g := star(t)
	one := []Neighbour{{"a.md", 1}, {"b.md", 1}, {"far.md", 1}}
	if got := g.Neighbourhood("hub.md", 1); !slices.Equal(got, one) {
		t.Errorf("Neighbourhood(hub, 1) = %v, want %v", got, one)
	}
	if got := g.Neighbourhood("hub.md", 9); !slices.Equal(got, append(one, Neighbour{"farther.md", 2})) {
		t.Errorf("Neighbourhood(hub, 9) = %v, want also farther.md at 2", got)
	}
	if got := g.Neighbourhood("hub.md", 0); got != nil {
		t.Errorf("Neighbourhood(hub, 0) = %v, want none", got)
	}
}

// TestResolveSlug holds design 4.5.
func TestResolveSlug(t *testing.T) {
	g := vault(t, "Note.md, a/Note.md, a/b/Deep.md, x/Twice.md, y/Twice.md, v1.2.md, pic.png, z/Case.md, z/case.md, c/U.md, C/u.md")
	tests := []struct {
		slug, want string
		candidates []vaultpath.Path
	}{
		{"Note", "Note.md", nil},
		{"Note.md", "Note.md", nil},
		{"note", "Note.md", nil},
		{"a/Note", "a/Note.md", nil},
		{"/a/note.md", "a/Note.md", nil},
		{"Deep", "a/b/Deep.md", nil},
		{"b/deep", "a/b/Deep.md", nil},
		{"x/deep", "", nil},
		{"Twice", "", paths(t, "x/Twice.md", "y/Twice.md")},
		{"y/Twice", "y/Twice.md", nil},
		{"v1.2", "v1.2.md", nil},
		{"pic.png", "pic.png", nil},
		{"pic", "", nil},
		{"z/case", "z/case.md", nil},
		{"z/CASE", "", paths(t, "z/Case.md", "z/case.md")},
		{"u", "", paths(t, "C/u.md", "c/U.md")},
		{"gone", "", nil},
		{" ", "", nil},
	}
	for _, test := range tests {
		got, candidates, ok := g.ResolveSlug(test.slug)
		if got.String() != test.want || ok != (test.want != "") || !slices.Equal(candidates, test.candidates) {
			t.Errorf("ResolveSlug(%q) = %q, %v, %v; want %q, %v", test.slug, got, candidates, ok, test.want, test.candidates)
		}
	}
}

// TestSuggest holds X06: what was meant comes first.
func TestSuggest(t *testing.T) {
	g := vault(t, "Projects/Roadmap 2024.md, Archive/Roadmap 2024.md, Café.md, People/Anna Müller.md, "+
		"img/Diagram.png, 日记/会议记录.md, v1.2.md, Meeting-Notes.md, Zebra.md")
	aliased := file(t, "Long name.md")
	alias(aliased, "Shorty")
	g = g.Update([]*File{aliased}, nil)
	tests := []struct{ missing, want string }{
		{"projects/roadmap 2024.md", "Projects/Roadmap 2024.md"},
		{"Archive/roadmap 2024", "Archive/Roadmap 2024.md"},
		{"Wrong/Diagram.png", "img/Diagram.png"},
		{"img/Diagram.jpg", "img/Diagram.png"},
		{"Cafe\u0301", "Café.md"},
		{"People/Ana Müller.md", "People/Anna Müller.md"},
		{"meeting notes.md", "Meeting-Notes.md"},
		{"Meeting_Notse", "Meeting-Notes.md"},
		{"会议纪录", "日记/会议记录.md"},
		{"会议", "日记/会议记录.md"},
		{"v1.2", "v1.2.md"},
		{"shorty", "Long name.md"},
	}
	for _, test := range tests {
		got := g.Suggest(test.missing, 5)
		if len(got) == 0 || got[0].String() != test.want {
			t.Errorf("Suggest(%q) = %v, want %q first", test.missing, got, test.want)
		}
	}
	for _, missing := range []string{"Entirely different", "", "/", ".md", "x", "Roadmap 2025"} {
		if got := g.Suggest(missing, 5); len(got) > 0 {
			t.Errorf("Suggest(%q) = %v, want none", missing, got)
		}
	}
	if got := g.Suggest("Roadmap", 1); len(got) != 1 {
		t.Errorf("Suggest(Roadmap, 1) = %v, want one", got)
	}
}

func TestNames(t *testing.T) {
	a, b, c := file(t, "x/Same.md"), file(t, "y/same.md"), file(t, "C.md")
	alias(a, "One")
	alias(b, "ONE", "Only")
	alias(c, "Same")
	g := Build([]*File{a, b, c, file(t, "z/Same.png")})
	if got, want := g.Named(" sAME "), paths(t, "C.md", "x/Same.md", "y/same.md"); !slices.Equal(got, want) {
		t.Errorf("Named(same) = %v, want %v", got, want)
	}
	if got, want := g.DuplicateNames(), []Clash{{"Same", paths(t, "x/Same.md", "y/same.md")}}; !reflect.DeepEqual(got, want) {
		t.Errorf("DuplicateNames = %v, want %v", got, want)
	}
	want := []Clash{{"One", paths(t, "x/Same.md", "y/same.md")}, {"Same", paths(t, "C.md", "x/Same.md", "y/same.md")}}
	if got := g.AliasClashes(); !reflect.DeepEqual(got, want) {
		t.Errorf("AliasClashes = %v, want %v", got, want)
	}
	var all []string
	for name, p := range g.Names() {
		all = append(all, name+"="+p.String())
	}
	if got, want := strings.Join(all, " "), "C=C.md Same=C.md Same=x/Same.md One=x/Same.md same=y/same.md ONE=y/same.md Only=y/same.md"; got != want {
		t.Errorf("Names = %s, want %s", got, want)
	}
}

// TestLens holds design 5 "Private": an unseen file is absent from every
// answer and count, and a link to it is neither resolved nor missing.
func TestLens(t *testing.T) {
	secret := file(t, "Secret.md", "Open", "Nowhere")
	secret.Private, secret.Size = true, 1000
	amend(secret, func(n *note.Note) { n.Tags, n.Aliases = tags("private", "Shared").Tags, []string{"Open"} })
	open := file(t, "Open.md", "Secret", "Secret#H", "Open")
	amend(open, func(n *note.Note) { n.Tags = tags("shared").Tags })
	g := Build([]*File{secret, open, file(t, "deep/Secret.md")})
	l := g.Filter(func(f *File) bool { return !f.Private })

	if got, want := l.Stats(), (Stats{Notes: 2, Files: 2, Links: 1, Tags: 1, Bytes: open.Size + 14}); got != want {
		t.Errorf("Stats = %+v, want %+v", got, want)
	}
	if got := l.Backlinks(open.Path); len(got) != 1 {
		t.Errorf("Backlinks(Open) = %v, want only its own", got)
	}
	if got := l.Outgoing(open.Path); len(got) != 1 {
		t.Errorf("Outgoing(Open) = %v, want only that to itself", got)
	}
	if got := l.Unresolved()[open.Path]; len(got) != 0 {
		t.Errorf("Unresolved[Open] = %v, want none", got)
	}
	if got, want := l.Tags(), []TagCount{{"shared", 1, 1}}; !slices.Equal(got, want) {
		t.Errorf("Tags = %v, want %v", got, want)
	}
	if _, ok := l.Resolve("Secret", open.Path); ok {
		t.Error("a link to the private note resolves")
	}
	if got, _, ok := l.ResolveSlug("Secret"); !ok || got != "deep/Secret.md" {
		t.Errorf("ResolveSlug(Secret) = %q, %v; want the note that is seen", got, ok)
	}
	if _, ok := l.File(secret.Path); ok {
		t.Error("the private file is there")
	}
	if got := l.Neighbourhood(open.Path, 3); got != nil {
		t.Errorf("Neighbourhood(Open) = %v, want none", got)
	}
	if got := l.UnresolvedRanked(); len(got) != 0 {
		t.Errorf("UnresolvedRanked = %v, want none", got)
	}
	for name, got := range map[string]int{
		"NotesWithTag": len(l.NotesWithTag("private", true)), "AliasClashes": len(l.AliasClashes()),
		"DuplicateNames": len(l.DuplicateNames()), "SharingTags": len(l.SharingTags(open.Path)),
		"Outgoing": len(l.Outgoing(secret.Path)), "Backlinks": len(l.Backlinks(secret.Path)),
	} {
		if got != 0 {
			t.Errorf("%s shows %d traces of the private note", name, got)
		}
	}
	none := l.Filter(func(f *File) bool { return f.Path == secret.Path })
	if got := none.Len(); got != 0 {
		t.Errorf("both filters together see %d files, want none", got)
	}
}

// TestSameContents: the same bytes under other names, empty files aside.
func TestSameContents(t *testing.T) {
	var files []*File
	for name, hash := range map[string]byte{"a.md": 1, "b/a.md": 2, "c.md": 1, "d.canvas": 2, "e.md": 3, "empty.md": 9, "void.md": 9, "p.png": 1} {
		f := file(t, name)
		f.Hash[0] = hash
		if hash == 9 {
			f.Size = 0
		}
		files = append(files, f)
	}
	g := Build(append(files, file(t, "unread.md"), file(t, "unread too.md")))
	if got, want := g.SameContents(), [][]vaultpath.Path{{"a.md", "c.md"}, {"b/a.md", "d.canvas"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("SameContents = %v, want %v", got, want)
	}
	if got := g.Filter(func(f *File) bool { return f.Path != "c.md" }).SameContents(); len(got) != 1 {
		t.Errorf("with c.md unseen: %v", got)
	}
}

// TestGraphKeepsNoOldNotes: what a note said is let go with the note, though
// its tags, aliases and links are keys of the graph's tables.
func TestGraphKeepsNoOldNotes(t *testing.T) {
	old := noteFile(t, "n.md", "---\naliases: [alias]\n---\n[[some other note]] #tag "+strings.Repeat("[[x]] ", 1000))
	data := weak.Make(unsafe.StringData(old.Facts.Data()))
	g := Build([]*File{old, noteFile(t, "m.md", "---\naliases: [alias]\n---\n[[some other note]] #tag")})
	g = g.Update([]*File{noteFile(t, "n.md", "nothing")}, nil)
	old = nil //nolint:wastedassign // the point is to let it go
	runtime.GC()
	runtime.GC()
	if data.Value() != nil {
		t.Error("the graph keeps the text of a note that was replaced")
	}
	runtime.KeepAlive(g)
}
