package vaultindex

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOutline(t *testing.T) {
	text := "\ufeff---\na: 1\n---\n\nTitle\n=====\n\nA paragraph\nof two lines.\n## Sub ##\n- item\n  more\n\n> quote\n\n| a | b |\n\n" +
		"````md\n# no heading\n```\n````\n\n---\n\n~~~dataview\nLIST\n~~~\n### Deep\nlast"
	var got []string
	o := outlineOf(text)
	names := map[blockKind]string{
		proseBlock: "prose", listBlock: "list", quoteBlock: "quote", tableBlock: "table",
		codeBlock: "code", queryBlock: "query", headingBlock: "heading", frontBlock: "front",
	}
	for _, b := range o.blocks {
		got = append(got, fmt.Sprintf("%s %d-%d %s", names[b.kind], b.first, b.last, strings.Join(o.path(b.heading), ">")))
	}
	want := []string{
		"front 1-3 ", "heading 5-6 Title", "prose 8-9 Title", "heading 10-10 Title>Sub", "list 11-12 Title>Sub",
		"quote 14-14 Title>Sub", "table 16-16 Title>Sub", "code 18-21 Title>Sub", "query 25-27 Title>Sub",
		"heading 28-28 Title>Sub>Deep", "prose 29-29 Title>Sub>Deep",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("blocks:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Blocks are parts of the text in order, and their lines are right.
func TestOutlineAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := noteText.Draw(t, "text")
		o, last := outlineOf(text), 0
		for _, b := range o.blocks {
			if b.start < last || b.end < b.start || b.end > len(text) || text[b.start:b.end] != b.text {
				t.Fatalf("block %+v after %d in %q", b, last, text)
			}
			if first := 1 + strings.Count(text[:b.start], "\n"); b.first != first || b.last != first+strings.Count(b.text, "\n") {
				t.Fatalf("block %+v should be on lines %d to %d", b, first, first+strings.Count(b.text, "\n"))
			}
			last = b.end
		}
		for _, u := range unitsOf(o) {
			if u.start < 0 || u.end > len(text) || u.first != 1+strings.Count(text[:u.start], "\n") {
				t.Fatalf("unit %+v in %q", u, text)
			}
		}
	})
}

// answers maps questions to the passage that has to come first.
var answerVault = map[string]string{
	"卡片笔记.md": "# 卡片笔记\n\n我昨天又看了卡片笔记的书。\n\n卡片笔记法是把想法写成小卡片并互相链接的方法。\n\n" +
		"## 好处\n\n- 想法容易复用\n- 写作时不怕空白页\n\n## 为什么有效\n\n因为每张卡片只有一个想法，所以容易和别的想法组合。\n",
	"Linking.md": "---\naliases: [links]\n---\n# Linking notes\n\nMany people ask how to link notes.\n\n" +
		"To link notes, type two brackets:\n\n1. Type `[[` in the note.\n2. Pick the other note.\n\n" +
		"Links were added in 2020.\n",
	"Spaced repetition.md": "Spaced repetition is a way to remember things by reviewing them at growing intervals. It was studied by Ebbinghaus.\n",
	"Meeting.md":           "up:: [[Spaced repetition]]\n\nWe spoke of spaced repetition? Ana did. The price of the licence is 40 euros a month.\n",
	"Query.md":             "```dataview\nLIST spaced repetition price licence\n```\n",
	"Secret.md":            "---\nprivate: true\n---\nThe price of the secret licence is 99 euros.\n",
}

func TestPassagesAnswer(t *testing.T) {
	s := shelfOf(t, answerVault)
	for _, tc := range []struct{ question, path, heading, text string }{
		{"什么是卡片笔记法", "卡片笔记.md", "卡片笔记", "卡片笔记法是把想法写成小卡片并互相链接的方法。"},
		{"卡片笔记法是什么？", "卡片笔记.md", "卡片笔记", "卡片笔记法是把想法写成小卡片并互相链接的方法。"},
		{"卡片笔记有什么好处", "卡片笔记.md", "卡片笔记 > 好处", "- 想法容易复用\n- 写作时不怕空白页"},
		{"为什么卡片笔记有效", "卡片笔记.md", "卡片笔记 > 为什么有效", "因为每张卡片只有一个想法，所以容易和别的想法组合。"},
		{"How do I link notes?", "Linking.md", "Linking notes", "1. Type `[[` in the note.\n2. Pick the other note."},
		{"What is spaced repetition?", "Spaced repetition.md", "", "Spaced repetition is a way"},
		{"how much is the licence", "Meeting.md", "", "The price of the licence is 40 euros a month."},
		{`what is "spaced repetition`, "Spaced repetition.md", "", "Spaced repetition is a way"},
	} {
		t.Run(tc.question, func(t *testing.T) {
			all, err := s.passages(context.Background(), PassageRequest{Query: tc.question})
			if err != nil || len(all) == 0 {
				t.Fatalf("no passage: %v", err)
			}
			p := all[0]
			if string(p.Path) != tc.path || p.Heading != tc.heading || !strings.Contains(p.Text, tc.text) {
				t.Errorf("first passage: %s <%s> %q; want %s <%s> %q", p.Path, p.Heading, p.Text, tc.path, tc.heading, tc.text)
			}
			for _, p := range all {
				checkQuote(t, p, answerVault[string(p.Path)])
			}
		})
	}
}

// checkQuote holds a passage to its promise: these lines, word for word.
func checkQuote(t *testing.T, p Passage, file string) {
	t.Helper()
	lines := strings.Split(file, "\n")
	if p.LineStart < 1 || p.LineEnd > len(lines) || p.LineEnd-p.LineStart >= maxUnitLines {
		t.Fatalf("%s: lines %d-%d of %d", p.Path, p.LineStart, p.LineEnd, len(lines))
	}
	if text := strings.Join(lines[p.LineStart-1:p.LineEnd], "\n"); !strings.Contains(text, p.Text) {
		t.Errorf("%s:%d-%d is %q, the passage says %q", p.Path, p.LineStart, p.LineEnd, text, p.Text)
	}
	if strings.Contains(p.Text, "dataview") || p.Path == "Secret.md" {
		t.Errorf("%s is quoted: %q", p.Path, p.Text)
	}
}

// Promise 2: what the vault does not say has no passage.
func TestPassagesOfWhatIsNotThere(t *testing.T) {
	s := shelfOf(t, answerVault)
	for _, question := range []string{"什么是量子纠缠", "What is photosynthesis?", "how do I bake bread", "secret 99", "", "???"} {
		all, err := s.passages(context.Background(), PassageRequest{Query: question})
		if err != nil || len(all) > 0 {
			t.Errorf("%q: %+v, %v; want none", question, all, err)
		}
	}
}

func TestPassageLimits(t *testing.T) {
	notes := map[string]string{}
	for i := range 8 {
		notes[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("Tides are waves number %d.\n\nTides are forces number %d.\n\nTides are slow %d.\n", i, i, i)
	}
	s := shelfOf(t, notes)
	all, err := s.passages(context.Background(), PassageRequest{Query: "what are tides", Limit: 6, PerNote: 1})
	if err != nil || len(all) != 6 {
		t.Fatalf("%d passages, %v; want 6", len(all), err)
	}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[string(p.Path)] {
			t.Errorf("%s is quoted twice", p.Path)
		}
		seen[string(p.Path)] = true
	}
}
