package offline

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// pick chooses the sentence in the language of the prompt.
func (t *turn) pick(english, chinese string) string {
	if t.chinese {
		return chinese
	}
	return english
}

// lines names a range of lines, after a citation.
func (t *turn) lines(from, to int) string {
	if from == to {
		return fmt.Sprintf(t.pick(" (line %d)", "（第 %d 行）"), from)
	}
	return fmt.Sprintf(t.pick(" (lines %d–%d)", "（第 %d–%d 行）"), from, to)
}

// place names the lines of a passage, and the property it is, after a citation.
func (t *turn) place(p passage) string {
	if p.Property == "" {
		return t.lines(p.LineStart, p.LineEnd)
	}
	name := inline(p.Property)
	if p.LineStart == p.LineEnd {
		return fmt.Sprintf(t.pick(" (property %s, line %d)", "（属性 %s，第 %d 行）"), name, p.LineStart)
	}
	return fmt.Sprintf(t.pick(" (property %s, lines %d–%d)", "（属性 %s，第 %d–%d 行）"), name, p.LineStart, p.LineEnd)
}

// cite is a link to a note, or to a heading of it. Characters that would end
// or split the link become spaces, as Obsidian itself writes it (HB2).
func cite(slug, heading string) string {
	if heading = linkable(heading); heading != "" {
		return "[[" + slug + "#" + heading + "]]"
	}
	return "[[" + slug + "]]"
}

// mention is a link to a note that cites nothing.
func mention(title, path string) string {
	return "[" + strings.NewReplacer("[", "(", "]", ")", "\n", " ").Replace(title) + "](" + (&url.URL{Path: path}).EscapedPath() + ")"
}

// count is a number with its noun.
func (t *turn) count(n int, one, many, chinese string) string {
	switch {
	case t.chinese:
		return fmt.Sprintf(chinese, n)
	case n == 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// shown is an excerpt in a list, in quotation marks: it is the note's word.
func (t *turn) shown(excerpt string) string { return "“" + inline(excerpt) + "”" }

var unlinkable = strings.NewReplacer("#", " ", "|", " ", "^", " ", ":", " ", "\\", " ", "%%", " ", "[[", " ", "]]", " ", "\n", " ")

// maxHeading is the longest heading, in bytes, worth naming in a citation; the
// lines say the place anyway.
const maxHeading = 200

// linkable is a heading as a link can say it, or "" when it cannot be said in
// a way people would read.
func linkable(heading string) string {
	if strings.Contains(heading, "](") || len(heading) > maxHeading {
		return ""
	}
	return strings.Join(strings.Fields(unlinkable.Replace(heading)), " ")
}

// blockquote puts text into a blockquote, as it stands.
func blockquote(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("> "+strings.TrimRight(l, "\r"), " ")
	}
	return strings.Join(lines, "\n")
}

// oneLine shows a prompt within a sentence.
func oneLine(text string) string {
	text = inline(firstOf(text))
	if r := []rune(text); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return text
}

// isChinese tells the language of a prompt: Chinese as soon as there is a Han
// character, since an English question rarely quotes one and a Chinese one
// often holds English words.
func isChinese(text string) bool {
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return false
}
