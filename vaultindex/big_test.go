package vaultindex

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// What is far too large, deep or long costs its share and no more: it is known
// by name, says in Skipped what is missing, and the rest of the vault is as ever.
func TestMonstersInTheVault(t *testing.T) {
	vault := vaultOf(t, map[string]string{"plain.md": "zebra [[deep]]"})
	line := strings.Repeat("x", 1<<20)
	big := map[string]func(*bytes.Buffer){
		"base64.md": func(b *bytes.Buffer) {
			enc := base64.NewEncoder(base64.StdEncoding, b)
			for b.Len() < 50<<20 {
				_, _ = enc.Write([]byte(line))
			}
		},
		"oneline.md": func(b *bytes.Buffer) {
			b.WriteString(`{"zebra":"`)
			for b.Len() < 20<<20 {
				b.WriteString(`","k":{"v":[1,2,3],"s":"[[plain]] #tag`)
			}
		},
		"bomb.canvas": func(b *bytes.Buffer) {
			b.WriteString(`{"nodes":[`)
			for i := range 100_000 {
				fmt.Fprintf(b, `{"id":"%d","type":"text","text":"zebra [[plain]] %d","x":0,"y":0,"width":1,"height":1},`, i, i)
			}
			b.WriteString(`{"id":"f","type":"file","file":"plain.md"}]}`)
		},
		"deep.canvas": func(b *bytes.Buffer) {
			b.WriteString(`{"x":`)
			for b.Len() < 30<<20 {
				b.WriteString("[[[[[[[[")
			}
		},
		"quotes.md": func(b *bytes.Buffer) {
			for b.Len() < 20<<20 {
				b.WriteString("> ")
			}
		},
	}
	for name, write := range big {
		var b bytes.Buffer
		write(&b)
		must(t, os.WriteFile(filepath.Join(vault, name), b.Bytes(), 0o644))
	}
	ix := opened(t, vault)
	for path, want := range map[string]string{
		"base64.md": SkipTooLarge, "oneline.md": SkipTextTruncated, "bomb.canvas": SkipTextTruncated, "deep.canvas": SkipTextTruncated, "quotes.md": SkipTextTruncated,
	} {
		if got := skippedReason(ix, path); got != want {
			t.Errorf("%s is skipped as %q, not %q", path, got, want)
		}
	}
	s := ix.Acquire()
	defer s.Release()
	for name := range big {
		if _, ok := s.Graph.File(mustPath(t, name)); !ok {
			t.Errorf("%s is not known by name", name)
		}
	}
	if got := search(t, ix, "zebra", false); !slices.Contains(got, "plain.md") {
		t.Errorf("found %v", got)
	}
	if links := len(s.Graph.Backlinks("plain.md")); links < 100_000 {
		t.Errorf("%d links lead to the note", links)
	}
	s.Graph.Resolved()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 700<<20 {
		t.Errorf("%d MiB are held", m.HeapAlloc>>20)
	}
}

// Folders 200 deep, names of 255 bytes and a folder of 10,000 files are
// ordinary.
func TestOrdinaryExtremes(t *testing.T) {
	crowd := 10_000
	if testing.Short() || underRace {
		crowd = 1_000
	}
	vault := t.TempDir()
	deep := strings.TrimSuffix(strings.Repeat("d/", 200), "/")
	long := strings.Repeat("n", 252) + ".md"
	han := strings.Repeat("長", 84) + ".md"
	for _, rel := range []string{deep + "/bottom.md", long, han, "x/" + long} {
		writeFile(t, vault, rel, "zebra [[bottom]]")
	}
	for i := range crowd {
		writeFile(t, vault, fmt.Sprintf("crowd/n%d.md", i), "yak")
	}
	ix := opened(t, vault, func(o *Options) { o.Watch = true })
	want := map[vaultpath.Path]bool{mustPath(t, deep+"/bottom.md"): true, mustPath(t, long): true, mustPath(t, han): true, mustPath(t, "x/"+long): true}
	for _, p := range search(t, ix, "zebra", false) {
		delete(want, p)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	s := ix.Acquire()
	v := s.View(false)
	if entries, ok := v.ReadDir("crowd"); !ok || len(entries) != crowd {
		t.Errorf("%d of %d are listed", len(entries), crowd)
	}
	if n := len(v.Folders()); n != 202 {
		t.Errorf("%d folders", n)
	}
	if _, err := v.ReadFile(mustPath(t, deep+"/bottom.md")); err != nil {
		t.Error(err)
	}
	s.Release()
	writeFile(t, vault, deep+"/later.md", "okapi")
	until(t, ix, "watched at the bottom", func() bool { return len(search(t, ix, "okapi", false)) == 1 })
	if st := ix.Status(); len(st.Skipped) != 0 || st.Stats.Notes != crowd+5 {
		t.Errorf("%d notes, skipped %v", st.Stats.Notes, st.Skipped)
	}
}

// A sentence is judged by its beginning: one that is megabytes long costs no
// more than a paragraph.
func TestQualityLooksAtTheBeginning(t *testing.T) {
	paragraph := strings.Repeat("Some words and [a link](https://example.org). ", maxJudged/40)
	rest := strings.Repeat("[[x]] #tag ", 1<<16)
	if a, b := quality(paragraph, proseBlock, false), quality(paragraph+rest, proseBlock, false); a != b {
		t.Errorf("what stands behind the beginning makes %v of %v", b, a)
	}
}
