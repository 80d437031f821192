package edit

import (
	"bytes"
	"regexp"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// frontmatter is a note opened for edits of its properties.
type frontmatter struct {
	raw   []byte
	note  *note.Note
	yaml  span   // what stands between the fences, whole lines
	end   string // the line end of its lines
	start int    // where the text begins behind a byte order mark
}

// openFrontmatter refuses properties that cannot be read: they are never
// replaced by what we make of them (users E49).
func openFrontmatter(raw []byte) (*frontmatter, error) {
	f := &frontmatter{raw: raw, note: note.Parse(raw)}
	if bytes.HasPrefix(raw, bom) {
		f.start = len(bom)
	}
	if !f.note.HasFrontmatter {
		f.end = LineEnd(raw)
		return f, f.unlike()
	}
	if p := formatProblem(f.note); p != nil {
		err := refuse(FrontmatterInvalid, "The properties cannot be edited, because line %d cannot be read: %s Correct that line first", p.Line, p.Message)
		err.Line = p.Line
		return nil, err
	}
	whole := f.note.Frontmatter
	f.yaml = span{nextLine(raw, whole.Start), lineStart(raw, whole.End-1)}
	f.end = endOf(raw[whole.Start:f.yaml.start])
	if f.isFlow() {
		err := refuse(FrontmatterInvalid, "The properties are written in braces, as JSON; edit them as text, or write them name: value, one a line")
		err.Line = 2
		return nil, err
	}
	return f, nil
}

// isFlow reports that the whole block is one {mapping}.
func (f *frontmatter) isFlow() bool {
	for _, line := range splitLines(f.raw[f.yaml.start:f.yaml.end]) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
			return text[0] == '{'
		}
	}
	return false
}

var keyLine = regexp.MustCompile(`^["'\p{L}_][^:]*:([ \t]|\r?\n)`)

// unlike refuses to put properties above what was plainly meant to be some: a
// block that is not closed, or whose first fence has spaces behind it.
func (f *frontmatter) unlike() error {
	first := f.raw[f.start:nextLine(f.raw, f.start)]
	second := f.raw[f.start+len(first):]
	if string(bytes.TrimSpace(first)) != "---" || !keyLine.Match(second) {
		return nil
	}
	why := "has no line --- at its end"
	if string(withoutEnd(first)) != "---" {
		why = "has spaces around its first ---"
	}
	err := refuse(FrontmatterInvalid, "The note begins with a block that looks like properties but %s; correct that first", why)
	err.Line = 1
	return err
}

// without returns the note without a property; the last one takes its fences
// along.
func (f *frontmatter) without(p property) ([]byte, error) {
	start, end := lineStart(f.raw, p.span.start), nextLine(f.raw, p.span.end)
	if !isBlank(f.raw[start:p.span.start]) {
		return nil, f.unsafe(p, 0)
	}
	if isBlank(f.raw[f.yaml.start:start]) && isBlank(f.raw[end:f.yaml.end]) {
		return splice(f.raw, f.note.Frontmatter.Start, f.note.Frontmatter.End, nil), nil
	}
	return splice(f.raw, start, end, nil), nil
}

// with returns the note with a property set.
func (f *frontmatter) with(p property, value any) ([]byte, error) {
	switch {
	case p.found:
		return f.set(p, value)
	case f.note.HasFrontmatter:
		return splice(f.raw, f.yaml.end, f.yaml.end, f.entry(p.key, value)), nil
	}
	block := append([]byte("---"+f.end), f.entry(p.key, value)...)
	return splice(f.raw, f.start, f.start, append(block, "---"+f.end...)), nil
}

// entry writes a new property in the style of the others.
func (f *frontmatter) entry(key string, value any) []byte {
	indent := f.indent()
	out := indent + stringText(key, 0, false) + ":"
	if list, ok := value.([]any); ok {
		return []byte(out + f.listText(list, indent) + f.end)
	}
	if text := scalarText(value, 0, false); text != "" {
		out += " " + text
	}
	return []byte(out + f.end)
}

// indent returns what stands before the keys.
func (f *frontmatter) indent() string {
	if len(f.note.Properties) == 0 {
		return ""
	}
	at := f.note.Properties[0].Span.Start
	return string(f.raw[lineStart(f.raw, at):at])
}

// listText writes a list behind a key's colon, in the style of the first other
// list of the block, else as Obsidian does (6.9).
func (f *frontmatter) listText(list []any, indent string) string {
	flow, dash := f.listStyle()
	if flow || len(list) == 0 {
		texts := make([]byte, 0, 64)
		for i, item := range list {
			if i > 0 {
				texts = append(texts, ", "...)
			}
			texts = append(texts, scalarText(item, 0, true)...)
		}
		return " [" + string(texts) + "]"
	}
	out := ""
	for _, item := range list {
		out += f.end + indent + dash + itemText(item, 0)
	}
	return out
}

// itemText writes an item behind its dash and one space.
func itemText(item any, quoted byte) string {
	text := scalarText(item, quoted, false)
	if text == "" {
		return "-"
	}
	return "- " + text
}

// listStyle tells how the first list with items is written: flow, or what stands
// before its dashes beyond the key's own indentation.
func (f *frontmatter) listStyle() (flow bool, dash string) {
	for i, p := range f.note.Properties {
		if list, ok := p.Value.([]any); !ok || len(list) == 0 {
			continue
		}
		e, err := f.open(property{key: p.Key, index: i, found: true, value: p.Value, span: span{p.Span.Start, p.Span.End}})
		if err != nil {
			continue
		}
		switch e.form {
		case flowList:
			return true, ""
		case blockList:
			return false, string(bytes.TrimPrefix(e.dash, []byte(f.indent())))
		}
	}
	return false, "  "
}

// checked looks at the result: every other property has its value and place, and
// this one is as wanted. It is the last word, so that nothing is ever mangled.
func (f *frontmatter) checked(after []byte, p property, want any, removed bool) ([]byte, error) {
	m := note.Parse(after)
	if problem := formatProblem(m); problem != nil {
		return nil, f.unsafe(p, problem.Line)
	}
	var expected []note.Property
	for i, have := range f.note.Properties {
		switch {
		case !p.found || i != p.index:
			expected = append(expected, have)
		case !removed:
			expected = append(expected, note.Property{Key: p.key, Value: want})
		}
	}
	if !p.found {
		expected = append(expected, note.Property{Key: p.key, Value: want})
	}
	if len(expected) != len(m.Properties) {
		return nil, f.unsafe(p, 0)
	}
	for i, have := range m.Properties {
		if have.Key != expected[i].Key || !equalValue(have.Value, expected[i].Value) {
			return nil, f.unsafe(p, have.Span.Line)
		}
	}
	return after, f.newProblem(m)
}

func (f *frontmatter) unsafe(p property, line int) error {
	err := refuse(FrontmatterInvalid, "The property %s is written in a way that cannot be changed without touching another one (an anchor, a tag or a text over several lines); edit it as text", quote(p.key))
	err.Line = line
	return err
}

// newProblem refuses values that Obsidian would not take for what they are meant
// to be, such as a tag with a space.
func (f *frontmatter) newProblem(m *note.Note) error {
	count := map[string]int{}
	for _, p := range f.note.Problems {
		count[p.Message]++
	}
	for _, p := range m.Problems {
		if count[p.Message]--; count[p.Message] >= 0 {
			continue
		}
		if p.Code == note.ProblemTag || p.Code == note.ProblemTagsString {
			return refuse(InvalidArgument, "The property tags would not be valid: %s", p.Message)
		}
	}
	return nil
}
