package note

import (
	"strconv"
	"unicode/utf8"
)

// MaxGoldmark is the size in bytes up to which a note's blocks are found by a
// full CommonMark parser. Larger notes are read line by line.
const MaxGoldmark = 1 << 20

// Parse reads a Markdown note. It never fails, keeps nothing of raw, and its
// work grows linearly with len(raw) whatever raw holds. The caller bounds
// len(raw) (the vault takes notes up to 32 MiB).
func Parse(raw []byte) *Note {
	n := &Note{Lines: countLines(raw)}
	c := newCollector(n, raw)
	if !utf8.Valid(raw) {
		n.problem(ProblemUTF8, 1, "The note is not valid UTF-8 text; unreadable bytes are shown as U+FFFD.")
	}
	c.body(c.frontmatter())
	c.finish()
	return n
}

// body reads everything from offset start on.
func (c *collector) body(start int) {
	body := c.src[start:]
	c.note.Words = countWords(body)
	if why := tooHard(body); why != "" {
		c.note.Truncated = true
		c.note.problem(ProblemTruncated, c.lines.line(start), why)
		c.scan(start)
		return
	}
	w := walker{c: c, base: start}
	w.children(parseBlocks(body), place{top: true})
}

const (
	maxNesting   = 100     // containers in containers
	maxBlockWork = 4 << 20 // lines times nesting
	maxLine      = 256 << 10
)

// tooHard says why a body is not given to the CommonMark parser, "" when it is.
// That parser visits every open container on every line, blank ones included,
// so lines times nesting is what it costs.
func tooHard(body []byte) string {
	if len(body) > MaxGoldmark {
		return "The note is larger than 1 MiB, so its blocks were read line by line."
	}
	lines, depth := 0, 0
	for at := 0; at < len(body); {
		next := nextLine(body, at)
		if next-at > maxLine {
			return "A line is longer than 256 KiB, so the note's blocks were read line by line."
		}
		lines++
		depth = max(depth, nesting(body[at:next]))
		at = next
	}
	if depth > maxNesting || lines*(depth+1) > maxBlockWork {
		return "Lists or quotes are nested " + strconv.Itoa(depth) + " deep, so the note's blocks were read line by line."
	}
	return ""
}

// nesting bounds how many containers are open on a line, from its indentation
// and its markers: an open list item needs two columns.
func nesting(line []byte) int {
	width, markers := 0, 0
	for i, c := range line {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 4
		case '>':
			markers++
		case '-', '*', '+', '.', ')':
			if i+1 < len(line) && (line[i+1] <= ' ') {
				markers++
			}
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		default:
			if markers == 0 {
				return 0
			}
			return markers + width/2
		}
	}
	if markers == 0 {
		return 0
	}
	return markers + width/2
}
