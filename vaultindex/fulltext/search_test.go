package fulltext

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// The order in which notes are found: first the query, then the paths wanted.
func TestRanking(t *testing.T) {
	filler := strings.Repeat("some other words that mean nothing here ", 20)
	docs := []Doc{
		{Path: "title.md", Name: "Zettelkasten", Body: filler},
		{Path: "alias.md", Name: "slip box", Aliases: []string{"Zettelkasten"}, Body: filler},
		{Path: "body.md", Name: "misc", Body: filler + " zettelkasten " + filler},
		{Path: "plain.md", Name: "p", Body: "cafe"},
		{Path: "accent.md", Name: "q", Body: "café"},
		{Path: "rare.md", Name: "r", Body: "the weather with a quokka"},
		{Path: "common1.md", Name: "s", Body: "the weather with a friend, the weather today"},
		{Path: "common2.md", Name: "t", Body: "the weather with the friend of a friend"},
		{Path: "gliding.md", Name: "u", Body: "paragliding"},
		{Path: "han.md", Name: "机器学习", Body: "机器学习是一种方法"},
		{Path: "hanrev.md", Name: "v", Body: "学习机器的人"},
		{Path: "cat.md", Name: "w", Body: "我爱猫。"},
		{Path: "cat2.md", Name: "x", Body: "猫咪很好"},
		{Path: "anchor.md", Name: "y", Anchors: []string{"the big picture"}, Body: filler},
		{Path: "tagged.md", Name: "z", Tags: []string{"area/health"}, Body: filler},
	}
	r := readerOf(t, storeOf(t, docs...))
	for _, tc := range []struct{ name, query, want string }{
		{"name over alias over body", "zettelkasten", "title.md alias.md body.md"},
		{"C31 exact before folded", "cafe", "plain.md accent.md"},
		{"C31 exact before folded, with accent", "café", "accent.md plain.md"},
		{"a rare word decides", "weather quokka", "rare.md common1.md common2.md"},
		{"han pairs", "机器学习", "han.md hanrev.md"},
		{"C29 a single han character, last and first of its run", "猫", "cat.md cat2.md"},
		{"anchor text", "big picture", "anchor.md"},
		{"tag", "health", "tagged.md"},
		{"inflected", "friends", "common2.md common1.md"},
		{"typing error", "zettelkastn", "title.md alias.md"},
		{"full-width query", "ｃａｆｅ", "plain.md accent.md"},
		{"nothing", "qqqq", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := paths(ask(t, r, tc.query)); got != tc.want {
				t.Errorf("%q finds %q, want %q", tc.query, got, tc.want)
			}
		})
	}
}

func prefixed(req *Request) { req.Terms[len(req.Terms)-1].Prefix = true }

func TestExactThenPrefixThenFuzzy(t *testing.T) {
	r := readerOf(t, storeOf(t,
		body("exact.md", "a garden"), body("prefix.md", "a gardening book"), body("fuzzy.md", "a gerden"),
		Doc{Path: "name.md", Name: "Gardenia"}))
	found := ask(t, r, "garden", prefixed)
	if got := paths(found); !strings.HasPrefix(got, "exact.md") && !strings.HasPrefix(got, "name.md exact.md") {
		t.Errorf("garden* finds %q", got)
	}
	if strings.Contains(paths(found), "fuzzy.md") {
		t.Error("typing errors are forgiven although the word is found")
	}
	if kind := found.Terms[0].Forms["gardening"]; kind != Prefixed && kind != Inflected {
		t.Errorf("gardening answers as %v", kind)
	}
	if got := paths(ask(t, r, "gardem", prefixed)); !strings.Contains(got, "exact.md") {
		t.Errorf("gardem finds %q, want garden by a typing error", got)
	}
	if got := paths(ask(t, r, "gar")); got != "" {
		t.Errorf("gar without prefix finds %q, want nothing", got)
	}
}

func TestHiddenDocuments(t *testing.T) {
	r := readerOf(t, storeOf(t,
		Doc{Path: "open.md", Body: "apple"},
		Doc{Path: "private.md", Body: "apple", Private: true},
		Doc{Path: "excluded.md", Body: "apple", Excluded: true}))
	for _, tc := range []struct {
		private, excluded bool
		want              string
	}{
		{false, false, "open.md"},
		{true, false, "open.md private.md"},
		{false, true, "excluded.md open.md"},
		{true, true, "excluded.md open.md private.md"},
	} {
		allow := func(req *Request) { req.Private, req.Excluded = tc.private, tc.excluded }
		found := ask(t, r, "apple", allow)
		if got := paths(found); got != tc.want || found.Total != len(found.Matches) {
			t.Errorf("private %t, excluded %t: %q of %d, want %q", tc.private, tc.excluded, got, found.Total, tc.want)
		}
		none := ask(t, r, "", allow)
		if got := paths(none); got != tc.want {
			t.Errorf("without terms: %q, want %q", got, tc.want)
		}
	}
}

