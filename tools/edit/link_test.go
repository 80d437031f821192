package edit

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// graphOf builds the graph of a model vault.
func graphOf(files tree) *graph.Graph {
	var out []*graph.File
	for p, text := range files {
		out = append(out, fileOf(p, []byte(text)))
	}
	return graph.Build(out)
}

func fileOf(p vaultpath.Path, raw []byte) *graph.File {
	f := &graph.File{Path: p, Kind: graph.KindOf(p)}
	switch f.Kind {
	case graph.KindNote:
		f.Facts = note.Pack(note.Parse(raw))
	case graph.KindCanvas:
		f.Facts = note.Pack(note.ParseCanvas(raw))
	}
	return f
}

// rename moves a file of a model vault and rewrites every link, as move_note
// does.
func rename(files tree, from, to vaultpath.Path, format LinkFormat, names bool) (tree, Set, error) {
	before := graphOf(files)
	after := before.Update([]*graph.File{fileOf(to, []byte(files[from]))}, []vaultpath.Path{from})
	s, err := renaming(files, before, after, slices.Sorted(maps.Keys(files)), from, to, Rewriter{Format: format, Names: names})
	if err != nil {
		return nil, Set{}, err
	}
	got, err := files.apply(s)
	return got, s, err
}

// renaming makes the set of a rename whose links stand in some of the files.
func renaming(files tree, before, after *graph.Graph, in []vaultpath.Path, from, to vaultpath.Path, r Rewriter) (Set, error) {
	var effects []Effect
	for _, p := range in {
		r.From, r.After, r.Vault = p, p, ResolverOf(after.Lens)
		e := Effect{Op: Replace, Path: p, Before: SumOf([]byte(files[p]))}
		if p == from {
			r.After, e.Op, e.To = to, Move, to
		}
		r.Target = func(l note.Link) (was, now vaultpath.Path, ok bool) {
			if was, ok = before.Resolve(l.Path, p); ok && was == from {
				return was, to, true
			}
			return was, was, ok
		}
		out, changes, err := r.Rewrite([]byte(files[p]))
		if err != nil {
			return Set{}, err
		}
		if len(changes) > 0 {
			e.After = out
		}
		if p == from || len(changes) > 0 {
			effects = append(effects, e)
		}
	}
	return NewSet(effects...)
}

