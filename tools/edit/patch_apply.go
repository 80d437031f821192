package edit

import (
	"bytes"
	"fmt"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// applyChunks returns the file with every chunk applied, and where each was
// found. All chunks are looked for in the file as it is; none sees what another
// one made.
func applyChunks(path vaultpath.Path, raw []byte, chunks []Chunk) ([]byte, []ChunkPlan, error) {
	t := newTarget(path, raw)
	c := &changes{target: t, gone: map[int]int{}, kept: map[int]int{}, added: map[int][]string{}}
	var plans []ChunkPlan
	for _, chunk := range chunks {
		plan, err := c.take(chunk)
		if err != nil {
			return nil, nil, err
		}
		plans = append(plans, plan)
	}
	return c.write(), plans, nil
}

// changes gathers what happens to the lines of a file.
type changes struct {
	target *target
	gone   map[int]int      // line → chunk that takes it away
	kept   map[int]int      // line → chunk that has it as context
	added  map[int][]string // line → what comes before it
}

func (c *changes) take(chunk Chunk) (ChunkPlan, error) {
	in, err := c.target.windows(chunk)
	if err != nil {
		return ChunkPlan{}, err
	}
	old := chunk.old()
	if len(old) == len(chunk.Lines) && len(chunk.new()) == len(old) && c.target.bareLine(chunk, in) == nil {
		return ChunkPlan{}, chunkError(PatchSyntax, chunk, "the chunk changes nothing: it has no line that starts with '-' or '+'")
	}
	if len(old) == 0 {
		return c.insert(chunk, in)
	}
	f, already, err := c.target.place(chunk, in)
	if err != nil {
		return ChunkPlan{}, err
	}
	plan := ChunkPlan{Index: chunk.Index, Lines: Lines{f.at + 1, f.at + len(old)}, MatchedWith: f.match, Already: already}
	if already {
		plan.Lines.Last = f.at + len(chunk.new())
		return plan, nil
	}
	return plan, c.record(chunk, f.at)
}

// insert places a chunk that only adds: behind its anchor, else at the end.
func (c *changes) insert(chunk Chunk, in []window) (ChunkPlan, error) {
	if chunk.Ranges && len(chunk.Anchors) == 0 {
		return ChunkPlan{}, chunkError(PatchSyntax, chunk, "line numbers after @@ are not used, so nothing says where the lines go; add a line of context or an anchor")
	}
	if len(in) > 1 {
		var at []Lines
		for _, w := range in {
			at = append(at, Lines{w.from + 1, w.from + 1})
		}
		err := chunkError(PatchAmbiguous, chunk, fmt.Sprintf("the anchor fits %s, on %s; name the headings above it too, as in @@ # Heading > ## Sub, or add a line of context", times(len(at)), listLines(at)))
		err.Matches = capped(at)
		return ChunkPlan{}, err
	}
	at := in[0].after
	if chunk.EOF {
		at = len(c.target.lines)
	}
	plan := ChunkPlan{Index: chunk.Index, Lines: Lines{at, at}}
	if plan.Already = c.stands(chunk, at); plan.Already {
		return plan, nil
	}
	return plan, c.record(chunk, at)
}

// stands reports that the lines to be added are there already: behind the
// anchor, or at the end of the file.
func (c *changes) stands(chunk Chunk, at int) bool {
	n := len(chunk.Lines)
	if at == len(c.target.lines) {
		at -= n
	}
	if at < 0 || at+n > len(c.target.lines) {
		return false
	}
	for i, l := range chunk.Lines {
		if c.target.lines[at+i] != l.Text {
			return false
		}
	}
	return true
}

// record notes a chunk found at line at. What one chunk takes away no other may
// use.
func (c *changes) record(chunk Chunk, at int) error {
	for _, l := range chunk.Lines {
		switch l.Mark {
		case '+':
			c.added[at] = append(c.added[at], l.Text)
			continue
		case '-':
			if other := c.gone[at]; other != 0 {
				return c.clash(chunk, at, other, chunk.Index)
			}
			c.gone[at] = chunk.Index
		default:
			c.kept[at] = chunk.Index
		}
		first, taken := c.gone[at]
		second, used := c.kept[at]
		if taken && used {
			return c.clash(chunk, at, first, second)
		}
		at++
	}
	return nil
}

func (c *changes) clash(chunk Chunk, at, first, second int) error {
	err := chunkError(PatchAmbiguous, chunk, fmt.Sprintf("chunks %d and %d both use line %d, and one takes it away; make them one chunk", min(first, second), max(first, second), at+1))
	err.Matches = []Lines{{at + 1, at + 1}}
	return err
}

// write makes the new bytes. Kept lines keep theirs; added ones take the line
// end around them, and the last of them lacks it where the file's last does.
func (c *changes) write() []byte {
	t := c.target
	w := lineWriter{usual: LineEnd(bytes.Join(t.raw, nil)), final: true}
	if n := len(t.raw); n > 0 {
		w.final = endOf(t.raw[n-1]) != ""
	}
	for i := 0; i <= len(t.raw); i++ {
		for _, text := range c.added[i] {
			w.add(text, c.endFor(i, w.usual))
		}
		if i < len(t.raw) && c.gone[i] == 0 {
			w.keep(t.raw[i])
		}
	}
	return append(append([]byte{}, t.mark...), w.bytes()...)
}

// endFor returns the line end for a line added before line i: that of the line
// before, else of the line after.
func (c *changes) endFor(i int, usual string) string {
	raw := c.target.raw
	switch {
	case i > 0 && endOf(raw[i-1]) != "":
		return endOf(raw[i-1])
	case i < len(raw) && endOf(raw[i]) != "":
		return endOf(raw[i])
	}
	return usual
}

// lineWriter puts lines together.
type lineWriter struct {
	out   []byte
	end   string // of an added line that was written last, to be dropped if it is the last
	usual string // the usual line end
	final bool   // an added last line has an end
}

func (w *lineWriter) keep(line []byte) {
	w.separate()
	w.out, w.end = append(w.out, line...), ""
}

func (w *lineWriter) add(text, end string) {
	w.separate()
	w.out, w.end = append(append(w.out, text...), end...), end
}

// separate ends a line that was the file's last and is not any more.
func (w *lineWriter) separate() {
	if n := len(w.out); n > 0 && w.out[n-1] != '\n' {
		w.out = append(w.out, w.usual...)
	}
}

func (w *lineWriter) bytes() []byte {
	if !w.final {
		return w.out[:len(w.out)-len(w.end)]
	}
	return w.out
}
