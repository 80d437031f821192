package edit

import (
	"bytes"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// maxDefinitions bounds how many lines that may define a reference are tried.
const maxDefinitions = 500

// definitions adds the patches of link reference definitions whose uses need
// another target. A definition is told from text that looks like one by trying:
// another destination must change what some use means.
func (r Rewriter) definitions(raw []byte, links []site, patches []linkPatch) ([]linkPatch, error) {
	wanted := map[string]site{}
	for _, l := range links {
		if _, _, ok := r.needs(l.Link); ok && l.Kind == note.ReferenceLink {
			wanted[l.Path] = l
		}
	}
	if len(wanted) == 0 {
		return patches, nil
	}
	tried := 0
	for at := 0; at < len(raw) && tried < maxDefinitions; at = nextLine(raw, at) {
		d, ok := readDefinition(raw, at)
		if !ok {
			continue
		}
		l, ok := wanted[meaning(raw[d.path.start:d.path.end])]
		if !ok {
			continue
		}
		if tried++; !d.defines(raw, l.Path) {
			continue
		}
		p, err := r.definition(raw, d, l)
		if err != nil {
			return nil, r.refused(l, err)
		}
		patches = append(patches, p)
	}
	return patches, nil
}

// definition is a line that may define a reference.
type definition struct {
	line span
	tail tail
	path span
}

// readDefinition reads `[label]: dest "title"` at the start of a line; quote
// marks may stand before it.
func readDefinition(raw []byte, at int) (definition, bool) {
	end := textEnd(raw, at)
	line := raw[at:end]
	text := bytes.TrimLeft(line, "> ")
	if len(text) == 0 || text[0] != '[' {
		return definition{}, false
	}
	colon := bytes.Index(text, []byte("]:"))
	if colon < 2 {
		return definition{}, false
	}
	from := len(line) - len(text) + colon + 2
	from = skipSpace(line, from)
	dest, _, angle, ok := readDestination(line, from)
	if !ok {
		return definition{}, false
	}
	if !angle { // a parenthesis may stand unmatched here
		for dest.end < len(line) && line[dest.end] > ' ' {
			dest.end++
		}
	}
	d := definition{line: span{at, end}, tail: tail{dest: span{at + dest.start, at + dest.end}, angle: angle}}
	d.tail.encoded = percentBeyondASCII(line[dest.start:dest.end])
	d.path = d.tail.path(raw)
	return d, true
}

// defines tries whether the line is a definition that a use of path takes.
func (d definition) defines(raw []byte, path string) bool {
	const other = "ibid-tries-this-definition.md"
	tried := splice(raw, d.path.start, d.path.end, []byte(other))
	for _, l := range note.Parse(tried).Links {
		if l.Kind == note.ReferenceLink && l.Path == other && path != other {
			return true
		}
	}
	return false
}

func (r Rewriter) definition(raw []byte, d definition, l site) (linkPatch, error) {
	_, to, _ := r.needs(l.Link)
	w := &written{link: l.Link, tail: &d.tail}
	linkpath, err := r.linkpath(to, w)
	if err != nil {
		return linkPatch{}, err
	}
	text := w.encode(linkpath)
	line := splice(raw[d.line.start:d.line.end], d.path.start-d.line.start, d.path.end-d.line.start, text)
	return linkPatch{span: d.path, text: text, change: &LinkChange{
		Line: lineOf(raw, d.line.start), Old: string(raw[d.line.start:d.line.end]), New: string(line),
	}}, nil
}
