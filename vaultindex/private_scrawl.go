package vaultindex

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxScrawl bounds the head of a note that is searched for properties Obsidian
// does not read, in bytes.
const maxScrawl = 64 << 10

// scrawled looks for signs of a private note in a block of properties that
// Obsidian does not take for one: no valid YAML, fences with spaces behind them
// or blank lines before them, closed by `...`, or not at all. Its words are
// compared, whatever stands between them.
func (p privacy) scrawled(raw []byte, n *note.Note) bool {
	switch {
	case n.HasFrontmatter && len(n.Properties) > 0:
		return false // they were read
	case n.HasFrontmatter && n.Frontmatter.End <= len(raw):
		return p.inWords(string(raw[n.Frontmatter.Start:n.Frontmatter.End]))
	}
	block, ok := looseBlock(raw)
	if !ok || !strings.ContainsAny(block, ":：") {
		return false // a rule, and prose below it
	}
	meant := note.Parse([]byte("---\n" + block + "\n---\n"))
	if len(meant.Properties) > 0 {
		return p.tagged(meant) || p.propertied(meant)
	}
	return p.inWords(block)
}

// needsRaw tells whether the text of a note was looked at beside what was
// parsed of it, so that its privacy cannot be told again without it.
func needsRaw(path vaultpath.Path, raw []byte, n *note.Note) bool {
	if path.Ext() == "canvas" {
		return true
	}
	if n.HasFrontmatter {
		return len(n.Properties) == 0
	}
	_, loose := looseBlock(raw)
	return loose
}

// looseBlock is what stands between fences as people write them who do not know
// how exact Obsidian is. A block that nothing closes ends at the first blank
// line.
func looseBlock(raw []byte) (block string, ok bool) {
	raw = raw[:min(len(raw), maxScrawl)]
	raw = bytes.TrimLeftFunc(bytes.TrimPrefix(raw, []byte("\ufeff")), unicode.IsSpace)
	first, rest, _ := bytes.Cut(raw, []byte("\n"))
	if !isFence(first, "---") {
		return "", false
	}
	blank := -1
	at := 0
	for line := range bytes.Lines(rest) {
		if isFence(line, "---") || isFence(line, "...") {
			return string(rest[:at]), true
		}
		if blank < 0 && len(bytes.TrimSpace(line)) == 0 {
			blank = at
		}
		at += len(line)
	}
	if blank < 0 {
		blank = len(rest)
	}
	return string(rest[:blank]), true
}

// isFence tells whether a line is a fence, spaces around it aside.
func isFence(line []byte, fence string) bool { return string(bytes.TrimSpace(line)) == fence }

// inWords looks for a private property or tag in text that cannot be read as
// properties: the name, and the value behind it whatever stands between them.
func (p privacy) inWords(text string) bool {
	words := strings.FieldsFunc(text, separatesWords)
	for i, w := range words {
		want, ok := p.properties[strings.ToLower(w)]
		if !ok {
			continue
		}
		value := words[i+1:]
		for len(value) > 0 && (value[0] == "-" || value[0] == "bool") {
			value = value[1:] // a list's mark, a YAML type
		}
		if want == "*" || len(value) > 0 && valueMatches(value[0], want) {
			return true
		}
	}
	return p.inTagLines(text)
}

// inTagLines looks for a private tag in the values of tags, or anywhere with a
// mark before it.
func (p privacy) inTagLines(text string) bool {
	tags := false // in the value of a tags property
	for line := range strings.Lines(text) {
		if key, _, found := strings.Cut(line, ":"); found {
			word := strings.ToLower(strings.Trim(key, " \t-\"'{?"))
			tags = word == "tag" || word == "tags" || strings.HasSuffix(word, " tags")
		}
		for _, w := range strings.FieldsFunc(line, func(r rune) bool { return r != '#' && separatesWords(r) || separatesTags(r) }) {
			if (tags || strings.HasPrefix(w, "#")) && p.isTag(w) {
				return true
			}
		}
	}
	return false
}

// separatesWords tells what no tag and no plain word of YAML holds.
func separatesWords(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("#:,[]{}\"'|>&*!%@`()=：，、；。", r)
}

// inCards looks for a private tag in the text cards of a canvas. Obsidian does
// not count tags there (T18); whoever writes one means it.
func (p privacy) inCards(raw []byte) bool {
	if len(p.tags) == 0 || !bytes.Contains(raw, []byte("#")) && !bytes.Contains(raw, []byte(`\u0023`)) {
		return false
	}
	text := note.CanvasText(raw)
	for {
		at := strings.IndexByte(text, '#')
		if at < 0 {
			return false
		}
		text = text[at:]
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		if p.isTag(text[:min(end, 256)]) {
			return true
		}
		text = text[1:]
	}
}