// Users D42; RB3: every kind of link follows a moved file, and only targets
// change.
func TestRewriteEveryKindOfLink(t *testing.T) {
	files := tree{
		"Old note.md": "self [[#H]] and [[Old note#H]]\n",
		"a.md": "---\nup: \"[[Old note|shown]]\"\nrel: ['[[Old note#H]]', \"[t](Old%20note.md#H)\"]\n---\n" +
			"[[Old note]] [[old note|Old note]] ![[Old note#^id|100]] [[ Old note ]]\n" +
			"[t](Old%20note.md) [t](<Old note.md> \"title\") [t](Old%20note#H) ![e](Old%20note.md)\n" +
			"| [[Old note\\|x]] |\n|---|\n\n[r][ref] [ref]\n\n[ref]: Old%20note.md#H 'x'\n[other]: b.md\n\n" +
			"`[[Old note]]`\n\n```\n[[Old note]]\n[ref]: Old%20note.md\n```\n\n[[b]] [x](https://y.z/Old%20note.md)\n[![i](pic.png)](Old%20note.md)\n",
		"b.md":     "no link\n",
		"pic.png":  "",
		"c.canvas": `{"nodes":[{"id":"1","type":"file","file":"Old note.md","subpath":"#H"},{"id":"2","type":"text","text":"see [[Old note|\"x\"]]\n[t](Old%20note.md)"}],"edges":[]}`,
		"d.base":   "filters:\n  and:\n    - file.hasLink(\"Old note\")\n    - 'link(\"Old note.md\") == this'\n    - up == \"[[Old note]]\"\n",
	}
	got, s, err := rename(files, "Old note.md", "Sub/New (1) näme.md", Shortest, false)
	if err != nil {
		t.Fatal(err)
	}
	const w, m, l = "New (1) näme", "New%20(1)%20näme", "New (1) näme.md"
	want := tree{
		"Sub/New (1) näme.md": "self [[#H]] and [[" + w + "#H]]\n",
		"a.md": "---\nup: \"[[" + w + "|shown]]\"\nrel: ['[[" + w + "#H]]', \"[t](" + m + ".md#H)\"]\n---\n" +
			"[[" + w + "]] [[" + w + "|Old note]] ![[" + w + "#^id|100]] [[ " + w + " ]]\n" +
			"[t](" + m + ".md) [t](<" + l + "> \"title\") [t](" + m + "#H) ![e](" + m + ".md)\n" +
			"| [[" + w + "\\|x]] |\n|---|\n\n[r][ref] [ref]\n\n[ref]: " + m + ".md#H 'x'\n[other]: b.md\n\n" +
			"`[[Old note]]`\n\n```\n[[Old note]]\n[ref]: Old%20note.md\n```\n\n[[b]] [x](https://y.z/Old%20note.md)\n[![i](pic.png)](" + m + ".md)\n",
		"b.md":     "no link\n",
		"pic.png":  "",
		"c.canvas": `{"nodes":[{"id":"1","type":"file","file":"Sub/New (1) näme.md","subpath":"#H"},{"id":"2","type":"text","text":"see [[` + w + `|\"x\"]]\n[t](` + m + `.md)"}],"edges":[]}`,
		"d.base":   "filters:\n  and:\n    - file.hasLink(\"" + w + "\")\n    - 'link(\"" + l + "\") == this'\n    - up == \"[[" + w + "]]\"\n",
	}
	for p, text := range want {
		if got[p] != text {
			t.Errorf("%s:\n%s\nwant\n%s", p, got[p], text)
		}
	}
	checkSet(t, files, s)
}

// F8, RB5: the path is written as the vault asks, and never so that it could mean
// another file.
func TestLinkFormats(t *testing.T) {
	cases := []struct {
		name     string
		files    tree
		from, to vaultpath.Path
		format   LinkFormat
		in       vaultpath.Path
		want     string
	}{
		{"shortest", tree{"x.md": "", "a.md": "[[x]]"}, "x.md", "d/y.md", Shortest, "a.md", "[[y]]"},
		{"shortest, name taken", tree{"x.md": "", "a.md": "[[x]]", "e/y.md": ""}, "x.md", "d/y.md", Shortest, "a.md", "[[d/y]]"},
		{"shortest, only moved", tree{"x.md": "", "a.md": "[[x]]"}, "x.md", "d/x.md", Shortest, "a.md", "[[x]]"},
		{"v0.8.3: others stay unambiguous", tree{"d/y.md": "", "x.md": "", "a.md": "[[y]]"}, "x.md", "y.md", Shortest, "a.md", "[[d/y]]"},
		{"absolute", tree{"x.md": "", "a.md": "[[x]]"}, "x.md", "d/e/y.md", Absolute, "a.md", "[[d/e/y]]"},
		{"relative down", tree{"x.md": "", "a.md": "[t](x.md)"}, "x.md", "d/y.md", Relative, "a.md", "[t](d/y.md)"},
		{"relative up", tree{"x.md": "", "s/t/a.md": "[t](../../x.md)"}, "x.md", "d/y.md", Relative, "s/t/a.md", "[t](../../d/y.md)"},
		{"relative, another is nearer", tree{"x.md": "", "s/a.md": "[[x]]", "y.md": ""}, "x.md", "s/y.md", Relative, "s/a.md", "[[./y]]"},
		{"relative, the linking note moves", tree{"d/x.md": "", "s/a.md": "[[../d/x]]"}, "s/a.md", "t/u/a.md", Relative, "t/u/a.md", "[[../../d/x]]"},
		{"an attachment keeps its extension", tree{"x.png": "", "a.md": "![[x.png|100]]"}, "x.png", "p/y z.png", Shortest, "a.md", "![[y z.png|100]]"},
		{"a root file is named from its root", tree{"x.md": "", "s/a.md": "[[x]]", "s/y.md": ""}, "x.md", "y.md", Shortest, "s/a.md", "[[y]]"},
		{"RB4 off", tree{"x.md": "", "a.md": "[[x|x]]"}, "x.md", "y.md", Shortest, "a.md", "[[y|x]]"},
		{"hash in a Markdown link (M6)", tree{"x.md": "", "a.md": "[t](x.md#h)"}, "x.md", "C# 50%.md", Shortest, "a.md", "[t](C%23%2050%25.md#h)"},
		{"percent-encoded beyond ASCII", tree{"ä.md": "", "a.md": "[t](%C3%A4.md)"}, "ä.md", "ö.md", Shortest, "a.md", "[t](%C3%B6.md)"},
		{"a parenthesis", tree{"x.md": "", "a.md": "[t](x.md)"}, "x.md", "y).md", Shortest, "a.md", "[t](y%29.md)"},
		{"a quote in a property", tree{"x.md": "", "a.md": "---\nu: '[[x]]'\n---\n"}, "x.md", "it's.md", Shortest, "a.md", "---\nu: '[[it''s]]'\n---\n"},
	}
	for _, c := range cases {
		got, s, err := rename(c.files, c.from, c.to, c.format, false)
		if err != nil || got[c.in] != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got[c.in], err, c.want)
			continue
		}
		checkSet(t, c.files, s)
	}
}

