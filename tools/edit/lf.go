package edit

import "bytes"

// lfText is a text with plain line feeds and the way back to its raw bytes, so
// that a text written with LF is found in a file with CRLF.
type lfText struct {
	text []byte
	cuts []int // places in text before which a CR was left out, ascending
}

func newLFText(raw []byte) lfText {
	if !bytes.Contains(raw, []byte("\r\n")) {
		return lfText{text: raw}
	}
	t := lfText{text: make([]byte, 0, len(raw))}
	for i, c := range raw {
		if c == '\r' && i+1 < len(raw) && raw[i+1] == '\n' {
			t.cuts = append(t.cuts, len(t.text))
			continue
		}
		t.text = append(t.text, c)
	}
	return t
}

// raw returns where text[at] stands in the raw bytes; the CR of a line end
// belongs to its LF.
func (t lfText) raw(at int) int {
	lo, hi := 0, len(t.cuts)
	for lo < hi {
		if mid := (lo + hi) / 2; t.cuts[mid] < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return at + lo
}

// span is a half-open range of bytes.
type span struct{ start, end int }

// maxOverlapping bounds the search for overlapping occurrences: more of them
// say no more than that the text is not unique.
const maxOverlapping = 1000

// findAll returns where old occurs in text. Overlapping places count only when
// asked for, and then no more than maxOverlapping.
func findAll(text, old []byte, overlapping bool) []span {
	var out []span
	for at := 0; at+len(old) <= len(text); {
		i := bytes.Index(text[at:], old)
		if i < 0 || overlapping && len(out) == maxOverlapping {
			break
		}
		out = append(out, span{at + i, at + i + len(old)})
		if at += i + len(old); overlapping {
			at = out[len(out)-1].start + 1
		}
	}
	return out
}

// linesOfAll returns the lines of places that all hold the same text, in order.
func linesOfAll(text []byte, places []span) []Lines {
	out := make([]Lines, 0, len(places))
	at, line, more := 0, 1, 0
	for i, s := range places {
		line += bytes.Count(text[at:s.start], []byte{'\n'})
		if at = s.start; i == 0 {
			more = bytes.Count(text[s.start:max(s.start, s.end-1)], []byte{'\n'})
		}
		out = append(out, Lines{line, line + more})
	}
	return out
}

// endFinder is lineEndAt for many places in order: it looks at each line once.
type endFinder struct {
	raw         []byte
	start, stop int // the line the answer holds for
	end         string
}

func (f *endFinder) at(at int) string {
	if f.end == "" || at < f.start || at >= f.stop {
		f.start, f.stop = lineStart(f.raw, at), nextLine(f.raw, at)
		f.end = lineEndAt(f.raw, at)
	}
	return f.end
}
