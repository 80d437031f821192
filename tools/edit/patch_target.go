package edit

import (
	"bytes"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// target is a file as chunks are looked for in it.
type target struct {
	mark     []byte              // its byte order mark, or nothing
	raw      [][]byte            // its lines with their ends, the mark left out
	lines    []string            // the same without their ends
	loose    [4][]string         // by pass, see seen
	index    [4]map[string][]int // by pass, see places
	regions  []region
	strict   bool // a format in which white space counts everywhere
	headings []heading
}

func newTarget(path vaultpath.Path, raw []byte) *target {
	t := &target{}
	body := raw
	if bytes.HasPrefix(raw, bom) {
		t.mark, body = raw[:len(bom)], raw[len(bom):]
	}
	t.raw = splitLines(body)
	for _, line := range t.raw {
		t.lines = append(t.lines, string(withoutEnd(line)))
	}
	switch path.Ext() {
	case "md":
		n := note.Parse(raw)
		t.regions = regions(raw, n)
		t.headings = headingsOf(raw, n)
	case "canvas", "base", "json", "yaml", "yml":
		t.strict = true
	}
	return t
}

// seen returns the lines as a pass compares them.
func (t *target) seen(m Match) []string {
	if t.loose[m] == nil {
		out := make([]string, len(t.lines))
		for i, line := range t.lines {
			out[i] = seenAs(line, m)
		}
		t.loose[m] = out
	}
	return t.loose[m]
}

// places returns where each line stands as a pass compares them, in order.
func (t *target) places(m Match) map[string][]int {
	if t.index[m] == nil {
		t.index[m] = make(map[string][]int, len(t.lines))
		for i, line := range t.seen(m) {
			t.index[m][line] = append(t.index[m][line], i)
		}
	}
	return t.index[m]
}

// seenAs returns a line as a pass compares it.
func seenAs(line string, m Match) string {
	switch m {
	case MatchTrailing:
		return strings.TrimRight(line, " \t")
	case MatchTrimmed:
		return strings.TrimSpace(line)
	case MatchTypography:
		return strings.TrimSpace(strings.Map(func(r rune) rune {
			if shown, ok := foldRune(r); ok {
				return shown
			}
			return -1
		}, line))
	}
	return line
}

// exact reports that white space and signs of a line, from 0, mean something:
// code, frontmatter (contracts 2.2.3).
func (t *target) exact(line int) bool {
	r := regionAt(t.regions, line+1)
	return t.strict || r == inCode || r == inYAML
}

// window is a range of lines, from 0, the end not included. after is where an
// insertion at the anchor that opened it goes.
type window struct{ from, to, after int }

func (t *target) whole() []window { return []window{{0, len(t.lines), len(t.lines)}} }
