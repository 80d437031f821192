package vaultindex

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestNoVault(t *testing.T) {
	file := filepath.Join(t.TempDir(), "note.md")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for dir, rule := range map[string]string{
		filepath.Join(t.TempDir(), "nowhere"): "does not exist",
		file:                                  "is a file",
	} {
		_, err := Open(t.Context(), Options{Vault: dir, CacheDir: t.TempDir()})
		var fault *VaultError
		if !errors.As(err, &fault) {
			t.Errorf("%s: got %v, not a *VaultError", dir, err)
			continue
		}
		if !strings.Contains(fault.Error(), rule) || !strings.Contains(fault.Error(), dir) || fault.Hint == "" {
			t.Errorf("%q does not name the input, the rule and what helps", fault)
		}
	}
}

func TestCacheInVaultIsRefused(t *testing.T) {
	vault := t.TempDir()
	if _, err := Open(t.Context(), Options{Vault: vault, CacheDir: filepath.Join(vault, "cache")}); err == nil {
		t.Error("a cache that would index itself is accepted")
	}
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: filepath.Join(vault, ".ibid", "cache")})
	if err != nil {
		t.Fatalf("a hidden folder is outside the vault (F5): %v", err)
	}
	ix.Close()
}

func TestHiddenFilesAreOutsideTheVault(t *testing.T) {
	ix := opened(t, vaultOf(t, map[string]string{
		"a.md": "zebra", ".hidden.md": "zebra", ".trash/b.md": "zebra", "x/.git/c.md": "zebra",
		"node_modules/p/readme.md": "zebra",
	}))
	if got := search(t, ix, "zebra", true); len(got) != 2 { // only tools pass over node_modules
		t.Errorf("found %v (F5)", got)
	}
	s := ix.Acquire()
	defer s.Release()
	if _, err := s.ReadFile(".hidden.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a hidden file is read: %v", err)
	}
}

func TestSymlinks(t *testing.T) {
	outside := vaultOf(t, map[string]string{"secret.md": "zebra"})
	vault := vaultOf(t, map[string]string{"a/n.md": "yak", ".store/deep/s.md": "zebu"})
	for name, target := range map[string]string{
		"loop": ".", "a/up": "..", "overlap": "a", "self": "self", "out": outside,
		"file.md": "a/n.md", "dangling.md": "nowhere.md", "shown": ".store", "twice": ".store/deep",
	} {
		if err := os.Symlink(target, filepath.Join(vault, filepath.FromSlash(name))); err != nil {
			t.Skipf("no symlinks here: %v", err)
		}
	}
	ix := opened(t, vault)
	for path, want := range map[string]string{
		"loop": SkipSymlinkLoop, "a/up": SkipSymlinkLoop, "overlap": SkipSymlinkLoop, "self": SkipSymlinkLoop,
		"out": SkipSymlinkOutside, "file.md": SkipSymlinkFile, "dangling.md": SkipSymlinkFile,
		"shown": "", "twice": SkipSymlinkLoop,
	} {
		if got := skippedReason(ix, path); got != want {
			t.Errorf("%s is skipped as %q, not %q (F7)", path, got, want)
		}
	}
	if got := search(t, ix, "zebra", true); len(got) != 0 {
		t.Errorf("a file outside the vault is found: %v", got)
	}
	if got := search(t, ix, "zebu", true); len(got) != 1 || got[0] != "shown/deep/s.md" {
		t.Errorf("a followed folder gives %v", got)
	}
}

func TestUnreadableIsReported(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("whoever runs this may read everything")
	}
	vault := vaultOf(t, map[string]string{"a.md": "yak", "no.md": "zebra", "dir/b.md": "zebra"})
	for _, rel := range []string{"no.md", "dir"} {
		if err := os.Chmod(filepath.Join(vault, rel), 0); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(vault, "dir"), 0o755)
	ix := opened(t, vault)
	for _, rel := range []string{"no.md", "dir"} {
		if got := skippedReason(ix, rel); got != SkipUnreadable {
			t.Errorf("%s is skipped as %q", rel, got)
		}
	}
	s := ix.Acquire()
	defer s.Release()
	if _, shown := s.View(false).File("no.md"); shown {
		t.Error("a note nobody could read is shown as not private")
	}
}

