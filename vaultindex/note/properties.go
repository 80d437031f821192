package note

import (
	"bytes"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

const (
	maxValues = 20_000 // values of one frontmatter, aliases unfolded
	maxDepth  = 64     // nesting of one value
)

// propertyDecoder turns the YAML tree into property values and links. Node
// lines count within the YAML; offset and line move them into the file.
type propertyDecoder struct {
	c      *collector
	offset int // where the YAML starts in the file
	line   int // lines of the file before the YAML
	room   int // values still allowed
	long   map[int]markedLine
}

// mapping records every top-level key. The first fault ends it.
func (d *propertyDecoder) mapping(root *yaml.Node) *fault {
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		v, fault := d.value(value, key.Value, maxDepth)
		if fault == nil {
			fault = checkKey(root, i)
		}
		if fault != nil {
			return fault
		}
		span := d.entry(root, i)
		d.c.note.Properties = append(d.c.note.Properties, Property{
			Key: strings.Clone(key.Value), Value: v, Span: d.c.lines.span(span.start, span.stop),
		})
	}
	return d.duplicate(root)
}

// checkKey refuses a key that is no plain name: `{{date}}` unquoted is one.
func checkKey(m *yaml.Node, i int) *fault {
	if key := follow(m.Content[i]); key.Kind != yaml.ScalarNode {
		return invalidAt(m.Content[i], "A property's name must be plain text; put text that starts with { or [ in quotes.")
	}
	return nil
}

// duplicate refuses a key that occurs twice in one mapping (6.4).
func (d *propertyDecoder) duplicate(m *yaml.Node) *fault {
	seen := make(map[string]bool, len(m.Content)/2)
	for i := 0; i+1 < len(m.Content); i += 2 {
		key := follow(m.Content[i])
		if seen[key.Value] {
			return invalidAt(m.Content[i], "The property `"+shorten(key.Value)+"` is written twice; keep one.")
		}
		seen[key.Value] = true
	}
	return nil
}

// value converts one node. path is the key under which a link in it is known:
// `up`, `related.0` (6.6).
func (d *propertyDecoder) value(n *yaml.Node, path string, depth int) (any, *fault) {
	n = follow(n)
	if d.room--; d.room < 0 || depth == 0 {
		return nil, &fault{ProblemFrontmatterSize, n.Line, "The frontmatter holds too many or too deeply nested values; its properties were not read."}
	}
	switch n.Kind {
	case yaml.SequenceNode:
		return d.list(n, path, depth)
	case yaml.MappingNode:
		return d.object(n, path, depth)
	}
	v := scalarValue(n)
	if s, ok := v.(string); ok {
		v = strings.Clone(s)
		d.link(s, n, path)
	}
	return v, nil
}

func (d *propertyDecoder) list(n *yaml.Node, path string, depth int) (any, *fault) {
	if isUnquotedLink(n) {
		d.c.note.problem(ProblemUnquotedLink, d.line+n.Line, "A link in a property needs quotes: \"[[Note]]\".")
	}
	out := make([]any, 0, len(n.Content))
	for i, item := range n.Content {
		v, fault := d.value(item, path+"."+strconv.Itoa(i), depth-1)
		if fault != nil {
			return nil, fault
		}
		out = append(out, v)
	}
	return out, nil
}

func (d *propertyDecoder) object(n *yaml.Node, path string, depth int) (any, *fault) {
	if fault := d.duplicate(n); fault != nil {
		return nil, fault
	}
	out := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if fault := checkKey(n, i); fault != nil {
			return nil, fault
		}
		key := strings.Clone(follow(n.Content[i]).Value)
		v, fault := d.value(n.Content[i+1], path+"."+key, depth-1)
		if fault != nil {
			return nil, fault
		}
		out[key] = v
	}
	return out, nil
}

// isUnquotedLink recognises [[Note]] read as a list in a list.
func isUnquotedLink(n *yaml.Node) bool {
	if n.Style&yaml.FlowStyle == 0 || len(n.Content) != 1 {
		return false
	}
	inner := n.Content[0]
	if len(inner.Content) == 0 || inner.Content[0].Kind != yaml.ScalarNode {
		return false
	}
	return inner.Kind == yaml.SequenceNode && inner.Style&yaml.FlowStyle != 0 &&
		inner.Line == n.Line && inner.Column == n.Column+1
}

// link records a string that is one whole link: "[[x]]" or, since 1.11,
// "[t](x.md)" (6.6).
func (d *propertyDecoder) link(s string, n *yaml.Node, path string) {
	l, ok := propertyLink(strings.TrimSpace(s))
	if !ok {
		return
	}
	span := d.bracketed(n)
	if !d.c.admit(span.start) {
		return
	}
	l.Key, l.Span = path, d.c.lines.span(span.start, span.stop)
	d.c.note.PropertyLinks = append(d.c.note.PropertyLinks, l)
}

func propertyLink(s string) (Link, bool) {
	if strings.HasPrefix(s, "[[") { // by the grammar of the text (W4)
		text := inlineScanner{c: &collector{}, text: runText{buf: []byte(s)}}
		if text.wikiEnd(0) != len(s) {
			return Link{}, false
		}
		return wikiTarget([]byte(s[2 : len(s)-2]))
	}
	if !strings.HasPrefix(s, "[") {
		return Link{}, false
	}
	label, ok := plainLabel([]byte(s), 1)
	if !ok || !strings.HasPrefix(s[2+len(label):], "(") {
		return Link{}, false
	}
	dest, end, ok := parseTail([]byte(s), 3+len(label))
	if !ok || end != len(s) {
		return Link{}, false
	}
	l, ok := markdownTarget(dest)
	l.Display, l.HasDisplay = string(label), len(label) > 0
	return l, ok
}

// bracketed returns where the link of a scalar stands: from its first bracket
// to the last bracket of that line.
func (d *propertyDecoder) bracketed(n *yaml.Node) seg {
	whole := d.span(n)
	text := d.c.src[whole.start:whole.stop]
	first, last := bytes.IndexByte(text, '['), bytes.LastIndexAny(text, "])")
	if first < 0 || last < first {
		return whole
	}
	if shut := bytes.Index(text[first:], []byte("]]")); shut >= 0 && bytes.HasPrefix(text[first:], []byte("[[")) {
		last = first + shut + 1
	}
	return seg{whole.start + first, whole.start + last + 1}
}

// span returns where a scalar stands, on its first line.
func (d *propertyDecoder) span(n *yaml.Node) seg {
	start, end := d.position(n)
	if raw := scalarLength(d.c.src[start:end], n); raw > 0 {
		end = start + raw
	}
	return seg{start, end}
}

// scalarLength returns how long the spelling of a one-line scalar is, 0 when it
// cannot be told.
func scalarLength(line []byte, n *yaml.Node) int {
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
		if bytes.HasPrefix(line, []byte(n.Value)) {
			return len(n.Value)
		}
		return 0
	}
	if len(line) == 0 {
		return 0
	}
	quote := line[0]
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quote == '"':
			i++
		case line[i] == quote && quote == '\'' && i+1 < len(line) && line[i+1] == quote:
			i++
		case line[i] == quote:
			return i + 1
		}
	}
	return 0
}
