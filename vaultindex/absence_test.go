package vaultindex

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// quick makes looking for the vault and trying again quick.
func quick(o *Options) {
	o.pace = pace{retryFirst: time.Millisecond, retryMost: 4 * time.Millisecond, here: time.Millisecond, gone: time.Millisecond, emptied: time.Hour}
}

// until waits, snapshot by snapshot and then piece of news by piece of news,
// for something to become true.
func until(t *testing.T, ix *Index, what string, holds func() bool) {
	t.Helper()
	news, leave := ix.Subscribe(64)
	defer leave()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for !holds() {
		select {
		case <-news:
		case <-time.After(time.Millisecond): // a status changes without news
		case <-ctx.Done():
			t.Fatalf("%s: it never comes; the status is %+v", what, ix.Status())
		}
	}
}

func phaseOf(ix *Index) Phase { return ix.Status().Phase }

// movable is a vault with a place to move it to and an index that watches.
func movable(t *testing.T, notes int, change ...func(*Options)) (vault, away string, ix *Index) {
	t.Helper()
	dir := t.TempDir()
	vault, away = filepath.Join(dir, "docs", "vault"), filepath.Join(dir, "away")
	for i := range notes {
		writeFile(t, vault, fmt.Sprintf("sub/n%d.md", i), "zebra")
	}
	return vault, away, opened(t, vault, append([]func(*Options){quick, func(o *Options) { o.Watch = true }}, change...)...)
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func TestVaultGoneAndBack(t *testing.T) {
	for name, go_ := range map[string]struct {
		gone, back func(t *testing.T, vault, away string)
	}{
		"moved away": {
			func(t *testing.T, vault, away string) { rename(t, vault, away) },
			func(t *testing.T, vault, away string) { rename(t, away, vault) },
		},
		"with the folder above": {
			func(t *testing.T, vault, away string) { rename(t, filepath.Dir(vault), away) },
			func(t *testing.T, vault, away string) { rename(t, away, filepath.Dir(vault)) },
		},
		"deleted and restored": {
			func(t *testing.T, vault, _ string) {
				if err := os.RemoveAll(vault); err != nil {
					t.Fatal(err)
				}
			},
			func(t *testing.T, vault, _ string) {
				for i := range 3 {
					writeFile(t, vault, fmt.Sprintf("sub/n%d.md", i), "zebra")
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			vault, away, ix := movable(t, 3)
			go_.gone(t, vault, away)
			until(t, ix, "gone", func() bool { return phaseOf(ix) == VaultMissing })
			checkGone(t, ix)
			go_.back(t, vault, away)
			until(t, ix, "back", func() bool {
				return phaseOf(ix) == Ready && ix.Status().Problem == "" && len(search(t, ix, "zebra", false)) == 3
			})
			checkBack(t, ix, vault)
		})
	}
}

// checkGone holds that what was known is answered, labelled, and that reading
// says what is wrong.
func checkGone(t *testing.T, ix *Index) {
	t.Helper()
	if got := search(t, ix, "zebra", false); len(got) != 3 {
		t.Errorf("while it is gone %v are found", got)
	}
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	if !s.VaultMissing || !v.VaultMissing() {
		t.Error("the snapshot does not say that the vault is gone")
	}
	var fault *VaultError
	for _, p := range []string{"sub/n0.md", "never.md"} {
		if _, err := v.ReadFile(mustPath(t, p)); !errors.Is(err, ErrVaultMissing) || !errors.As(err, &fault) {
			t.Errorf("reading %s: %v", p, err)
		}
	}
	if _, err := ix.Refresh(t.Context()); !errors.Is(err, ErrVaultMissing) {
		t.Errorf("Refresh: %v", err)
	}
	if err := ix.Rebuild(t.Context()); !errors.Is(err, ErrVaultMissing) {
		t.Errorf("Rebuild: %v", err)
	}
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Errorf("what is known can be asked, but: %v", err)
	}
	if p := ix.Status().Problem; !strings.Contains(p, "vault's folder") {
		t.Errorf("the problem is %q", p)
	}
}

// checkBack holds that everything works again, the watcher too.
func checkBack(t *testing.T, ix *Index, vault string) {
	t.Helper()
	if p := ix.Status().Problem; p != "" {
		t.Errorf("the problem is still %q", p)
	}
	writeFile(t, vault, "sub/new.md", "okapi")
	writeFile(t, vault, "fresh/new.md", "okapi")
	until(t, ix, "watched again", func() bool { return len(search(t, ix, "okapi", false)) == 2 })
	s := ix.Acquire()
	defer s.Release()
	if s.VaultMissing {
		t.Error("the snapshot still says that the vault is gone")
	}
	if _, err := s.View(false).ReadFile("sub/n0.md"); err != nil {
		t.Errorf("reading: %v", err)
	}
}

// An empty folder where the notes were is most likely the place a drive is
// mounted on: the notes are kept until it has stayed so for long, or until the
// user says that it is right.
func TestEmptyFolderInPlaceOfTheVault(t *testing.T) {
	vault, away, ix := movable(t, 30)
	rename(t, vault, away)
	mkdir(t, vault)
	until(t, ix, "emptied", func() bool { return phaseOf(ix) == VaultMissing })
	if _, err := ix.Refresh(t.Context()); !errors.Is(err, errEmptied) {
		t.Errorf("Refresh: %v", err)
	}
	if got := search(t, ix, "zebra", false); len(got) != 30 {
		t.Errorf("%d notes are still found", len(got))
	}
	if err := os.Remove(vault); err != nil {
		t.Fatal(err)
	}
	rename(t, away, vault)
	until(t, ix, "mounted again", func() bool { return phaseOf(ix) == Ready })
	if got := search(t, ix, "zebra", false); len(got) != 30 {
		t.Errorf("%d notes are found again", len(got))
	}
}

func TestEmptyFolderIsBelievedInTheEnd(t *testing.T) {
	vault, away, ix := movable(t, 3, func(o *Options) { o.pace.emptied = 20 * time.Millisecond })
	rename(t, vault, away)
	mkdir(t, vault)
	until(t, ix, "believed", func() bool { return phaseOf(ix) == Ready && len(search(t, ix, "zebra", false)) == 0 })
	writeFile(t, vault, "a.md", "zebra")
	until(t, ix, "watched", func() bool { return len(search(t, ix, "zebra", false)) == 1 })
}

func TestEmptyFolderIsBelievedWhenRebuilt(t *testing.T) {
	vault, away, ix := movable(t, 3)
	rename(t, vault, away)
	mkdir(t, vault)
	until(t, ix, "emptied", func() bool { return phaseOf(ix) == VaultMissing })
	if err := ix.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "zebra", false); len(got) != 0 || phaseOf(ix) != Ready {
		t.Errorf("found %v, %s", got, phaseOf(ix))
	}
}

