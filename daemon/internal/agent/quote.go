package agent

import (
	"bytes"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lines is a range of lines, from 1, both ends included.
type lines struct{ first, last int }

// findQuote looks for a quotation, white space folded, within the cited
// section first, then anywhere in the note. "…" in a quotation stands for
// words left out. The marks of lists and blockquotes at the beginning of lines
// count for nothing where the words alone are quoted, nor do the marks of
// emphasis and the shape of quotation marks.
func findQuote(raw []byte, quote string, within lines) (lines, bool) {
	for _, f := range []folder{{}, {dropMarks: true}, {dropMarks: true, plain: true}} {
		text := f.fold(raw)
		for _, from := range []int{text.begin(within.first), 0} {
			if a, b, ok := f.findParts(text.text, quote, from); ok {
				return lines{text.lineAt(a), text.lineAt(b - 1)}, true
			}
		}
	}
	return lines{}, false
}

// findParts finds the parts of a quotation one after the other, and returns
// where the first begins and the last ends.
func (f folder) findParts(text, quote string, from int) (start, end int, ok bool) {
	start, end = -1, from
	for part := range strings.SplitSeq(strings.ReplaceAll(quote, "...", "…"), "…") {
		words := f.fold([]byte(part)).text
		if words == "" {
			continue
		}
		at := strings.Index(text[end:], words)
		if at < 0 {
			return 0, 0, false
		}
		if start < 0 {
			start = end + at
		}
		end += at + len(words)
	}
	return start, end, start >= 0
}

// folder makes every run of white space one space, and none at the ends or
// beside a character of Chinese, where a line break stands for no space.
type folder struct {
	dropMarks bool // of lists and blockquotes
	plain     bool // without emphasis, with straight quotation marks
}

// plainText takes emphasis and code marks away and straightens quotation marks.
var plainText = strings.NewReplacer("*", "", "`", "", "==", "", "~~", "", "‘", "'", "’", "'", "“", `"`, "”", `"`, "„", `"`)

// folded is a text after folding. starts holds, for every line of the text as
// it was, where what it says begins.
type folded struct {
	text   string
	starts []int
}

func (f folder) fold(raw []byte) folded {
	out := make([]byte, 0, len(raw))
	starts := make([]int, 0, 1+bytes.Count(raw, []byte{'\n'}))
	for line := range bytes.Lines(raw) {
		starts = append(starts, len(out))
		if f.dropMarks {
			line = line[len(lineMarks.Find(line)):]
		}
		if f.plain {
			line = []byte(plainText.Replace(string(line)))
		}
		for word := range bytes.FieldsSeq(line) {
			if spaced(out, word) {
				out = append(out, ' ')
			}
			out = append(out, word...)
		}
	}
	return folded{string(out), starts}
}

// lineMarks are the marks of blockquotes, list items and tasks.
var lineMarks = regexp.MustCompile(`^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))+(?:[ \t]*\[[ xX]\][ \t])?`)

// spaced tells whether white space between two pieces of text counts.
func spaced(before, after []byte) bool {
	if len(before) == 0 {
		return false
	}
	last, _ := utf8.DecodeLastRune(before)
	next, _ := utf8.DecodeRune(after)
	return !ideographic(last) && !ideographic(next)
}

// ideographic tells the characters of Chinese and Japanese writing and their
// punctuation.
func ideographic(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF)
}

// begin is where what stands on or after a line, counted from 1, begins.
func (t folded) begin(line int) int {
	if line > len(t.starts) {
		return len(t.text)
	}
	return t.starts[max(line, 1)-1]
}

// lineAt returns the line, from 1, of a position.
func (t folded) lineAt(at int) int {
	return max(1, sort.SearchInts(t.starts, at+1))
}
