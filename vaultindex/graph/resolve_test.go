package graph

import (
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// TestResolve holds rules 4.1-4.15. The ids are those of the cases; "4.n"
// names a rule no case shows. An empty want means unresolved.
func TestResolve(t *testing.T) {
	tests := []struct{ id, vault, from, link, want string }{
		{"R01", "Note.md, zzzz/Note.md, a/b/Note.md", "a/b/s.md", "Note", "Note.md"},
		{"R02", "zzzz/Note.md, a/b/Note.md", "zzzz/s.md", "Note", "zzzz/Note.md"},
		{"R04", "zzzz/Note.md, a/b/Note.md, b/Note.md, aaaaaaaa/Note.md", "zzzz/deep/s.md", "Note", "b/Note.md"},
		{"R05", "a/b/Note.md", "s.md", "b/Note", "a/b/Note.md"},
		{"R07", "bb/Tie.md, aa/Tie.md", "s.md", "Tie", "aa/Tie.md"}, // ours is stable
		{"R08", "y.md, a/x.md", "a/x.md", "../y", "y.md"},
		{"R10", "Target.md, B/Target.md, B/Source.md", "B/Source.md", "./Target.md", "B/Target.md"},
		{"R11", "x/Missing.md, B/s.md", "B/s.md", "./Missing", ""},
		{"R13 lower", "Log.md", "s.md", "log", "Log.md"},
		{"R13 upper", "Log.md", "s.md", "LOG", "Log.md"},
		{"R14", "Ext.md", "s.md", "Ext.MD", "Ext.md"},
		{"R19", "Caf\u00e9.md", "s.md", "Cafe\u0301", "Café.md"},
		{"R20 note", "dashboard.md, dashboard.base", "s.md", "dashboard", "dashboard.md"},
		{"R20 base", "dashboard.md, dashboard.base", "s.md", "dashboard.base", "dashboard.base"},
		{"R20 no note", "dashboard.base, dashboard.png", "s.md", "dashboard", ""},
		{"R22", "007.jpg.md, Imgs/007.jpg", "s.md", "007.jpg", "Imgs/007.jpg"},
		{"R22 no image", "007.jpg.md", "s.md", "007.jpg", "007.jpg.md"},
		{"R23", "v1.2 notes.md", "s.md", "v1.2 notes", "v1.2 notes.md"},
		{"R23 suffix", "x/v1.2 notes.md", "s.md", "x/v1.2 notes.md", "x/v1.2 notes.md"},
		{"R25", ".raw/Note.md, deep/folder/Note.md", "s.md", "Note", "deep/folder/Note.md"},
		{"R25 only hidden", ".raw/Note.md", "s.md", "Note", ""},
		{"R26 f", "f/a.png, g/a.png", "s.md", "f/a.png", "f/a.png"},
		{"R26 g", "f/a.png, g/a.png", "s.md", "g/a.png", "g/a.png"},
		{"R29", "Sub/Note.md", "s.md", "Note", "Sub/Note.md"},
		{"R32", "example.com.md", "s.md", "https://example.com", ""},
		{"R34", "Archive/Target.md, Research/Target.md", "Projects/Hub.md", "Target", "Archive/Target.md"},
		{"M01", "Sub/My Note.md", "s.md", "My Note.md", "Sub/My Note.md"},
		{"M02", "Sub/My Note.md", "Sub/m.md", "Sub/My Note.md", "Sub/My Note.md"},
		{"M07", "a b.jpg", "s.md", "a%20b.jpg", ""},
		{"M08", "a (b).png", "s.md", "a (b).png", "a (b).png"},
		{"M8", "folder/index.md, folder/README.md", "s.md", "folder", ""},
		{"M09", "50%.md", "s.md", "50%.md", "50%.md"},
		{"W01", "Sq]uare.md", "s.md", "Sq]uare", "Sq]uare.md"},
		{"HB8", "Note.md", "s.md", "Note^id", ""},

		{"4.1 unknown source", "a.md", "s.md", "", ""},
		{"4.3 up", "a/b/x.md, c/y.md", "a/b/x.md", "../../c/y", "c/y.md"},
		{"4.3 both", "a/y.md", "a/b/x.md", "./../y", "a/y.md"},
		{"4.3 out of the vault", "y.md", "a/x.md", "../../y", ""},
		{"4.3 root", "y.md", "x.md", "./y", "y.md"},
		{"4.3 out of the root", "y.md", "x.md", "../y", ""},
		{"4.3 case", "A/Note.md", "A/x.md", "./note", "A/Note.md"},
		{"4.4 root", "Note.md, a/Note.md", "a/s.md", "/Note", "Note.md"},
		{"4.4 no fallback", "a/Note.md", "a/s.md", "/Note", ""},
		{"4.4 folder", "a/Note.md, b/a/Note.md", "b/s.md", "/a/Note.md", "a/Note.md"},
		{"4.5 exact over own", "b/Note.md, a/b/Note.md", "a/b/s.md", "b/Note", "b/Note.md"},
		{"4.6 own over shorter", "z/b/Note.md, y/longer/b/Note.md", "y/longer/b/s.md", "b/Note", "y/longer/b/Note.md"},
		{"4.6 own must end so", "own/Note.md, x/b/Note.md", "own/s.md", "b/Note", "x/b/Note.md"},
		{"4.6 not below", "zz/deep/Note.md, a/Note.md", "zz/s.md", "Note", "a/Note.md"},
		{"4.7 string, not depth", "a/b/Note.md, zzzz/Note.md", "s.md", "Note", "a/b/Note.md"},
		{"4.7 UTF-16 units", "中文中文/N.md, abcde/N.md", "s.md", "N", "中文中文/N.md"},
		{"4.7 pairs count two", "😀😀😀/N.md, abcde/N.md", "s.md", "N", "abcde/N.md"},
		{"4.9 boundary", "ab/Note.md", "s.md", "b/Note", ""},
		{"4.10", "right/Note.md", "s.md", "wrong/Note", ""},
		{"4.12 final sigma", "ΟΔΟΣ.md", "s.md", "οδος", "ΟΔΟΣ.md"},
		{"4.12 medial sigma", "ΟΔΟΣ.md", "s.md", "οδοσ", "ΟΔΟΣ.md"},
		{"4.12 dotted I", "İstanbul.md", "s.md", "i\u0307stanbul", "İstanbul.md"},
		{"4.12 dotted I is not i", "İstanbul.md", "s.md", "istanbul", ""},
		{"4.13 no-break space", "My Note.md", "s.md", "My\u00a0Note", "My Note.md"},
		{"4.13 narrow no-break space", "My Note.md", "s.md", "My\u202fNote", "My Note.md"},
		{"4.13 not NFKC", "file.md", "s.md", "ﬁle", ""},
		{"4.14 upper extension", "X.MD", "s.md", "x", "X.MD"},
		{"4.14 other text is no note", "x.markdown, y.txt", "s.md", "x", ""},
		{"4.14 unknown extension", "data/set.xyz", "s.md", "set.xyz", "data/set.xyz"},
		{"4.2 no extension", "LICENSE", "s.md", "LICENSE", ""},
		{"4.2 name elsewhere", "b/v1.2.md, c/v1.2", "s.md", "b/v1.2", ""},
		{"4.2 double", "Name.md.md", "s.md", "Name.md", "Name.md.md"},
		{"4.2 double beside single", "Name.md.md, Name.md", "s.md", "Name.md", "Name.md"},
		{"twins exact", "Note.md, note.md", "s.md", "note", "note.md"},
		{"twins upper", "Note.md, note.md", "s.md", "Note.md", "Note.md"},
		{"twins below", "Sub/Note.md, Sub/note.md", "s.md", "note", "Sub/note.md"},
		{"twins neither", "Note.md, note.md", "s.md", "NOTE", "Note.md"},
		{"folder only", "a/Note.md", "s.md", "a/", ""},
		{"slash", "a/Note.md", "s.md", "/", ""},
		{"dots", "a/Note.md", "a/Note.md", "..", ""},
		{"dot", "a/Note.md", "a/Note.md", "./", ""},
	}
	for _, test := range tests {
		t.Run(test.id, func(t *testing.T) {
			g := vault(t, test.vault)
			got, ok := g.Resolve(test.link, paths(t, test.from)[0])
			if got.String() != test.want || ok != (test.want != "") {
				t.Errorf("[[%s]] in %s of {%s} is %q, %v; want %q", test.link, test.from, test.vault, got, ok, test.want)
			}
		})
	}
}

// TestAliasesNeverResolve holds R16 and R17.
func TestAliasesNeverResolve(t *testing.T) {
	a, b := file(t, "A.md"), file(t, "B.md")
	alias(a, "SC (scalar)", "Both")
	alias(b, "Both")
	g := Build([]*File{a, b, file(t, "s.md", "SC (scalar)", "SC", "Both")})
	for _, edge := range g.Outgoing(paths(t, "s.md")[0]) {
		if edge.Resolved {
			t.Errorf("[[%s]] resolves to %s by an alias", edge.Link.Path, edge.To)
		}
	}
	if got := g.Named("both"); len(got) != 2 {
		t.Errorf("Named(both) = %v, want both notes", got)
	}
}

// TestHeadingsNeverMakeAmbiguous holds R28: only the name counts.
func TestHeadingsNeverMakeAmbiguous(t *testing.T) {
	n, s := file(t, "note.md"), file(t, "s.md", "note")
	for range 5 {
		amend(n, func(n *note.Note) { n.Headings = append(n.Headings, note.Heading{Level: 1, Text: "note"}) })
	}
	g := Build([]*File{n, s})
	if got := g.Backlinks(n.Path); len(got) != 1 || got[0].From != s.Path {
		t.Errorf("Backlinks(note.md) = %v, want one from s.md", got)
	}
}

// TestSelfLink holds R31 and M05: a link without a path is an edge to itself.
func TestSelfLink(t *testing.T) {
	n := file(t, "n.md", "#H", "n#H", "N")
	g := Build([]*File{n, file(t, "m.md", "#H")})
	if got := g.Resolved()[n.Path][n.Path]; got != 3 {
		t.Errorf("n.md links %d times to itself, want 3", got)
	}
	if got := g.Backlinks(n.Path); len(got) != 3 {
		t.Errorf("Backlinks(n.md) = %v, want its own three links", got)
	}
	if got := g.Backlinks(paths(t, "m.md")[0]); len(got) != 1 {
		t.Errorf("Backlinks(m.md) = %v, want its own link", got)
	}
}

// TestUnresolvedKeys holds R32, R35, N04, M06, 4.15.
func TestUnresolvedKeys(t *testing.T) {
	s := file(t, "s.md", "Foo", "foo", "Foo.md", "note#Header", "https://example.com", "a/b.md",
		"./Gone", "x.canvas", "Cafe\u0301", "Non\u00a0Breaking", "FOO.MD")
	g := Build([]*File{s})
	want := map[string]int{"Foo": 2, "foo": 1, "note": 1, "https://example.com": 1, "a/b": 1,
		"./Gone": 1, "x.canvas": 1, "Café": 1, "Non Breaking": 1, "FOO.MD": 1}
	got := g.Unresolved()[s.Path]
	if len(got) != len(want) {
		t.Errorf("Unresolved = %v, want %v", got, want)
	}
	for key, count := range want {
		if got[key] != count {
			t.Errorf("Unresolved[%q] = %d, want %d", key, got[key], count)
		}
	}
}

// TestPropertyLinksCount holds design 5 "Graph": frontmatter links and embeds
// count, and every note and canvas is a key.
func TestPropertyLinksCount(t *testing.T) {
	s := file(t, "s.md", "T", "T#H")
	amend(s, func(n *note.Note) {
		n.Links[1].Embed = true
		n.PropertyLinks = []note.Link{{Path: "T", Key: "up"}, {Path: "Gone", Key: "related.0"}}
	})
	canvas := file(t, "c.canvas", "T.md")
	g := Build([]*File{s, canvas, file(t, "T.md"), file(t, "p.png"), file(t, "b.base")})
	resolved := g.Resolved()
	if got := resolved[s.Path]["T.md"]; got != 3 {
		t.Errorf("s.md → T.md counts %d, want 3", got)
	}
	if got := resolved[canvas.Path]["T.md"]; got != 1 {
		t.Errorf("c.canvas → T.md counts %d, want 1", got)
	}
	if len(resolved) != 3 || resolved["T.md"] == nil || len(resolved["T.md"]) != 0 {
		t.Errorf("Resolved = %v, want keys s.md, c.canvas and an empty T.md", resolved)
	}
	out := g.Outgoing(s.Path)
	if len(out) != 4 || out[0].Link.Key != "up" || out[1].LinkText != "Gone" || !out[3].Link.Embed {
		t.Errorf("Outgoing(s.md) = %v, want properties first, then the text", out)
	}
	if got := g.Backlinks("T.md"); len(got) != 4 || got[0].From != canvas.Path {
		t.Errorf("Backlinks(T.md) = %v, want four, the canvas's first", got)
	}
}

// TestExcludedFilesResolve holds F6: excluded files are link targets.
func TestExcludedFilesResolve(t *testing.T) {
	hidden := file(t, "old/Note.md")
	hidden.Excluded = true
	g := Build([]*File{hidden, file(t, "s.md", "Note")})
	if got, ok := g.Resolve("Note", vaultpath.Root); !ok || got != hidden.Path {
		t.Errorf("Resolve(Note) = %q, %v, want the excluded file", got, ok)
	}
}
