package builtin

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// marks are how lines begin that make one block with the next of their kind.
var marks = []*regexp.Regexp{
	regexp.MustCompile(`^\s*(?:[-*+]|\d{1,9}[.)])\s`), // list items
	regexp.MustCompile(`^\s*\|`),                      // rows of a table
	regexp.MustCompile(`^\s*>`),                       // quotes
}

// appendText puts text below all that a note holds, in the line end that most of its
// lines have: in the list or table that ends it where the text goes on with one, else
// as a block of its own. Text that the note ends with already is not added again.
func appendText(raw []byte, content string) ([]byte, error) {
	given := note.Parse([]byte(content))
	if given.HasFrontmatter {
		return nil, tools.Errorf(tools.InvalidArgument, "The argument \"content\" begins with a property block, which cannot stand at the end of a note; leave it out, or use update_properties")
	}
	body := strings.Trim(strings.ReplaceAll(content, "\r\n", "\n"), "\n")
	if strings.TrimSpace(body) == "" {
		return raw, nil
	}
	before := strings.TrimRight(strings.ReplaceAll(string(raw), "\r\n", "\n"), " \t\n")
	if before == body || strings.HasSuffix(before, "\n"+body) {
		return nil, &edit.Error{Code: edit.NoChange, Message: "The note ends with this text already; nothing was added"}
	}
	if err := openEnd(raw); err != nil {
		return nil, err
	}
	lines := 2
	switch {
	case strings.Trim(before, "\ufeff") == "":
		lines = 0
	case sameBlock(lastLineOf(before), firstLineOf(body)):
		lines = 1
	}
	tail := gap(raw, lines) + body
	if last := raw[max(0, len(raw)-1):]; lines == 0 || string(last) == "\n" || string(last) == "\r" {
		tail += "\n"
	}
	return append(bytes.Clone(raw), strings.ReplaceAll(tail, "\n", edit.LineEnd(raw))...), nil
}

// gap is what is missing of so many line ends behind a text. What is there stays: an
// unfinished line of white space is closed, so that it does not indent what follows.
func gap(raw []byte, lines int) string {
	bare := bytes.TrimPrefix(raw, []byte("\ufeff"))
	blank := bare[len(bytes.TrimRight(bare, " \t\r\n")):]
	missing := max(0, lines-bytes.Count(blank, []byte("\n")))
	if len(blank) > 0 && blank[len(blank)-1] != '\n' {
		missing = max(1, missing)
	}
	return strings.Repeat("\n", missing)
}

// openEnd refuses to write into a code block, a comment or properties that have
// no end: what is appended would be part of them.
func openEnd(raw []byte) error {
	const probe = "ibid-end-of-note"
	n := note.Parse(append(bytes.TrimRight(bytes.Clone(raw), " \t\r\n"), "\n\n# "+probe+"\n"...))
	if len(n.Headings) > 0 && n.Headings[len(n.Headings)-1].Text == probe {
		return nil
	}
	return &edit.Error{Code: edit.InvalidArgument, Message: "The note ends inside a code block or a comment that is never closed, so the text would be part of it; close it first"}
}

func sameBlock(a, b string) bool {
	for _, m := range marks {
		if m.MatchString(a) {
			return m.MatchString(b)
		}
	}
	return false
}

func lastLineOf(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

func firstLineOf(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}
