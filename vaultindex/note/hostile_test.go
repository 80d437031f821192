package note

import (
	"fmt"
	"strings"
	"testing"
)

// hostile makes inputs of about n bytes on which a careless parser is quadratic
// or worse.
func hostile(n int) map[string]string {
	rep := func(s string) string { return strings.Repeat(s, n/len(s)) }
	half := func(a, b string) string { return strings.Repeat(a, n/2/len(a)) + strings.Repeat(b, n/2/len(b)) }
	ticks := func() string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + "a")
		}
		return b.String()
	}
	return map[string]string{
		"open brackets":      rep("["),
		"open, then closed":  half("[", "]"),
		"wiki openers":       rep("[[a"),
		"openers, text, ]]":  half("[[", "a") + "]]",
		"closers":            rep("]]"),
		"link heads":         rep("[a]("),
		"open titles":        rep("[a](b \""),
		"open titles '":      rep("[a](b '"),
		"open angles":        rep("[a](<b"),
		"parens":             rep("](("),
		"nested images":      half("![", "](a)"),
		"nested refs":        "[l]: x.md\n\n" + half("![", "][l]"),
		"shortcut refs":      "[l]: x.md\n\n" + half("[", "]"),
		"labels":             "[l]: x.md\n\n" + rep("[a][b"),
		"backticks":          ticks(),
		"dollars":            rep("$a "),
		"dollars and links":  rep("$a [["),
		"display math":       rep("$$ $ "),
		"html":               rep("<a b=\""),
		"html quotes":        rep("<a b=\" c='\" "),
		"html comments":      rep("<!-- "),
		"cdata":              rep("<![CDATA[ <? <!A "),
		"hashes":             rep("#a "),
		"hash run":           rep("#"),
		"escapes":            rep("\\["),
		"quotes":             rep("> "),
		"lists":              rep("- "),
		"list, then blank":   half("- ", "\n"),
		"stairs":             stairs(n/2) + strings.Repeat("\n", n/2),
		"quote a line":       rep(">a\n"),
		"footnotes":          rep("[^a]: "),
		"footnote lines":     rep("[^a]: b\n"),
		"tables":             "|a|\n|-|\n" + rep("|"),
		"table rules":        rep("|-|\n"),
		"rule and headers":   rep("a|b\n-|-|-\n"),
		"definitions":        rep("[a]: b\n"),
		"html blocks":        rep("<div\n"),
		"html lines":         rep("<a b c d=e>\n\n"),
		"fences":             rep("```\n\n"),
		"math blocks":        rep("$$\n\n"),
		"setext":             rep("a\n-\n"),
		"block ids":          rep("a ^b\n\n"),
		"tasks":              rep("- [ ] a\n"),
		"carets":             rep("^"),
		"links in a line":    rep("[[a]] "),
		"nul":                rep("\x00"),
		"long frontmatter":   "---\n" + rep("a") + "\n---\n",
		"yaml brackets":      "---\na: " + strings.Repeat("[", min(n, 200_000)) + "\n---\n",
		"yaml dashes":        "---\n" + strings.Repeat("- ", min(n, 200_000)/2) + "\n---\n",
		"yaml keys":          "---\n" + strings.Repeat("? ", min(n, 200_000)/2) + "\n---\n",
		"yaml links, a line": "---\na: [" + rep("\"[[x]]\",") + "]\n---\n",
		"yaml tags, a line":  "---\ntags: [" + rep("a,") + "]\n---\n",
		"yaml keys, a line":  "---\n{" + distinct(n, "k%d: v, ") + "}\n---\n",
		"yaml aliases":       "---\ntags: [" + strings.Repeat("x, ", n/8) + "&a a, &b b]\nTags: [" + strings.Repeat("*a, *b, ", n/16) + "]\n---\n",
		"yaml comments":      "---\n" + strings.Repeat("# a\n", min(n, 200_000)/4) + "\n---\n",
	}
}

// distinct is a text that holds its number again and again, about n bytes long.
func distinct(n int, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// stairs is a list one step deeper on every line, about n bytes long.
func stairs(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func parseCounting(raw []byte) (*Note, int) {
	n := &Note{Lines: countLines(raw)}
	c := newCollector(n, raw)
	c.body(c.frontmatter())
	c.finish()
	return n, c.work
}

// TestWorkIsLinear bounds the bytes looked at by the inline scanner and to find
// the places of properties. The blocks are
// bounded by tooHard, which the next test holds.
func TestWorkIsLinear(t *testing.T) {
	const most = 80 // looks a byte; 33 nested parentheses are the worst case
	for name, in := range hostile(40_000) {
		n, work := parseCounting([]byte(in))
		if work > most*len(in) {
			t.Errorf("%s: %d bytes looked at %d times", name, len(in), work)
		}
		checkSpans(t, []byte(in), n)
	}
}

// TestTooHard holds that the CommonMark parser is given nothing on which lines
// times nesting is out of hand.
func TestTooHard(t *testing.T) {
	for name, in := range hostile(1 << 19) {
		if tooHard([]byte(in)) != "" {
			continue
		}
		lines, depth := 0, 0
		for l := range strings.Lines(in) {
			lines, depth = lines+1, max(depth, strings.Count(l, "> ")+strings.Count(l, "- ")+strings.Count(l, "  "))
		}
		if lines*depth > 4*maxBlockWork {
			t.Errorf("%s: %d lines, up to %d deep", name, lines, depth)
		}
	}
	for _, in := range []string{strings.Repeat("> ", 200), strings.Repeat("- ", 200) + "a", stairs(100_000), strings.Repeat("a", maxLine+1), strings.Repeat("a\n", MaxGoldmark)} {
		n := Parse([]byte(in))
		if !n.Truncated || len(n.Problems) != 1 || n.Problems[0].Code != ProblemTruncated {
			t.Errorf("%.20q…: truncated %v, problems %v", in, n.Truncated, codes(n))
		}
	}
}

// TestManyLinks: ten thousand links are nothing special.
func TestManyLinks(t *testing.T) {
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, "[[note %d]] ", i)
	}
	n := Parse([]byte(b.String()))
	if len(n.Links) != 10_000 || n.Links[9_999].Path != "note 9999" || n.Truncated {
		t.Errorf("%d links, truncated %v", len(n.Links), n.Truncated)
	}
}

// TestTooManyFacts: what is kept of one file is bounded, and the note says so.
func TestTooManyFacts(t *testing.T) {
	n := Parse([]byte(strings.Repeat("#a ", MaxFacts+10)))
	if len(n.Tags) != MaxFacts || !strings.Contains(strings.Join(codes(n), " "), ProblemTooMany) {
		t.Errorf("%d tags, problems %v", len(n.Tags), codes(n))
	}
}
