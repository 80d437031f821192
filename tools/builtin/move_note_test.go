package builtin

import (
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

// RB1–RB5: every kind of link follows, in the vault's own form; nothing else
// changes.
func TestMoveNoteRewritesEveryKindOfLink(t *testing.T) {
	for format, want := range map[string]string{"": "New", "absolute": "Box/New", "relative": "Box/New"} {
		t.Run(format, func(t *testing.T) {
			v := newWritable(t, map[string]string{
				".obsidian/app.json": `{"newLinkFormat":"` + format + `"}`,
				"Old.md":             "---\nup: \"[[a]]\"\n---\n# Head\n[[#Head]] [[a]] ![](pic.png) [[Old]]\n\npara ^id\n",
				"pic.png":            "\x89PNG", "b.canvas": `{"nodes":[{"id":"1","type":"file","file":"Old.md","x":0,"y":0,"width":1,"height":1},{"id":"2","type":"text","text":"[[Old|x]]","x":0,"y":0,"width":1,"height":1}],"edges":[]}`,
				"v.base": "filters:\n  and:\n    - file.hasLink(\"Old\")\n    - 'up == link(\"Old.md\")'\n",
				"a.md": strings.Join([]string{
					"---", "one: \"[[Old]]\"", "two: ['[[old#Head]]', \"[x](Old.md)\"] # comment", "---",
					"[[Old]] [[Old.md]] [[OLD|Old]] [[Old|shown]] ![[Old#Head]] [[Old#^id|b]] | [[Old\\|cell]] |",
					"[Old](Old.md) [x](<Old.md#Head>) ![](Old.md) [r][ref]", "`[[Old]]` %%[[Old]]%%", "```", "[[Old]]", "```", "[ref]: Old.md 'T'", "Old", "[[Older]] [[Old x]]", "",
				}, "\r\n"),
			})
			res := v.do("move_note", `{"slug":"Old","name":"New","folder":"Box"}`)
			md := want + ".md"
			if format == "" {
				md = "New.md"
			}
			v.has(map[string]string{
				"Old.md": "", "b.canvas": `{"nodes":[{"id":"1","type":"file","file":"Box/New.md","x":0,"y":0,"width":1,"height":1},{"id":"2","type":"text","text":"[[` + want + `|x]]","x":0,"y":0,"width":1,"height":1}],"edges":[]}`,
				"v.base": "filters:\n  and:\n    - file.hasLink(\"" + want + "\")\n    - 'up == link(\"" + md + "\")'\n",
				"a.md": strings.Join([]string{
					"---", "one: \"[[" + want + "]]\"", "two: ['[[" + want + "#Head]]', \"[x](" + md + ")\"] # comment", "---",
					"[[" + want + "]] [[" + md + "]] [[" + want + "|New]] [[" + want + "|shown]] ![[" + want + "#Head]] [[" + want + "#^id|b]] | [[" + want + "\\|cell]] |",
					"[New](" + md + ") [x](<" + md + "#Head>) ![](" + md + ") [r][ref]", "`[[Old]]` %%[[" + want + "]]%%", "```", "[[Old]]", "```", "[ref]: " + md + " 'T'", "Old", "[[Older]] [[Old x]]", "",
				}, "\r\n"),
			})
			if !strings.Contains(v.read("Box/New.md"), "[[#Head]]") || strings.Contains(v.read("Box/New.md"), "Old") {
				t.Errorf("the note itself: %q", v.read("Box/New.md"))
			}
			d := res.Data.(*noteMoved)
			if d.From != "Old.md" || d.Path != "Box/New.md" || d.Slug != "Box/New" || len(d.Lines) != d.Links || d.Links < 15 || res.SHABefore == "" {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestMoveNoteLinksOfTheNote(t *testing.T) { // RB7
	v := newWritable(t, map[string]string{
		"A/n.md": "[[./s]] [[../top]] [x](s.md) [y](../top.md) ![[pic.png]] [[B/s]] [[nowhere]] [z](./s.md#h)\n", "A/s.md": "# h\n", "B/s.md": "other\n", "top.md": "x\n", "A/pic.png": "\x89",
	})
	v.do("move_note", `{"slug":"A/n","folder":"C/D"}`)
	v.has(map[string]string{"C/D/n.md": "[[A/s]] [[top]] [x](A/s.md) [y](top.md) ![[pic.png]] [[B/s]] [[nowhere]] [z](A/s.md#h)\n"})
}

// Contracts 2.1.2: other notes' links keep their targets, whatever name arrives.
func TestMoveNoteBesideOthersOfTheName(t *testing.T) { // 4.5–4.7
	for name, c := range map[string]struct {
		files map[string]string
		args  string
		want  map[string]string
	}{
		"steals a name": {map[string]string{"x/Note.md": "the one\n", "Other.md": "y\n", "l.md": "[[Note]] [[Other]] [[x/Note|n]]\n", "x/m.md": "[[Note]]\n"},
			`{"slug":"Other","name":"Note"}`, map[string]string{"l.md": "[[x/Note]] [[Note]] [[x/Note|n]]\n", "x/m.md": "[[x/Note]]\n"}},
		"becomes one of two": {map[string]string{"x/Note.md": "the one\n", "y/Other.md": "y\n", "l.md": "[[Note]] [[Other]]\n"},
			`{"slug":"Other","name":"Note"}`, map[string]string{"l.md": "[[x/Note]] [[y/Note]]\n"}},
		"shorter path": {map[string]string{"longer/Note.md": "the one\n", "y/Other.md": "y\n", "l.md": "[[Note]] [[Other]]\n"},
			`{"slug":"Other","name":"Note"}`, map[string]string{"l.md": "[[longer/Note]] [[y/Note]]\n"}},
		"gives a name up": {map[string]string{"Note.md": "the one\n", "x/Note.md": "y\n", "l.md": "[[Note]] [[x/Note]]\n"},
			`{"slug":"Note.md","name":"Else"}`, map[string]string{"l.md": "[[Else]] [[x/Note]]\n"}},
		"was missing":     {map[string]string{"a.md": "x\n", "l.md": "[[b]] [[a]]\n"}, `{"slug":"a","name":"b"}`, map[string]string{"l.md": "[[b]] [[b]]\n"}},
		"case only":       {map[string]string{"note.md": "x\n", "l.md": "[[note]] [[Note|note]] [x](note.md)\n"}, `{"slug":"note","name":"Note"}`, nil},
		"dots":            {map[string]string{"a.md": "x\n", "l.md": "[[a]] [x](a.md)\n"}, `{"slug":"a","name":"v1.2"}`, map[string]string{"l.md": "[[v1.2]] [x](v1.2.md)\n"}},
		"like a file":     {map[string]string{"a.md": "x\n", "007.jpg": "\x89", "l.md": "[[a]]\n"}, `{"slug":"a","name":"007.jpg"}`, map[string]string{"l.md": "[[007.jpg.md]]\n"}},
		"spaces":          {map[string]string{"a.md": "x\n", "l.md": "[[a]] [x](a.md) [y](<a.md>)\n"}, `{"slug":"a","name":"two (w)"}`, map[string]string{"l.md": "[[two (w)]] [x](two%20(w).md) [y](<two (w).md>)\n"}},
		"dollar":          {map[string]string{"a.md": "x\n", "l.md": "[[a]]\n"}, `{"slug":"a","name":"$& $1"}`, map[string]string{"l.md": "[[$& $1]]\n"}},
		"dots at its end": {map[string]string{"a.md": "x\n", "l.md": "[[a]] [x](a.md)\n"}, `{"slug":"a","name":"a..."}`, map[string]string{"l.md": "[[a...]] [x](a....md)\n"}},
		"percent":         {map[string]string{"a.md": "x\n", "l.md": "[[a]] [x](a.md)\n"}, `{"slug":"a","name":"100%20"}`, map[string]string{"l.md": "[[100%20]] [x](100%2520.md)\n"}},
		"sigma":           {map[string]string{"a.md": "x\n", "l.md": "[[a]]\n"}, `{"slug":"a","name":"ΟΔΟΣ"}`, map[string]string{"l.md": "[[ΟΔΟΣ]]\n"}},
		"extension":       {map[string]string{"a.MD": "x\n", "l.md": "[[a]] [x](a.MD)\n"}, `{"slug":"a","name":"b.MD"}`, map[string]string{"b.MD": "x\n", "l.md": "[[b]] [x](b.MD)\n"}},
		"decomposed":      {map[string]string{"Cafe\u0301.md": "x\n", "l.md": "[[Caf\u00e9]] [[Cafe\u0301]]\n"}, `{"slug":"Café","name":"Bar"}`, map[string]string{"l.md": "[[Bar]] [[Bar]]\n"}},
		"composes":        {map[string]string{"Cafe\u0301.md": "x\n", "l.md": "[[Caf\u00e9]]\n"}, "{\"slug\":\"Caf\u00e9\",\"folder\":\"x\"}", map[string]string{"l.md": "[[Caf\u00e9]]\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			v := newWritable(t, c.files)
			res := v.do("move_note", c.args)
			v.has(c.want)
			for p, was := range c.files { // what is not named stays
				if _, named := c.want[p]; !named && p != "Cafe\u0301.md" && p != res.Data.(*noteMoved).From && v.read(p) != was {
					t.Errorf("%s is %q", p, v.read(p))
				}
			}
		})
	}
}

func TestMoveNoteRefuses(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "x\n", "B/a.md": "y\n", "b.md": "z\n", "P/s.md": "---\nprivate: true\n---\n[[a]]\n", "img.png": "\x89"})
	v.bad("move_note", `{"slug":"a.md"}`, tools.NoChange)
	v.bad("move_note", `{"slug":"a.md","name":"b"}`, tools.TargetExists, "b.md")
	v.bad("move_note", `{"slug":"a.md","name":"B.MD"}`, tools.TargetExists, "b.md")
	v.bad("move_note", `{"slug":"a.md","folder":"B"}`, tools.TargetExists, "B/a.md")
	v.bad("move_note", `{"slug":"a.md","folder":"b.md"}`, tools.NotADirectory)
	v.bad("move_note", `{"slug":"b","name":"s","folder":"P"}`, tools.PolicyDenied)
	v.bad("move_note", `{"slug":"b","folder":"b"}`, tools.TargetExists, `"B"`)
	v.bad("move_note", `{"slug":"s","name":"t"}`, tools.NoteNotFound)
	v.bad("move_note", `{"slug":"img.png","name":"t"}`, tools.NoteNotFound)
	if w := newWritable(t, map[string]string{"n.md": "1\n", "N.md": "2\n"}); w.read("n.md") != w.read("N.md") { // two files here
		w.bad("move_note", `{"slug":"N.md","name":"n"}`, tools.TargetExists, `"n.md"`)
		w.looks("N.md")
		w.bad("update_note", `{"slug":"N.md","content":"","mode":"append","title":"n"}`, tools.TargetExists, `"n.md"`)
		w.bad("apply_patch", patchArgs("*** Update File: N.md", "*** Move to: n.md", "@@", "-2", "+3"), tools.TargetExists, `"n.md"`)
	}
	for _, name := range []string{"x/y", "x:y", "con", "a#b", "a^b", "a|b", "[a]", ".dot", strings.Repeat("n", 240), "???"} {
		f := v.bad("move_note", argsOf("slug", "b", "name", name), tools.InvalidArgument, `"name"`)
		if f.Argument != "name" {
			t.Errorf("%q: %+v", name, f)
		}
	}
}

func TestMoveNotePreview(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "x\n", "b.md": "[[a]] [[a]]\n", "c.md": "[[a]]\n", "s.md": "---\nprivate: true\n---\n[[a]] secret\n"})
	d, res := good[noteMoved](v, "move_note", `{"slug":"a","name":"n","dry_run":true}`)
	if res.Set != nil || !strings.Contains(res.Summary, "3 links in 2 notes") || d.Links != 3 || d.Notes != 2 || len(d.Lines) != 3 || d.Lines[0] != (linkChange{Path: "b.md", Line: 1, Old: "[[a]]", New: "[[n]]"}) {
		t.Errorf("%s %+v", res.Summary, d)
	}
	if v.read("a.md") != "x\n" {
		t.Error("a dry run moved it")
	}
	moved := v.proposed("move_note", `{"slug":"a","name":"n"}`)
	if moved.Data.(*noteMoved).PlanHash != d.PlanHash || len(moved.Unseen) != 1 || moved.Unseen[0] != "s.md" {
		t.Errorf("unseen %v", moved.Unseen)
	}
	for _, leak := range []string{"s.md", "secret"} {
		if strings.Contains(quote(moved.Data)+moved.Summary, leak) {
			t.Errorf("the result holds %q", leak)
		}
	}
	v.env.Whole = nil // nobody who can write mounts it so
	v.bad("move_note", `{"slug":"a","name":"n"}`, tools.PolicyDenied)
	v.allowWhole()
	done := v.do("move_note", `{"slug":"a","name":"n"}`)
	v.has(map[string]string{"s.md": "---\nprivate: true\n---\n[[n]] secret\n"})
	if strings.Contains(quote(done), "s.md") && strings.Contains(quote(done.Data), "s.md") {
		t.Error("the completed result names a private note")
	}
}

// The promise: what linked somewhere links there still, and nothing new is
// unresolved.
func TestMoveNoteKeepsTheGraph(t *testing.T) {
	v := newWritable(t, map[string]string{"a.md": "[[b]] [[gone]]\n", "x/b.md": "[[a]] [[c]]\n", "c.md": "[[b#H]] ![[x/b]]\n"})
	before := graphOf(v)
	v.do("move_note", `{"slug":"b","name":"b2","folder":"y/z"}`)
	after := graphOf(v)
	if slices.Equal(before, after) {
		t.Error("nothing moved")
	}
	v.do("move_note", `{"slug":"b2","name":"b","folder":"x"}`)
	if back := graphOf(v); !slices.Equal(before, back) {
		t.Errorf("%v\n%v", before, back)
	}
}

// graphOf lists what links where, and what leads nowhere.
func graphOf(v *testVault) []string {
	v.t.Helper()
	var out []string
	lens := v.env.All().Graph()
	for f := range v.env.All().Files() {
		for _, e := range lens.Outgoing(f.Path) {
			out = append(out, f.Path.String()+" → "+e.To.String()+map[bool]string{false: "? " + e.LinkText}[e.Resolved]+e.Link.Subpath)
		}
	}
	slices.Sort(out)
	return out
}
