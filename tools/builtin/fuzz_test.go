package builtin

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// fuzzEnv is a small vault that all inputs of a fuzz run share.
func fuzzEnv(f *testing.F) *tools.Env {
	dir := f.TempDir()
	for name, content := range map[string]string{"a.md": garden, "b c.md": "x [[a]]\n", "數.md": "字\r\n", "bin.dat": "\x00", "empty.md": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	ix, err := vaultindex.Open(f.Context(), vaultindex.Options{Vault: dir, CacheDir: f.TempDir(), Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		f.Fatal(err)
	}
	if err := ix.WaitReady(f.Context()); err != nil {
		f.Fatal(err)
	}
	snap := ix.Acquire()
	f.Cleanup(func() {
		snap.Release()
		if err := ix.Close(); err != nil {
			f.Error(err)
		}
	})
	return &tools.Env{View: snap.View(false), Root: dir, Reads: tools.NewReads()}
}

// FuzzCall gives every tool any arguments at all: nothing panics or is Ibid's
// own fault, every result is JSON, and every failure names a correct call.
func FuzzCall(f *testing.F) {
	specs := registry.Specs()
	for i, spec := range specs {
		for _, example := range spec.Examples {
			f.Add(uint8(i), string(example))
		}
	}
	for _, s := range []string{"..", "/", `a\b`, "C:", "[[a#^peas|z]]", "\x00", ".", "a/./b", "NUL", "[", "(?i", strings.Repeat("é/", 300)} {
		f.Add(uint8(0), `{"path":`+quote(s)+`}`)
		f.Add(uint8(1), `{"slug":`+quote(s)+`,"cursor":`+quote(s)+`}`)
		f.Add(uint8(1), `{"slug":"a","section":`+quote(s)+`}`)
		f.Add(uint8(2), `{"glob":`+quote(s)+`,"query":`+quote(s)+`,"type":`+quote(s)+`}`)
		f.Add(uint8(3), `{"pattern":`+quote(s)+`,"output_mode":"content","context_before":3}`)
		f.Add(uint8(5), `{"query":`+quote(s)+`}`)
	}
	env := fuzzEnv(f)
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		name := specs[int(which)%len(specs)].Name
		res := registry.Call(t.Context(), env, name, json.RawMessage(args))
		raw, err := json.Marshal(res)
		if err != nil || res.Code == tools.Internal || res.Summary == "" {
			t.Fatalf("%s %q: %s, %v", name, args, raw, err)
		}
		failed, ok := res.Data.(*tools.Failure)
		if !ok {
			return
		}
		v := testVault{t: t}
		v.checkCall(failed.Call)
	})
}
