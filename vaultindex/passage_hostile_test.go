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
