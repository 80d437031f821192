package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// notFound says why old is not in raw, as exactly as can be told.
func notFound(raw []byte, old string) error {
	err := refuse(NoMatch, "The old text %s does not occur in the file", quote(old))
	written := toLF([]byte(old))
	switch {
	case alike(err, raw, written):
	case decomposed(err, raw, written):
	case escaped(err, raw, old):
	case numbered(err, raw, old):
	default:
		nearestLines(err, raw, written)
	}
	err.Message += "; copy the text exactly from a fresh read"
	return err
}

// alike finds text that looks the same, and names the difference.
func alike(err *Error, raw, written []byte) bool {
	file, want := fold(raw), fold(bytes.TrimSpace(written))
	if len(bytes.TrimSpace(want.text)) == 0 {
		return false
	}
	i := bytes.Index(file.text, want.text)
	if i < 0 {
		return false
	}
	start := file.at[i]
	end := max(start, file.at[min(i+len(want.text), len(file.at)-1)])
	for lead := len(written) - len(bytes.TrimLeft(written, " \t\n")); lead > 0 && start > 0 && raw[start-1] != '\n'; lead-- {
		start--
	}
	line := lineOf(raw, start)
	err.Nearest = excerpt(raw, start, end)
	if why := explain(toLF(raw[start:end]), written); why != "" {
		err.Line = line + differsAfter(toLF(raw[start:end]), written)
		err.Message += fmt.Sprintf("; line %d looks the same, but %s", err.Line, why)
		return true
	}
	err.Message += fmt.Sprintf("; line %d looks the same but for its white space", line)
	return true
}

// differsAfter returns how many line breaks both texts share before they differ.
func differsAfter(a, b []byte) int {
	return bytes.Count(a[:commonPrefix(a, b)], []byte{'\n'})
}

// decomposed finds text whose accents are encoded in the other way.
func decomposed(err *Error, raw, written []byte) bool {
	file, want := norm.NFC.Bytes(toLF(raw)), norm.NFC.Bytes(written)
	at := bytes.Index(file, want)
	if at < 0 {
		return false
	}
	err.Message += fmt.Sprintf("; on line %d the same letters stand with their accents encoded otherwise (composed or decomposed)", lineOf(file, at))
	return true
}

// escaped finds text that was escaped once too often (users A17).
func escaped(err *Error, raw []byte, old string) bool {
	plain := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(old)
	if plain == old {
		return false
	}
	found := findAll(newLFText(raw).text, []byte(plain), false)
	if len(found) == 0 {
		return false
	}
	err.Message += fmt.Sprintf("; it does on line %d when its backslash escapes are taken as what they stand for, so write line breaks, tabs and quotes as they are", lineOf(raw, found[0].start))
	return true
}

var lineNumbers = regexp.MustCompile(`(?m)^ *[0-9]+[\t|→:] ?`)

// numbered finds text that was copied with the line numbers of a read.
func numbered(err *Error, raw []byte, old string) bool {
	if !lineNumbers.MatchString(old) {
		return false
	}
	plain := lineNumbers.ReplaceAllString(old, "")
	if plain == "" || !bytes.Contains(newLFText(raw).text, []byte(plain)) {
		return false
	}
	err.Message += "; it does without the line numbers, which are not part of the file"
	return true
}

// nearestLines adds the lines that have most in common with the text.
func nearestLines(err *Error, raw, written []byte) {
	start, lines := closestWindow(splitLines(toLF(raw)), splitLines(written))
	if start < 0 {
		return
	}
	from := 0
	for range start {
		from = nextLine(raw, from)
	}
	to := from
	for range lines {
		to = nextLine(raw, to)
	}
	err.Nearest = excerpt(raw, from, to)
	err.Line = err.Nearest.Lines.First
	err.Message += fmt.Sprintf("; nearest is line %d: %s", err.Line, quote(string(bytes.TrimSpace(raw[from:textEnd(raw, from)]))))
}

// Bounds of the search for the nearest lines, which only serves a message.
const (
	maxWindow = 60      // lines of the text that are compared
	maxSought = 100_000 // lines of the file
)

// closestWindow returns the window of file lines that shares most with text:
// whole lines first, then words of its longest line. start is -1 for none.
func closestWindow(file, text [][]byte) (start, lines int) {
	text, file = text[:min(len(text), maxWindow)], file[:min(len(file), maxSought)]
	if start = byLines(file, text); start >= 0 {
		return start, min(len(text), len(file)-start)
	}
	longest := 0
	for i := range text {
		if len(bytes.TrimSpace(text[i])) > len(bytes.TrimSpace(text[longest])) {
			longest = i
		}
	}
	if len(text) == 0 {
		return -1, 0
	}
	if start = byWords(file, text[longest]); start < 0 {
		return -1, 0
	}
	start = max(0, start-longest)
	return start, min(len(text), len(file)-start)
}

// byLines lets every line they share vote for where the text would begin.
func byLines(file, text [][]byte) int {
	want := map[string][]int{}
	for i, line := range text {
		if key := string(fold(bytes.TrimSpace(line)).text); len(key) > 3 {
			want[key] = append(want[key], i)
		}
	}
	votes, best := map[int]int{}, -1
	for at, line := range file {
		for _, i := range want[string(fold(bytes.TrimSpace(line)).text)] {
			begin := max(0, at-i)
			if votes[begin]++; best < 0 || votes[begin] > votes[best] {
				best = begin
			}
		}
	}
	return best
}

// byWords returns the line that shares most with line, at least half of the
// pairs of characters.
func byWords(file [][]byte, line []byte) int {
	want := pairs(line)
	best, most := -1, len(want)/2
	for at, other := range file {
		if n := len(other); n > 8*len(line)+200 {
			continue
		}
		common := 0
		have := pairs(other)
		for p := range want {
			if have[p] {
				common++
			}
		}
		if common > most {
			best, most = at, common
		}
	}
	return best
}

func pairs(line []byte) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	var last rune
	for _, r := range string(fold(bytes.TrimSpace(line)).text) {
		if last != 0 {
			out[[2]rune{last, r}] = true
		}
		last = r
	}
	return out
}

// maxExcerpt is the length of an excerpt in bytes, more or less.
const maxExcerpt = 600

// excerpt shows the whole lines of [start, end), cut when they are long.
func excerpt(raw []byte, start, end int) *Excerpt {
	start = lineStart(raw, start)
	end = max(textEnd(raw, max(start, end-1)), start)
	text := string(raw[start:end])
	if len(text) > maxExcerpt {
		text = strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
	}
	return &Excerpt{Lines: linesOf(raw, start, end), Text: text}
}