// What only hidden documents say must not show, not even as a word that exists.
func TestHiddenWordsAreUnknown(t *testing.T) {
	r := readerOf(t, storeOf(t,
		Doc{Path: "open.md", Body: "apple"},
		Doc{Path: "private.md", Body: "merger", Private: true}))
	for _, query := range []string{"merger", "mergers", "merged", "mergre"} {
		term := ask(t, r, query, prefixed).Terms[0]
		if term.Docs != 0 || len(term.Forms) != 0 {
			t.Errorf("%q: %d documents, forms %v; want none", query, term.Docs, term.Forms)
		}
	}
	all := ask(t, r, "mergre", func(req *Request) { req.Private = true })
	if paths(all) != "private.md" {
		t.Errorf("with private notes: %q, want private.md", paths(all))
	}
}

func TestFilters(t *testing.T) {
	r := readerOf(t, storeOf(t,
		Doc{Path: "a.md", Name: "a", Body: "red apple", Tags: []string{"Fruit/Round"}},
		Doc{Path: "b.md", Name: "b", Body: "red brick", Tags: []string{"build"}},
		Doc{Path: "c.md", Name: "red", Body: "apple pie", Tags: []string{"fruit"}},
		Doc{Path: "d.md", Name: "d", Body: "卡片笔记"}))
	has := func(text string, fields ...Field) Filter {
		return Filter{Op: OpHas, Text: text, Fields: Only(fields...)}
	}
	group := func(op Op, subs ...Filter) Filter { return Filter{Op: op, Subs: subs} }
	tag := func(name string) Filter { return Filter{Op: OpTag, Text: name} }
	for _, tc := range []struct {
		name   string
		filter Filter
		want   string
		exact  bool
	}{
		{"word", has("red"), "a.md b.md c.md", true},
		{"word in a field", has("red", FieldBody), "a.md b.md", true},
		{"phrase is not decided", has("red apple"), "a.md c.md", false},
		{"T4 nested tag", tag("fruit"), "a.md c.md", true},
		{"T5 tag in any case, with #", tag("#FRUIT/round"), "a.md", true},
		{"and", group(OpAnd, has("red"), tag("fruit")), "a.md c.md", true},
		{"or", group(OpOr, has("brick"), has("pie")), "b.md c.md", true},
		{"not", group(OpNot, has("red")), "d.md", true},
		{"not of what is not decided lets all pass", group(OpNot, has("red apple")), "a.md b.md c.md d.md", false},
		{"paths", Filter{Op: OpIn, Paths: []vaultpath.Path{"b.md", "zz.md"}}, "b.md", true},
		{"any", Filter{Op: OpAny}, "a.md b.md c.md d.md", false},
		{"or with any", group(OpOr, has("pie"), Filter{Op: OpAny}), "a.md b.md c.md d.md", false},
		{"single han character", has("片"), "d.md", true},
		{"nothing to look for", has("!?"), "a.md b.md c.md d.md", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			found := ask(t, r, "", func(req *Request) { req.Filter = &tc.filter })
			if got := paths(found); got != tc.want || found.Exact != tc.exact {
				t.Errorf("finds %q (exact %t), want %q (%t)", got, found.Exact, tc.want, tc.exact)
			}
			ranked := ask(t, r, "apple", func(req *Request) { req.Filter = &tc.filter })
			for _, m := range ranked.Matches {
				if !strings.Contains(tc.want, string(m.Path)) {
					t.Errorf("with a ranked term the filter lets %s through", m.Path)
				}
			}
		})
	}
}

func TestLimitAndTotal(t *testing.T) {
	var docs []Doc
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		docs = append(docs, body(name+".md", "same words"))
	}
	r := readerOf(t, storeOf(t, docs...))
	found := ask(t, r, "words", func(req *Request) { req.Limit = 3 })
	if paths(found) != "a.md b.md c.md" || found.Total != 20 {
		t.Errorf("finds %q of %d, want the first three by path of 20", paths(found), found.Total)
	}
}

func TestCoverageTellsWhatWasFound(t *testing.T) {
	r := readerOf(t, storeOf(t, body("a.md", "apple pie"), body("b.md", "apple")))
	found := ask(t, r, "apple pie")
	if len(found.Matches) != 2 || found.Matches[0].Coverage < 0.99 || found.Matches[1].Coverage > 0.9 {
		t.Errorf("matches = %+v", found.Matches)
	}
	missing := ask(t, r, "apple zzzz")
	if c := missing.Matches[0].Coverage; c > 0.5 {
		t.Errorf("coverage with an unknown word = %v, want less than half", c)
	}
}

func TestSearchStopsWhenCancelled(t *testing.T) {
	r := readerOf(t, storeOf(t, body("a.md", "apple")))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := r.Search(ctx, Request{Terms: []Term{{Text: "apple"}}, Limit: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Search = %v, want context.Canceled", err)
	}
}
