package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// A part of a heading stands in it, inside one clause, and is not all of it.
func TestPartOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for heading, clauses := range map[string][]string{
		"How to make green tea, and why": {"How to make green tea", "and why"},
		"为什么要写闪念笔记？因为会忘":                 {"为什么要写闪念笔记", "因为会忘"},
		"don't panic: a guide to e-mail": {"don't panic", "a guide to e-mail"},
		"Obsidian 插件推荐清单":                {"插件推荐清单"},
		"word":                           nil,
		"two words":                      nil,
		"猫字":                             nil,
		"3.1":                            nil,
	} {
		for range 50 {
			part := partOf(heading, r)
			if part == "" && clauses == nil {
				continue
			}
			inside := false
			for _, clause := range clauses {
				inside = inside || strings.Contains(clause, part)
			}
			if n := utf8.RuneCountInString(part); !inside || n < 3 || len(strings.Fields(part)) > 3 {
				t.Fatalf("%q was cut out of %q", part, heading)
			}
		}
	}
}

// Latin words count whole, Chinese characters anywhere; the text itself does not
// count against it.
func TestAloneIn(t *testing.T) {
	texts := []string{" green tea \n black tea \n", " evergreen teas \n", " 写闪念笔记 \n", " 闪念 \n"}
	for _, c := range []struct {
		i    int
		key  string
		want bool
	}{{0, "green tea", true}, {1, "evergreen teas", true}, {2, "闪念", false}, {2, "念笔", true}, {1, "green tea", false}} {
		if got := aloneIn(texts, c.i, c.key); got != c.want {
			t.Errorf("%q is alone in %q: %v", c.key, texts[c.i], got)
		}
	}
}

// Signs, spaces and case do not make two names.
func TestBare(t *testing.T) {
	for _, same := range [][2]string{{"∑ 科学上网", "科学上网"}, {"C4-Model", "c4 model"}, {"📚Books", "books"}} {
		if bare(same[0]) != bare(same[1]) {
			t.Errorf("%q and %q are %q and %q", same[0], same[1], bare(same[0]), bare(same[1]))
		}
	}
}
