package note

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxFrontmatter is the largest frontmatter that is read as YAML. Real ones
// stay under a few KiB.
const maxFrontmatter = 256 << 10

var bom = []byte("\xef\xbb\xbf")

// findFrontmatter returns where the frontmatter's fences and its YAML stand
// (6.1, 6.2, 6.3). The opening `---` is the file's first line, but for a BOM,
// and nothing follows it; the closing one may have spaces behind it and may end
// the file. `...` closes nothing.
func findFrontmatter(raw []byte) (whole, yml seg, ok bool) {
	start := 0
	if bytes.HasPrefix(raw, bom) {
		start = len(bom)
	}
	first := nextLine(raw, start)
	if line := raw[start:first]; string(line) != "---\n" && string(line) != "---\r\n" {
		return seg{}, seg{}, false
	}
	for at := first; at < len(raw); {
		next := nextLine(raw, at)
		if closesFrontmatter(raw[at:next]) {
			return seg{start, next}, seg{first, at}, true
		}
		at = next
	}
	return seg{}, seg{}, false
}

func closesFrontmatter(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.Trim(line[3:], " \t\r\n")) == 0
}

// frontmatter reads the properties, if there are any, and returns where the
// body starts.
func (c *collector) frontmatter() (body int) {
	whole, yml, ok := findFrontmatter(c.src)
	if !ok {
		if bytes.HasPrefix(c.src, bom) {
			return len(bom)
		}
		return 0
	}
	c.note.HasFrontmatter = true
	c.note.Frontmatter = c.lines.span(whole.start, whole.stop)
	c.properties(yml)
	return whole.stop
}

// properties decodes the YAML between the fences. When it is wrong there are no
// properties at all, as in Obsidian (6.5).
func (c *collector) properties(yml seg) {
	text := c.src[yml.start:yml.stop]
	first := c.lines.line(yml.start)
	if len(text) > maxFrontmatter {
		c.note.problem(ProblemFrontmatterSize, first, "The frontmatter is larger than 256 KiB; its properties were not read.")
		return
	}
	root, fault := loadYAML(text)
	if fault != nil {
		c.note.problem(ProblemFrontmatter, first+fault.line-1, fault.message)
		return
	}
	if root == nil {
		return
	}
	d := &propertyDecoder{c: c, offset: yml.start, line: first - 1, room: maxValues}
	known := len(c.note.Problems)
	if fault := d.mapping(root); fault != nil {
		c.note.Properties, c.note.PropertyLinks = nil, nil
		c.note.Problems = c.note.Problems[:known]
		c.note.problem(fault.code, first+fault.line-1, fault.message)
		return
	}
	c.namedProperties(root, d)
}

// namedProperties reads what `tags` and `aliases` mean, and marks the names
// Obsidian gave up in 1.9.
func (c *collector) namedProperties(root *yaml.Node, d *propertyDecoder) {
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		line := d.line + key.Line
		switch strings.ToLower(key.Value) {
		case "tags":
			c.tagsProperty(value, d)
		case "aliases":
			c.aliasesProperty(value)
		case "tag":
			c.note.problem(ProblemTagKey, line, "Obsidian no longer reads `tag:`; write `tags:` with a list.")
		case "alias":
			c.note.problem(ProblemAliasKey, line, "Obsidian no longer reads `alias:`; write `aliases:` with a list.")
		case "cssclass":
			c.note.problem(ProblemClassKey, line, "Obsidian no longer reads `cssclass:`; write `cssclasses:` with a list.")
		}
	}
}

// tagsProperty reads `tags:`, a list or one string holding one tag (T7). Empty
// entries and numbers are dropped silently (T17).
func (c *collector) tagsProperty(value *yaml.Node, d *propertyDecoder) {
	value = follow(value)
	line := d.line + value.Line
	if s, ok := scalarString(value); ok {
		name, ok := propertyTag(s)
		switch {
		case ok:
			c.propertyTag(name, d.span(value))
		case len(strings.FieldsFunc(s, isListSeparator)) > 1:
			c.note.problem(ProblemTagsString, line, "`tags:` holds several tags in one text; write them as a list.")
		case strings.TrimSpace(s) != "":
			c.invalidTag(s, line)
		}
		return
	}
	if value.Kind != yaml.SequenceNode {
		return
	}
	for _, item := range value.Content {
		item = follow(item)
		s, ok := scalarString(item)
		if !ok || strings.TrimSpace(s) == "" {
			continue
		}
		if name, ok := propertyTag(s); ok {
			c.propertyTag(name, d.span(item))
			continue
		}
		c.invalidTag(s, d.line+item.Line)
	}
}

func (c *collector) propertyTag(name string, span seg) {
	if c.admit(span.start) {
		c.note.Tags = append(c.note.Tags, Tag{
			Name: name, Property: true, Span: c.lines.span(span.start, span.stop),
		})
	}
}

func (c *collector) invalidTag(s string, line int) {
	c.note.problem(ProblemTag, line,
		"`"+shorten(s)+"` cannot be a tag: a tag has no spaces or punctuation, is not only digits, and has at most 1,024 bytes.")
}

func isListSeparator(r rune) bool { return r == ',' || r == ' ' || r == '\t' }

// aliasesProperty reads `aliases:`, a list or one string (6.7).
func (c *collector) aliasesProperty(value *yaml.Node) {
	value = follow(value)
	items := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		items = value.Content
	}
	for _, item := range items {
		s, ok := scalarString(follow(item))
		if s = strings.TrimSpace(s); ok && s != "" {
			c.note.Aliases = append(c.note.Aliases, s)
		}
	}
}

// shorten cuts a text that goes into a message.
func shorten(s string) string {
	const most = 40
	if n := 0; len(s) > most {
		for i := range s {
			if n++; n > most {
				return s[:i] + "…"
			}
		}
	}
	return s
}