// A root whose names may be listed and nothing more (mode 444) is a vault that
// cannot be read: what was known is kept and labelled, not dropped as gone.
func TestRootThatMayNotBeEntered(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("whoever runs this may read everything")
	}
	for _, files := range []map[string]string{
		{"a.md": "zebra", "box/b.md": "zebu"}, {"box/a.md": "zebra"},
	} {
		vault := vaultOf(t, files)
		ix := opened(t, vault)
		if err := os.Chmod(vault, 0o444); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(vault, 0o755) })
		if _, err := ix.Refresh(t.Context()); !errors.Is(err, ErrVaultMissing) {
			t.Errorf("refreshing gives %v", err)
		}
		if got := search(t, ix, "zebra", true); len(got) != 1 {
			t.Errorf("the search finds %v", got)
		}
		if s := ix.Status(); s.Phase != VaultMissing || s.Problem == "" || s.Stats.Notes != len(files) {
			t.Errorf("status %+v", s)
		}
		if err := os.Chmod(vault, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := ix.Refresh(t.Context()); err != nil {
			t.Errorf("refreshing what may be entered again gives %v", err)
		}
		if s := ix.Status(); s.Phase == VaultMissing || s.Problem != "" || s.Stats.Notes != len(files) {
			t.Errorf("status afterwards %+v", s)
		}
	}
}

func TestHugeNotes(t *testing.T) {
	line := strings.Repeat("yak ", 20) + "\n"
	vault := vaultOf(t, map[string]string{
		"three.md": "# Three\n" + strings.Repeat(line, 3<<20/len(line)) + "\nzebra\n[[end]]\n",
		"end.md":   "x",
	})
	huge, err := os.Create(filepath.Join(vault, "huge.md"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = huge.WriteString("---\nprivate: true\n---\nzebu\n"); err == nil {
		err = huge.Truncate(maxFile + 1)
	}
	if err := errors.Join(err, huge.Close()); err != nil {
		t.Fatal(err)
	}
	ix := opened(t, vault)
	if got := skippedReason(ix, "three.md"); got != SkipTextTruncated {
		t.Errorf("a note of 3 MB is skipped as %q", got)
	}
	if got := skippedReason(ix, "huge.md"); got != SkipTooLarge {
		t.Errorf("a note over 32 MiB is skipped as %q", got)
	}
	s := ix.Acquire()
	defer s.Release()
	if out := s.Graph.Outgoing("three.md"); len(out) != 1 || out[0].To != "end.md" {
		t.Errorf("the graph ends where the full text does: %v", out)
	}
	if got := search(t, ix, "yak", false); len(got) != 1 {
		t.Errorf("the beginning of a long note is not found: %v", got)
	}
	if f, ok := s.Graph.File("huge.md"); !ok || f.Parsed() || !f.Private {
		t.Error("a note too large is known by name, and private by its first lines")
	}
	if _, err := s.ReadFile("huge.md"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("reading it gives %v", err)
	}
}

func TestBadBytes(t *testing.T) {
	ix := opened(t, vaultOf(t, map[string]string{"latin1.md": "caf\xe9 zebra [[b]]", "b.md": ""}))
	if got := skippedReason(ix, "latin1.md"); got != SkipNotUTF8 {
		t.Errorf("skipped as %q", got)
	}
	if got := search(t, ix, "zebra", false); len(got) != 1 {
		t.Errorf("the rest of the note is not found: %v", got)
	}
}

// 4.13: the disk's NFD name and the vault's NFC path are one note.
func TestDecomposedNames(t *testing.T) {
	const disk, nfc = "Cafe\u0301/re\u0301sume\u0301.md", "Caf\u00e9/r\u00e9sum\u00e9.md"
	vault := vaultOf(t, map[string]string{disk: "zebra", "a.md": "[[r\u00e9sum\u00e9]]"})
	ix := opened(t, vault)
	s := ix.Acquire()
	defer s.Release()
	if _, ok := s.Graph.File(nfc); !ok {
		t.Fatal("the note is not listed as NFC")
	}
	if raw, err := s.ReadFile(nfc); err != nil || string(raw) != "zebra" {
		t.Errorf("reading it gives %q, %v", raw, err)
	}
	if got := search(t, ix, "zebra", false); len(got) != 1 || got[0] != nfc {
		t.Errorf("found %v", got)
	}
	writeFile(t, vault, disk, "yak")
	if _, err := ix.Touch(t.Context(), nfc); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "yak", false); len(got) != 1 {
		t.Errorf("after Touch by its vault path found %v", got)
	}
	if runtime.GOOS == "linux" {
		testTwoSpellings(t, ix, vault, disk, nfc)
	}
}

func testTwoSpellings(t *testing.T, ix *Index, vault, disk, nfc string) {
	writeFile(t, vault, nfc, "zebu")
	if _, err := ix.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "zebu", false); len(got) != 1 {
		t.Errorf("of two spellings the vault's own counts, but found %v", got)
	}
	if got := skippedReason(ix, disk); got != SkipNameTaken {
		t.Errorf("the other is skipped as %q", got)
	}
	if err := os.Remove(filepath.Join(vault, nfc)); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Touch(t.Context(), mustPath(t, nfc)); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "yak", false); len(got) != 1 {
		t.Errorf("the other does not come back: %v", got)
	}
}

