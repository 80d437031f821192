package builtin

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Small vaults in which every name is in doubt: notes of one name in several
// folders, links of every form. Whatever is moved or made, no link means another
// file afterwards.
func TestNoLinkEverMeansAnotherFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "ibid-move")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		doubtfulVault(rt, dir)
		w := openDoubtful(t, rt, dir)
		defer w.close()
		w.move(rt)
	})
}

var (
	doubtFolders = []string{"", "a/", "b/", "a/b/", "bb/"}
	doubtNames   = []string{"N", "n", "M", "N.x", "N N", "é"}
	doubtLinks   = []string{"[[%s]]", "![[%s]]", "[[%s#h]]", "[[%s|N]]", "[[%s.md]]", "[N](<%s.md>)", "[x](<%s>)", "[[./%s]]", "[[../%s]]", "[[/%s]]", "[[%s#^i|x\\|y]]"}
)

// doubtfulVault writes a vault.
func doubtfulVault(rt *rapid.T, dir string) {
	name := rapid.Custom(func(rt *rapid.T) string {
		return rapid.SampledFrom(doubtFolders).Draw(rt, "folder") + rapid.SampledFrom(doubtNames).Draw(rt, "name")
	})
	format := rapid.SampledFrom([]string{"shortest", "relative", "absolute"}).Draw(rt, "format")
	write := func(file, text string) {
		full := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			rt.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			rt.Fatal(err)
		}
	}
	write(".obsidian/app.json", `{"newLinkFormat":"`+format+`"}`)
	for range rapid.IntRange(2, 6).Draw(rt, "files") {
		var b strings.Builder
		if rapid.Bool().Draw(rt, "property") {
			fmt.Fprintf(&b, "---\nup: \"[[%s]]\"\n---\n", name.Draw(rt, "up"))
		}
		for range rapid.IntRange(0, 4).Draw(rt, "links") {
			target := name.Draw(rt, "target")
			if rapid.Bool().Draw(rt, "bare") {
				target = target[strings.LastIndex(target, "/")+1:]
			}
			b.WriteString("- " + fmt.Sprintf(rapid.SampledFrom(doubtLinks).Draw(rt, "form"), target) + "\n")
		}
		write(name.Draw(rt, "file")+rapid.SampledFrom([]string{".md", ".md", ".md", ".canvas", ".txt"}).Draw(rt, "ext"), b.String())
	}
}

// doubtful is an open vault, and the environment of a run over it.
type doubtful struct {
	t     *testing.T
	ix    *vaultindex.Index
	snap  *vaultindex.Snapshot
	env   *tools.Env
	cache string
}

func openDoubtful(t *testing.T, rt *rapid.T, dir string) *doubtful {
	w := &doubtful{t: t, cache: dir + "-cache"}
	ix, err := vaultindex.Open(t.Context(), vaultindex.Options{Vault: dir, CacheDir: w.cache, Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		rt.Fatal(err)
	}
	if err := ix.WaitReady(t.Context()); err != nil {
		rt.Fatal(err)
	}
	w.ix, w.snap = ix, ix.Acquire()
	w.env = &tools.Env{View: w.snap.View(false), Whole: w.snap.View(true), Root: dir}
	return w
}

func (w *doubtful) close() {
	w.snap.Release()
	w.ix.Close()
	os.RemoveAll(w.cache)
}

// move moves a note or makes one, and holds the vault as it will be to what it
// was.
func (w *doubtful) move(rt *rapid.T) {
	tool, args := w.change(rt)
	raw, err := json.Marshal(args)
	if err != nil {
		rt.Fatal(err)
	}
	res := registry.Call(w.t.Context(), w.env, tool, raw)
	switch {
	case res.Code == tools.Internal:
		rt.Fatalf("%s %s: %s", tool, raw, res.Summary)
	case res.Set == nil:
		return // refused, and nothing changed
	}
	before := &graph.Graph{Lens: w.env.Whole.Graph()}
	after, to := applied(before, res)
	for f := range before.Files() {
		was, is := before.Outgoing(f.Path), after.Outgoing(to(f.Path))
		if len(was) != len(is) {
			rt.Fatalf("%s %s: %s has %d links, had %d", tool, raw, f.Path, len(is), len(was))
		}
		for i, e := range was {
			if e.Resolved && is[i].To != to(e.To) {
				rt.Fatalf("%s %s: the link %q of %s to %s is now %q to %s", tool, raw, e.Link.Path, f.Path, e.To, is[i].Link.Path, is[i].To)
			}
		}
	}
}

// change draws a call.
func (w *doubtful) change(rt *rapid.T) (tool string, args map[string]any) {
	var notes []vaultpath.Path
	for f := range w.env.Whole.Files() {
		if f.Kind == graph.KindNote {
			notes = append(notes, f.Path)
		}
	}
	name, folder := rapid.SampledFrom(doubtNames).Draw(rt, "to"), strings.TrimSuffix(rapid.SampledFrom(append(doubtFolders, "new/")).Draw(rt, "into"), "/")
	if folder == "" {
		folder = "."
	}
	if len(notes) == 0 || rapid.IntRange(0, 3).Draw(rt, "make") == 0 {
		return "create_note", map[string]any{"title": name, "content": "new\n", "folder": folder}
	}
	args = map[string]any{"slug": rapid.SampledFrom(notes).Draw(rt, "note").String(), "name": name}
	if rapid.Bool().Draw(rt, "folder") {
		args["folder"] = folder
	}
	return "move_note", args
}

// applied is the graph after a set, and where each file of before stands in it.
func applied(before *graph.Graph, res tools.Result) (*graph.Graph, func(vaultpath.Path) vaultpath.Path) {
	moves := map[vaultpath.Path]vaultpath.Path{}
	var put []*graph.File
	var gone []vaultpath.Path
	for _, e := range res.Set.Effects() {
		f := graph.File{}
		if old, ok := before.File(e.Path); ok {
			f = *old
		}
		f.Path = e.Path
		if e.To != "" {
			moves[e.Path], f.Path = e.To, e.To
			gone = append(gone, e.Path)
		}
		f.Kind = graph.KindOf(f.Path)
		switch {
		case e.Op.String() == "mkdir":
			continue
		case e.After != nil && f.Kind == graph.KindCanvas:
			f.Facts = note.Pack(note.ParseCanvas(e.After))
		case e.After != nil:
			f.Facts = note.Pack(note.Parse(e.After))
		}
		put = append(put, &f)
	}
	return before.Update(put, gone), func(p vaultpath.Path) vaultpath.Path {
		if to, ok := moves[p]; ok {
			return to
		}
		return p
	}
}
