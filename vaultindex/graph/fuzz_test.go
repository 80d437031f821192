package graph

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// FuzzResolve holds for any names and links: no panic; what a link resolves to
// is a file of the vault whose name the link could mean; and resolving it again
// from a vault without that file gives something else.
func FuzzResolve(f *testing.F) {
	for _, seed := range [][3]string{
		{"Note.md\nzzzz/Note.md\na/b/Note.md", "a/b/s.md", "Note"}, {"a/x.md\ny.md", "a/x.md", "../y"},
		{"v1.2 notes.md\n007.jpg\n007.jpg.md", "s.md", "007.jpg"}, {"ΟΔΟΣ.md\nCafe\u0301.md", "s.md", "οδος"},
		{"N.md.md\nN.md\nn.md", "N.md", "./n.md"}, {"a.md", "", "/\\..//../a"}, {"İ.md", "s.md", "i\u0307"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, names, from, link string) {
		var files []*File
		for name := range strings.Lines(names) {
			if p, err := vaultpath.Parse(strings.TrimRight(name, "\n")); err == nil && p != "" && len(files) < 20 {
				files = append(files, &File{Path: p, Kind: KindOf(p)})
			}
		}
		source, err := vaultpath.Parse(from)
		if err != nil {
			return
		}
		g := Build(files)
		to, ok := g.Resolve(link, source)
		if _, there := g.File(to); ok && !there {
			t.Fatalf("%q resolves to %q, which is not there", link, to)
		}
		if again, _ := g.Resolve(link, source); again != to {
			t.Fatalf("%q resolves to %q, then to %q", link, to, again)
		}
		if !ok || link == "" {
			return
		}
		if stem(vaultpath.Fold(link)) != stem(to.Fold()) {
			t.Fatalf("%q resolves to %q, a file of another name", link, to)
		}
		if next, _ := g.Update(nil, []vaultpath.Path{to}).Resolve(link, source); next == to {
			t.Fatalf("%q resolves to %q, which is gone", link, to)
		}
	})
}

// FuzzUpdate reads texts as the notes of a vault that changes and holds that
// every state is the one its files build, and that no text makes it panic.
func FuzzUpdate(f *testing.F) {
	f.Add("a.md\n[[b]] #t", "b.md\n---\naliases: [a]\n---\n[x](a.md)", "a.md\n![[b#h]] [[c]]")
	f.Add("x/n.md\n[[../n]]", "n.md\n[[./x/n]] [[n]] [[/n]]", "N.md\n#T/u [[x/N|y]]")
	f.Add("c.canvas\n{\"nodes\":[{\"type\":\"file\",\"file\":\"n.md\"}]}", "n.md\n", "d/n.md\n---\nup: \"[[c.canvas]]\"\n---\n")
	archive, err := txtar.ParseFile("../testdata/graphvault/vault.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for three := range slices.Chunk(archive.Files, 3) {
		var texts [3]string
		for i, file := range three {
			texts[i] = file.Name + "\n" + string(file.Data)
		}
		f.Add(texts[0], texts[1], texts[2])
	}
	f.Fuzz(func(t *testing.T, one, two, three string) {
		files := map[vaultpath.Path]*File{}
		g := New()
		for _, text := range []string{one, two, three, one} {
			f := fuzzFile(text)
			if f == nil || f.Path.Hidden() {
				continue
			}
			if files[f.Path] != nil && text == one {
				delete(files, f.Path)
				g = g.Update(nil, []vaultpath.Path{f.Path})
			} else {
				files[f.Path] = f
				g = g.Update([]*File{f}, nil)
			}
			built := Build(slices.Collect(maps.Values(files)))
			if !maps.EqualFunc(g.Resolved(), built.Resolved(), maps.Equal) || !maps.EqualFunc(g.Unresolved(), built.Unresolved(), maps.Equal) ||
				g.Stats() != built.Stats() || !slices.Equal(g.Tags(), built.Tags()) {
				t.Fatalf("updated: %v %v %+v\nbuilt: %v %v %+v", g.Resolved(), g.Unresolved(), g.Stats(), built.Resolved(), built.Unresolved(), built.Stats())
			}
		}
	})
}

// fuzzFile reads a file from its name's line and its text, nil when the name
// is no path.
func fuzzFile(text string) *File {
	name, body, _ := strings.Cut(text, "\n")
	p, err := vaultpath.Parse(name)
	if err != nil || p == "" {
		return nil
	}
	f := &File{Path: p, Kind: KindOf(p), Size: int64(len(body))}
	switch f.Kind {
	case KindNote:
		f.Facts = note.Pack(note.Parse([]byte(body)))
	case KindCanvas:
		f.Facts = note.Pack(note.ParseCanvas([]byte(body)))
	}
	return f
}