// RB4: a display text that was the name follows it, where that is asked for.
func TestDisplayFollowsName(t *testing.T) {
	files := tree{"f/2.md": "", "a.md": "[[f/2|2]] [2](f/2.md) [[f/2|two]] [[f/2]]"}
	got, _, err := rename(files, "f/2.md", "f/222.md", Absolute, true)
	if err != nil || got["a.md"] != "[[f/222|222]] [222](f/222.md) [[f/222|two]] [[f/222]]" {
		t.Errorf("%q, %v", got["a.md"], err)
	}
}

// A name no wikilink can hold refuses the rewriting; nothing is half done.
func TestRewriteRefuses(t *testing.T) {
	for _, to := range []vaultpath.Path{"C#.md", "a|b.md", "x]].md"} {
		_, _, err := rename(tree{"x.md": "", "a.md": "[[x]] [t](x.md)"}, "x.md", to, Shortest, false)
		wantError(t, err, InvalidArgument, "line 1", "choose a name without")
	}
}

// corpora yields the real vaults beside the repository, none where they are not.
func corpora(t *testing.T) map[string]tree {
	t.Helper()
	out := map[string]tree{}
	for _, name := range []string{"kepano", "knowledge-garden-zh"} {
		root, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "corpus", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(root); err != nil {
			continue
		}
		out[name] = readTree(t, root)
	}
	if len(out) == 0 {
		t.Skip("the corpora are not beside the repository")
	}
	return out
}

