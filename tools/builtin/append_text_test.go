package builtin

import (
	"strings"
	"testing"
)

// What is appended stands below every byte that was there, as a block of its own or in
// the list that ends the note, in the line end that most lines have.
func TestAppendKeepsWhatIsAbove(t *testing.T) { // contracts 2.1.3, X25
	for before, added := range map[string]string{
		"":                     "- new\n",
		"\ufeff":               "- new\n",
		" \n":                  "- new\n",
		"\n\n":                 "- new\n",
		"  ":                   "\n- new\n",
		"# A\nb":               "\n\n- new",
		"# A\nb\n":             "\n- new\n",
		"# A\nb\n\n":           "- new\n",
		"# A\nb\n\n\n":         "- new\n",
		"# A\nb  ":             "\n\n- new",
		"# A\nb  \n":           "\n- new\n",
		"# A\nb\n  ":           "\n- new",
		"# A\nb\n\t\n":         "- new\n",
		"# A\rb\rc\r":          "\n\n- new\n",
		"# A\nb\r\nc\rd\n":     "\n- new\n",
		"# A\r\nb\r\nc\n":      "\r\n- new\r\n",
		"# A\r\nb\r\nc\r\n":    "\r\n- new\r\n",
		"# A\r\nb\r\nc":        "\r\n\r\n- new",
		"# A\r\nb\nc\n":        "\n- new\n",
		"- a\n":                "- new\n",
		"- a\n\n":              "- new\n",
		"- a":                  "\n- new",
		"- a  \r\n- b\r\n":     "- new\r\n",
		"- a\r\n- b\n":         "- new\n",
		"---\na: 1\n---\n":     "\n- new\n",
		"---\r\na: 1\r\n---":   "\r\n\r\n- new",
		"---\na: 1\n---\n\n\n": "- new\n",
	} {
		after, err := appendText([]byte(before), "- new\n")
		if err != nil || !strings.HasPrefix(string(after), before) || strings.TrimPrefix(string(after), before) != added {
			t.Errorf("%q becomes %q, %v", before, after, err)
		}
	}
}
