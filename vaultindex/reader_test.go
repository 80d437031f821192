package vaultindex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func always([]byte, bool) bool { return true }

// readAllTwice reads every file of a view with one Reader, twice.
func readAllTwice(t *testing.T, v *View) map[vaultpath.Path]string {
	t.Helper()
	texts := make(map[vaultpath.Path]string)
	r := v.NewReader()
	defer r.Close()
	for round := range 2 {
		for f := range v.Files() {
			raw, err := r.Read(f, always)
			if err != nil {
				t.Fatalf("%s: %v", f.Path, err)
			}
			if was, ok := texts[f.Path]; round > 0 && (!ok || was != string(raw)) {
				t.Errorf("%s is %q, then %q", f.Path, was, raw)
			}
			texts[f.Path] = string(raw)
		}
	}
	return texts
}

// aged makes the index take every file for one that was changed long ago, so
// that its text is held.
func aged(ix *Index) *Index {
	ix.vault.texts.now = func() time.Time { return time.Now().Add(time.Hour) }
	return ix
}

// A Reader gives what ReadFile gives, from the disk and from memory.
func TestReaderReadsAsReadFile(t *testing.T) {
	files := map[string]string{
		"a.md": "one", "b/a.md": "", "b/c/d.md": strings.Repeat("three\n", 5000), "b/e.md": "\ufefffour",
		"b b/#f^.md": "five", "data.json": "{}", "zz.md": "six",
	}
	ix := aged(opened(t, vaultOf(t, files)))
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	for p, got := range readAllTwice(t, v) {
		want, err := v.ReadFile(p)
		if err != nil || got != string(want) || got != files[p.String()] {
			t.Errorf("%s: the reader gives %q, ReadFile %q, %v", p, got, want, err)
		}
	}
	if runtime.GOOS == "linux" && len(ix.vault.texts.texts) != 6 {
		t.Errorf("%d texts of 6 notes are held", len(ix.vault.texts.texts))
	}
}

// A text is not handed out unless it is asked for.
func TestReaderAsksWhatIsWanted(t *testing.T) {
	s := opened(t, vaultOf(t, map[string]string{"a.md": "one"})).Acquire()
	defer s.Release()
	v := s.View(false)
	f, _ := v.File("a.md")
	r := v.NewReader()
	defer r.Close()
	raw, err := r.Read(f, func(raw []byte, _ bool) bool { return string(raw) != "one" })
	if raw != nil || err != nil {
		t.Errorf("got %q, %v", raw, err)
	}
}

// A file that changed is read anew, though its size and its time of writing are
// what they were.
func TestReaderSeesEveryChange(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "one", "b.md": "two"})
	ix := aged(opened(t, vault))
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	readAllTwice(t, v)
	name := filepath.Join(vault, "a.md")
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	ix.vault.texts.now = nil // what is written now may be written again
	for i := range 50 {
		text := fmt.Sprintf("%03d", i)
		writeFile(t, vault, "a.md", text)
		if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		if got := readAllTwice(t, v)["a.md"]; got != text {
			t.Fatalf("the reader gives %q, the file holds %q", got, text)
		}
	}
}

// What became private after the snapshot is missing for a Reader, and a text
// that a view with private notes holds in memory is for no other view.
func TestReaderKeepsPrivate(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "open", "p.md": "---\nprivate: true\n---\nsecret"})
	ix := aged(opened(t, vault))
	s := ix.Acquire()
	defer s.Release()
	private, _ := s.View(true).File("p.md")
	readAllTwice(t, s.View(true))
	writeFile(t, vault, "a.md", "secret #private")
	readAllTwice(t, s.View(true))

	r := s.View(false).NewReader()
	defer r.Close()
	open, _ := s.View(false).File("a.md")
	for range 2 {
		if raw, err := r.Read(open, always); raw != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a note that became private gives %q, %v", raw, err)
		}
		if raw, err := r.Read(private, always); raw != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a private note gives %q, %v", raw, err)
		}
	}
}

