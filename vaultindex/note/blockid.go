package note

import "bytes"

// trailingID finds a block id at the end of a run of lines (HB7): `^id` after a
// space or at the start of the last line. alone means the run holds nothing
// else, so it names the block before.
func trailingID(src []byte, segs []seg) (id []byte, alone, ok bool) {
	if len(segs) == 0 {
		return nil, false, false
	}
	last := segs[len(segs)-1]
	line := bytes.TrimRight(src[last.start:last.stop], " \t\r\n")
	at := bytes.LastIndexByte(line, '^')
	if at < 0 || !isBlockID(line[at+1:]) {
		return nil, false, false
	}
	if at > 0 && line[at-1] != ' ' && line[at-1] != '\t' {
		return nil, false, false
	}
	blank := len(bytes.TrimSpace(line[:at])) == 0
	return line[at+1:], blank && len(segs) == 1, true
}

func isBlockID(id []byte) bool {
	for _, c := range id {
		if !isLetter(c) && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return len(id) > 0
}
