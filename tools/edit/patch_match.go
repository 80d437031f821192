package edit

import (
	"fmt"
	"strings"
)

// found is a place where a chunk's lines stand.
type found struct {
	at    int // line, from 0
	match Match
}

// search looks for the lines want inside the windows, pass after pass. It
// returns every place of the first pass that has any. With atEnd the lines must
// be the file's last.
func (t *target) search(want []PatchLine, in []window, atEnd bool) []found {
	for m := MatchExact; m <= MatchTypography; m++ {
		var out []found
		for _, at := range t.likely(want, m) {
			if t.inside(at, len(want), in, atEnd) && t.fits(want, at, m) {
				out = append(out, found{at, m})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// likely returns, in order, where the lines could begin by the rarest of them.
func (t *target) likely(want []PatchLine, m Match) []int {
	index := t.places(m)
	var rarest []int
	shift := -1
	for i, l := range want {
		if at := index[seenAs(l.Text, m)]; shift < 0 || len(at) < len(rarest) {
			rarest, shift = at, i
		}
	}
	out := make([]int, 0, len(rarest))
	for _, at := range rarest {
		if at >= shift && at-shift+len(want) <= len(t.lines) {
			out = append(out, at-shift)
		}
	}
	return out
}

// inside reports that n lines from at on lie in one of the windows.
func (t *target) inside(at, n int, in []window, atEnd bool) bool {
	if atEnd && at+n != len(t.lines) {
		return false
	}
	for _, w := range in {
		if at >= w.from && at+n <= w.to {
			return true
		}
	}
	return false
}

// starts yields every line, once, at which the lines could begin.
func (t *target) starts(want []PatchLine, in []window, atEnd bool) func(func(int) bool) {
	return func(yield func(int) bool) {
		next := 0
		for _, w := range in {
			for at := max(w.from, next); at+len(want) <= w.to; at++ {
				next = at + 1
				if (!atEnd || at+len(want) == len(t.lines)) && !yield(at) {
					return
				}
			}
		}
	}
}

// fits compares in one pass. The loose passes never bend lines of code or
// frontmatter.
func (t *target) fits(want []PatchLine, at int, m Match) bool {
	seen := t.seen(m)
	for i, l := range want {
		if l.Mark == 0 || seen[at+i] != seenAs(l.Text, m) {
			return false
		}
	}
	if m < MatchTrimmed {
		return true
	}
	for i, l := range want {
		if t.lines[at+i] != l.Text && t.exact(at+i) {
			return false
		}
	}
	return true
}

// place finds the one place of a chunk that has old lines, or says why there is
// none. already means that the file has the new lines instead.
func (t *target) place(c Chunk, in []window) (f found, already bool, err error) {
	old := c.old()
	places := t.search(old, in, c.EOF)
	switch {
	case len(places) == 1:
		return places[0], false, nil
	case len(places) > 1:
		return found{}, false, t.ambiguous(c, places, len(old))
	}
	if bare := t.bareLine(c, in); bare != nil {
		return found{}, false, bare
	}
	fresh := c.new()
	if done := t.search(fresh, in, c.EOF); len(done) == 1 && len(fresh) > 0 {
		return done[0], true, nil
	}
	if prefix := t.prefixMissing(c, in); prefix != nil {
		return found{}, false, prefix
	}
	return found{}, false, t.contextNotFound(c, old)
}

func (t *target) ambiguous(c Chunk, places []found, lines int) error {
	var at []Lines
	for _, f := range places {
		at = append(at, Lines{f.at + 1, f.at + lines})
	}
	err := chunkError(PatchAmbiguous, c, fmt.Sprintf("the lines fit %s, on %s; add lines of context, or an anchor such as @@ # Heading > ## Sub", times(len(at)), listLines(at)))
	err.Matches = capped(at)
	return err
}

func chunkError(code Code, c Chunk, message string) *Error {
	return &Error{Code: code, Chunk: c.Index, Line: c.Line, Message: message}
}

// bareLine judges a chunk with a line that starts with no mark: context whose
// space was forgotten, or no line of a patch at all.
func (t *target) bareLine(c Chunk, in []window) *Error {
	for _, l := range c.Lines {
		if l.Mark != 0 {
			continue
		}
		err := chunkError(PatchSyntax, c, "the line "+quote(l.Text)+" starts with none of ' ', '-' and '+'; put one of them before it")
		if at := t.search([]PatchLine{{Mark: ' ', Text: l.Text}}, in, false); len(at) > 0 {
			err = chunkError(PatchPrefixMissing, c, "the line "+quote(l.Text)+" is in the file, but context begins with a space: write "+quote(" "+l.Text))
		}
		err.Line = l.Line
		return err
	}
	return nil
}

// prefixMissing finds a chunk that fits when the first character of some line is
// taken as text: a context bullet `- x` or the fence `---` written without the
// space before it (contracts 2.2.6).
func (t *target) prefixMissing(c Chunk, in []window) *Error {
	old := c.old()
	for at := range t.starts(old, in, c.EOF) {
		var restored *PatchLine
		fits := true
		for i := 0; i < len(old) && fits; i++ {
			l := old[i]
			if t.lines[at+i] == l.Text {
				continue
			}
			fits = strings.TrimRight(t.lines[at+i], " \t") == strings.TrimRight(string(l.Mark)+l.Text, " \t")
			if restored == nil {
				restored = &old[i]
			}
		}
		if fits && restored != nil {
			whole := string(restored.Mark) + restored.Text
			err := chunkError(PatchPrefixMissing, c, "the line "+quote(whole)+" was read as a change, but the file has it on line "+fmt.Sprint(at+1)+" or just below; as context write "+quote(" "+whole)+", to take it away "+quote("-"+whole))
			err.Line = restored.Line
			return err
		}
	}
	return nil
}

// contextNotFound says which lines come nearest, and how they differ.
func (t *target) contextNotFound(c Chunk, old []PatchLine) error {
	err := chunkError(PatchContextNotFound, c, "its lines are not in the file")
	if len(c.Anchors) > 0 {
		err.Message = "its lines are not in the section or below the anchor " + quote(strings.Join(c.Anchors, " > "))
	}
	if c.EOF {
		err.Message += " at its end"
	}
	if len(t.search(old, t.whole(), false)) > 0 {
		err.Message += "; they are elsewhere in the file"
	}
	text := make([][]byte, len(old))
	for i, l := range old {
		text[i] = []byte(l.Text + "\n")
	}
	start, lines := closestWindow(t.raw, text)
	if start < 0 {
		err.Message += "; copy the context exactly from a fresh read"
		return err
	}
	err.Nearest = &Excerpt{Lines: Lines{start + 1, start + lines}, Text: strings.Join(t.lines[start:start+lines], "\n")}
	err.Message += fmt.Sprintf("; nearest are lines %d–%d", start+1, start+lines)
	if why := t.firstDifference(old, start); why != "" {
		err.Message += ": " + why
	}
	err.Message += "; copy the context exactly from a fresh read"
	return err
}

// firstDifference explains the first line that differs from the file's.
func (t *target) firstDifference(old []PatchLine, start int) string {
	for i, l := range old {
		if start+i >= len(t.lines) {
			return "the file ends there"
		}
		have := t.lines[start+i]
		if have == l.Text {
			continue
		}
		if seenAs(have, MatchTypography) == seenAs(l.Text, MatchTypography) {
			return fmt.Sprintf("on line %d %s", start+i+1, explain([]byte(have), []byte(l.Text)))
		}
		return fmt.Sprintf("line %d is %s, the patch has %s", start+i+1, quote(have), quote(l.Text))
	}
	return ""
}
