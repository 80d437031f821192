package edit

import "bytes"

var bom = []byte("\xef\xbb\xbf")

// splitLines cuts b behind every line feed; joined, the lines are b again.
func splitLines(b []byte) [][]byte {
	lines := make([][]byte, 0, bytes.Count(b, []byte{'\n'})+1)
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			end = len(b)
		}
		lines = append(lines, b[:end:end])
		b = b[end:]
	}
	return lines
}

// withoutEnd returns a line without its line end.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// endOf returns a line's own end: "\n", "\r\n" or "".
func endOf(line []byte) string {
	switch {
	case bytes.HasSuffix(line, []byte("\r\n")):
		return "\r\n"
	case bytes.HasSuffix(line, []byte{'\n'}):
		return "\n"
	}
	return ""
}

// LineEnd returns the line end that most lines of b have; "\n" where there is
// none.
func LineEnd(b []byte) string {
	all, crlf := bytes.Count(b, []byte{'\n'}), bytes.Count(b, []byte("\r\n"))
	if crlf > all-crlf {
		return "\r\n"
	}
	return "\n"
}

// lineEndAt returns the end of the line that offset at stands on, else of the
// line before, else the usual one of b: text put there fits in.
func lineEndAt(b []byte, at int) string {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return endOf(b[:at+i+1])
	}
	if i := bytes.LastIndexByte(b[:at], '\n'); i >= 0 {
		return endOf(b[:i+1])
	}
	return LineEnd(b)
}

// toLF makes every CRLF of a text a plain line feed.
func toLF(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte{'\n'}) }

// withEnds writes a text with the line end end.
func withEnds(b []byte, end string) []byte {
	b = toLF(b)
	if end == "\n" {
		return b
	}
	return bytes.ReplaceAll(b, []byte{'\n'}, []byte(end))
}

// lineOf returns the number of the line offset at stands on, from 1.
func lineOf(b []byte, at int) int { return 1 + bytes.Count(b[:at], []byte{'\n'}) }

// lineStart returns where the line of offset at begins.
func lineStart(b []byte, at int) int { return bytes.LastIndexByte(b[:at], '\n') + 1 }

// nextLine returns where the line after that of offset at begins, or len(b).
func nextLine(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(b)
}

// textEnd returns where the text of at's line ends, before its line end.
func textEnd(b []byte, at int) int {
	end := nextLine(b, at)
	return end - len(endOf(b[at:end]))
}

// linesOf returns the lines of the bytes [start, end).
func linesOf(b []byte, start, end int) Lines {
	first := lineOf(b, start)
	return Lines{first, first + bytes.Count(b[start:max(start, end-1)], []byte{'\n'})}
}

// isBlank reports that there is nothing but white space.
func isBlank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// splice returns b with its bytes [start, end) replaced.
func splice(b []byte, start, end int, text []byte) []byte {
	out := make([]byte, 0, len(b)-(end-start)+len(text))
	out = append(out, b[:start]...)
	out = append(out, text...)
	return append(out, b[end:]...)
}

// Conform gives a text that is to replace a whole file the old file's line
// ends, its byte order mark, and its final line end or the lack of it (contracts
// 2.1.3). A new file's text, with before nil, is returned as it is.
func Conform(before, text []byte) []byte {
	if before == nil || len(text) == 0 {
		return bytes.Clone(text)
	}
	out := withEnds(bytes.TrimPrefix(text, bom), LineEnd(before))
	if bytes.HasPrefix(before, bom) {
		out = append(bytes.Clone(bom), out...)
	}
	had, has := endOf(before), endOf(out)
	switch {
	case isBlank(before) || isBlank(out):
	case had == "" && has != "":
		out = out[:len(out)-len(has)]
	case had != "" && has == "":
		out = append(out, LineEnd(before)...)
	}
	return out
}
