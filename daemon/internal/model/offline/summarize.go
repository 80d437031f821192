package offline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPoints bounds a summary: what a person reads at a glance.
const maxPoints = 7

// readForSummary is how much of a note a summary looks at, in characters.
const readForSummary = 20000

// runSummarize quotes the main points of a note: what its beginning and each of
// its sections begin with. It says nothing that the note does not say.
func runSummarize(t turn, arg string) step {
	return t.onNote("summarize", arg, "read_note", map[string]any{"max_chars": readForSummary}, func(r result) string {
		data := decode[noteData](r)
		points := mainPoints(data)
		if len(points) == 0 {
			return fmt.Sprintf(t.pick("%s has no text to summarise.", "%s 没有可总结的正文。"), cite(data.Slug, ""))
		}
		var b strings.Builder
		fmt.Fprintf(&b, t.pick("The main points of %s (%s, %d min), in its own words:", "%s 的要点（%s，约 %d 分钟），均为原文："),
			cite(data.Slug, ""), t.count(data.WordCount, "word", "words", "%d 字"), data.ReadingTime)
		for _, p := range points {
			fmt.Fprintf(&b, t.pick("\n- “%s” %s", "\n- “%s”%s"), p.text, cite(data.Slug, p.heading))
		}
		if r.status == "partial" {
			fmt.Fprintf(&b, t.pick("\n\nOnly its first %d characters were read.", "\n\n只读了前 %d 个字符。"), readForSummary)
		}
		return b.String()
	})
}

// point is a sentence of a note and the heading it stands under.
type point struct{ text, heading string }

// mainPoints takes what comes first in each chapter, then what comes second,
// until there are enough; chapters are spread over the note when there are more
// of them than points. Points are in the order of the note.
func mainPoints(n noteData) []point {
	chapters := chaptersOf(n)
	if len(chapters) > maxPoints {
		spread := make([][]point, maxPoints)
		for i := range spread {
			spread[i] = chapters[i*len(chapters)/maxPoints]
		}
		chapters = spread
	}
	take, left := make([]int, len(chapters)), maxPoints
	for more := true; more && left > 0; {
		more = false
		for i, c := range chapters {
			if left > 0 && take[i] < len(c) {
				take[i], left, more = take[i]+1, left-1, true
			}
		}
	}
	var all []point
	for i, c := range chapters {
		all = append(all, c[:take[i]]...)
	}
	return all
}

// chaptersOf groups the sentences of a note by the sections right below its
// title. Questions and what goes on from somewhere else come last: they are
// seldom what a note says.
func chaptersOf(n noteData) [][]point {
	var chapters [][]point
	var says, later []point
	flush := func() {
		if all := slices.Concat(says, later); len(all) > 0 {
			chapters = append(chapters, all)
		}
		says, later = nil, nil
	}
	level, heading := n.chapterLevel(), ""
	for _, b := range textsOf(n) {
		if b.heading != nil {
			heading = b.heading.Text
			if b.heading.Level <= level {
				flush()
			}
			continue
		}
		s := firstSentence(b.text)
		switch {
		case s == "":
		case strings.HasSuffix(s, "?"), strings.HasSuffix(s, "？"), strings.HasSuffix(s, ","), startsSmall(s):
			later = append(later, point{s, heading})
		default:
			says = append(says, point{s, heading})
		}
	}
	flush()
	return chapters
}

func startsSmall(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first)
}

// chapterLevel is the level of headings that make chapters: the highest one of
// which there are two.
func (n noteData) chapterLevel() int {
	count := map[int]int{}
	for _, h := range n.Headings {
		count[h.Level]++
	}
	for level := 1; level <= 6; level++ {
		if count[level] > 1 {
			return level
		}
	}
	return 6
}

// text is a paragraph or a list item on one line, or a heading.
type text struct {
	heading *noteHeading
	text    string
}

// textsOf lists the headings, paragraphs and list items of a note, without
// frontmatter, code and tasks.
func textsOf(n noteData) []text {
	var all []text
	inBlock, open := "", false
	for i, line := range strings.Split(n.Content, "\n") {
		if h := n.headingAt(n.StartLine + i); h != nil {
			all, open = append(all, text{heading: h}), false
			continue
		}
		inBlock = blockAfter(inBlock, line, i == 0 && n.StartLine <= 1)
		bare, starts := unmark(line)
		switch {
		case inBlock != "" || bare == "":
			open = false
		case open && !starts:
			last := &all[len(all)-1]
			last.text += " " + bare
		default:
			all, open = append(all, text{text: bare}), true
		}
	}
	return all
}

// listItem is the mark of a list item, taskItem that of a task.
var (
	listItem = regexp.MustCompile(`^(?:\d{1,3}[.)]|[-*+])[ \t]+`)
	taskItem = regexp.MustCompile(`^(?:\d{1,3}[.)]|[-*+])[ \t]+\[.\][ \t]`)
)

// unmark takes the marks of quotes and lists off a line; starts tells that it
// begins a text of its own. Tasks, tables, rules, pictures, comments and the
// underlines of headings are no prose, and leave nothing.
func unmark(line string) (bare string, starts bool) {
	bare = strings.TrimSpace(line)
	for strings.HasPrefix(bare, ">") {
		bare = strings.TrimSpace(bare[1:])
	}
	if taskItem.MatchString(bare) || strings.Trim(bare, "=- ") == "" {
		return "", true
	}
	if mark := listItem.FindString(bare); mark != "" {
		bare, starts = strings.TrimSpace(bare[len(mark):]), true
	}
	if bare != "" && (strings.ContainsAny(bare[:1], "|!<%#^$") || strings.HasPrefix(bare, "[!") || strings.HasPrefix(bare, "[^")) {
		return "", true
	}
	return bare, starts
}

func (n noteData) headingAt(line int) *noteHeading {
	for i := range n.Headings {
		if n.Headings[i].Line == line {
			return &n.Headings[i]
		}
	}
	return nil
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

// linked is a link with what it shows.
var linked = regexp.MustCompile(`!?\[\[[^\]\n]*\]\]|\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])`)

// Weights below which a sentence says too little, and one with a link does
// nothing but lead elsewhere.
const (
	minSentence = 12
	minBeside   = 20
)

// firstSentence returns the first sentence of a text, or "" for one of a few
// words, one that only leads elsewhere, and one that cannot be quoted whole.
func firstSentence(text string) string {
	s := text[:sentenceEnd(text)]
	bare := linked.ReplaceAllString(s, "")
	switch {
	case weight(s) < minSentence, bare != s && weight(bare) < minBeside, strings.HasSuffix(s, ":"), strings.HasSuffix(s, "："):
		return ""
	case strings.Count(s, "“") != strings.Count(s, "”"), strings.Contains(s, "%%"):
		return ""
	}
	return s
}

// sentenceEnd is where the first sentence of a text ends. A point before a
// small letter is one of an abbreviation.
func sentenceEnd(text string) int {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case strings.ContainsRune("。！？", r):
			return closed(text, end)
		case !strings.ContainsRune(".!?", r):
		case end == len(text):
			return end
		case strings.ContainsRune(" *_”\")", rune(text[end])) || strings.HasPrefix(text[end:], "”"):
			end = closed(text, end)
			next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " *_("))
			if !unicode.IsLower(next) {
				return end
			}
		}
	}
	return len(text)
}

// closed takes the marks in that close what the sentence opened.
func closed(text string, end int) int {
	for _, mark := range []string{"**", "*", "”", "」", "』", "\"", ")", "）"} {
		if strings.HasPrefix(text[end:], mark) {
			return closed(text, end+len(mark))
		}
	}
	return end
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