// The same at a start: what was saved is answered from, and no full text is
// thrown away because a drive is not mounted.
func TestStartOverAnEmptyFolder(t *testing.T) {
	cache := t.TempDir()
	vault, away, ix := movable(t, 3, func(o *Options) { o.CacheDir = cache })
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	rename(t, vault, away)
	mkdir(t, vault)
	again, err := Open(t.Context(), Options{Vault: vault, CacheDir: cache, Private: DefaultPrivateRules(), Watch: true, pace: pace{gone: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	until(t, again, "emptied", func() bool { return phaseOf(again) == VaultMissing })
	if got := search(t, again, "zebra", false); len(got) != 3 {
		t.Errorf("found %v", got)
	}
	writeFile(t, vault, "other.md", "okapi") // somebody works there: it is the vault
	until(t, again, "filled", func() bool { return len(search(t, again, "okapi", false)) == 1 })
	if got := search(t, again, "zebra", false); len(got) != 0 {
		t.Errorf("ghosts: %v", got)
	}
}

// The user may empty a vault: the same folder without notes is believed.
func TestEmptiedVaultIsBelieved(t *testing.T) {
	vault, _, ix := movable(t, 3)
	if err := os.RemoveAll(filepath.Join(vault, "sub")); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, "zebra", false); len(got) != 0 {
		t.Errorf("ghosts: %v", got)
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}
