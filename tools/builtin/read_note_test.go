package builtin

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

const garden = `---
tags: [Plants, "#project/home"]
type: plan
aliases: [Yard]
up: "[[Home]]"
---
# Garden

First paragraph of
the note. #plants

## Plan

See [[Home]] and ![[pic.png]].

### Spring

Sow peas. ^peas

## Log

Done.
`

func gardenVault(t *testing.T) *testVault {
	return newVault(t, map[string]string{
		"Projects/Garden.md": garden, "Home.md": "To [[Garden]] and [[Garden#Plan]]\n", "pic.png": "\x89PNG",
		"a/Same.md": "1\n", "b/Same.md": "2\n", "dot.name.md": "dotted\n", "数/卡片笔记.md": "卡片\n", "file.txt": "text\n",
	})
}

func TestReadNoteGivesItsFacts(t *testing.T) { // R100, R101, R103
	v := gardenVault(t)
	d, res := good[noteText](v, "read_note", `{"slug":"Projects/Garden"}`)
	want := &noteText{
		Path: "Projects/Garden.md", Slug: "Projects/Garden", Title: "Garden", Excerpt: "First paragraph of the note. #plants",
		Content: garden, Tags: []string{"Plants", "project/home"}, Aliases: []string{"Yard"}, Type: "plan", UpdatedAt: d.UpdatedAt,
		WordCount: d.WordCount, ReadingTime: 1, SHA256: hashOf(garden),
		Headings: []noteHeading{{1, "Garden", 7}, {2, "Plan", 12}, {3, "Spring", 16}, {2, "Log", 20}},
		Links:    3, Backlinks: 2, StartLine: 1, EndLine: 22, TotalLines: 22,
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
	if d.WordCount < 15 || d.WordCount > 25 || len(d.UpdatedAt) != len("2026-01-02T15:04:05Z") || res.NextCursor != "" || res.Truncated != nil {
		t.Errorf("%d words, updated %q, %+v", d.WordCount, d.UpdatedAt, res)
	}
}

func TestReadNoteTakesEveryFormOfASlug(t *testing.T) { // R101, design 4.5
	v := gardenVault(t)
	for slug, want := range map[string]string{
		"Garden": "Projects/Garden", "garden": "Projects/Garden", "Projects/Garden.md": "Projects/Garden", "[[Garden]]": "Projects/Garden",
		"![[Projects/Garden|the garden]]": "Projects/Garden", "a/Same": "a/Same", "dot.name": "dot.name", "卡片笔记": "数/卡片笔记", " Home ": "Home",
	} {
		if d, _ := good[noteText](v, "read_note", `{"slug":`+quote(slug)+`}`); d.Slug != want {
			t.Errorf("%q: %s", slug, d.Slug)
		}
	}
	if d, _ := good[noteText](v, "read_note", `{"slug":"[[Garden#Log]]"}`); d.Content != "## Log\n\nDone.\n" {
		t.Errorf("a link to a section: %q", d.Content)
	}
}

func TestReadNoteAmbiguous(t *testing.T) { // R101, design 4.5
	f := gardenVault(t).bad("read_note", `{"slug":"Same"}`, tools.NoteAmbiguous, "a/Same", "b/Same", `read_note {"slug":"a/Same"}`)
	if !reflect.DeepEqual(f.Candidates, []string{"a/Same", "b/Same"}) {
		t.Errorf("%v", f.Candidates)
	}
}

func TestReadNoteNotFound(t *testing.T) { // R087, X06
	v := gardenVault(t)
	for slug, want := range map[string]string{"Gardn": "Projects/Garden", "Yard": "Projects/Garden", "wrong/Home": "Home"} {
		f := v.bad("read_note", `{"slug":"`+slug+`"}`, tools.NoteNotFound, "did you mean", want)
		if f.Suggestions[0] != want {
			t.Errorf("%s: %v", slug, f.Suggestions)
		}
	}
	v.bad("read_note", `{"slug":"qqqqqqqq"}`, tools.NoteNotFound, "knowledge_search")
	v.bad("read_note", `{"slug":"file.txt"}`, tools.NoteNotFound, `read_file {"path":"file.txt"}`)
	v.bad("read_note", `{"slug":"Projects"}`, tools.NoteNotFound)
}

func TestReadNoteCountsCharacters(t *testing.T) { // R102, R220, X11, X13
	text := strings.Repeat("字", 25_000)
	v := newVault(t, map[string]string{"long.md": text})
	for args, want := range map[string]int{`{"slug":"long"}`: 6000, `{"slug":"long","max_chars":100}`: 100, `{"slug":"long","maxChars":99999}`: 20_000} {
		d, res := good[noteText](v, "read_note", args)
		if d.Content != strings.Repeat("字", want) || *res.Truncated != (tools.Truncated{Shown: want, Total: 25_000}) || res.NextCursor == "" {
			t.Errorf("%s: %d bytes, %+v", args, len(d.Content), res.Truncated)
		}
	}
}

func TestReadNoteCursorReadsOn(t *testing.T) { // X13, R233
	text := "\ufeff" + strings.Repeat("an emoji 👍🏽 and 字\r\n", 700)
	v := newVault(t, map[string]string{"long.md": text, "other.md": "x\n"})
	var got strings.Builder
	args := `{"slug":"long","max_chars":1000}`
	for range 100 {
		d, res := good[noteText](v, "read_note", args)
		got.WriteString(d.Content)
		if res.NextCursor == "" {
			break
		}
		args = `{"slug":"long","max_chars":1000,"cursor":"` + res.NextCursor + `"}`
	}
	if got.String() != strings.TrimPrefix(text, "\ufeff") {
		t.Errorf("the pages make %d bytes of %d", got.Len(), len(text))
	}
	_, res := good[noteText](v, "read_note", `{"slug":"long","max_chars":1000}`)
	v.bad("read_note", `{"slug":"other","cursor":"`+res.NextCursor+`"}`, tools.StaleRead)
	v.bad("read_note", `{"slug":"long","cursor":"nonsense"}`, tools.InvalidArgument, `"cursor"`)
	v.write("long.md", text+"more\n")
	v.bad("read_note", `{"slug":"long","cursor":"`+res.NextCursor+`"}`, tools.StaleRead, "read it again")
}

func TestReadNoteCursorStaysInItsSection(t *testing.T) { // X13
	v := newVault(t, map[string]string{"n.md": "# A\n" + strings.Repeat("x", 150) + "\n# B\nother\n"})
	_, res := good[noteText](v, "read_note", `{"slug":"n","section":"A","max_chars":100}`)
	d, res := good[noteText](v, "read_note", `{"slug":"n","cursor":"`+res.NextCursor+`"}`)
	if strings.Contains(d.Content, "other") || res.NextCursor != "" {
		t.Errorf("%q", d.Content)
	}
}

func TestReadNoteSection(t *testing.T) { // X13, HB3, HB4, HB7
	v := gardenVault(t)
	for section, want := range map[string]string{
		"Log": "## Log\n\nDone.\n", "#plan": "## Plan\n\nSee [[Home]] and ![[pic.png]].\n\n### Spring\n\nSow peas. ^peas\n\n",
		"Plan#Spring": "### Spring\n\nSow peas. ^peas\n\n", "Plan > Spring": "### Spring\n\nSow peas. ^peas\n\n",
	} {
		d, _ := good[noteText](v, "read_note", `{"slug":"Garden","section":"`+section+`"}`)
		if d.Content != want {
			t.Errorf("%s: %q, want %q", section, d.Content, want)
		}
	}
	d, _ := good[noteText](v, "read_note", `{"slug":"Garden","section":"^peas"}`)
	if strings.TrimSpace(d.Content) != "Sow peas. ^peas" || d.StartLine != 18 || d.EndLine != 18 {
		t.Errorf("block: %+v", d)
	}
	f := v.bad("read_note", `{"slug":"Garden","section":"Plann"}`, tools.NoMatch, "Plann", "Garden | Plan | Spring | Log", `"section":"Plan"`)
	if len(f.Candidates) != 4 {
		t.Errorf("%v", f.Candidates)
	}
	v.bad("read_note", `{"slug":"Home","section":"x"}`, tools.NoMatch, "no headings")
}

func TestReadNoteSectionOfTheFileAsItIsNow(t *testing.T) {
	v := gardenVault(t)
	v.write("Projects/Garden.md", "moved down\n\n"+strings.Replace(garden, "Done.", "Changed.", 1))
	if d, _ := good[noteText](v, "read_note", `{"slug":"Garden","section":"Log"}`); d.Content != "## Log\n\nChanged.\n" {
		t.Errorf("%q", d.Content)
	}
}

func TestReadNoteLeavesReceiptsOfWholeLines(t *testing.T) { // contracts 2.3 rule 3
	v := newVault(t, map[string]string{"n.md": strings.Repeat("123456789\n", 30)})
	d, _ := good[noteText](v, "read_note", `{"slug":"n","max_chars":105}`)
	f, _ := v.env.View.File("n.md")
	got := v.env.Reads.Receipts(f.Path)
	if len(got) != 1 || got[0].StartLine != 1 || got[0].EndLine != 10 || got[0].SHA256 != d.SHA256 {
		t.Errorf("%+v", got)
	}
	if d, _ := good[fileText](v, "read_file", `{"path":"n.md"}`); d.EndLine != 30 {
		t.Errorf("read_note must not stand for read_file: %+v", d)
	}
}

func TestReadNoteRefusesWhatReadFileRefuses(t *testing.T) { // R025, R026, R190
	v := newVault(t, map[string]string{"big.md": strings.Repeat("x\n", maxFile/2+1), "latin.md": "caf\xe9\n"})
	v.bad("read_note", `{"slug":"big"}`, tools.FileTooLarge)
	v.bad("read_note", `{"slug":"latin"}`, tools.BinaryFile)
}

func TestReadingTimeOfBothLanguages(t *testing.T) { // R103
	for _, c := range []struct {
		body  string
		words int
		want  int
	}{
		{"", 0, 0}, {"word", 1, 1}, {strings.Repeat("word ", 240), 240, 1}, {strings.Repeat("word ", 241), 241, 2},
		{strings.Repeat("字", 400), 400, 1}, {strings.Repeat("字", 401), 401, 2}, {strings.Repeat("字", 400) + strings.Repeat(" word", 240), 640, 2},
	} {
		if got := readingMinutes(c.words, []byte(c.body)); got != c.want {
			t.Errorf("%d words: %d minutes, want %d", c.words, got, c.want)
		}
	}
}

func TestExcerptOfANote(t *testing.T) { // R103
	v := newVault(t, map[string]string{
		"said.md": "---\nsummary: What it is\n---\ntext\n", "bare.md": "# Only\n\n---\n\n", "tag.md": "#tag first\nline\n\nsecond\n",
		"long.md": strings.Repeat("字", 300) + "\n", "empty.md": "",
	})
	for slug, want := range map[string]string{"said": "What it is", "bare": "", "tag": "#tag first line", "long": strings.Repeat("字", 200) + "…", "empty": ""} {
		if d, _ := good[noteText](v, "read_note", `{"slug":"`+slug+`"}`); d.Excerpt != want {
			t.Errorf("%s: %q", slug, d.Excerpt)
		}
	}
	if d, _ := good[noteText](v, "read_note", `{"slug":"empty"}`); d.Type != "note" || d.EndLine != 0 || d.Tags == nil || d.Headings == nil {
		t.Errorf("%+v", d)
	}
}
