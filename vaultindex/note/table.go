package note

import "bytes"

// tableStart returns the index of the header row when the lines hold a table,
// or -1. The row under the header tells: only bars, dashes, colons and spaces,
// with as many cells as the header.
func tableStart(src []byte, segs []seg) int {
	for i := 1; i < len(segs); i++ {
		rule := src[segs[i].start:segs[i].stop]
		if n := ruleCells(rule); n > 0 && n == len(cells(src, segs[i-1])) {
			return i - 1
		}
	}
	return -1
}

// ruleCells counts the cells of a delimiter row, 0 when it is none.
func ruleCells(line []byte) int {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || !bytes.ContainsAny(line, "|:") || len(bytes.Trim(line, "|-: \t")) > 0 {
		return 0
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte{'|'}), []byte{'|'})
	n := 0
	for cell := range bytes.SplitSeq(line, []byte{'|'}) {
		cell = bytes.TrimSpace(cell)
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte{':'}), []byte{':'})
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		n++
	}
	return n
}

// cells cuts a row at its bars. `\|` is no bar; a bar inside a link or code is
// one all the same (W7).
func cells(src []byte, row seg) []seg {
	start, end := row.start, row.stop
	for end > start && src[end-1] <= ' ' {
		end--
	}
	if start < end && src[start] == '|' {
		start++
	}
	var out []seg
	at := start
	for p := start; p < end; p++ {
		switch src[p] {
		case '\\':
			p++
		case '|':
			out = append(out, seg{at, p})
			at = p + 1
		}
	}
	if at < end {
		out = append(out, seg{at, end})
	}
	return out
}

func (c *collector) row(row seg) {
	for _, cell := range cells(c.src, row) {
		c.inline([]seg{cell})
	}
}
