package vaultindex

import (
	"strings"
	"testing"
)

// Notes made to be slow are asked in time that grows with their length alone.
// Quadratic work on them would outlast the test's own limit.
func TestPassagesOfHostileNotes(t *testing.T) {
	const many = 40_000
	s := shelfOf(t, map[string]string{
		"comments.md": "The zebu is a cow.\n\n" + strings.Repeat("zebu %% a %% b. ", many),
		"links.md":    "# zebu\n\n" + strings.Repeat("[[zebu#x|zebu]] ", many),
		"marks.md":    strings.Repeat("牛[[", many) + strings.Repeat("牛**", many),
		"heading.md":  "# " + strings.Repeat("zebu ", many) + "\n\ntext\n",
		"open.md":     strings.Repeat("<!-- zebu\n\n", many),
	})
	if all := quotes(t, s, "What is a zebu?"); len(all) == 0 || all[0].Text != "The zebu is a cow." {
		t.Errorf("%d passages", len(all))
	}
	quotes(t, s, "牛是什么")
}

// The same of notes that cost their length squared in other places: what is
// never closed, signs in runs, a long heading over many items, one long line.
func TestPassagesOfHostileShapes(t *testing.T) {
	const many = 40_000
	s := shelfOf(t, map[string]string{
		"percent.md":  strings.Repeat("%%", 1<<20),
		"half.md":     strings.Repeat("](a [[zebu| ", many) + strings.Repeat("](zebu http://b ", many),
		"loud.md":     "zebu " + strings.Repeat("!", 8*many) + "a " + strings.Repeat("zebu.\u3000", many),
		"queries.md":  strings.Repeat("zebu\n```query\n```\n", many/4),
		"items.md":    "# " + strings.Repeat("zebu ", many/4) + "\n\n" + strings.Repeat("- a zebu eats grass\n\ntext\n\n", many/8),
		"one line.md": strings.Repeat("the zebu is old. ", many/4),
	})
	quotes(t, s, "What is a zebu?")
	quotes(t, s, "how many zebu are there")
	if _, err := s.search(t.Context(), SearchRequest{Query: "zebu"}); err != nil {
		t.Error(err)
	}
}
