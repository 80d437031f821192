package vaultindex

import (
	"strings"
	"testing"
	"time"
)

// propertied is a vault whose facts are properties.
var propertied = map[string]string{
	"Books/The Glass Ferry.md": "---\nauthor:\n  - \"[[Ana Brook]]\"\nyear: 1931\npages: 212\ntranslator:\ncreated: 2025-05-05\ntype: book\n---\n\nA ferry of glass crosses a river that is not there.\n",
	"Books/Salt Roads.md":      "---\nauthor: Ana Brook\nyear: 1944\nmyRating: 5\nrating: 3\ntype: book\n---\n\nThe roads of salt lead to the sea. A good translation is still missing.\n",
	"People/Ana Brook.md":      "---\nbirthday: 1901-02-03\ntype: person\n---\n\nShe wrote by night.\n",
	"书/盐路：一部游记.md":             "---\nauthor: 林白河\npublisher: 河岸出版社\n---\n\n盐路写的是往海边去的路。\n",
	"Projects/Shed.md":         "---\nstatus: paused\n---\n# Shed\n\ncost:: 40 euros for nails\n\n- [x] Draw a plan\n- [ ] Buy nails\n",
	"Journal/Mixed.md":         "Thought about authors, pages, publishers and birthdays on the ferry today.\n",
}

// A question for what a property of a named note holds is answered by it, as it
// stands in the file.
func TestPropertiesAnswer(t *testing.T) {
	s := shelfOf(t, propertied)
	for _, tc := range []struct{ question, path, text string }{
		{"Who wrote The Glass Ferry?", "Books/The Glass Ferry.md", "author:\n  - \"[[Ana Brook]]\""},
		{"The Glass Ferry 的作者是谁？", "Books/The Glass Ferry.md", "author:\n  - \"[[Ana Brook]]\""},
		{"How many pages does the Glass Ferry have?", "Books/The Glass Ferry.md", "pages: 212"},
		{"When was The Glass Ferry published?", "Books/The Glass Ferry.md", "year: 1931"},
		{"When is Ana Brook's birthday?", "People/Ana Brook.md", "birthday: 1901-02-03"},
		{"What is my rating of Salt Roads?", "Books/Salt Roads.md", "myRating: 5"},
		{"What is the rating of Salt Roads?", "Books/Salt Roads.md", "rating: 3"},
		{"盐路是谁写的？", "书/盐路：一部游记.md", "author: 林白河"},
		{"《盐路》是哪个出版社出版的？", "书/盐路：一部游记.md", "publisher: 河岸出版社"},
		{"What is the status of the shed?", "Projects/Shed.md", "status: paused"},
		{"What is the cost of the shed?", "Projects/Shed.md", "cost:: 40 euros for nails"},
	} {
		all := quotes(t, s, tc.question)
		if len(all) == 0 || string(all[0].Path) != tc.path || all[0].Text != tc.text || all[0].Property == "" {
			t.Errorf("%s: %+v, want %q of %s", tc.question, all, tc.text, tc.path)
			continue
		}
		lines := strings.Split(propertied[tc.path], "\n")
		if got := strings.Join(lines[all[0].LineStart-1:all[0].LineEnd], "\n"); got != tc.text {
			t.Errorf("%s: lines %d-%d are %q", tc.question, all[0].LineStart, all[0].LineEnd, got)
		}
	}
}

// Which notes of a kind have something is answered by a list, a note each.
func TestPropertiesListNotes(t *testing.T) {
	s := shelfOf(t, propertied)
	for question, want := range map[string]string{
		"Which books by Ana Brook do I have?": "Books/Salt Roads.md Books/The Glass Ferry.md",
		"1944 的书有哪些？":                         "Books/Salt Roads.md",
		"林白河写了哪些书？":                           "书/盐路：一部游记.md",
		"Which books by Tom Hill do I have?":  "",
	} {
		var got []string
		for _, p := range quotes(t, s, question) {
			got = append(got, string(p.Path))
		}
		if len(got) == 2 && got[0] > got[1] {
			got[0], got[1] = got[1], got[0]
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

// Promise 2: the right note without what is asked of it, another note's property
// and an empty one are no answer.
func TestPropertiesThatAreNotThere(t *testing.T) {
	s := shelfOf(t, propertied)
	for _, question := range []string{
		"Who is the publisher of Salt Roads?", "Who translated The Glass Ferry?", "How many pages does Salt Roads have?",
		"When was Ana Brook's first book published?", "When is Tom Hill's birthday?", "When is my birthday?", "Who directed The Glass Ferry?",
		"When was The Glass Ferry created?", "盐路有多少页？", "盐路的译者是谁？", "林白河的生日是哪天？", "我的生日是哪天？", "Where is this library?",
	} {
		if all := quotes(t, s, question); len(all) > 0 {
			t.Errorf("%s is answered by %s: %q", question, all[0].Path, all[0].Text)
		}
	}
}

// This year is a number, and everyday words are the same in both languages.
func TestQuestionsOfThisYearInEitherLanguage(t *testing.T) {
	s := shelfOf(t, map[string]string{"2031/Plan.md": "# Reading plan\n\nEight books in 2031, one every six weeks.\n", "Old.md": "Books of another year gather dust.\n"})
	for _, question := range []string{"What books do I want to read this year?", "今年我要读哪些书？"} {
		all, err := s.passages(t.Context(), PassageRequest{Query: question, Today: time.Date(2031, 5, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil || len(all) == 0 || all[0].Path != "2031/Plan.md" {
			t.Errorf("%s: %+v, %v", question, all, err)
		}
	}
	for _, question := range []string{"我的血压是多少？", "Where did Ana Brook study?"} {
		if english, ok := translated(question); ok {
			t.Errorf("%s is no Chinese of everyday words, and becomes %q", question, english)
		}
	}
}
