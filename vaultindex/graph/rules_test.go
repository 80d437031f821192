package graph

import (
	"maps"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// noteFile parses a note, canvas or base.
func noteFile(t testing.TB, name, text string) *File {
	t.Helper()
	f := file(t, name)
	switch f.Kind {
	case KindNote:
		f.Facts = note.Pack(note.Parse([]byte(text)))
	case KindCanvas:
		f.Facts = note.Pack(note.ParseCanvas([]byte(text)))
	case KindBase:
		f.Facts = note.Pack(note.ParseBase([]byte(text)))
	}
	return f
}

// F1: a file card names a whole path: nothing else of that name will do.
func TestCanvasCardsNameWholePaths(t *testing.T) {
	canvas := noteFile(t, "c.canvas", `{"nodes":[{"type":"file","file":"N.md"},{"type":"file","file":"a/N.md","subpath":"#H"},
		{"type":"file","file":"a/n"},{"type":"text","text":"[[N]]"}]}`)
	g := Build([]*File{canvas, file(t, "a/N.md")})
	want := map[vaultpath.Path]int{"a/N.md": 3} // the second and third card, and the text card's link
	if got := g.Resolved()[canvas.Path]; !maps.Equal(got, want) {
		t.Errorf("F1: %v, want %v", got, want)
	}
	if got := g.Unresolved()[canvas.Path]; !maps.Equal(got, map[string]int{"N": 1}) {
		t.Errorf("F1: unresolved %v, want N", got)
	}
	g = g.Update([]*File{file(t, "N.md")}, nil)
	if got := g.Resolved()[canvas.Path]; got["N.md"] != 2 {
		t.Errorf("F1: once N.md is there: %v", got)
	}
}

// F2, F4: a base links nowhere and is no key; every kind of file is a target.
func TestOtherKindsAreTargets(t *testing.T) {
	base := noteFile(t, "b.base", "views: []\nx: \"[[n]]\"\n")
	names := []string{"i.avif", "p.pdf", "s.flac", "v.mkv", "x.unknown", "d.canvas"}
	files := []*File{base, noteFile(t, "n.md", "[[b.base#View]] ![[i.avif]] [[p.pdf#page=2]] ![[s.flac]] ![[v.mkv]] [[x.unknown]] [[d.canvas]]")}
	for _, name := range names {
		files = append(files, file(t, name))
	}
	g := Build(files)
	if got := g.Resolved(); len(got["n.md"]) != 7 || len(got) != 2 {
		t.Errorf("F4: %v, want seven targets of n.md, and the canvas as a second key", got)
	}
}

// 4.14: only .md files are notes, in any case of the extension.
func TestKinds(t *testing.T) {
	for name, want := range map[string]Kind{"a.md": KindNote, "a.MD": KindNote, "a.Canvas": KindCanvas, "a.base": KindBase,
		"a.markdown": KindAttachment, "a.mdx": KindAttachment, "a.txt": KindAttachment, "a.md.bak": KindAttachment} {
		if got := KindOf(paths(t, name)[0]); got != want {
			t.Errorf("4.14: %s is of kind %d, want %d", name, got, want)
		}
	}
}

// HB2: what Obsidian writes for a heading it cannot quote still finds it.
func TestWrittenHeadingLinks(t *testing.T) {
	n := noteFile(t, "n.md", "# C# and: a|b ^c %%d%% [[e]] \\f\n")
	g := Build([]*File{n})
	if got, ok := g.ResolveSubpath(n.Path, "#C  and  a b  c  d   e   f"); !ok || got.Line != 1 {
		t.Errorf("HB2: %+v, %v", got, ok)
	}
}

// 4.8: paths of one length in folders of one standing: ours is the first by
// name, whatever else there is.
func TestTiesAreStable(t *testing.T) {
	for _, names := range []string{"bb/Tie.md, aa/Tie.md", "cc/Tie.md, bb/Tie.md, aa/Tie.md"} {
		if got, _ := vault(t, names).Resolve("Tie", "s.md"); got != "aa/Tie.md" {
			t.Errorf("4.8: Tie of {%s} is %q", names, got)
		}
	}
}

// 4.11: an alias is for suggestions only, in every form a link can take.
func TestAliasesInEveryForm(t *testing.T) {
	n := noteFile(t, "n.md", "---\naliases: [AL]\n---\n")
	s := noteFile(t, "s.md", "---\nup: \"[[AL]]\"\n---\n[[AL]] [[al]] ![[AL]] [x](AL) [y](AL.md) [[n|AL]]")
	g := Build([]*File{n, s})
	if got := g.Resolved()[s.Path]; !maps.Equal(got, map[vaultpath.Path]int{"n.md": 1}) {
		t.Errorf("4.11: %v, want only the piped link", got)
	}
	if got := g.Named("al"); !slices.Equal(got, paths(t, "n.md")) {
		t.Errorf("4.11: Named(al) = %v", got)
	}
}

// W11: a link to a heading of a missing note asks for the note, not for a file
// with a '#' in its name.
func TestMissingNoteOfAHeading(t *testing.T) {
	g := Build([]*File{noteFile(t, "s.md", "[[note#head]] [[note]] [x](note.md#y)")})
	if got := g.Unresolved()["s.md"]; !maps.Equal(got, map[string]int{"note": 3}) {
		t.Errorf("W11: unresolved %v", got)
	}
}

// M5, M6: reference links count, and a link Obsidian wrote for a name with '#'
// leads nowhere, as in Obsidian.
func TestReferenceAndSharpLinks(t *testing.T) {
	g := Build([]*File{noteFile(t, "s.md", "[a][r] [b](C# notes.md) [c](<C# notes.md>)\n\n[r]: sub/n.md"), file(t, "sub/n.md"), file(t, "C# notes.md")})
	if got := g.Resolved()["s.md"]; !maps.Equal(got, map[vaultpath.Path]int{"sub/n.md": 1}) {
		t.Errorf("M5: %v", got)
	}
	if got := g.Unresolved()["s.md"]; !maps.Equal(got, map[string]int{"C": 1}) {
		t.Errorf("M6: unresolved %v", got)
	}
}

// F5, F13: what lies in a hidden folder is no file of the vault; a vault in the
// vault is a folder like any other.
func TestHiddenFilesAreNoFiles(t *testing.T) {
	g := vault(t, ".obsidian/n.md, .trash/n.md, a/.git/n.md, .n.md, inner/n.md, inner/.obsidian/app.json")
	if got := g.Len(); got != 1 {
		t.Errorf("F5: %d files, want the inner vault's note alone", got)
	}
}

// T5: the tags of all notes meet without regard to case, in nested ones at
// every level; T8: properties count beside the text.
func TestTagsOfAVault(t *testing.T) {
	g := Build([]*File{
		noteFile(t, "a.md", "---\ntags: [Project/Core]\n---\n#project/core"),
		noteFile(t, "b.md", "#PROJECT/Other"),
	})
	if got := g.Tags(); !slices.Equal(got, []TagCount{{"Project/Core", 2, 1}, {"PROJECT/Other", 1, 1}}) {
		t.Errorf("T5, T8: %v", got)
	}
	if got := g.NotesWithTag("project", true); !slices.Equal(got, paths(t, "a.md", "b.md")) {
		t.Errorf("T4: %v", got)
	}
}
