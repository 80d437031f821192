package vaultindex

import (
	"strings"
	"testing"
)

// hostileSigns are what notes are made of that are meant to be slow: each
// alone over and over, and in pairs with text.
var hostileSigns = []string{
	"%%", "<!--", "-->", "[[", "]]", "![[", "[", "]", "](", "$", "$$", "`", "```", "~~~", "==", "**", "_", "|", "> ",
	">[!a]", "- [ ] ", "^a", "#a", "#", "[^1]", "[^", ":::", "&", "\\", "<a", "<", "http://", "---\n", "\t", "\r", "\n",
	".", "!", "…", "。", "。\n", ".\u3000", ".\r", "zebu ", "\n\n", "- ", "1. ", "```dataview\n", "# ", "## zebu\n", "|-|\n",
	"{{", "(", "*", "：", "牛", "[[a|", "](a ", "](a [[b|", "](a http://b ", ", ", "![[a", "zebu\n\n", "e.g. ", "!\"",
}

// hostileTexts are texts of about n bytes.
func hostileTexts(n int) map[string]string {
	all := make(map[string]string)
	for _, sign := range hostileSigns {
		for _, part := range []string{sign, sign + "zebu ", sign + "\nzebu", "zebu" + sign} {
			all[part] = strings.Repeat(part, n/len(part))
		}
	}
	return all
}

// TestWorkOfOutlineIsLinear counts the bytes looked at to find comments,
// sentences and the lines of units, beside one walk through the text.
func TestWorkOfOutlineIsLinear(t *testing.T) {
	const most = maxInitial + 2 // looks a byte
	for part, in := range hostileTexts(40_000) {
		o := outlineOf(in)
		comments := commentScan{text: in}
		for _, b := range o.blocks {
			comments.block(b.start, b.end)
		}
		cutter := sentenceCutter{text: in}
		cutter.cut(false)
		units := unitCutter{block: block{text: in, first: 1}}
		for _, s := range sentences(in, true) {
			units.unit(s.start, s.end)
		}
		for what, work := range map[string]int{"comments": comments.work, "sentences": cutter.work, "units": units.work} {
			if work > most*len(in) {
				t.Errorf("%q: %d bytes looked at %d times for %s", part, len(in), work, what)
			}
		}
	}
}

// TestUnitLines holds the lines of units, counted on from one to the next,
// against a count from the start.
func TestUnitLines(t *testing.T) {
	for part, in := range hostileTexts(400) {
		o := outlineOf(in)
		for _, u := range unitsOf(o) {
			if want := 1 + strings.Count(in[:u.start], "\n"); u.first != want {
				t.Errorf("%q: unit at %d is on line %d, not %d", part, u.start, u.first, want)
			}
		}
	}
}
