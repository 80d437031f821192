package vaultindex

import (
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
)

const benchNotes = 10_000

func benchVault(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	if err := vaultgen.Write(dir, vaultgen.Options{Notes: benchNotes, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	return dir
}

func openReady(b *testing.B, vault, cache string) *Index {
	b.Helper()
	ix, err := Open(b.Context(), Options{Vault: vault, CacheDir: cache, Private: DefaultPrivateRules()})
	if err != nil {
		b.Fatal(err)
	}
	if err := ix.WaitReady(b.Context()); err != nil {
		b.Fatal(err)
	}
	return ix
}

// BenchmarkColdOpen indexes 10,000 notes from nothing, graph and full text.
func BenchmarkColdOpen(b *testing.B) {
	vault := benchVault(b)
	for b.Loop() {
		openReady(b, vault, b.TempDir()).Close()
	}
}

// BenchmarkWarmOpen opens 10,000 unchanged notes to the first right answer.
func BenchmarkWarmOpen(b *testing.B) {
	vault, cache := benchVault(b), b.TempDir()
	openReady(b, vault, cache).Close()
	for b.Loop() {
		openReady(b, vault, cache).Close()
	}
}

// BenchmarkTouch is one saved note among 10,000, until it is searchable.
func BenchmarkTouch(b *testing.B) {
	vault := benchVault(b)
	ix := openReady(b, vault, b.TempDir())
	defer ix.Close()
	n := vaultgen.Make(vaultgen.Options{Notes: benchNotes, Seed: 1}, 17)
	text := n.Text
	for b.Loop() {
		text += "One more line with a zebra.\n"
		writeFile(b, vault, n.Path, text)
		if _, err := ix.Touch(b.Context(), mustPath(b, n.Path)); err != nil {
			b.Fatal(err)
		}
	}
}
