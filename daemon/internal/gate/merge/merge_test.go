package merge

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestThree(t *testing.T) {
	for name, c := range map[string]struct{ base, ours, theirs, want string }{
		"apart":              {"1\n2\n3\n4\n", "one\n2\n3\n4\n", "1\n2\n3\nfour\n", "one\n2\n3\nfour\n"},
		"same change":        {"1\n2\n", "1\ntwo\n", "1\ntwo\n", "1\ntwo\n"},
		"same, and one more": {"1\n2\n3\n4\n", "one\n2\n3\n4\n", "one\n2\n3\nfour\n", "one\n2\n3\nfour\n"},
		"same line":          {"1\n2\n", "1\ntwo\n", "1\nzwei\n", ""},
		"next to each other": {"1\n2\n3\n", "1\ntwo\n3\n", "1\n2\nthree\n", ""},
		"no final line end":  {"1\n2\n3", "one\n2\n3", "1\n2\n3\n4", "one\n2\n3\n4"},
		"no text":            {"1\n2\n3\n\xff", "one\n2\n3\n\xff", "1\n2\n3\n\xfe", ""},
		"both emptied":       {"1\n", "", "", ""},
	} {
		got, ok := Three([]byte(c.base), []byte(c.ours), []byte(c.theirs))
		if wantOK := c.want != "" || name == "both emptied"; ok != wantOK || string(got) != c.want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

// A merge with an unchanged side is the other side, and the sides can be swapped.
func TestThreeIsSymmetric(t *testing.T) {
	text := rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{"a\n", "b\n", "c\r\n", "d"})), func(l []string) []byte {
		var b bytes.Buffer
		for _, s := range l {
			b.WriteString(s)
		}
		return b.Bytes()
	})
	rapid.Check(t, func(t *rapid.T) {
		base, ours, theirs := text.Draw(t, "base"), text.Draw(t, "ours"), text.Draw(t, "theirs")
		if got, ok := Three(base, ours, base); !ok || !bytes.Equal(got, ours) {
			t.Fatalf("with one side unchanged: %q, %v", got, ok)
		}
		one, ok1 := Three(base, ours, theirs)
		two, ok2 := Three(base, theirs, ours)
		if ok1 != ok2 || !bytes.Equal(one, two) {
			t.Fatalf("%q, %v and swapped %q, %v", one, ok1, two, ok2)
		}
	})
}
