package builtin

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// corpora are real vaults, used where they are at hand.
var corpora = []string{"kepano", "knowledge-garden-zh"}

// corpusDir finds a corpus beside the repository, or skips.
func corpusDir(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		corpus := filepath.Join(dir, "shared", "corpus", name)
		if info, err := os.Stat(corpus); err == nil && info.IsDir() {
			return corpus
		}
	}
	tb.Skipf("the corpus %s is not at hand", name)
	return ""
}

func corpusEnv(tb testing.TB, name string) *tools.Env {
	tb.Helper()
	ix, err := vaultindex.Open(tb.Context(), vaultindex.Options{Vault: corpusDir(tb, name), CacheDir: tb.TempDir(), Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := ix.Close(); err != nil {
			tb.Error(err)
		}
	})
	if err := ix.WaitReady(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	snap := ix.Acquire()
	tb.Cleanup(snap.Release)
	return &tools.Env{View: snap.View(false)}
}

// Every note of a real vault can be found, read by its slug, and read in pages
// that make up the whole.
func TestEveryNoteOfARealVaultCanBeRead(t *testing.T) { // R093, R100, R113
	for _, name := range corpora {
		t.Run(name, func(t *testing.T) {
			env := corpusEnv(t, name)
			notes := 0
			for f := range env.View.Files() {
				if !f.Parsed() || !f.Path.IsNote() || f.Size > maxFile {
					continue
				}
				notes++
				for tool, args := range map[string]string{"read_file": callArgs("path", f.Path.String()), "read_note": callArgs("slug", f.Path.Slug())} {
					res := registry.Call(t.Context(), env, tool, json.RawMessage(args))
					if res.Status != tools.StatusOK {
						t.Errorf("%s %s: %s %s", tool, args, res.Code, res.Summary)
					}
				}
			}
			res := registry.Call(t.Context(), env, "find_files", json.RawMessage(`{"type":"md"}`))
			if total := res.Data.(*foundFiles).Total; notes == 0 || total < notes {
				t.Errorf("%d notes, find_files found %d", notes, total)
			}
		})
	}
}

// Many calls of one run share an environment.
func TestCallsRunSideBySide(t *testing.T) { // contracts 2.4
	v := newVault(t, map[string]string{"a.md": numbered(50), "b.md": "line\n", "c/d.md": "line [[a]]\n"})
	calls := map[string]string{
		"read_file": `{"path":"a.md"}`, "read_note": `{"slug":"d"}`, "find_files": `{}`, "grep": `{"pattern":"line"}`,
		"list_dir": `{"path":".","recursive":true}`, "knowledge_search": `{"query":"line"}`,
	}
	var wg sync.WaitGroup
	for range 8 {
		for name, args := range calls {
			wg.Go(func() {
				if res := registry.Call(t.Context(), v.env, name, json.RawMessage(args)); !res.Status.Success() {
					t.Errorf("%s: %+v", name, res)
				}
			})
		}
	}
	wg.Wait()
}

func BenchmarkTools(b *testing.B) {
	for _, name := range corpora {
		env := corpusEnv(b, name)
		for _, call := range [][2]string{
			{"grep", `{"pattern":"zettel"}`},
			{"grep", `{"pattern":"zettel","case_insensitive":true}`},
			{"grep", `{"pattern":"\\d{4}-\\d{2}-\\d{2}","output_mode":"count"}`},
			{"find_files", `{"query":"a","sort":"modified"}`},
			{"list_dir", `{"path":".","recursive":true}`},
			{"read_note", `{"slug":"README"}`},
			{"knowledge_search", `{"query":"how do notes link"}`},
		} {
			b.Run(fmt.Sprintf("%s/%s%s", name, call[0], call[1]), func(b *testing.B) {
				for b.Loop() {
					registry.Call(b.Context(), env, call[0], json.RawMessage(call[1]))
				}
			})
		}
	}
}

// callArgs writes the arguments of a call.
func callArgs(name, value string) string { return "{" + quote(name) + ":" + quote(value) + "}" }
