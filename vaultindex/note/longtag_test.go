package note

import (
	"strings"
	"testing"
)

// A tag of n levels stands for n tags: one line of slashes must not.
func TestLongTagsAreNoTags(t *testing.T) {
	long := strings.Repeat("a/", MaxTag) + "a"
	for name, raw := range map[string]string{
		"inline":    "#ok and #" + long + " end\n",
		"property":  "---\ntags: [ok, " + long + "]\n---\n",
		"one value": "---\ntags: " + long + "\n---\n#ok\n",
		"heading":   "# A #" + long + "\n#ok\n",
	} {
		n := Parse([]byte(raw))
		if len(n.Tags) != 1 || n.Tags[0].Name != "ok" {
			t.Errorf("%s: %d tags, want ok alone", name, len(n.Tags))
		}
		if len(n.Problems) != 1 || n.Problems[0].Code != ProblemTag {
			t.Errorf("%s: problems %+v, want one %s", name, n.Problems, ProblemTag)
		}
	}
}
