package vaultindex

import (
	"context"
	"strings"
	"testing"
)

// Sanity on a real Chinese and a real English vault; skipped in a fresh clone.
func TestCorpus(t *testing.T) {
	vaults := map[string]*shelf{"knowledge-garden-zh": corpusShelf(t, "knowledge-garden-zh"), "kepano": corpusShelf(t, "kepano")}
	t.Run("search", func(t *testing.T) { searchCorpus(t, vaults) })
	t.Run("passages", func(t *testing.T) { askCorpus(t, vaults) })
}

func searchCorpus(t *testing.T, vaults map[string]*shelf) {
	for _, tc := range []struct{ vault, query, first string }{
		{"knowledge-garden-zh", "什么是卡片笔记法", "卡片"},
		{"knowledge-garden-zh", "常青笔记是什么", "常青笔记.md"},
		{"knowledge-garden-zh", "如何高效读书？", "如何高效读书"},
		{"knowledge-garden-zh", "数字花园", "数字花园.md"},
		{"knowledge-garden-zh", "间隔重复 复习", "epetition"},
		{"kepano", "What are evergreen notes?", "vergreen"},
		{"kepano", "Who is Steph Ango", "Steph Ango.md"},
		{"kepano", "cost per use", "Buy wisely.md"},
		{"kepano", "evergren", "Evergreen"},
	} {
		t.Run(tc.query, func(t *testing.T) {
			r, err := vaults[tc.vault].search(context.Background(), SearchRequest{Query: tc.query, Limit: 3})
			if err != nil || len(r.Hits) == 0 || !strings.Contains(string(r.Hits[0].Path), tc.first) {
				t.Errorf("%q finds %q, %v; want %q first", tc.query, hitPaths(r), err, tc.first)
			}
		})
	}
}

func askCorpus(t *testing.T, vaults map[string]*shelf) {
	for _, tc := range []struct{ vault, question, says string }{
		{"knowledge-garden-zh", "什么是卡片笔记法", "卡片笔记法不是一种「技巧」"},
		{"knowledge-garden-zh", "常青笔记是什么", "常青笔记"},
		{"kepano", "What are evergreen notes?", "An evergreen note is an idea."},
		{"knowledge-garden-zh", "量子色动力学是什么", ""},
		{"kepano", "What is photosynthesis?", ""},
	} {
		t.Run(tc.question, func(t *testing.T) {
			all, err := vaults[tc.vault].passages(context.Background(), PassageRequest{Query: tc.question})
			switch {
			case err != nil:
				t.Error(err)
			case tc.says == "" && len(all) > 0:
				t.Errorf("%q is answered with %q", tc.question, all[0].Text)
			case tc.says != "" && (len(all) == 0 || !strings.Contains(all[0].Text, tc.says)):
				t.Errorf("%q: %+v, want %q first", tc.question, all, tc.says)
			}
		})
	}
}
