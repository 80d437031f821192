package vaultindex

import (
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func TestMain(m *testing.M) {
	if os.Getenv(crashEnv) != "" {
		crashChild()
		return
	}
	goleak.VerifyTestMain(m)
}

// writeFile writes a file of a vault in place, folders made as needed.
func writeFile(t testing.TB, vault, rel, text string) {
	t.Helper()
	name := filepath.Join(vault, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func mustPath(t testing.TB, s string) vaultpath.Path {
	t.Helper()
	p, err := vaultpath.FromDisk(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// vaultOf makes a vault of some files: path to text.
func vaultOf(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for rel, text := range files {
		writeFile(t, dir, rel, text)
	}
	return dir
}

// opened opens an index that is closed with the test, and waits until it is ready.
func opened(t testing.TB, vault string, change ...func(*Options)) *Index {
	t.Helper()
	opts := Options{Vault: vault, CacheDir: t.TempDir(), Private: DefaultPrivateRules()}
	for _, c := range change {
		c(&opts)
	}
	ix, err := Open(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ix
}

// search returns the paths a query finds, best first.
func search(t testing.TB, ix *Index, query string, private bool) []vaultpath.Path {
	t.Helper()
	s := ix.Acquire()
	defer s.Release()
	r, err := s.View(private).Search(t.Context(), SearchRequest{Query: query, Limit: 50})
	if err != nil {
		t.Fatalf("search %q: %v", query, err)
	}
	var paths []vaultpath.Path
	for _, h := range r.Hits {
		paths = append(paths, h.Path)
	}
	return paths
}

// skippedReason is why a path is in Status.Skipped, "" when it is not.
func skippedReason(ix *Index, path string) string {
	for _, s := range ix.Status().Skipped {
		if s.Path == path {
			return s.Reason
		}
	}
	return ""
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
