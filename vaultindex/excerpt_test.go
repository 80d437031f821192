package vaultindex

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// finderFor finds the plain words of a query, all equally rare.
func finderFor(query string) *finder {
	var terms []fulltext.TermInfo
	for _, t := range termsOf([]string{query}).terms {
		terms = append(terms, fulltext.TermInfo{Term: t, IDF: 1, Forms: map[string]fulltext.FormKind{t.Text: fulltext.Exact}})
	}
	return newFinder(terms)
}

func TestSentences(t *testing.T) {
	for _, tc := range []struct {
		text   string
		byLine bool
		want   string
	}{
		{"One. Two! Three?", false, "One.|Two!|Three?"},
		{"Version 1.2 is out. See e.g. this.", false, "Version 1.2 is out.|See e.g. this."},
		{"By J. S. Bach. Done", false, "By J. S. Bach.|Done"},
		{"他说：“好。”然后走了。完", false, "他说：“好。”|然后走了。|完"},
		{"真的吗？！是的。", false, "真的吗？！|是的。"},
		{"wrapped\nline. next", false, "wrapped\nline.|next"},
		{"- one\n- two", true, "- one|- two"},
		{"**Bold.** Rest", false, "**Bold.**|Rest"},
		{"", false, ""},
	} {
		var got []string
		for _, s := range sentences(tc.text, tc.byLine) {
			got = append(got, tc.text[s.start:s.end])
		}
		if joined := strings.Join(got, "|"); joined != tc.want {
			t.Errorf("sentences(%q) = %q, want %q", tc.text, joined, tc.want)
		}
	}
}

// C32, C41: the best sentence, whole, in the file's own words, with its line.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("这里是很长的一段没有意义的文字，", 20)
	for _, tc := range []struct {
		name, text, query, want string
		line                    int
		heading                 string
	}{
		{"sentence", "# A\n\nFirst thing. The cat sat on the mat and looked out of the window all day. Last.\n", "cat",
			"The cat sat on the mat and looked out of the window all day.", 3, "A"},
		{"short sentence goes on", "Cats sleep. They dream.", "cats", "Cats sleep. They dream.", 1, ""},
		{"not the frontmatter", "---\ncat: cat\n---\n\nA dog.\n", "cat", "A dog.", 5, ""},
		{"not a query block", "```dataview\nLIST cat\n```\nA cat here.\n", "cat", "A cat here.", 4, ""},
		{"below the heading that says it", "# Cats\n\nThey purr.\n\n# Dogs\n\nThey bark.\n", "cats", "They purr.", 3, "Cats"},
		{"long sentence is cut at clauses", long + "猫在睡觉，" + long, "猫在睡觉", "猫在睡觉，", 1, ""},
		{"original text", "ＣＡＦＥ naïve Résumé", "cafe", "ＣＡＦＥ naïve Résumé", 1, ""},
		{"nothing said", "Only this.\n", "cat", "Only this.", 1, ""},
		{"empty", "", "cat", "", 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o, f := outlineOf(tc.text), finderFor(tc.query)
			text, line, heading := o.excerpt(f, o.searched(f.find(tc.text)))
			if !strings.Contains(text, tc.want) || tc.want == "" && text != "" || line != tc.line || heading != tc.heading {
				t.Errorf("excerpt = %q, line %d, heading %q; want %q, %d, %q", text, line, heading, tc.want, tc.line, tc.heading)
			}
			if !strings.Contains(tc.text, text) {
				t.Errorf("excerpt %q does not stand in the text", text)
			}
			if n := utf8.RuneCountInString(text); n > excerptLong+excerptShort {
				t.Errorf("excerpt has %d characters", n)
			}
		})
	}
}

var noteText = rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune(
	"ab 猫。，.\n\n\n#->|`~=:1[]%\r\té\u0301"))), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))

// Whatever a file holds, an excerpt is a part of it, and lines count right.
func TestExcerptAnyText(t *testing.T) {
	f := finderFor("猫 ab")
	rapid.Check(t, func(t *rapid.T) {
		text := noteText.Draw(t, "text")
		o := outlineOf(text)
		excerpt, line, _ := o.excerpt(f, o.searched(f.find(text)))
		if excerpt == "" {
			return
		}
		lines := strings.Split(text, "\n")
		if line < 1 || line > len(lines) {
			t.Fatalf("line %d of %d", line, len(lines))
		}
		rest := strings.Join(lines[line-1:], "\n")
		if at := strings.Index(rest, excerpt); at < 0 || strings.Contains(rest[:at], "\n") {
			t.Fatalf("excerpt %q does not begin in line %d of %q", excerpt, line, text)
		}
	})
}
