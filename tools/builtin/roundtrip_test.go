package builtin

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// oddNames are parts of names that exist on disks, whoever made them.
var oddNames = []string{
	" lead", "trail ", "in  side", "\"quoted\"", "it's", "`tick`", "new\nline", "tab\tname", "cafe\u0301", "caf\u00e9 2", "no\u00a0break", "narrow\u202fbreak",
	"#hash", "a^caret", "pipe|bar", "100%", "%20", "a%2Fb", "[[link]]", "[x](y)", "![[e]]", "x.md", "dots...", "..two", "~home", "-dash", "*star*", "q?", "{a,b}", "[abc]", "<b>", "&amp;",
	"猫", "👩‍👩‍👧", "\u202ereversed", "\u200bzero", "Q: what", "con", "$HOME", "; rm", "+plus", "a,b", "@at", "=eq", strings.Repeat("長", 80), strings.Repeat("n", 240),
}

// Every path a tool prints is accepted by every tool that takes one.
func TestPathsGoRound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "ibid-round")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		name := rapid.SampledFrom(oddNames)
		for range rapid.IntRange(1, 6).Draw(rt, "files") {
			folder := rapid.SampledFrom([]string{"", name.Draw(rt, "folder")}).Draw(rt, "where")
			base := name.Draw(rt, "name") + rapid.SampledFrom([]string{".md", ".md", ".txt", "", " .md", ".canvas"}).Draw(rt, "ext")
			full := filepath.Join(dir, folder, base)
			if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
				_ = os.WriteFile(full, []byte("zebra\n# h\n"), 0o644) // some disks refuse some names
			}
		}
		roundTrip(t, rt, dir)
	})
}

func roundTrip(t *testing.T, rt *rapid.T, dir string) {
	ix, err := vaultindex.Open(t.Context(), vaultindex.Options{Vault: dir, CacheDir: dir + "-cache", Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		rt.Fatal(err)
	}
	defer os.RemoveAll(dir + "-cache")
	defer ix.Close()
	if err := ix.WaitReady(t.Context()); err != nil {
		rt.Fatal(err)
	}
	snap := ix.Acquire()
	defer snap.Release()
	env := &tools.Env{View: snap.View(false), Root: dir}
	call := func(tool string, args map[string]any) tools.Result {
		raw, _ := json.Marshal(args)
		res := registry.Call(t.Context(), env, tool, raw)
		if !res.Status.Success() {
			rt.Fatalf("%s %s: %s %s", tool, raw, res.Code, res.Summary)
		}
		return res
	}
	printed := map[string]bool{}
	for _, e := range call("list_dir", map[string]any{"path": ".", "recursive": true}).Data.(*listing).Entries {
		printed[e.Path] = e.Type == "dir"
	}
	for _, p := range call("find_files", map[string]any{"include_dirs": true}).Data.(*foundFiles).Paths {
		if _, ok := printed[p]; !ok {
			rt.Fatalf("find_files prints %q, list_dir does not", p)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(printed)) {
		folder := printed[p]
		call("grep", map[string]any{"pattern": "zebra", "path": p})
		if folder {
			call("list_dir", map[string]any{"path": p})
			call("find_files", map[string]any{"path": p})
			continue
		}
		if got := call("read_file", map[string]any{"path": p}).Data.(*fileText); got.Path != p || !strings.Contains(got.Content, "zebra") {
			rt.Fatalf("%q reads %+v", p, got)
		}
		if strings.HasSuffix(p, ".md") {
			noteTrip(rt, call, p)
		}
	}
}

// noteTrip holds that a note's path, and the slug printed for it, name it.
func noteTrip(rt *rapid.T, call func(string, map[string]any) tools.Result, p string) {
	got := call("read_note", map[string]any{"slug": p}).Data.(*noteText)
	if got.Path != p {
		rt.Fatalf("%q as a slug is %q", p, got.Path)
	}
	for _, tool := range []string{"get_backlinks", "related_notes", "list_tags", "read_note"} {
		res := call(tool, map[string]any{"slug": p})
		if d, ok := res.Data.(*backlinks); ok && d.Path != p {
			rt.Fatalf("%s of %q is of %q", tool, p, d.Path)
		}
		call(tool, map[string]any{"slug": got.Slug})
	}
	call("read_passages", map[string]any{"query": "zebra", "from": p})
}
