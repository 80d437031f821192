package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/tools"
)

// noon is the clock of tests that write a time.
func noon() time.Time { return time.Date(2026, 5, 4, 12, 30, 15, 0, time.Local) }

func TestCreateNote(t *testing.T) { // R145–R150
	for name, c := range map[string]struct{ args, path, text string }{
		"plain":   {`"title":"Growing leeks","content":"Deep bed.\n"`, "Growing leeks.md", "Deep bed.\n"},                                            // R145, R146, R150
		"tags":    {`"title":"T","content":"x\n","tags":["#a","b/c","A"]`, "T.md", "---\ntags:\n  - a\n  - b/c\n---\nx\n"},                           // R147
		"folder":  {`"title":"T","content":"x\n","folder":"Neu/卡片"`, "Neu/卡片/T.md", "x\n"},                                                           // R148
		"root":    {`"title":"T","content":"x\n","folder":"."`, "T.md", "x\n"},                                                                       // R148
		"topic":   {`"title":"T","content":"x\n","topic":"plants"`, "Garden/Plants/T.md", "x\n"},                                                     // R149
		"related": {`"title":"Watering tomatoes","content":"x\n"`, "Garden/Plants/Watering tomatoes.md", "x\n"},                                      // R148
		"unfit":   {`"title":"Why: a/b?","content":"x\n"`, "Why- a-b-.md", "---\naliases:\n  - \"Why: a/b?\"\n---\nx\n"},                             // R150
		"block":   {`"title":"T","content":"---\nrating: 5 # of 5\n---\nx\n","tags":["a"]`, "T.md", "---\nrating: 5 # of 5\ntags:\n  - a\n---\nx\n"}, // R156
		"ending":  {`"title":"Growing leeks.md","content":"x\n"`, "Growing leeks.md", "x\n"},                                                         // R150
		"spaces":  {`"title":"  two   words ","content":"x\n"`, "two words.md", "x\n"},                                                               // R150
		"chinese": {`"title":"卡片笔记法：入门","content":"x\n"`, "卡片笔记法：入门.md", "x\n"},                                                                      // R150
		"device":  {`"title":"con","content":"x\n"`, "con-.md", "---\naliases:\n  - con\n---\nx\n"},                                                  // R150
		"dot":     {`"title":".hidden","content":"x\n"`, "-hidden.md", "---\naliases:\n  - .hidden\n---\nx\n"},                                       // R150
		"keeps":   {`"title":"T","content":"---\nTags: [b]\n---\nx","tags":["a"]`, "T.md", "---\nTags: [b, a]\n---\nx"},                              // R147
		"link":    {`"title":"T","content":"See [[Tomato]].\n"`, "T.md", "See [[Tomato]].\n"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newWritable(t, map[string]string{
				"Garden/Plants/Tomato.md": "Watering tomatoes in the morning.\n", "Garden/Plants/Tomato sorts.md": "Tomatoes for watering less.\n", "Else.md": "Nothing.\n",
			})
			res := v.do("create_note", "{"+c.args+"}")
			v.has(map[string]string{c.path: c.text})
			d := res.Data.(*noteMade)
			if d.Path != c.path || d.Slug != strings.TrimSuffix(c.path, ".md") || d.FolderFrom == "" || !strings.Contains(res.Summary, d.FolderFrom) {
				t.Errorf("%+v: %s", d, res.Summary)
			}
		})
	}
}

func TestCreateNoteRefuses(t *testing.T) { // R145–R149, design 5 create_note
	v := newWritable(t, map[string]string{"Leek.md": "x\n", "secret.md": "---\nprivate: true\n---\nx\n"})
	f := v.bad("create_note", `{"title":"leek","content":"x","folder":"."}`, tools.TargetExists, `"Leek.md"`, `read_file {"path":"Leek.md"}`)
	if len(f.Candidates) != 1 {
		t.Errorf("%+v", f)
	}
	f = v.bad("create_note", `{"title":"secret","content":"x","folder":"."}`, tools.PolicyDenied, `"secret.md" cannot be used`, "choose another name")
	if len(f.Candidates) != 0 || f.SHA256 != "" {
		t.Errorf("a name that is hidden gives away %+v", f)
	}
	v.bad("create_note", `{"title":"???","content":"x"}`, tools.InvalidArgument, `"title"`)
	v.bad("create_note", `{"title":"T","content":"x","tags":["two words"]}`, tools.InvalidArgument, `"two-words"`)
	v.bad("create_note", `{"title":"T","content":"x","tags":["2026"]}`, tools.InvalidArgument, `"tags"`)
	v.bad("create_note", `{"title":"T","content":"x","folder":"Leek.md"}`, tools.NotADirectory, "Leek.md")
	v.bad("create_note", `{"title":"T","content":"---\na: [\n---\nx","tags":["b"]}`, tools.FrontmatterInvalid, "create_note {")
}

// X30: a note begins as its neighbours do.
func TestCreateNoteInTheStyleOfTheVault(t *testing.T) {
	v := newWritable(t, map[string]string{
		"J/a.md": "---\nCreated: 2024-01-02 08:09\n---\nx #one\n", "J/b.md": "---\nCreated: 2024-01-03 08:09\n---\nx #two\n", "J/c.md": "---\nCreated: 2024-01-04 08:09\n---\nx #two\n",
	})
	v.env.Now = noon
	v.do("create_note", `{"title":"T","content":"x\n","folder":"J","tags":["three"]}`)
	v.has(map[string]string{"J/T.md": "---\nCreated: 2026-05-04 12:30\n---\nx\n\n#three\n"})
	v.do("create_note", `{"title":"U","content":"---\ncreated: 2020-01-01\n---\nx\n","folder":"J"}`)
	v.has(map[string]string{"J/U.md": "---\ncreated: 2020-01-01\n---\nx\n"})
}

// F8: without anything related a note goes where the vault puts new ones, never
// among the templates.
func TestCreateNoteWhereTheVaultPutsNew(t *testing.T) {
	v := newWritable(t, map[string]string{
		".obsidian/app.json": `{"newFileLocation":"folder","newFileFolderPath":"Inbox"}`, ".obsidian/templates.json": `{"folder":"Templates"}`,
		"Templates/Meeting.md": "meeting notes\n", "Templates/Meeting long.md": "meeting notes\n", "a.md": "x\n",
	})
	if d := v.do("create_note", `{"title":"Meeting notes","content":"x\n"}`).Data.(*noteMade); d.Path != "Inbox/Meeting notes.md" {
		t.Errorf("%+v", d)
	}
}
