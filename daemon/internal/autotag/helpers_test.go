package autotag

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// vaultOf writes a vault: path to text.
func vaultOf(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for rel, text := range files {
		name := filepath.Join(dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// viewOf indexes a vault and returns what may be seen of it until the test ends.
func viewOf(t testing.TB, dir string, private bool) *vaultindex.View {
	t.Helper()
	ix, err := vaultindex.Open(t.Context(), vaultindex.Options{Vault: dir, CacheDir: t.TempDir(), Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := ix.Acquire()
	t.Cleanup(s.Release)
	return s.View(private)
}

func corpus(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "..", "shared", "corpus", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the real vaults are not here")
	}
	return dir
}

func pathOf(t testing.TB, s string) vaultpath.Path {
	t.Helper()
	p, err := vaultpath.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
