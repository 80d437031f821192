// Package plainlinks shows the links of an answer as a terminal can show them.
package plainlinks

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Text writes the links of an answer as a terminal can show them: a Markdown link
// to a note is its path, plain. Wikilinks and addresses of the web stay, and so does all
// that is a note's own word or code: a block quotation, what stands in quotation marks,
// code. Text comes in pieces; what may yet become a link is held back until it is one,
// or none.
type Text struct {
	held   string
	inLine bool   // something of the line was seen that is no space
	quoted bool   // the line is one of a block quotation
	fence  string // the fence of the code block that is open
	until  string // what ends the quotation or code that is open in the line
}

// maxHeldLink bounds what is held back, in bytes: longer text is no link of a note.
const maxHeldLink = 8 << 10

var (
	markdownLink = regexp.MustCompile(`^\[([^\[\]\n]*)\]\(([^()\s]+)\)`)
	linkBegun    = regexp.MustCompile(`^\[[^\[\]\n]*(\](\([^()\s]*)?)?$`)
)

// closing are the marks that end what others begin.
var closing = map[string]string{"“": "”", "「": "」", "『": "』", `"`: `"`}

// Add takes a piece and returns what can be shown.
func (p *Text) Add(text string) string {
	p.held += text
	var b strings.Builder
	for p.held != "" {
		shown, size := p.next(false)
		if size == 0 {
			break
		}
		b.WriteString(shown)
		p.held = p.held[size:]
	}
	return b.String()
}

// Rest returns what is held back: no more comes.
func (p *Text) Rest() string {
	var b strings.Builder
	for p.held != "" {
		shown, size := p.next(true)
		b.WriteString(shown)
		p.held = p.held[size:]
	}
	*p = Text{}
	return b.String()
}

// next reads one link, mark or character of what is held, and returns how it is shown
// and its size, 0 where more has to come first.
func (p *Text) next(last bool) (shown string, size int) {
	switch c := p.held[0]; {
	case c == '\n':
		p.inLine, p.quoted, p.until = false, false, ""
		return "\n", 1
	case c == '`':
		size = len(p.held) - len(strings.TrimLeft(p.held, "`"))
		if size == len(p.held) && !last && size <= maxHeldLink {
			return "", 0
		}
		p.ticks(p.held[:size])
		return p.held[:size], size
	case c == '[' && p.speaks():
		if link := markdownLink.FindString(p.held); link != "" {
			p.inLine = true
			return plainLink(link), len(link)
		}
		if !last && len(p.held) <= maxHeldLink && linkBegun.MatchString(p.held) {
			return "", 0
		}
	}
	if !last && !utf8.FullRuneInString(p.held) {
		return "", 0
	}
	_, size = utf8.DecodeRuneInString(p.held)
	p.mark(p.held[:size])
	return p.held[:size], size
}

// speaks tells whether what comes is the answer's own word.
func (p *Text) speaks() bool { return !p.quoted && p.fence == "" && p.until == "" }

// ticks reads a run of backticks: a fence at the beginning of a line, else the bounds
// of code in it.
func (p *Text) ticks(run string) {
	begins := !p.inLine
	p.inLine = true
	switch {
	case p.fence != "":
		if begins && len(run) >= len(p.fence) {
			p.fence = ""
		}
	case p.quoted:
	case begins && len(run) >= 3:
		p.fence = run
	case p.until == "":
		p.until = run
	case p.until == run:
		p.until = ""
	}
}

// mark reads any other character.
func (p *Text) mark(c string) {
	switch {
	case c == " " || c == "\t":
		return
	case !p.inLine && c == ">" && p.fence == "":
		p.quoted = true
	case p.until == "":
		p.until = closing[c]
	case p.until == c:
		p.until = ""
	}
	p.inLine = true
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
	if m[1] == "" || m[1] == name || m[1] == path || m[1] == strings.TrimSuffix(path, ".md") {
		return path
	}
	return m[1] + " (" + path + ")"
}
