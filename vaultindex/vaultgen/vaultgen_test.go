package vaultgen

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// The bytes of a seed are the same everywhere and for ever: benchmarks of two
// machines, or of two years, speak of the same vault.
func TestSeedGivesTheSameBytes(t *testing.T) {
	h := sha256.New()
	for i := range 200 {
		n := Make(Options{Notes: 200, Seed: 1}, i)
		h.Write([]byte(n.Path + "\x00" + n.Text + "\x00"))
	}
	const want = "66df60f3da11b04b996b74d7f609da90af45fcf9460549f08e14af8284008b7d"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("seed 1 gives %s, not %s", got, want)
	}
}

func TestNotesAreLikeReal(t *testing.T) {
	opts := Options{Notes: 2000, Seed: 7}
	bytes, chinese := 0, 0
	paths := make(map[string]bool)
	for i := range opts.Notes {
		n := Make(opts, i)
		if !utf8.ValidString(n.Text) {
			t.Fatalf("note %d is not UTF-8", i)
		}
		if paths[n.Path] {
			t.Fatalf("two notes are called %s", n.Path)
		}
		paths[n.Path] = true
		bytes += len(n.Text)
		if isChinese(opts, i) {
			chinese++
		}
	}
	if mean := bytes / opts.Notes; mean < 2600 || mean > 3400 {
		t.Errorf("a note has %d bytes on average, not about 3 KB", mean)
	}
	if chinese < 700 || chinese > 900 {
		t.Errorf("%d of 2000 notes are Chinese, not about 40%%", chinese)
	}
}

func TestWriteMakesFolders(t *testing.T) {
	dir := t.TempDir()
	opts := Options{Notes: 50, Seed: 3}
	if err := Write(dir, opts); err != nil {
		t.Fatal(err)
	}
	for i := range opts.Notes {
		n := Make(opts, i)
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(n.Path)))
		if err != nil || string(got) != n.Text {
			t.Fatalf("%s: %v", n.Path, err)
		}
	}
}
