package vaultindex

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

func TestPhraseIs(t *testing.T) {
	for _, tc := range []struct {
		query, text string
		want        bool
	}{
		{"You_Are_My_Glory", "you are my glory", true},
		{"第3章\u3000一切的基础——蛋白质", "第3章 一切的基础，蛋白质", true},
		{"科学上网", "∑ 科学上网", true},
		{"当一个30岁的男人", "当一个 30 岁的男人", true},
		{"notes about", "about notes", false},
		{"notes", "notes about", false},
		{"?!", "?!", false},
	} {
		if got := phraseOf(tc.query).is(tc.text); got != tc.want {
			t.Errorf("%q is %q: %t", tc.query, tc.text, got)
		}
	}
}

func TestPhraseIn(t *testing.T) {
	for _, tc := range []struct {
		query, text string
		want        bool
	}{
		{"像喜鹊", "他像喜鹊一样", true},
		{"像喜鹊", "像一只喜鹊", false},
		{"读庄子", "今天读 [[庄子]] 很好", true},
		{"用obsidian写作", "我用 Obsidian 写作，很顺", true},
		{"版 Excalidraw", "新版 Excalidraw 来了", true},
		{"Excalidraw 版", "Excalidraw 版本", true},
		{"写作 flow", "写作flow", true},
		{"small notes", "Small, notes", true},
		{"small notes", "small good notes", false},
		{"a a b", "a a a b", true},
		{"机器学习", "学习机器", false},
	} {
		if got := phraseOf(tc.query).in(tc.text); got != tc.want {
			t.Errorf("%q in %q: %t", tc.query, tc.text, got)
		}
	}
}

func TestPhraseNearly(t *testing.T) {
	known := newFinder([]fulltext.TermInfo{{
		Term: fulltext.Term{Text: "note"}, IDF: 1, Forms: map[string]fulltext.FormKind{"note": fulltext.Exact},
	}})
	for _, tc := range []struct {
		query, text string
		want        bool
	}{
		{"Vrcel", "Vercel", true},
		{"cndex for Atlas", "Index for Atlas", true},
		{"mermaid gvntt", "mermaid gantt", true},
		{"OpneAI", "OpenAI", true},
		{"Noton", "Notion database", false},
		{"note", "node", false}, // note is a word of its own here
		{"the note on my desk", "the node on my desk", true},
		{"xx", "xy", false},
		{"Vercel", "Vercel", false}, // the name itself
		{"vrcle", "vercel", false},  // two errors
	} {
		if got := phraseOf(tc.query).nearly(tc.text, known); got != tc.want {
			t.Errorf("%q nearly %q: %t", tc.query, tc.text, got)
		}
	}
}

// What the query is as a whole outweighs what its words are one by one.
func TestWholeQueryComesFirst(t *testing.T) {
	filler := strings.Repeat("另一些文字在这里。Some more words stand here. ", 30)
	s := shelfOf(t, map[string]string{
		"喜鹊.md":                               "喜鹊是一种鸟。喜鹊喜鹊喜鹊。",
		"喜鹊的巢.md":                             "喜鹊的巢在树上。",
		"小说.md":                               filler + "她像喜鹊一样说个不停。" + filler,
		"毕业.md":                               filler + "我们的青春。" + filler,
		"青.md":                                "青青河边草。他们青梅竹马。",
		"Mowing.md":                           "How to sharpen tools. Garden sheds, garden tools.",
		"Garden tools.md":                     filler,
		"Shed.md":                             filler + "\n# What is in the shed\n" + filler,
		"shed plans.md":                       "A shed, a shed, and what is in it: the shed.",
		"Movie.md":                            "---\naliases: [What_Is_It]\n---\n" + filler,
		"Vercel.md":                           filler,
		"vercel edge functions and vercel.md": "vercel, vercel and vercel. " + filler,
		"Index for Atlas.md":                  filler,
		"About Atlas.md":                      "atlas, atlas, codex",
		"Target.md":                           filler,
		"Linking.md":                          filler + "see [[Target|memory palace]]",
		"memory.md":                           "a palace of memory; memory, palace, memory",
	})
	for _, tc := range []struct{ name, query, want string }{
		{"side by side in a text, before a name with a part of it", "像喜鹊", "小说.md"},
		{"a name that is the query", "喜鹊", "喜鹊.md"},
		{"questioning characters count side by side", "们的青", "毕业.md"},
		{"words of a name in order", "garden tools", "Garden tools.md"},
		{"heading with questioning words", "What is in the shed", "Shed.md"},
		{"alias of nothing but questioning words", "What_Is_It", "Movie.md"},
		{"misspelt name", "vrcel", "Vercel.md"},
		{"misspelt first letter", "cndex for atlas", "Index for Atlas.md"},
		{"what other notes call it", "memory palace", "Target.md"},
	} {
		hits := find(t, s, tc.query)
		if len(hits.Hits) == 0 || string(hits.Hits[0].Path) != tc.want {
			t.Errorf("%s: %q finds %s, want %s first", tc.name, tc.query, hitPaths(hits), tc.want)
		}
	}
}
