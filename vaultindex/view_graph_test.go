package vaultindex

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// talkVault has notes that speak of one another.
func talkVault(t *testing.T) *Index {
	return opened(t, vaultOf(t, map[string]string{
		"Ada Lovelace.md":          "---\naliases: [Countess, 爱达, A]\n---\nI am Ada Lovelace.",
		"Engine.md":                "# Makers\n\nBuilt with ada lovelace and [[Ada Lovelace]].\n\n## Later\n\n见爱达的信 and the COUNTESS.",
		"Links only.md":            "[[Ada Lovelace|Ada Lovelace]] `Ada Lovelace`",
		"Secret.md":                "---\nprivate: true\n---\nAda Lovelace, [[Engine]].",
		"Old/Gone.md":              "Ada Lovelace",
		"Templates/T.md":           "Ada Lovelace",
		"board.canvas":             `{"nodes":[{"type":"text","text":"Ada Lovelace [[Engine]]"}]}`,
		".obsidian/app.json":       `{"userIgnoreFilters":["Old/"]}`,
		".obsidian/templates.json": `{"folder":"Templates"}`,
	}))
}

func mentionTexts(all []Mention) []string {
	var out []string
	for _, m := range all {
		out = append(out, fmt.Sprint(m.From, ":", m.Span.Line, " ", m.Text, " ", m.To, " | ", m.Context))
	}
	return out
}

// Mentions of a note: not in links or code, not by itself, by no excluded,
// private or template note (F6, design 5 "Private").
func TestMentionsOf(t *testing.T) {
	s := talkVault(t).Acquire()
	defer s.Release()
	want := []string{
		"Engine.md:3 ada lovelace [Ada Lovelace.md] | Built with ada lovelace and [[Ada Lovelace]].",
		"Engine.md:7 爱达 [Ada Lovelace.md] | 见爱达的信 and the COUNTESS.",
		"Engine.md:7 COUNTESS [Ada Lovelace.md] | 见爱达的信 and the COUNTESS.",
	}
	found, total, err := s.View(false).MentionsOf(t.Context(), "Ada Lovelace.md", 10)
	if got := mentionTexts(found); err != nil || total != 3 || !slices.Equal(got, want) {
		t.Errorf("%d mentions (%v):\n%q\nwant\n%q", total, err, got, want)
	}
	if found, total, _ := s.View(true).MentionsOf(t.Context(), "Ada Lovelace.md", 1); len(found) != 1 || total != 4 {
		t.Errorf("with private notes %d of %d mentions, want one of four", len(found), total)
	}
	if found, total, err := s.View(false).MentionsOf(t.Context(), "Secret.md", 10); found != nil || total != 0 || err != nil {
		t.Errorf("mentions of a private note: %v, %v", found, err)
	}
}

func TestMentionsIn(t *testing.T) {
	s := talkVault(t).Acquire()
	defer s.Release()
	got, err := s.View(false).MentionsIn("Engine.md")
	if err != nil || len(got) != 3 || got[0].To[0] != "Ada Lovelace.md" || got[0].Context != "Built with ada lovelace and [[Ada Lovelace]]." {
		t.Errorf("mentions %q, %v", mentionTexts(got), err)
	}
	if _, err := s.View(false).MentionsIn("Secret.md"); err == nil {
		t.Error("what a private note mentions is told")
	}
}

// A backlink shows its line and heading; private ones are absent.
func TestBacklinksInContext(t *testing.T) {
	s := talkVault(t).Acquire()
	defer s.Release()
	var got []string
	links, total := s.View(false).BacklinksInContext("Ada Lovelace.md", 0)
	for _, b := range links {
		got = append(got, fmt.Sprint(b.From, " # ", b.Heading, " | ", b.Context))
	}
	want := []string{
		"Engine.md # Makers | Built with ada lovelace and [[Ada Lovelace]].",
		"Links only.md #  | [[Ada Lovelace|Ada Lovelace]] `Ada Lovelace`",
	}
	if !slices.Equal(got, want) || total != 2 {
		t.Errorf("%d backlinks %q, want %q", total, got, want)
	}
	if got, total := s.View(false).BacklinksInContext("Ada Lovelace.md", 1); len(got) != 1 || got[0].From != "Engine.md" || total != 2 {
		t.Errorf("the first of %d backlinks is %+v", total, got)
	}
	if got, _ := s.View(false).BacklinksInContext("Engine.md", 0); len(got) != 1 || got[0].From != "board.canvas" {
		t.Errorf("backlinks of Engine.md: %+v", got)
	}
}

// Health is asked of what is kept: no excluded files, no templates, nothing
// private.
func TestKept(t *testing.T) {
	s := talkVault(t).Acquire()
	defer s.Release()
	if got, want := s.View(false).Kept().Orphans(), []vaultpath.Path{"Links only.md"}; !slices.Equal(got, want) {
		t.Errorf("orphans %v, want %v", got, want)
	}
	if got := s.View(true).Kept().Orphans(); len(got) != 2 {
		t.Errorf("with private notes orphans are %v", got)
	}
}

func TestContextAt(t *testing.T) {
	long := make([]byte, 0, 3000)
	for range 1000 {
		long = append(long, "中"...)
	}
	for _, c := range []struct {
		raw        string
		start, end int
		want       string
	}{
		{"a\n  b [[c]] d\r\ne", 6, 11, "b [[c]] d"},
		{"x", 0, 1, "x"}, {"x", 0, 2, ""}, {"", 0, 0, ""}, {"ab", -1, 1, ""},
	} {
		if got := contextAt([]byte(c.raw), c.start, c.end); got != c.want {
			t.Errorf("context of %q at %d is %q, want %q", c.raw, c.start, got, c.want)
		}
	}
	if got := contextAt(long, 1500, 1503); len(got) < 300 || len(got) > 330 {
		t.Errorf("the context in a long line has %d bytes", len(got))
	}
}

// 6.8: the vault's types go before what a value looks like, in any case.
func TestPropertyType(t *testing.T) {
	s := opened(t, vaultOf(t, map[string]string{
		"n.md":                 "---\nRating: '5'\n---\n",
		".obsidian/types.json": `{"types":{"rating":"number","When":"date"}}`,
	})).Acquire()
	defer s.Release()
	v := s.View(false)
	for key, want := range map[string]string{"Rating": "number", "rating": "number", "WHEN": "date", "other": "text", "tags": "tags"} {
		if got := v.PropertyType(key, "5"); got != want {
			t.Errorf("%s is a %q, want %q", key, got, want)
		}
	}
}
