package offline

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// maxPoints bounds a summary: what a person reads at a glance.
const maxPoints = 7

// runSummarize quotes the main points of a note: the first sentence of its
// beginning and of each section. It says nothing that the note does not say.
func runSummarize(t turn, arg string) step {
	return t.onNote("summarize", arg, "read_note", map[string]any{"max_chars": 20000}, func(r result) string {
		data := decode[noteData](r)
		points := mainPoints(data)
		if len(points) == 0 {
			return fmt.Sprintf(t.pick("%s has no text to summarise.", "%s 没有可总结的正文。"), cite(data.Slug, ""))
		}
		var b strings.Builder
		fmt.Fprintf(&b, t.pick("The main points of %s (%d words, %d min), in its own words:", "%s 的要点（%d 字，约 %d 分钟），均为原文："),
			cite(data.Slug, ""), data.WordCount, data.ReadingTime)
		for _, p := range points {
			fmt.Fprintf(&b, t.pick("\n- “%s” %s", "\n- “%s”%s"), p.text, cite(data.Slug, p.heading))
		}
		return b.String()
	})
}

// point is a sentence of a note and the heading it stands under.
type point struct{ text, heading string }

// mainPoints takes the first sentence of each section that has one, spread
// over the note when there are more sections than points.
func mainPoints(n noteData) []point {
	var all []point
	heading, taken := "", false
	inBlock := ""
	for i, line := range strings.Split(n.Content, "\n") {
		if h := n.headingAt(n.StartLine + i); h != "" {
			heading, taken = h, false
			continue
		}
		if inBlock = blockAfter(inBlock, line, i == 0 && n.StartLine <= 1); inBlock != "" || taken {
			continue
		}
		if s := firstSentence(line); s != "" {
			all = append(all, point{s, heading})
			taken = true
		}
	}
	if len(all) <= maxPoints {
		return all
	}
	var spread []point
	for i := range maxPoints {
		spread = append(spread, all[i*len(all)/maxPoints])
	}
	return spread
}

func (n noteData) headingAt(line int) string {
	for _, h := range n.Headings {
		if h.Line == line {
			return h.Text
		}
	}
	return ""
}

// blockAfter follows frontmatter and fenced code, whose lines are no prose: it
// returns what closes the block the line is in, or "".
func blockAfter(open, line string, first bool) string {
	trimmed := strings.TrimSpace(line)
	switch {
	case open == "" && first && trimmed == "---":
		return "---"
	case open == "" && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")):
		return trimmed[:3]
	case open != "" && strings.HasPrefix(trimmed, open):
		return "closing" + open
	case strings.HasPrefix(open, "closing"):
		return blockAfter("", line, false)
	}
	return open
}

// numbered is the mark of a numbered list item.
var numbered = regexp.MustCompile(`^\d{1,3}[.)] +`)

// firstSentence returns the first sentence of a line of prose, or "" for
// tables, rules, images, bare links and lines of a few words.
func firstSentence(line string) string {
	text := numbered.ReplaceAllString(strings.TrimSpace(line), "")
	for _, mark := range []string{"> ", "- [ ] ", "- [x] ", "- ", "* ", "+ "} {
		text = strings.TrimSpace(strings.TrimPrefix(text, mark))
	}
	if strings.ContainsAny(text[:min(1, len(text))], "|![<%#^") || strings.ContainsAny(text, "“”\"") {
		return ""
	}
	for i, r := range text {
		end := i + len(string(r))
		if strings.ContainsRune("。！？", r) || (strings.ContainsRune(".!?", r) && (end == len(text) || text[end] == ' ')) {
			text = text[:end]
			break
		}
	}
	if weight(text) < 12 {
		return ""
	}
	return text
}

// weight counts letters, a Han character for two.
func weight(text string) int {
	n := 0
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			n += 2
		} else if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
