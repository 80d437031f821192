package builtin

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Issue 4: in real vaults every note with backlinks is moved away and back. The
// graph is what it was, and no byte but those of rewritten links has changed. A
// few notes are tried, or with IBID_LONG=1 all.
func TestMoveNotesOfRealVaults(t *testing.T) {
	for _, name := range corpora {
		t.Run(name, func(t *testing.T) {
			v := &testVault{t: t, dir: t.TempDir()}
			if err := os.CopyFS(v.dir, os.DirFS(corpusDir(t, name))); err != nil {
				t.Fatal(err)
			}
			v.open().allowPrivate()
			v.allowWhole()
			m := mover{v, v.texts(), linksNow(v)}
			tried := few(linkedNotes(v))
			for _, p := range tried {
				m.roundTrip(p)
			}
			t.Logf("%d notes moved away and back", len(tried))
		})
	}
}

// few is a sample, or all.
func few(all []vaultpath.Path) []vaultpath.Path {
	const sample = 4
	if os.Getenv("IBID_LONG") != "" || len(all) <= sample {
		return all
	}
	var some []vaultpath.Path
	for i := range sample {
		some = append(some, all[i*len(all)/sample])
	}
	return some
}

// linkedNotes are the notes that others link to.
func linkedNotes(v *testVault) []vaultpath.Path {
	var out []vaultpath.Path
	for f := range v.env.All().Files() {
		for e := range v.env.All().Graph().LinksTo(f.Path) {
			if f.Kind == graph.KindNote && e.From != f.Path {
				out = append(out, f.Path)
				break
			}
		}
	}
	return out
}

// edges are the links of a vault, in order, by the file they stand in.
type edges map[vaultpath.Path][]end

// end is where a link leads.
type end struct {
	to      vaultpath.Path
	text    string // where it leads nowhere
	subpath string
}

func linksNow(v *testVault) edges {
	out := edges{}
	lens := v.env.All().Graph()
	for f := range v.env.All().Files() {
		for _, e := range lens.Outgoing(f.Path) {
			to := end{e.To, "", e.Link.Subpath}
			if !e.Resolved {
				to.text = e.LinkText
			}
			out[f.Path] = append(out[f.Path], to)
		}
	}
	return out
}

// moved is the graph with a file under another path.
func (g edges) moved(from, to vaultpath.Path) edges {
	at := func(p vaultpath.Path) vaultpath.Path {
		if p == from {
			return to
		}
		return p
	}
	out := edges{}
	for p, links := range g {
		for _, l := range links {
			l.to = at(l.to)
			out[at(p)] = append(out[at(p)], l)
		}
	}
	return out
}

func (g edges) equal(o edges) bool {
	return maps.EqualFunc(g, o, func(a, b []end) bool { return slices.Equal(a, b) })
}

// texts are the bytes of all files on disk.
func (v *testVault) texts() map[string][]byte {
	v.t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(v.dir, func(full string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(v.dir, full)
		if err == nil {
			out[filepath.ToSlash(rel)], err = os.ReadFile(full)
		}
		return err
	})
	if err != nil {
		v.t.Fatal(err)
	}
	return out
}

// mover moves notes of a vault that was so at first.
type mover struct {
	v     *testVault
	first map[string][]byte
	links edges
}

// roundTrip moves a note under a new name into a new folder, and back.
func (m mover) roundTrip(p vaultpath.Path) {
	t := m.v.t
	away, err := vaultpath.Parse("Ibid moved/here/" + p.Name() + " (moved) & more.md")
	if err != nil {
		t.Fatal(err)
	}
	touched := m.move(p, away, argsOf("slug", p.String(), "name", away.Name(), "folder", "Ibid moved/here"))
	if now := linksNow(m.v); !now.equal(m.links.moved(p, away)) {
		t.Errorf("moving %q to %q: links mean something else: %v", p, away, differing(m.links.moved(p, away), now))
	}
	touched = append(touched, m.move(away, p, argsOf("slug", away.String(), "name", p.Name(), "folder", folderName(p.Dir())))...)
	if now := linksNow(m.v); !now.equal(m.links) {
		t.Errorf("moving %q back: links mean something else: %v", p, differing(m.links, now))
	}
	m.sameButLinks(touched)
}

// move moves a note and returns the files that were touched, by the paths they
// have at first.
func (m mover) move(from, to vaultpath.Path, args string) []vaultpath.Path {
	m.v.t.Helper()
	res := m.v.call("move_note", args)
	if res.Set == nil {
		m.v.t.Fatalf("move_note %s: %s %s", args, res.Code, res.Summary)
	}
	var touched []vaultpath.Path
	for _, e := range res.Set.Effects() {
		m.v.carryOut(e)
		if e.Op != edit.Mkdir && e.Path != from {
			touched = append(touched, e.Path)
		}
	}
	m.v.release()
	m.v.refresh()
	m.v.allowWhole()
	if back := string(to); m.first[back] != nil {
		touched = append(touched, to)
	}
	return touched
}

// sameButLinks holds files to what they were, the text of their links left out,
// and puts them back.
func (m mover) sameButLinks(touched []vaultpath.Path) {
	m.v.t.Helper()
	slices.Sort(touched)
	for _, p := range slices.Compact(touched) {
		was, is := m.first[p.String()], []byte(m.v.read(p.String()))
		if !bytes.Equal(withoutLinks(p, was), withoutLinks(p, is)) {
			m.v.t.Errorf("%q: bytes outside links changed:\n%s", p, edit.Compare(was, is).Unified("was", "is", 0))
		}
	}
}

// withoutLinks cuts every link out of a text.
func withoutLinks(p vaultpath.Path, raw []byte) []byte {
	var spans []note.Span
	links := note.Parse(raw).Links
	if graph.KindOf(p) == graph.KindCanvas {
		links = note.ParseCanvas(raw).Links
	} else {
		links = append(links, note.Parse(raw).PropertyLinks...)
	}
	for _, l := range links {
		spans = append(spans, l.Span)
	}
	slices.SortFunc(spans, func(a, b note.Span) int { return a.Start - b.Start })
	var out []byte
	at := 0
	for _, s := range spans {
		if s.Start >= at {
			out, at = append(append(out, raw[at:s.Start]...), "[]"...), s.End
		}
	}
	return append(out, raw[at:]...)
}

// differing are the files of which the links differ.
func differing(want, got edges) []string {
	var out []string
	for p := range want {
		if !slices.Equal(want[p], got[p]) && len(out) < 5 {
			out = append(out, p.String()+": "+quote(len(want[p])))
			for i, l := range want[p] {
				if i < len(got[p]) && got[p][i] != l {
					out = append(out, string(l.to)+l.text+l.subpath+" → "+string(got[p][i].to)+got[p][i].text+got[p][i].subpath)
				}
			}
		}
	}
	return out
}
