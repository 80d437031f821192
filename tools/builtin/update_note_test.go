package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

const gardenNote = "---\nstatus: open # yet\ntags: [a]\n---\n\n# Garden\n\nIntro.\n\n## Plan\n\nThree beds. ^beds\n\n### Spring\n\nPeas.\n\n## Log\n\n- one\n"

func TestUpdateNote(t *testing.T) { // R151–R156, X25
	head := "---\nstatus: open # yet\ntags: [a]\n---\n"
	body := strings.TrimPrefix(gardenNote, head)
	for name, c := range map[string]struct{ args, want string }{
		"replace":          {`"slug":"Garden","content":"New.\n"`, head + "\nNew.\n"},                                                                                 // R151, R153, R156
		"target":           {`"target":"garden","content":"New.\n"`, head + "\nNew.\n"},                                                                               // R152
		"alias":            {`"target":"Beds","content":"","mode":"append","tags":["b"]`, "---\nstatus: open # yet\ntags: [b]\n---\n" + body},                         // R152, R155
		"tags":             {`"slug":"P/Garden","content":"","mode":"append","tags":["b","c/d"]`, "---\nstatus: open # yet\ntags: [b, c/d]\n---\n" + body},            // R155
		"merge":            {`"slug":"Garden","content":"---\nrating: 5\nstatus: done\n---\nNew.\n"`, "---\nstatus: done # yet\ntags: [a]\nrating: 5\n---\n\nNew.\n"}, // R156
		"append":           {`"slug":"Garden","content":"- two","mode":"append"`, gardenNote + "- two\n"},                                                             // X25
		"paragraph":        {`"slug":"Garden","content":"Two.\n","mode":"append"`, gardenNote + "\nTwo.\n"},                                                           // X25
		"section":          {`"slug":"Garden","content":"Four beds.\n","mode":"section","section":"Plan"`, strings.Replace(gardenNote, "Three beds. ^beds", "Four beds.", 1)},
		"subsection":       {`"slug":"Garden","content":"Beans.\n","mode":"section","section":"Garden#Plan#Spring"`, strings.Replace(gardenNote, "Peas.", "Beans.", 1)},
		"block":            {`"slug":"Garden","content":"Four beds.","mode":"section","section":"^beds"`, strings.Replace(gardenNote, "Three beds.", "Four beds.", 1)},
		"with its heading": {`"slug":"Garden","content":"## Log\n\n- two\n","mode":"section","section":"Log"`, strings.Replace(gardenNote, "- one", "- two", 1)},
		"added tags twice": {`"slug":"Garden","content":"- one","mode":"append","tags":["b"]`, "---\nstatus: open # yet\ntags: [b]\n---\n" + body},
	} {
		t.Run(name, func(t *testing.T) {
			v := newWritable(t, map[string]string{"P/Garden.md": gardenNote, "Other.md": "Peas and more.\n"})
			if name == "alias" {
				v = newWritable(t, map[string]string{"P/Garden.md": strings.Replace(gardenNote, "status", "aliases: Beds\nstatus", 1)})
				c.want = strings.Replace(c.want, "status", "aliases: Beds\nstatus", 1)
			}
			v.looks("P/Garden.md")
			res := v.do("update_note", "{"+c.args+"}")
			v.has(map[string]string{"P/Garden.md": c.want})
			if d := res.Data.(*noteUpdated); d.Path != "P/Garden.md" || d.From != "" || res.SHABefore == "" || res.SHAAfter == "" {
				t.Errorf("%+v", res)
			}
		})
	}
}

