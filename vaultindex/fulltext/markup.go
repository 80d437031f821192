package fulltext

import "bytes"

// maxTarget bounds the target of a link, in bytes; what looks longer is text.
const maxTarget = 300

// stretch is a part of a text, in bytes.
type stretch struct{ start, end int }

// markup is what stands between two characters and is not shown: signs of
// emphasis and the brackets and targets of links.
type markup struct {
	end     int // where the text goes on
	targets [4]stretch
	count   int
}

// markupAt reads the markup at an offset. Without any it ends where it began. A
// space counts as markup only beside a sign: people set links off with one
// that the sentence does not have.
func markupAt(text []byte, at int) markup {
	m := markup{end: at}
	signs := false
	for m.end < len(text) {
		switch text[m.end] {
		case '*', '=', '~', '`':
			m.end++
		case ' ':
			if m.end > at && text[m.end-1] == ' ' {
				return markup{end: at}
			}
			m.end++
			continue
		case '[':
			if !m.open(text) {
				return markup{end: at}
			}
		case ']':
			if !m.close(text) {
				return markup{end: at}
			}
		default:
			if !signs {
				m.end = at
			}
			return m
		}
		signs = true
	}
	return markup{end: at}
}

// open steps over the opening bracket of a link, and over the target where a
// wikilink shows other words.
func (m *markup) open(text []byte) bool {
	rest := text[m.end:]
	if !bytes.HasPrefix(rest, []byte("[[")) {
		m.end++
		return true
	}
	m.end += 2
	inner := rest[2:min(len(rest), maxTarget)]
	stop := bytes.IndexAny(inner, "]\n")
	if stop < 0 || inner[stop] != ']' {
		return false
	}
	bar := bytes.IndexByte(inner[:stop], '|')
	if bar < 0 {
		return true
	}
	return m.hide(m.end, m.end+bar, m.end+bar+1)
}

// close steps over the closing brackets of a link, and over the address behind
// those of a Markdown link.
func (m *markup) close(text []byte) bool {
	rest := text[m.end:]
	if !bytes.HasPrefix(rest, []byte("](")) {
		m.end++
		return true
	}
	inner := rest[2:min(len(rest), maxTarget)]
	stop := bytes.IndexAny(inner, ")\n")
	if stop < 0 || inner[stop] != ')' {
		return false
	}
	return m.hide(m.end+2, m.end+2+stop, m.end+2+stop+1)
}

func (m *markup) hide(start, end, after int) bool {
	if m.count == len(m.targets) {
		return false
	}
	m.targets[m.count] = stretch{start, end}
	m.count++
	m.end = after
	return true
}
