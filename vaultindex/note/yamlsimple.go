package note

import (
	"bytes"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// simpleReader builds the tree of the plain frontmatter nearly every note has,
// in a fraction of a YAML library's time: `key: text`, `key: "text"`,
// `key: [a, b]`, and a key with a list of texts below. At the first thing it is
// not sure of it gives up and the library reads it all. FuzzSimpleYAML holds
// that both build the same tree.
type simpleReader struct {
	root *yaml.Node
	slab []yaml.Node // nodes are handed out of it, a few at a time
	open *yaml.Node  // the last key's value while it may still become a list
	dash int         // column of that list's dashes, -1 before the first
	line int
}

func simpleYAML(text []byte) (*yaml.Node, bool) {
	r := simpleReader{}
	r.root = r.node(yaml.MappingNode, 0, 1)
	for line := range bytes.Lines(text) {
		r.line++
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, newline), []byte{'\r'})
		if !simpleText(line) || !r.read(bytes.TrimRight(line, " ")) {
			return nil, false
		}
	}
	return r.root, len(r.root.Content) > 0
}

func (r *simpleReader) node(kind yaml.Kind, style yaml.Style, column int) *yaml.Node {
	if len(r.slab) == 0 {
		r.slab = make([]yaml.Node, 12)
	}
	n := &r.slab[0]
	r.slab = r.slab[1:]
	n.Kind, n.Style, n.Line, n.Column = kind, style, r.line, column
	return n
}

// simpleText refuses tabs, control characters, broken UTF-8 and the characters
// YAML takes for line breaks.
func simpleText(line []byte) bool {
	for i := 0; i < len(line); {
		if c := line[i]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		c, size := utf8.DecodeRune(line[i:])
		if c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffd && c <= 0xffff {
			return false
		}
		i += size
	}
	return true
}

func (r *simpleReader) read(line []byte) bool {
	if len(line) == 0 || line[0] == '#' {
		return true
	}
	indent := len(line) - len(bytes.TrimLeft(line, " "))
	rest := line[indent:]
	switch {
	case rest[0] == '-' && (len(rest) == 1 || rest[1] == ' '):
		return r.item(rest, indent)
	case indent > 0:
		return false
	}
	return r.entry(line)
}

// entry reads `key:` or `key: value`.
func (r *simpleReader) entry(line []byte) bool {
	colon := bytes.IndexByte(line, ':')
	if colon < 1 || colon > 200 || !simpleKey(line[:colon]) || colon+1 < len(line) && line[colon+1] != ' ' {
		return false
	}
	key := r.node(yaml.ScalarNode, 0, 1)
	key.Value = string(line[:colon])
	at := colon + 1
	for at < len(line) && line[at] == ' ' {
		at++
	}
	value, ok := r.value(line[at:], 1+utf8.RuneCount(line[:at]))
	r.root.Content = append(r.root.Content, key, value)
	r.open, r.dash = nil, -1
	if at == len(line) {
		r.open = value
	}
	return ok
}

// item reads `- text` below the open key.
func (r *simpleReader) item(rest []byte, indent int) bool {
	if r.open == nil || r.dash >= 0 && r.dash != indent {
		return false
	}
	if r.dash < 0 {
		r.dash = indent
		r.open.Kind, r.open.Line, r.open.Column = yaml.SequenceNode, r.line, indent+1
	}
	at := 1
	for at < len(rest) && rest[at] == ' ' {
		at++
	}
	if at < len(rest) && rest[at] == '[' {
		return false
	}
	item, ok := r.value(rest[at:], 1+indent+at)
	r.open.Content = append(r.open.Content, item)
	return ok
}

func simpleKey(key []byte) bool {
	for i, c := range key {
		word := isLetter(c) || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
		if !word && (i == 0 || c != ' ' && c != '-' && c != '/' && c != '.') {
			return false
		}
	}
	return key[len(key)-1] != ' '
}

// value reads one value that fills the rest of its line.
func (r *simpleReader) value(b []byte, column int) (*yaml.Node, bool) {
	switch {
	case len(b) == 0:
		return r.node(yaml.ScalarNode, 0, column), true
	case b[0] == '"':
		return r.quoted(b, column, yaml.DoubleQuotedStyle, `"\`)
	case b[0] == '\'':
		return r.quoted(b, column, yaml.SingleQuotedStyle, `'`)
	case b[0] == '[':
		return r.flow(b, column)
	}
	n := r.node(yaml.ScalarNode, 0, column)
	n.Value = string(b)
	return n, simpleStart(b) && b[len(b)-1] != ':' && !bytes.Contains(b, []byte(": ")) && !bytes.Contains(b, []byte(" #"))
}

// simpleStart tells that a plain text starts with nothing YAML gives a meaning.
func simpleStart(b []byte) bool {
	c := b[0]
	return isLetter(c) || c >= '0' && c <= '9' || c >= utf8.RuneSelf || c == '_' || c == '/' || c == '.'
}

func (r *simpleReader) quoted(b []byte, column int, style yaml.Style, stops string) (*yaml.Node, bool) {
	if len(b) < 2 || bytes.IndexAny(b[1:], stops) != len(b)-2 || b[len(b)-1] != b[0] {
		return nil, false
	}
	n := r.node(yaml.ScalarNode, style, column)
	n.Value = string(b[1 : len(b)-1])
	return n, true
}

// flow reads `[a, b]` with nothing but plain words between the commas.
func (r *simpleReader) flow(b []byte, column int) (*yaml.Node, bool) {
	list := r.node(yaml.SequenceNode, yaml.FlowStyle, column)
	if len(b) < 2 || b[len(b)-1] != ']' {
		return list, false
	}
	inner := b[1 : len(b)-1]
	column++
	if len(bytes.TrimSpace(inner)) == 0 {
		return list, true
	}
	for word := range bytes.SplitSeq(inner, []byte{','}) {
		plain := bytes.Trim(word, " ")
		if len(plain) == 0 || !simpleStart(plain) || bytes.ContainsAny(plain, ":#\"'[]{}&*!|>%@`?") {
			return list, false
		}
		n := r.node(yaml.ScalarNode, 0, column+bytes.Index(word, plain))
		n.Value = string(plain)
		list.Content = append(list.Content, n)
		column += utf8.RuneCount(word) + 1
	}
	return list, true
}