func TestCloudPlaceholder(t *testing.T) {
	vault := vaultOf(t, map[string]string{"sub/.gone.md.icloud": "x", "a.md": ""})
	ix := opened(t, vault)
	if got := skippedReason(ix, "sub/gone.md"); got != SkipCloudPlaceholder {
		t.Errorf("skipped as %q", got)
	}
}

// Excluded files are flagged, and the setting takes effect at once (F6).
func TestExcludedFiles(t *testing.T) {
	vault := vaultOf(t, map[string]string{"Templates/t.md": "zebra [[a]]", "a.md": "", "b/x.tmp.md": ""})
	ix := opened(t, vault)
	writeFile(t, vault, ".obsidian/app.json", `{"userIgnoreFilters": ["templates/", "/\\.tmp\\.md$/"], "newLinkFormat": "relative"}`)
	if _, err := ix.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := ix.Acquire()
	defer s.Release()
	for path, want := range map[string]bool{"Templates/t.md": true, "a.md": false, "b/x.tmp.md": true} {
		if f, ok := s.Graph.File(mustPath(t, path)); !ok || f.Excluded != want {
			t.Errorf("%s is excluded: %v", path, !want)
		}
	}
	if got := s.Graph.Resolved()["Templates/t.md"]["a.md"]; got != 1 {
		t.Error("links of excluded files do not resolve")
	}
	if s.View(false).Settings().App["newLinkFormat"] != "relative" {
		t.Error("app.json is not in the settings")
	}
}

func TestOrphanedCacheIsRebuilt(t *testing.T) {
	cache := t.TempDir()
	first := vaultOf(t, map[string]string{"a.md": "zebra"})
	spoil := map[string]func(){
		"nothing":            func() {},
		"manifest truncated": func() { truncate(t, filepath.Join(cache, manifestFile)) },
		"manifest is junk":   func() { writeFile(t, cache, manifestFile, "junk") },
		"full text is gone":  func() { removeAll(t, cache, textPrefix+"*") },
		"full text is junk":  func() { overwrite(t, cache, textPrefix+"*/*/*") },
		"ledger is junk":     func() { overwrite(t, cache, ledgerPrefix+"*") },
		"manifest is gone":   func() { removeAll(t, cache, manifestFile) },
	}
	for name, harm := range spoil {
		ix := opened(t, first, func(o *Options) { o.CacheDir = cache })
		if err := ix.Close(); err != nil {
			t.Fatal(err)
		}
		harm()
		ix = opened(t, first, func(o *Options) { o.CacheDir = cache })
		if got := search(t, ix, "zebra", false); len(got) != 1 {
			t.Errorf("%s: found %v", name, got)
		}
		ix.Close()
	}
	other := vaultOf(t, map[string]string{"b.md": "zebra"})
	ix := opened(t, other, func(o *Options) { o.CacheDir = cache })
	if got := search(t, ix, "zebra", false); len(got) != 1 || got[0] != "b.md" {
		t.Errorf("with another vault's cache found %v", got)
	}
}

func truncate(t *testing.T, name string) {
	t.Helper()
	if err := os.Truncate(name, 20); err != nil {
		t.Fatal(err)
	}
}

func removeAll(t *testing.T, dir, pattern string) {
	t.Helper()
	for _, name := range glob(t, dir, pattern) {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
}

func overwrite(t *testing.T, dir, pattern string) {
	t.Helper()
	for _, name := range glob(t, dir, pattern) {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			if err := os.WriteFile(name, []byte("junk"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s matches nothing (%v)", pattern, err)
	}
	return names
}

func TestVanishedVaultKeepsWhatIsKnown(t *testing.T) {
	vault := filepath.Join(t.TempDir(), "vault")
	writeFile(t, vault, "a.md", "zebra")
	ix := opened(t, vault)
	if err := os.Rename(vault, vault+"-moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(vault + "-moved"); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Refresh(t.Context()); err == nil {
		t.Error("a vault that is gone is refreshed without an error")
	}
	if _, err := ix.Touch(t.Context(), "a.md"); err == nil {
		t.Error("a note of a vault that is gone is touched without an error")
	}
	if ix.Status().Problem == "" {
		t.Error("the status does not say that the vault is gone")
	}
	s := ix.Acquire()
	defer s.Release()
	if _, ok := s.Graph.File("a.md"); !ok {
		t.Error("what was known is forgotten")
	}
}
