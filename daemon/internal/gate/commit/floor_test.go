package commit_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func wantCode(t *testing.T, err error, code tools.Code, what string) {
	t.Helper()
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// The floor holds whatever anybody answers (contracts 2.1.2, R171, F11).
func TestFloorOfNewNames(t *testing.T) {
	b := newBench(t)
	b.write("Notes/Plan.md", "x")
	b.write("Café.md", "x")
	o := b.reopen()
	defer o.close()
	before := b.tree()
	for name, code := range map[string]tools.Code{
		".obsidian/app.json": tools.WorkspacePathDenied, ".trash/a.md": tools.WorkspacePathDenied, "a/.git/x": tools.WorkspacePathDenied,
		"con.md": tools.WorkspacePathDenied, "a.md:stream": tools.WorkspacePathDenied, "a. ": tools.WorkspacePathDenied, "a.": tools.WorkspacePathDenied,
		"Notes/plan.md": tools.TargetExists, "notes/new.md": tools.FileNotFound, "notes": tools.TargetExists, "CAFÉ.md": tools.TargetExists,
		"Notes/Plan.md": tools.TargetExists, "Notes/Plan.md/x.md": tools.NotADirectory, "none/x.md": tools.FileNotFound,
	} {
		_, err := o.Apply(context.Background(), newChange(t).create(name, "y").entry, newChange(t).create(name, "y").data)
		wantCode(t, err, code, name)
	}
	_, err := o.Apply(context.Background(), newChange(t).mkdir("notes").entry, nil)
	wantCode(t, err, tools.TargetExists, "a folder's twin")
	b.wantTree(before, "after refusals")
}

// Nothing is written through a link or under one of several names of a file
// (contracts 2.1.2).
func TestLinksAreNotWritten(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	b := newBench(t)
	b.write("real/a.md", "a")
	b.write("twice.md", "b")
	in := func(name string) string { return filepath.Join(b.vault, name) }
	for _, err := range []error{os.Symlink("real", in("link")), os.Symlink("real/a.md", in("a.md")), os.Link(in("twice.md"), in("again.md")),
		os.Symlink(".obsidian", in("settings")), os.Mkdir(in(".obsidian"), 0o755), os.Symlink(t.TempDir(), in("out"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	o := b.reopen()
	defer o.close()
	for what, c := range map[string]*change{
		"over a link": newChange(t).replace("link/a.md", "a", "new"), "a link": newChange(t).replace("a.md", "a", "new"),
		"a hard link": newChange(t).replace("twice.md", "b", "new"), "into settings": newChange(t).create("settings/app.json", "{}"),
		"out of the vault": newChange(t).create("out/x.md", "x"), "deleting a hard link": newChange(t).remove("again.md", "b"),
		"a folder as a file": newChange(t).move("twice.md", "link/b.md", "b"),
	} {
		_, err := o.Apply(context.Background(), c.entry, c.data)
		wantCode(t, err, tools.WorkspacePathDenied, what)
	}
}

// What changed since it was read is not written (contracts 2.1.3, 2.3).
func TestStaleFilesAreRefused(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "now")
	b.write("b.md", "b")
	o := b.reopen()
	defer o.close()
	before := b.tree()
	for what, c := range map[string]*change{
		"replace": newChange(t).replace("b.md", "b", "new").replace("a.md", "then", "new"), "delete": newChange(t).remove("a.md", "then"),
		"move": newChange(t).move("a.md", "c.md", "then"), "gone": newChange(t).replace("none.md", "x", "y"),
	} {
		_, err := o.Apply(context.Background(), c.entry, c.data)
		wantCode(t, err, tools.StaleRead, what)
	}
	b.wantTree(before, "after refusals")
	if n := len(o.journal.Entries()); n != 0 {
		t.Errorf("%d entries were begun", n)
	}
}

// A name that the disk holds decomposed is found, and keeps its spelling (4.13).
func TestDecomposedNames(t *testing.T) {
	b := newBench(t)
	b.write("Cafe\u0301/re\u0301sume\u0301.md", "old")
	o := b.reopen()
	defer o.close()
	c := newChange(t).replace("Café/résumé.md", "old", "new").create("Café/neu.md", "x")
	if _, err := o.Apply(context.Background(), c.entry, c.data); err != nil {
		t.Fatal(err)
	}
	if got := b.tree()["Cafe\u0301/re\u0301sume\u0301.md"]; got != "new" && runtime.GOOS == "linux" {
		t.Errorf("the file holds %q: %v", got, b.tree())
	}
	_, err := o.Apply(context.Background(), newChange(t).create("Café/RÉSUMÉ.md", "x").entry, newChange(t).create("Café/RÉSUMÉ.md", "x").data)
	wantCode(t, err, tools.TargetExists, "a twin in another form")
}

// A replaced file keeps its permissions; a new one gets the user's own.
func TestPermissionsAreKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions there")
	}
	b := newBench(t)
	b.write("a.md", "old")
	if err := os.Chmod(filepath.Join(b.vault, "a.md"), 0o640); err != nil {
		t.Fatal(err)
	}
	o := b.reopen()
	defer o.close()
	c := newChange(t).replace("a.md", "old", "new")
	if _, err := o.Apply(context.Background(), c.entry, c.data); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(b.vault, "a.md"))
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// An editor that had the old file open and writes into it late is heard: its
// bytes stand in the end (decision 14).
func TestLateWriteIntoTheOldFile(t *testing.T) {
	for system, set := range systems {
		b := newBench(t)
		set(b)
		b.write("a.md", "old\n")
		o := b.reopen()
		editor, err := os.OpenFile(filepath.Join(b.vault, "a.md"), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		wrote := false
		b.plan.Between = func(call string) {
			swapped, _ := os.ReadFile(filepath.Join(b.vault, "a.md"))
			if !wrote && strings.HasPrefix(call, "syncdir") && string(swapped) == "new\n" {
				_, err := editor.WriteString("late\n")
				wrote = err == nil
			}
		}
		c := newChange(t).replace("a.md", "old\n", "new\n")
		e, err := o.Apply(context.Background(), c.entry, c.data)
		if !wrote || err != nil {
			t.Fatalf("%s: wrote %v, %v", system, wrote, err)
		}
		if got := b.tree()["a.md"]; got != "late\n" || len(e.Files) != 1 || e.Files[0].State != "newer" {
			t.Errorf("%s: the file holds %q, and the entry says %+v", system, got, e.Files)
		}
		b.noLitter(system)
		editor.Close()
		o.close()
	}
}

// A vault whose folder was moved away is not written, though its handle lives
// (contracts 2.1.2).
func TestMovedVaultIsNotWritten(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "a")
	o := b.reopen()
	defer o.close()
	if err := os.Rename(b.vault, b.vault+"-moved"); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(b.vault + "-moved")
	c := newChange(t).replace("a.md", "a", "b")
	_, err := o.Apply(context.Background(), c.entry, c.data)
	wantCode(t, err, tools.VaultMissing, "a moved vault")
}
