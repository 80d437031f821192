package note

import (
	"bytes"
	"sort"
)

// lineStride is how many bytes stand between two checkpoints of a lineTable.
const lineStride = 4096

// lineTable answers which line an offset stands on. It keeps a count every
// lineStride bytes rather than a position a line, so a file of nothing but line
// breaks costs no more than another.
type lineTable struct {
	src    []byte
	before []int32 // line breaks before offset i*lineStride
}

func newLineTable(src []byte) lineTable {
	t := lineTable{src: src, before: make([]int32, 0, len(src)/lineStride+1)}
	n := 0
	for at := 0; ; at += lineStride {
		t.before = append(t.before, int32(n))
		if at+lineStride > len(src) {
			return t
		}
		n += bytes.Count(src[at:at+lineStride], newline)
	}
}

var newline = []byte{'\n'}

// line returns the line of offset off, from 1.
func (t lineTable) line(off int) int {
	i := off / lineStride
	return 1 + int(t.before[i]) + bytes.Count(t.src[i*lineStride:off], newline)
}

// span makes a Span with its line.
func (t lineTable) span(start, end int) Span {
	return Span{Start: start, End: end, Line: t.line(start)}
}

// start returns where line number line begins, or the end of the file.
func (t lineTable) start(line int) int {
	i := sort.Search(len(t.before), func(i int) bool { return int(t.before[i]) >= line-1 })
	i = max(i-1, 0)
	off := i * lineStride
	for missing := line - 1 - int(t.before[i]); missing > 0; missing-- {
		next := bytes.IndexByte(t.src[off:], '\n')
		if next < 0 {
			return len(t.src)
		}
		off += next + 1
	}
	return off
}

// countLines returns the number of lines; a final line break starts no new one.
func countLines(src []byte) int {
	n := bytes.Count(src, newline)
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

// lineStart returns the offset of the first byte of off's line.
func lineStart(src []byte, off int) int {
	return bytes.LastIndexByte(src[:off], '\n') + 1
}

// lineEnd returns the offset behind the text of off's line, before its break.
func lineEnd(src []byte, off int) int {
	end := len(src)
	if i := bytes.IndexByte(src[off:], '\n'); i >= 0 {
		end = off + i
	}
	if end > 0 && end < len(src) && src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine returns the offset of the line after off's, or the end of the file.
func nextLine(src []byte, off int) int {
	if i := bytes.IndexByte(src[off:], '\n'); i >= 0 {
		return off + i + 1
	}
	return len(src)
}
