package edit

import (
	"bytes"
	"strings"
)

// set returns the note with the value of a property that is there changed.
func (f *frontmatter) set(p property, value any) ([]byte, error) {
	e, err := f.open(p)
	if err != nil {
		return nil, err
	}
	if _, ok := p.value.(map[string]any); ok {
		return nil, refuse(InvalidArgument, "The property %s is an object; its text is edited exactly, not set", quote(p.key))
	}
	list, isList := value.([]any)
	switch {
	case isList && e.form == blockList && len(list) > 0:
		return f.setBlock(p, e, list), nil
	case isList && e.form == flowList:
		if e.comment {
			return nil, f.unsafe(p, 0)
		}
		return f.setFlow(p, e, list), nil
	case isList:
		indent := string(f.raw[lineStart(f.raw, p.span.start):p.span.start])
		text := f.listText(list, indent)
		if inBrackets, ok := strings.CutPrefix(text, " "); ok {
			return f.replaceValue(e, inBrackets, ""), nil
		}
		return f.replaceValue(e, "", text), nil
	}
	return f.replaceValue(e, scalarText(value, e.quoted, false), ""), nil
}

// replaceValue writes text as the value on the key's line, and below behind that
// line. White space before the old value and a comment behind it stay.
func (f *frontmatter) replaceValue(e entry, text, below string) []byte {
	start, tail := e.colon, f.raw[e.value.end:max(e.line, e.value.end)]
	if e.value.end > e.line { // the old value goes on below its line
		tail = f.raw[e.value.end:e.end]
	}
	switch {
	case text == "" && isBlank(tail):
		tail = nil
	case text != "" && e.value.start > e.colon:
		start = e.value.start
	case text != "":
		text = " " + text
	}
	out := append([]byte{}, f.raw[:start]...)
	out = append(append(out, text...), tail...)
	return append(append(out, below...), f.raw[e.end:]...)
}

// use says for every new item which old one it is, or -1: in order as far as
// that goes, else any that is left and equal.
func use(old, list []any) []int {
	out := make([]int, len(list))
	taken := make([]bool, len(old))
	next := 0
	for i, item := range list {
		out[i] = -1
		for _, from := range [2]int{next, 0} {
			for j := from; j < len(old) && out[i] < 0; j++ {
				if !taken[j] && equalValue(old[j], item) {
					out[i], taken[j] = j, true
					next = max(next, j+1)
				}
			}
		}
	}
	return out
}

// setBlock changes the items of a list with dashes. Items that stay keep their
// lines, comments between them stay.
func (f *frontmatter) setBlock(p property, e entry, list []any) []byte {
	old := p.value.([]any)
	out := append([]byte{}, f.raw[:e.items[0].start]...)
	at, last := 0, byte('\n')
	write := func(line []byte) {
		if last != '\n' {
			out = append(out, f.end...)
		}
		out = append(out, line...)
		last = line[len(line)-1]
	}
	between := func(i int) { // what stands between items i-1 and i
		if i > 0 && e.items[i].start > e.items[i-1].end {
			write(f.raw[e.items[i-1].end:e.items[i].start])
		}
	}
	for i, j := range use(old, list) {
		if j < 0 || j < at {
			write(f.itemLine(e, list[i], j))
			continue
		}
		for ; at <= j; at++ {
			between(at)
		}
		write(f.raw[e.items[j].start:e.items[j].end])
	}
	for ; at < len(e.items); at++ {
		between(at)
	}
	if tail := f.raw[e.items[len(e.items)-1].end:e.end]; len(tail) > 0 {
		write(tail)
	}
	if last == '\n' {
		out = out[:len(out)-len(endOf(out))]
	}
	return append(out, f.raw[e.end:]...)
}

// itemLine returns the line of a new item, or of an old one that moved.
func (f *frontmatter) itemLine(e entry, item any, old int) []byte {
	if old >= 0 {
		return f.raw[e.items[old].start:e.items[old].end]
	}
	var quoted byte
	if _, isText := item.(string); isText {
		quoted = allQuoted(e.items)
	}
	return []byte(string(e.dash) + itemText(item, quoted) + f.end)
}

// allQuoted returns the mark in which every item is quoted, else 0.
func allQuoted(items []piecesOf) byte {
	if len(items) == 0 {
		return 0
	}
	for _, item := range items {
		if item.quoted != items[0].quoted {
			return 0
		}
	}
	return items[0].quoted
}

// setFlow changes the items of a list in brackets. Items that stay keep their
// bytes, and the white space before them where their neighbour stays too.
func (f *frontmatter) setFlow(p property, e entry, list []any) []byte {
	if len(list) == 0 {
		return splice(f.raw, e.value.start, e.value.end, []byte("[]"))
	}
	old := p.value.([]any)
	gap := []byte(", ")
	if len(e.items) > 1 {
		gap = f.raw[e.items[0].end:e.items[1].start]
	}
	inner := []byte{'['}
	tail := f.raw[e.value.end-1 : e.value.end]
	if len(e.items) > 0 {
		inner = bytes.Clone(f.raw[e.value.start:e.items[0].start])
		tail = f.raw[e.items[len(e.items)-1].end:e.value.end]
	}
	before := -1
	for i, j := range use(old, list) {
		switch {
		case i == 0:
		case j > 0 && before == j-1:
			inner = append(inner, f.raw[e.items[before].end:e.items[j].start]...)
		default:
			inner = append(inner, gap...)
		}
		if before = j; j >= 0 {
			inner = append(inner, f.raw[e.items[j].start:e.items[j].end]...)
			continue
		}
		var quoted byte
		if _, isText := list[i].(string); isText {
			quoted = allQuoted(e.items)
		}
		inner = append(inner, scalarText(list[i], quoted, true)...)
	}
	return splice(f.raw, e.value.start, e.value.end, append(inner, tail...))
}
