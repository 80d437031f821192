//go:build !windows

package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What stands in the place of a state file is neither waited for, nor read, nor
// written through.
func TestStateFilesAreFiles(t *testing.T) {
	dir := t.TempDir()
	note := filepath.Join(dir, "note.md")
	must(t, os.WriteFile(note, []byte("mine"), 0o600))
	for name, put := range map[string]func(path string) error{
		"pipe":             func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder":           func(path string) error { return os.Mkdir(path, 0o700) },
		"link to a note":   func(path string) error { return os.Symlink(note, path) },
		"link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"link to nothing":  func(path string) error { return os.Symlink(filepath.Join(dir, "nothing"), path) },
	} {
		path := filepath.Join(dir, name)
		must(t, put(path))
		for _, flag := range []int{os.O_RDONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE, os.O_WRONLY | os.O_TRUNC} {
			var bad *PlaceError
			if _, err := OpenState(path, flag); !errors.As(err, &bad) || bad.Path != path || bad.Hint == "" {
				t.Errorf("%s, flag %x: %v", name, flag, err)
			}
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "nothing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was made through a link")
	}
	if raw, err := os.ReadFile(note); err != nil || string(raw) != "mine" {
		t.Errorf("the note behind a link is now %q, %v", raw, err)
	}
	var bad *PlaceError
	if raw, err := ReadState(note, 3); !errors.As(err, &bad) || !strings.Contains(bad.Reason, "larger") {
		t.Errorf("a file over the limit: %q, %v", raw, err)
	}
	if raw, err := ReadState(note, 4); err != nil || string(raw) != "mine" {
		t.Errorf("a file of the limit: %q, %v", raw, err)
	}
}

// The settings file may be a link to a file, and nothing else that is not one.
func TestSettingsFileMayBeALink(t *testing.T) {
	home := t.TempDir()
	t.Setenv(HomeVariable, home)
	must(t, os.Mkdir(filepath.Join(home, "state"), 0o700))
	path, kept := filepath.Join(home, "state", "settings.json"), filepath.Join(home, "dotfiles.json")
	must(t, os.WriteFile(kept, []byte(`{"provider":"openai","model":"x"}`), 0o600))
	must(t, os.Symlink(kept, path))
	if s, err := Load(); err != nil || s.Provider != OpenAI {
		t.Errorf("a link to the settings: %+v, %v", s, err)
	}
	must(t, os.Remove(path))
	for _, target := range []string{"/dev/zero", home} {
		must(t, os.Symlink(target, path))
		var bad *PlaceError
		if _, err := Load(); !errors.As(err, &bad) {
			t.Errorf("a link to %s: %v", target, err)
		}
		must(t, os.Remove(path))
	}
	must(t, syscall.Mkfifo(path, 0o600))
	var bad *PlaceError
	if _, err := Load(); !errors.As(err, &bad) {
		t.Errorf("a pipe: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A link to a folder that is gone, as an unmounted drive leaves it, is called that,
// wherever on the way to Ibid's home it stands.
func TestDanglingHome(t *testing.T) {
	vault, dir := t.TempDir(), t.TempDir()
	link := filepath.Join(dir, "home")
	if err := os.Symlink(filepath.Join(dir, "gone"), link); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{link, filepath.Join(link, "deeper", "still")} {
		t.Setenv(HomeVariable, home)
		_, err := OpenVault(vault)
		var place *PlaceError
		if !errors.As(err, &place) || place.Path != home || !strings.Contains(place.Reason, filepath.Join(dir, "gone")) || !strings.Contains(place.Reason, "does not exist") {
			t.Errorf("%s: %v", home, err)
		}
	}
	t.Setenv(HomeVariable, dir)
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "state")); err != nil {
		t.Fatal(err)
	}
	v, err := OpenVault(vault)
	if err != nil {
		t.Fatal(err)
	}
	var place *PlaceError
	if err := v.MakeDirs(); !errors.As(err, &place) || !strings.Contains(place.Reason, "does not exist") || strings.Contains(place.Reason, "a file where") {
		t.Errorf("the folder for state: %v", err)
	}
}
