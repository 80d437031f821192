package note

import (
	"bytes"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

const (
	longLine   = 256 // bytes
	markStride = 64  // characters
)

// markedLine remembers of a long line where it ends and where every
// markStride-th character stands: a list of ten thousand links may fill one
// line, and each of them is looked up.
type markedLine struct {
	end   int
	marks []int
}

// position returns the offset of a node's first byte and of the end of its
// line. YAML counts columns in characters.
func (d *propertyDecoder) position(n *yaml.Node) (start, end int) {
	l := d.markedLine(d.line + n.Line)
	skip := max(0, n.Column-1)
	i := min(skip/markStride, len(l.marks)-1)
	d.c.work += min(skip-i*markStride, l.end-l.marks[i])
	return advance(d.c.src[:l.end], l.marks[i], skip-i*markStride), l.end
}

func (d *propertyDecoder) markedLine(line int) markedLine {
	if l, ok := d.long[line]; ok {
		return l
	}
	start := d.c.lines.start(line)
	l := markedLine{end: lineEnd(d.c.src, start), marks: []int{start}}
	if l.end-start < longLine {
		return l
	}
	d.c.work += l.end - start
	for at := advance(d.c.src[:l.end], start, markStride); at < l.end; at = advance(d.c.src[:l.end], at, markStride) {
		l.marks = append(l.marks, at)
	}
	if d.long == nil {
		d.long = map[int]markedLine{}
	}
	d.long[line] = l
	return l
}

// advance returns the offset n characters behind at, or the end of src.
func advance(src []byte, at, n int) int {
	for ; n > 0 && at < len(src); n-- {
		_, size := utf8.DecodeRune(src[at:])
		at += size
	}
	return at
}

// entry returns the range of one top-level key with its value: to the next key,
// without blank lines and comments before that.
func (d *propertyDecoder) entry(root *yaml.Node, i int) seg {
	src := d.c.src
	start, _ := d.position(root.Content[i])
	end := d.c.note.Frontmatter.End
	end = lineStart(src, max(d.offset, end-1))
	if i+2 < len(root.Content) {
		end, _ = d.position(root.Content[i+2])
		if root.Content[i+2].Line == root.Content[i].Line { // of `{a: 1, b: 2}`
			return seg{start, start + len(bytes.TrimRight(src[start:end], ", \t"))}
		}
	}
	for end > start {
		from := start + 1 + bytes.LastIndexByte(src[start:end-1], '\n')
		line := bytes.TrimSpace(src[from:end])
		if from <= start || len(line) > 0 && src[from] != '#' {
			break
		}
		end = from
	}
	return seg{start, max(start, lineEnd(src, max(start, end-1)))}
}
