package commit_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

// What somebody saves after the check, while the journal or the new bytes go to
// disk, is seen before the names are exchanged: the refused text never stands.
func TestARefusedTextNeverStands(t *testing.T) {
	for system, set := range systems {
		for _, moment := range []string{"sync journal.jsonl", "write .ibid-", "sync .ibid-"} {
			b := newBench(t)
			set(b)
			b.write("a.md", "old\n")
			o := b.reopen()
			name, saved := filepath.Join(b.vault, "a.md"), false
			b.plan.Between = func(call string) {
				if raw, _ := os.ReadFile(name); string(raw) == "refused\n" {
					t.Errorf("%s, %s: the refused text stands before %q", system, moment, call)
				}
				if !saved && strings.HasPrefix(call, moment) {
					saved = os.WriteFile(name, []byte("person\n"), 0o644) == nil
				}
			}
			c := newChange(t).replace("a.md", "old\n", "refused\n")
			_, err := o.Apply(context.Background(), c.entry, c.data)
			b.plan.Between = nil
			wantCode(t, err, tools.StaleRead, system)
			if got := b.tree()["a.md"]; !saved || got != "person\n" {
				t.Errorf("%s, %s: saved %v, the file holds %q", system, moment, saved, got)
			}
			b.noLitter(system)
			o.close()
		}
	}
}

// What an editor wrote late into the old file is kept in the journal, when a
// person's newer text stands in its place.
func TestALateWriteIsKeptBesideANewerOne(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "old\n")
	o := b.reopen()
	defer o.close()
	name := filepath.Join(b.vault, "a.md")
	editor, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer editor.Close()
	late, person := false, false
	b.plan.Between = func(call string) {
		raw, _ := os.ReadFile(name)
		switch {
		case string(raw) != "new\n":
		case !late && strings.HasPrefix(call, "syncdir"):
			_, err := editor.WriteString("late\n")
			late = err == nil
		case late && !person && strings.HasPrefix(call, "swap"):
			person = os.WriteFile(name, []byte("person\n"), 0o644) == nil
		}
	}
	c := newChange(t).replace("a.md", "old\n", "new\n")
	e, err := o.Apply(context.Background(), c.entry, c.data)
	if err != nil || !late || !person {
		t.Fatalf("late %v, person %v: %v", late, person, err)
	}
	if got := b.tree()["a.md"]; got != "person\n" || len(e.Files) != 1 {
		t.Fatalf("the file holds %q, and the entry says %+v", got, e.Files)
	}
	if kept, err := o.journal.Blob(e.Files[0].Kept); err != nil || string(kept) != "late\n" {
		t.Errorf("the journal kept %q, %v of %+v", kept, err, e.Files)
	}
}