// A link out of the vault, a folder or nothing in the place of a file gives an
// error, whether its text was held or not.
func TestReaderFollowsNoLink(t *testing.T) {
	for _, held := range []bool{false, true} {
		vault := vaultOf(t, map[string]string{"link.md": "one", "d/folder.md": "two", "d/gone.md": "three", "d/stays.md": "four"})
		outside := vaultOf(t, map[string]string{"secret.md": "secret", "stays.md": "secret"})
		ix := aged(opened(t, vault))
		s := ix.Acquire()
		defer s.Release()
		v := s.View(false)
		if held {
			readAllTwice(t, v)
		}
		for _, rel := range []string{"link.md", "d/folder.md", "d/gone.md"} {
			if err := os.Remove(filepath.Join(vault, rel)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(vault, "link.md")); err != nil {
			t.Skipf("no symlinks here: %v", err)
		}
		if err := os.Mkdir(filepath.Join(vault, "d/folder.md"), 0o755); err != nil {
			t.Fatal(err)
		}
		r := v.NewReader()
		defer r.Close()
		for f := range v.Files() {
			if raw, err := r.Read(f, always); f.Path != "d/stays.md" && (err == nil || raw != nil) {
				t.Errorf("held %v: %s gives %q, %v", held, f.Path, raw, err)
			}
		}
		if err := os.Rename(filepath.Join(vault, "d"), filepath.Join(vault, "was")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, filepath.Join(vault, "d")); err != nil {
			t.Fatal(err)
		}
		later := v.NewReader()
		defer later.Close()
		stays, _ := v.File("d/stays.md")
		if raw, err := later.Read(stays, always); err == nil || raw != nil {
			t.Errorf("held %v: a folder that became a link out of the vault gives %q, %v", held, raw, err)
		}
	}
}

// A file with another name, which may lie outside the vault, is not read.
func TestReaderRefusesHardLinks(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "one"})
	outside := filepath.Join(t.TempDir(), "outside.md")
	writeFile(t, filepath.Dir(outside), "outside.md", "secret")
	if err := os.Link(outside, filepath.Join(vault, "b.md")); err != nil {
		t.Skipf("no hard links here: %v", err)
	}
	s := aged(opened(t, vault)).Acquire()
	defer s.Release()
	v := s.View(false)
	f, _ := v.File("b.md")
	r := v.NewReader()
	defer r.Close()
	for range 2 {
		if raw, err := r.Read(f, always); raw != nil || !errors.Is(err, ErrHardLink) {
			t.Errorf("got %q, %v", raw, err)
		}
	}
}

// What is held is taken from memory without a look at the disk while the
// watcher is quiet, and a change it tells of is seen.
func TestReaderTrustsAQuietWatcher(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "one", "b.md": "two"})
	ix := aged(opened(t, vault, func(o *Options) { o.Watch = true }))
	s := ix.Acquire()
	readAllTwice(t, s.View(false))
	s.Release()
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere nothing is held, or other events come")
	}
	for i := range 20 {
		text := fmt.Sprint("text ", i)
		events, done := ix.Subscribe(1)
		writeFile(t, vault, "a.md", text)
		for e := range events {
			if e.Changed != nil {
				break
			}
		}
		done()
		s := ix.Acquire()
		for !s.current() {
			s.Release()
			runtime.Gosched()
			s = ix.Acquire()
		}
		if got := readAllTwice(t, s.View(false))["a.md"]; got != text {
			t.Fatalf("the reader gives %q, the file holds %q", got, text)
		}
		s.Release()
	}
}

// The texts held stay below their bound, and are let go of.
func TestTextsAreBounded(t *testing.T) {
	var c textCache
	c.now = func() time.Time { return time.Unix(1000, 0) }
	big := make([]byte, maxTexts/4)
	for i := range 8 {
		p := mustPath(t, fmt.Sprintf("n%d.md", i%6))
		c.put(p, fileMark{size: int64(len(big)), inode: uint64(i)}, big)
	}
	if c.bytes != 4*len(big) || len(c.texts) != 4 {
		t.Errorf("%d texts of %d bytes are held", len(c.texts), c.bytes)
	}
	c.put("n0.md", fileMark{size: 1, changed: time.Unix(999, 0).UnixNano()}, []byte("x"))
	if c.get("n0.md") != nil || c.bytes != 3*len(big) {
		t.Error("a file that may still change without its mark telling is held")
	}
	c.drop()
	if c.bytes != 0 || c.texts != nil {
		t.Error("something is held after all was dropped")
	}
}

// A file that is read through its folder is the one that the listing saw, so a
// warm start takes it for unchanged.
func TestReadAnyTellsWhatTheListingSaw(t *testing.T) {
	vault := vaultOf(t, map[string]string{"a.md": "yak", "box/b.md": "zebu", "box/inner/c.md": strings.Repeat("gnu ", 9000), "d.md": ""})
	if err := os.Link(filepath.Join(vault, "a.md"), filepath.Join(vault, "box", "twin.md")); err != nil {
		t.Logf("no hard links here: %v", err)
	}
	v, err := openVault(vault)
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	l, err := scan(t.Context(), v, ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.files) < 4 {
		t.Fatalf("%d files were listed", len(l.files))
	}
	var in folder
	defer in.close()
	for _, f := range l.files {
		raw, facts, err := in.readAny(v, f.disk, in.buf)
		want, info, otherwise := v.readDisk(f.disk)
		if err != nil || otherwise != nil {
			t.Fatal(err, otherwise)
		}
		in.buf = raw[:0]
		if string(raw) != string(want) {
			t.Errorf("%s is read as %d bytes, not %d", f.disk, len(raw), len(want))
		}
		if facts != factsOf(info) || facts.size != f.size || facts.mtime != f.mtime || facts.identity != f.identity {
			t.Errorf("%s is %+v when read, %+v when listed", f.disk, facts, f)
		}
	}
}
