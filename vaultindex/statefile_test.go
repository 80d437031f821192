package vaultindex

import (
	"os"
	"path/filepath"
	"testing"
)

// Design decision 4: the index can be deleted at any time, so whatever stands
// in place of a file of ours is moved out of the way and what it held is made
// again.
func TestAnythingInPlaceOfStateIsMadeAnew(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "zebra"})
	replace := func(pattern string, with func(*testing.T, string)) func(*testing.T, string) {
		return func(t *testing.T, cache string) {
			for _, name := range glob(t, cache, pattern) {
				if err := os.RemoveAll(name); err != nil {
					t.Fatal(err)
				}
				with(t, name)
			}
		}
	}
	folder := func(t *testing.T, name string) { writeFile(t, name, "inner/deep.txt", "x") }
	file := func(t *testing.T, name string) {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nothing := func(*testing.T, string) {}
	link := func(t *testing.T, name string) {
		if err := os.Symlink("/dev/zero", name); err != nil {
			t.Skip(err)
		}
	}
	patterns := []string{manifestFile, ledgerPrefix + "*", textPrefix + "*", textPrefix + "*/*.json", textPrefix + "*/store", textPrefix + "*/store/*"}
	for _, pattern := range patterns {
		for kind, with := range map[string]func(*testing.T, string){"folder": folder, "file": file, "nothing": nothing, "link": link, "pipe": pipe} {
			t.Run(kind+" for "+pattern, func(t *testing.T) {
				cache := t.TempDir()
				ix := opened(t, vault, func(o *Options) { o.CacheDir = cache })
				if err := ix.Close(); err != nil {
					t.Fatal(err)
				}
				replace(pattern, with)(t, cache)
				for range 2 { // and the next start finds everything in order
					ix = opened(t, vault, func(o *Options) { o.CacheDir = cache })
					if got := search(t, ix, "zebra", false); len(got) != 1 {
						t.Errorf("found %v", got)
					}
					if err := ix.Rebuild(t.Context()); err != nil {
						t.Error(err)
					}
					if err := ix.Close(); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// The numbers to come may be taken, too.
func TestWhatStandsWhereTheNextFileGoes(t *testing.T) {
	vault, cache := vaultOf(t, map[string]string{"a.md": "zebra"}), t.TempDir()
	for _, name := range []string{"ledger-1", "ledger-2", "ledger-3", "text-1", "text-2", "manifest"} {
		writeFile(t, filepath.Join(cache, name), "inner.txt", "x")
	}
	ix := opened(t, vault, func(o *Options) { o.CacheDir = cache })
	if got := search(t, ix, "zebra", false); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	m, err := loadManifest(cache, ix.Status().Vault)
	if err != nil || len(m.entries) != 1 {
		t.Errorf("the index was not saved: %v", err)
	}
}

func TestAFileInPlaceOfTheCacheFolder(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(cache, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	ix := opened(t, vaultOf(t, map[string]string{"a.md": "zebra"}), func(o *Options) { o.CacheDir = cache })
	if got := search(t, ix, "zebra", false); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	if raw, err := os.ReadFile(cache + "-unusable"); err != nil || string(raw) != "mine" {
		t.Errorf("what stood there is lost: %q, %v", raw, err)
	}
}