func readTree(t *testing.T, root string) tree {
	t.Helper()
	out := tree{}
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		p, err := vaultpath.FromDisk(rel)
		if err != nil || p.Hidden() {
			return nil
		}
		raw, err := os.ReadFile(file)
		out[p] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Issue 4: over the corpora, notes with backlinks are moved to a name that needs
// every escape. No link is lost or gained, and undoing restores every byte.
func TestRenameOverCorpora(t *testing.T) {
	for name, files := range corpora(t) {
		before := graphOf(files)
		moved := 0
		for i, p := range slices.Sorted(maps.Keys(files)) {
			if links := len(before.Backlinks(p)); p.IsNote() && links > 0 && (i%7 == 0 || links > 50) {
				checkRename(t, name, files, before, p, LinkFormat(moved%3))
				moved++
			}
		}
		if moved == 0 {
			t.Errorf("%s: nothing was moved", name)
		}
		t.Logf("%s: %d notes moved", name, moved)
	}
}

func checkRename(t *testing.T, name string, files tree, before *graph.Graph, p vaultpath.Path, format LinkFormat) {
	t.Helper()
	to, err := p.Dir().Join("Moved (1) 50% 到此.md")
	if err != nil {
		t.Fatal(err)
	}
	in := append(slices.Collect(before.Linking(p)), p)
	slices.Sort(in)
	after := before.Update([]*graph.File{fileOf(to, []byte(files[p]))}, []vaultpath.Path{p})
	s, err := renaming(files, before, after, slices.Compact(in), p, to, Rewriter{Format: format})
	if err != nil {
		t.Errorf("%s: %s: %v", name, p, err)
		return
	}
	got := checkSet(t, files, s)
	var changed []*graph.File
	for _, e := range s.Effects() {
		end, _ := e.ends()
		changed = append(changed, fileOf(end, []byte(got[end])))
	}
	after = before.Update(changed, []vaultpath.Path{p})
	if len(after.Backlinks(to)) != len(before.Backlinks(p)) || after.Stats().Unresolved != before.Stats().Unresolved {
		t.Errorf("%s: %s: %d links became %d, %d unresolved became %d", name, p, len(before.Backlinks(p)), len(after.Backlinks(to)), before.Stats().Unresolved, after.Stats().Unresolved)
	}
}

// FuzzRewrite: moving the file that a text links to keeps every byte outside
// link targets and every link's meaning, or is refused.
func FuzzRewrite(f *testing.F) {
	f.Add("[[x]] [t](x.md#h) ![[x|y]] [r]\n\n[r]: <x.md>", "d/y z", uint8(0))
	f.Add("---\nu: \"[[x]]\"\nv: ['[a](x)']\n---\n[![a](x.png)](x.md \"t\")", "C# 100%", uint8(1))
	f.Add("| [[x\\|y]] |\n|-|\n> [a\n> b](x)\n%% [[x#^i]] %%\n`[[x]]`", "(", uint8(2))
	f.Fuzz(func(t *testing.T, text, name string, mode uint8) {
		to, err := vaultpath.Parse(name + ".md")
		if err != nil || to.Hidden() || to.Fold() == "a.md" || to.Fold() == "x.md" || len(text) > 4000 {
			return
		}
		files := tree{"x.md": "", "a.md": text, "x.png": "", "s/z.md": ""}
		if to.Fold() == "s/z.md" {
			return
		}
		got, s, err := rename(files, "x.md", to, LinkFormat(mode%3), mode&4 > 0)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("an error without a code: %v", err)
			}
			return
		}
		checkSet(t, files, s)
		before, after := graphOf(files), graphOf(got)
		if a, b := len(before.Backlinks("x.md")), len(after.Backlinks(to)); a > b { // links that led nowhere may lead there now
			t.Fatalf("%q → %q: %d links became %d", text, got["a.md"], a, b)
		}
		if mode&4 == 0 {
			sameButLinks(t, []byte(text), []byte(got["a.md"]))
		}
	})
}

// sameButLinks holds that what stands between links is the same.
func sameButLinks(t *testing.T, before, after []byte) {
	t.Helper()
	if a, b := between(before), between(after); a != b && !strings.Contains(string(before), "]:") {
		t.Fatalf("%q → %q: the text between the links changed", before, after)
	}
}

func between(raw []byte) string {
	var b strings.Builder
	at := 0
	links := linksOf(raw, "a.md")
	slices.SortFunc(links, func(a, b site) int { return a.Span.Start - b.Span.Start })
	for _, l := range links {
		if l.Span.Start >= at {
			b.Write(raw[at:l.Span.Start])
			b.WriteByte(0)
		}
		at = max(at, l.Span.End)
	}
	b.Write(raw[at:])
	return b.String()
}
