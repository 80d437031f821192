package edit

import "fmt"

// windows returns where a chunk may stand: the whole file, or what its anchors
// leave of it. In a note an anchor that names a heading means that section; any
// other means the lines from one that reads so to the end (contracts 2.2.4).
func (t *target) windows(c Chunk) ([]window, error) {
	in := t.whole()
	for _, anchor := range c.Anchors {
		next := t.sections(anchor, in)
		if len(next) == 0 {
			next = t.below(anchor, in)
		}
		if len(next) == 0 {
			return nil, t.noAnchor(c, anchor)
		}
		in = next
	}
	return in, nil
}

// sections returns the sections of the headings an anchor names.
func (t *target) sections(anchor string, in []window) []window {
	var out []window
	for _, h := range find(t.headings, anchor) {
		w := window{h.line - 1, h.lastLine, h.bodyLine - 1}
		for _, outer := range in {
			if w.from >= outer.from && w.to <= outer.to {
				out = append(out, w)
				break
			}
		}
	}
	return out
}

// below returns what follows the lines that read as the anchor.
func (t *target) below(anchor string, in []window) []window {
	var out []window
	for _, f := range t.search([]PatchLine{{Mark: ' ', Text: anchor}}, in, false) {
		for _, outer := range in {
			if f.at >= outer.from && f.at < outer.to {
				out = append(out, window{f.at, outer.to, f.at + 1})
				break
			}
		}
	}
	return out
}

func (t *target) noAnchor(c Chunk, anchor string) error {
	err := chunkError(PatchContextNotFound, c, "no heading and no line reads "+quote(anchor))
	start, _ := closestWindow(t.raw, [][]byte{[]byte(anchor)})
	if start >= 0 {
		err.Nearest = &Excerpt{Lines: Lines{start + 1, start + 1}, Text: t.lines[start]}
		err.Message += fmt.Sprintf("; nearest is line %d, %s", start+1, quote(t.lines[start]))
	}
	err.Candidates = paths(t.headings)
	err.Message += "; an anchor is a whole line, or in a note a heading such as @@ # Heading > ## Sub"
	return err
}
