package autotag

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func TestRenameInOneNote(t *testing.T) {
	for name, tc := range map[string]struct{ from, to, before, after string }{
		"list":           {"todo", "to-do", "---\ntags: [a, todo] # x\n---\n", "---\ntags: [a, to-do] # x\n---\n"},
		"quotes":         {"todo", "to-do", "---\ntags:\n  - \"#todo\" # x\n---\n", "---\ntags:\n  - \"#to-do\" # x\n---\n"},
		"text":           {"todo", "to-do", "a #todo, `#todo` b#todo\n#TODO\n", "a #to-do, `#todo` b#todo\n#to-do\n"},
		"nested":         {"todo", "task", "#todo/now #todos\n", "#task/now #todos\n"},
		"deeper":         {"a/b", "x", "#a/b/c #a #a/bc\n", "#x/c #a #a/bc\n"},
		"below itself":   {"a", "a/b", "#a #a/c\n", "#a/b #a/b/c\n"},
		"case alone":     {"todo", "Todo", "#todo #ToDo\n", "#Todo #Todo\n"},
		"merge in list":  {"todo", "task", "---\ntags: [task, x, todo]\n---\n", "---\ntags: [task, x]\n---\n"},
		"YAML's word":    {"todo", "null", "---\ntags:\n  - todo\n---\n", "---\ntags:\n  - \"null\"\n---\n"},
		"words in keys":  {"tags", "labels", "---\ntags: [tags]\n---\n", "---\ntags: [labels]\n---\n"},
		"Chinese":        {"待办", "任务", "---\ntags:\n  - 待办/今天\n---\n#待办 完\n", "---\ntags:\n  - 任务/今天\n---\n#任务 完\n"},
		"CRLF and a BOM": {"a", "b", "\ufeff---\r\ntags: [a]\r\n---\r\n#a\r\n", "\ufeff---\r\ntags: [b]\r\n---\r\n#b\r\n"},
		"invalid YAML":   {"a", "b", "---\nx: [\ntags: [a]\n---\n#a\n", "---\nx: [\ntags: [a]\n---\n#b\n"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Rename{From: tc.from, To: tc.to}
			after, places, err := r.in([]byte(tc.before), nil)
			if err != nil || string(after) != tc.after || places == 0 {
				t.Errorf("%q becomes %q (%d), %v; want %q", tc.before, after, places, err, tc.after)
			}
		})
	}
}

func TestPlanRename(t *testing.T) {
	files := map[string]string{
		"a.md":           "---\ntags: [todo]\n---\n",
		"b/c.md":         "text #todo/now\n",
		"d.md":           "#to-do\n",
		"e.md":           "#other `#todo`\n",
		"Templates/t.md": "#todo\n",
		"broken.md":      "---\nx: [\ntags: [todo]\n---\n",
		"secret.md":      "---\nprivate: true\ntags: [todo]\n---\n",
	}
	dir := vaultOf(t, files)
	r, err := PlanRename(t.Context(), viewOf(t, dir, false), "#todo", "to-do")
	if err != nil {
		t.Fatal(err)
	}
	want := []vaultpath.Path{pathOf(t, "Templates/t.md"), pathOf(t, "a.md"), pathOf(t, "b/c.md")}
	if !slices.Equal(r.Set.Paths(), want) || r.Places != 3 || !r.Merges || len(r.Skipped) != 1 || r.Skipped[0].Path != "broken.md" {
		t.Errorf("%v, %+v", r.Set.Paths(), r)
	}
	back, err := r.Set.Inverse(func(p vaultpath.Path) ([]byte, bool) { return []byte(files[string(p)]), true })
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range back.Effects() {
		if string(e.After) != files[string(e.Path)] {
			t.Errorf("%s comes back as %q", e.Path, e.After)
		}
	}
	for _, to := range []string{"", "a b", "todo", "12"} {
		if _, err := PlanRename(t.Context(), viewOf(t, dir, false), "todo", to); err == nil {
			t.Errorf("a rename to %q passes", to)
		}
	}
	if _, err := PlanRename(t.Context(), viewOf(t, dir, false), "nowhere", "there"); err == nil || !strings.Contains(err.Error(), "#nowhere") {
		t.Errorf("a tag that no note has: %v", err)
	}
}

// Every tag of the real vaults, renamed and back again: the bytes are the same,
// and on the way nothing but tags changed.
func TestRenameInRealVaults(t *testing.T) {
	for _, name := range []string{"kepano", "knowledge-garden-zh"} {
		t.Run(name, func(t *testing.T) {
			v := viewOf(t, corpus(t, name), true)
			for i, use := range v.Tags() {
				if underRace && i > 5 || strings.Contains(use.Tag, "/") {
					continue
				}
				r, err := PlanRename(t.Context(), v, use.Tag, "zz-"+use.Tag)
				if err != nil {
					t.Fatalf("#%s: %v", use.Tag, err)
				}
				checkRename(t, r, func(p vaultpath.Path) []byte {
					raw, err := v.ReadFile(p)
					if err != nil {
						t.Fatal(err)
					}
					return raw
				})
			}
		})
	}
}

func checkRename(t *testing.T, r *Rename, read func(vaultpath.Path) []byte) {
	t.Helper()
	back := &Rename{From: r.To, To: r.From}
	for _, s := range r.Skipped {
		t.Logf("#%s in %s: %s", r.From, s.Path, s.Reason)
	}
	for _, e := range r.Set.Effects() {
		raw := read(e.Path)
		if want := strings.ReplaceAll(string(raw), r.From, r.To); len(want) < len(e.After) {
			t.Errorf("#%s: %s grew by more than its tags", r.From, e.Path)
		}
		for _, tag := range note.Parse(e.After).Tags {
			if r.means(tag.Name) {
				t.Errorf("%s still has #%s", e.Path, tag.Name)
			}
		}
		if again, _, err := back.in(e.After, nil); err != nil || !bytes.Equal(again, raw) && sameCase(raw, r.From) {
			t.Errorf("#%s: %s does not come back: %v\n%s", r.From, e.Path, err, edit.Compare(raw, again).Unified("before", "after", 0))
		}
	}
}

// sameCase reports that all tags of a note that are meant are spelt so.
func sameCase(raw []byte, from string) bool {
	return !slices.ContainsFunc(note.Parse(raw).Tags, func(t note.Tag) bool {
		first, _, _ := strings.Cut(t.Name, "/")
		return sameTag(first, from) && first != from
	})
}
