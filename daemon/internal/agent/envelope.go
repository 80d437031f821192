package agent

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// contextTag marks what the runtime tells the model beside the conversation.
// None of it is a fact before the person confirms it (R013–R018).
const contextTag = "untrusted_runtime_context"

// newDelimiter makes the random id that marks this request's block: text that
// was written earlier cannot close it.
func newDelimiter() string { return rand.Text() }

// envelope is the untrusted block of one request, as well-formed XML (R017).
// The clock is the daemon's own (X28).
func envelope(id string, now time.Time, session, skill string) string {
	return fmt.Sprintf("<%[1]s id=%[2]q>\ntime: %[3]s\nsession: %[4]s\nworkspace: .\nskill: %[5]s\n</%[1]s>",
		contextTag, id, now.UTC().Format("2006-01-02T15:04:05.000Z"), session, escapeTag(skill))
}

var (
	tagForm     = regexp.MustCompile(`(?i)<(\s*/?\s*` + contextTag + `)`)
	escapedForm = regexp.MustCompile(`(?i)&lt;(\s*/?\s*` + contextTag + `)`)
)

// escapeTag makes text from elsewhere unable to open or close the block.
func escapeTag(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	return tagForm.ReplaceAllString(text, "&lt;$1")
}

// unescapeTag gives words that were escaped for a model back as they stand in
// the note.
func unescapeTag(text string) string { return escapedForm.ReplaceAllString(text, "<$1") }