func TestUpdateNoteRenames(t *testing.T) { // R154, design 5 update_note
	v := newWritable(t, map[string]string{
		"P/Garden.md": "# Garden\n\n[[#Garden]]\n", "a.md": "[[Garden]] and ![[P/Garden|beds]]\n", "b.md": "[x](P/Garden.md#Garden)\n", "t.md": "---\ntitle: t\n---\n# Else\n",
	})
	v.looks("P/Garden.md")
	res := v.do("update_note", `{"slug":"Garden","content":"Beds.","mode":"append","title":"Kitchen garden"}`)
	v.has(map[string]string{
		"P/Garden.md": "", "P/Kitchen garden.md": "# Kitchen garden\n\n[[#Garden]]\n\nBeds.\n",
		"a.md": "[[Kitchen garden]] and ![[Kitchen garden|beds]]\n", "b.md": "[x](Kitchen%20garden.md#Garden)\n",
	})
	d := res.Data.(*noteUpdated)
	if d.From != "P/Garden.md" || d.Path != "P/Kitchen garden.md" || d.Links != 3 || d.Notes != 2 || !strings.Contains(res.Summary, "3 links in 2 notes") {
		t.Errorf("%s %+v", res.Summary, d)
	}
	v.looks("t.md")
	v.do("update_note", `{"slug":"t","content":"","mode":"append","title":"Why? Because"}`)
	v.has(map[string]string{"Why- Because.md": "---\ntitle: Why? Because\n---\n# Else\n"})
	v.looks("a.md")
	v.bad("update_note", `{"slug":"a","content":"","mode":"append","title":"b"}`, tools.TargetExists)
}

func TestUpdateNoteRefuses(t *testing.T) { // R151–R155, contracts 2.1.1
	v := newWritable(t, map[string]string{"P/Garden.md": gardenNote, "Q/Garden.md": "x\n", "open.md": "```\ncode\n", "bin.md": "\x00"})
	v.looks("P/Garden.md")
	v.looks("open.md")
	v.bad("update_note", `{"content":"x"}`, tools.InvalidArgument, `"slug"`, `"target"`)
	v.bad("update_note", `{"slug":"Garden","content":"x"}`, tools.NoteAmbiguous, "P/Garden", "Q/Garden")
	v.bad("update_note", `{"target":"Garden","content":"x"}`, tools.NoteAmbiguous)
	v.bad("update_note", `{"slug":"Gardn","content":"x"}`, tools.NoteNotFound, "Garden")
	v.bad("update_note", `{"target":"quite another thing","content":"x"}`, tools.NoteNotFound)
	v.bad("update_note", `{"slug":"P/Garden","target":"open","content":"x"}`, tools.InvalidArgument, "different notes")
	v.bad("update_note", `{"slug":"P/Garden","content":""}`, tools.InvalidArgument, `"content"`)
	v.bad("update_note", `{"slug":"P/Garden","content":" ","mode":"append"}`, tools.InvalidArgument, `"content"`)
	v.bad("update_note", `{"slug":"P/Garden","content":"x","mode":"section"}`, tools.InvalidArgument, `"section"`)
	v.bad("update_note", `{"slug":"P/Garden","content":"x","section":"Plan"}`, tools.InvalidArgument, `"section"`)
	v.bad("update_note", `{"slug":"P/Garden","content":"x","mode":"section","section":"Nowhere"}`, tools.NoMatch, "Plan")
	v.bad("update_note", `{"slug":"P/Garden","content":"x","mode":"section","section":"^none"}`, tools.NoMatch)
	v.bad("update_note", `{"slug":"P/Garden","content":"- one","mode":"append"}`, tools.NoChange)
	v.bad("update_note", `{"slug":"P/Garden","content":"---\na: 1\n---\nx","mode":"append"}`, tools.InvalidArgument, "property block")
	v.bad("update_note", `{"slug":"open","content":"x","mode":"append"}`, tools.InvalidArgument, "never closed")
	v.bad("update_note", `{"slug":"bin","content":"x"}`, tools.BinaryFile)
	v.bad("update_note", `{"slug":"open","content":"","mode":"append","tags":[]}`, tools.NoChange)
	v.bad("update_note", `{"slug":"Q/Garden","content":"x"}`, tools.ReadRequired)
	v.has(map[string]string{"P/Garden.md": gardenNote})
}
