package cli

import (
	"net/url"
	"regexp"
	"strings"
)

// plainer writes the links of an answer as a terminal can show them: a Markdown link
// to a note is its path, plain. Wikilinks and addresses of the web stay. Text comes in
// pieces; what may yet become a link is held back until it is one, or none.
type plainer struct {
	held string
}

// maxHeldLink bounds what is held back, in bytes: longer text is no link of a note.
const maxHeldLink = 8 << 10

var (
	markdownLink = regexp.MustCompile(`\[([^\[\]\n]*)\]\(([^()\s]+)\)`)
	linkBegun    = regexp.MustCompile(`\[[^\[\]\n]*(\](\([^()\s]*)?)?$`)
)

// add takes a piece and returns what can be shown.
func (p *plainer) add(text string) string {
	p.held = markdownLink.ReplaceAllStringFunc(p.held+text, plainLink)
	at := len(p.held)
	if begun := linkBegun.FindStringIndex(p.held); begun != nil && at-begun[0] <= maxHeldLink {
		at = begun[0]
	}
	ready := p.held[:at]
	p.held = p.held[at:]
	return ready
}

// rest returns what is held back: no more comes.
func (p *plainer) rest() string {
	rest := p.held
	p.held = ""
	return rest
}

// plainLink is a link to a note without its syntax: the path, after its text where
// that is not the note's name.
func plainLink(link string) string {
	m := markdownLink.FindStringSubmatch(link)
	path, err := url.PathUnescape(m[2])
	if err != nil || strings.Contains(m[2], "://") || strings.HasPrefix(m[2], "mailto:") {
		return link
	}
	path = strings.TrimPrefix(path, "./") // which keeps a colon from looking like a scheme
	note, _, _ := strings.Cut(path, "#")
	name := strings.TrimSuffix(note[strings.LastIndexByte(note, '/')+1:], ".md")
	if m[1] == "" || m[1] == name || m[1] == path {
		return path
	}
	return m[1] + " (" + path + ")"
}
