package builtin

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// lineMatch is one line that matches.
type lineMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"` // from 1
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"` // lines just above, down to the last one shown
	After  []string `json:"after,omitempty"`  // lines just below, up to the next match
}

// skipReason says why a file was not searched; "" when it was.
type skipReason string

const (
	skipBinary     skipReason = "binary"
	skipTooLarge   skipReason = "too_large"
	skipUnreadable skipReason = "unreadable"
	skipExcluded   skipReason = "excluded"
	skipHardLink   skipReason = "hard_link"
)

// fileMatches is what was found in one file.
type fileMatches struct {
	path    string
	private bool
	count   int // lines that match
	lines   []lineMatch
	skipped skipReason
}

// lineSearch is how lines are looked for in a file.
type lineSearch struct {
	pattern       *pattern
	before, after int
	keep          int  // most lines to keep; the rest is counted
	firstOnly     bool // one match is enough
}

// search finds the lines of a text that match.
func (s *lineSearch) search(body []byte, into *fileMatches) {
	find := finder{literal: &s.pattern.need, body: body}
	lines := lineCounter{body: body}
	for at := 0; at < len(body); {
		start, hit := candidate(&find, at)
		if start < 0 {
			return
		}
		at = lineEnd(body, max(start, hit))
		loc := s.pattern.find(trimBreak(body[start:at]), hit-start)
		if loc == nil {
			continue
		}
		into.count++
		if len(into.lines) < s.keep {
			s.add(body, start, lines.number(start), loc, into)
		}
		if s.firstOnly {
			return
		}
	}
}

// lineCounter numbers lines, in the order of a text: counting costs as much as
// searching, so only what is shown is numbered.
type lineCounter struct {
	body          []byte
	before, until int // line breaks before until
}

// number is that of the line that starts at start, from 1.
func (c *lineCounter) number(start int) int {
	c.before += bytes.Count(c.body[c.until:start], []byte("\n"))
	c.until = start
	return c.before + 1
}

// candidate is the start of the next line at or after "at" that may match, and
// where the literal stands in it first; -1 when there is none.
func candidate(find *finder, at int) (start, hit int) {
	if find.text == "" {
		return at, at
	}
	if hit = find.next(at); hit < 0 {
		return -1, -1
	}
	return at + bytes.LastIndexByte(find.body[at:hit], '\n') + 1, hit
}

// add keeps the line at start, with the lines around it that are not shown with
// the match before.
func (s *lineSearch) add(body []byte, start, number int, loc []int, into *fileMatches) {
	shown := 0
	if n := len(into.lines); n > 0 {
		last := &into.lines[n-1]
		last.After = last.After[:min(len(last.After), number-1-last.Line)]
		shown = last.Line + len(last.After)
	}
	end := lineEnd(body, start)
	into.lines = append(into.lines, lineMatch{
		Path: into.path, Line: number, Text: window(trimBreak(body[start:end]), loc),
		Before: above(body, start, min(s.before, number-1-shown)),
		After:  below(body, end, s.after),
	})
}

// lineEnd is where the line that starts at start ends, its break included.
func lineEnd(body []byte, start int) int {
	if i := bytes.IndexByte(body[start:], '\n'); i >= 0 {
		return start + i + 1
	}
	return len(body)
}

// above returns up to n lines above the line that starts at start.
func above(body []byte, start, n int) []string {
	var lines []string
	for ; n > 0 && start > 0; n-- {
		prev := bytes.LastIndexByte(body[:start-1], '\n') + 1
		lines = append(lines, window(trimBreak(body[prev:start]), nil))
		start = prev
	}
	slices.Reverse(lines)
	return lines
}

// below returns up to n lines from at on.
func below(body []byte, at, n int) []string {
	var lines []string
	for ; n > 0 && at < len(body); n-- {
		end := lineEnd(body, at)
		lines = append(lines, window(trimBreak(body[at:end]), nil))
		at = end
	}
	return lines
}

// maxLine bounds a line that is shown, in bytes.
const maxLine = 500

// window shows a line: whole, or when it is long the part around loc.
func window(line []byte, loc []int) string {
	if len(line) <= maxLine {
		return string(line)
	}
	from := 0
	if loc != nil {
		from = max(0, min(loc[0]-maxLine/4, len(line)-maxLine))
	}
	to := min(len(line), from+maxLine)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to--
	}
	s := string(line[from:to])
	if from > 0 {
		s = "…" + s
	}
	if to < len(line) {
		s += "…"
	}
	return s
}
