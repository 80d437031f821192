package vaultindex

import (
	"slices"
	"strings"
	"testing"
)

// What is missing is named in words that people would say, and a property's name is
// not missing.
func TestMissingWordsAreWords(t *testing.T) {
	s := shelfOf(t, map[string]string{"海.md": "---\nrating: 5\nmyScore: 3\n---\n海边的路很长。", "a.md": "ratings of roads"})
	for query, want := range map[string]string{
		"我在北海道去了哪里？": "没有笔记含有：北海道。", "量子色动力学": "没有笔记含有：量子色动力学。", "火星 zzqq": "没有笔记含有：火星、zzqq。",
		"qqww score": "In no note: qqww.",
	} {
		if r := find(t, s, query); !slices.Contains(r.Notices, want) {
			t.Errorf("%s: %q, want %q", query, r.Notices, want)
		}
	}
	for _, query := range []string{"What rating did I give?", "score"} {
		if r := find(t, s, query); strings.Contains(strings.Join(r.Notices, "\n"), "no note") {
			t.Errorf("%s: a property is said to be missing: %q", query, r.Notices)
		}
	}
}

// One character is found in the pairs it begins, and shown alone.
func TestACharacterIsShownAlone(t *testing.T) {
	s := shelfOf(t, map[string]string{"a.md": "绿茶用热水，茶都怕光。"})
	r := find(t, s, "茶")
	if len(r.Hits) != 1 || !slices.Contains(r.Hits[0].Why, "text: 茶") {
		t.Errorf("%+v", r.Hits)
	}
}
