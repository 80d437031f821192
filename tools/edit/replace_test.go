package edit

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// code returns the code of a refusal, "" for none.
func code(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func wantError(t *testing.T, err error, want Code, parts ...string) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code != want {
		t.Fatalf("got %v, want %s", err, want)
	}
	for _, part := range parts {
		if !strings.Contains(e.Message, part) {
			t.Errorf("%q does not say %q", e.Message, part)
		}
	}
	return e
}

// R157-R161: exact replacement and what narrows it down.
func TestReplace(t *testing.T) {
	cases := []struct {
		name, raw string
		r         Replacement
		want      string
	}{
		{"once", "a b c", Replacement{Old: "b", New: "x"}, "a x c"},
		{"R158 all", "b b b", Replacement{Old: "b", New: "x", All: true}, "x x x"},
		{"R159 the second", "b b b", Replacement{Old: "b", New: "x", Occurrence: 2}, "b x b"},
		{"R160 by line", "b\n\n\n\n\n\n\nb\n", Replacement{Old: "b", New: "x", LineHint: 8}, "b\n\n\n\n\n\n\nx\n"},
		{"R160 a line off", "b\n\n\n\n\n\n\nb\n", Replacement{Old: "b", New: "x", LineHint: 7}, "b\n\n\n\n\n\n\nx\n"},
		{"R161 as many as expected", "b b", Replacement{Old: "b", New: "x", Expected: 2}, "x x"},
		{"LF finds CRLF", "a\r\nb\r\nc\r\n", Replacement{Old: "a\nb\n", New: "a\nx\ny\n"}, "a\r\nx\r\ny\r\nc\r\n"},
		{"CRLF finds LF", "a\nb\nc\n", Replacement{Old: "a\r\nb", New: "x\r\ny"}, "x\ny\nc\n"},
		{"mixed ends stay", "a\r\nb\nc\r\n", Replacement{Old: "a\nb\nc", New: "a\nb\nd"}, "a\r\nb\nd\r\n"},
		{"the mark stays", "\ufeffa\r\nb", Replacement{Old: "a\nb", New: "a\nc"}, "\ufeffa\r\nc"},
		{"no final line end is added", "a\nb", Replacement{Old: "b", New: "c"}, "a\nc"},
		{"users A17: nothing is escaped", "x", Replacement{Old: "x", New: `$\times$ \n`}, `$\times$ \n`},
		{"deleting", "a\nb\nc\n", Replacement{Old: "b\n", New: ""}, "a\nc\n"},
	}
	for _, c := range cases {
		got, err := ReplaceText([]byte(c.raw), c.r)
		if err != nil || string(got.After) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got.After, err, c.want)
		}
	}
}

func TestReplaceRefuses(t *testing.T) {
	cases := []struct {
		name, raw string
		r         Replacement
		code      Code
		says      []string
	}{
		{"twice", "a\nb\nb\n", Replacement{Old: "b", New: "c"}, AmbiguousMatch, []string{"2 times", "lines 2 and 3"}},
		{"overlapping", "aaa", Replacement{Old: "aa", New: "b"}, AmbiguousMatch, []string{"2 times"}},
		{"both line ends", "x\r\ny\nx\ny", Replacement{Old: "x\ny", New: "z"}, AmbiguousMatch, nil},
		{"R161", "a a", Replacement{Old: "a", New: "b", All: true, Expected: 3}, CountMismatch, []string{"2 times", "3 were expected"}},
		{"R159", "a", Replacement{Old: "a", New: "b", Occurrence: 2}, CountMismatch, []string{"no occurrence 2"}},
		{"R159 and R158", "a", Replacement{Old: "a", New: "b", Occurrence: 1, All: true}, InvalidArgument, nil},
		{"same", "a", Replacement{Old: "a\r\n", New: "a\n"}, NoChange, nil},
		{"empty", "a", Replacement{New: "b"}, InvalidArgument, nil},
		{"binary", "\xff", Replacement{Old: "a", New: "b"}, BinaryFile, nil},
		{"hint in the middle", "b\n\nb\n", Replacement{Old: "b", New: "c", LineHint: 2}, AmbiguousMatch, nil},
	}
	for _, c := range cases {
		got, err := ReplaceText([]byte(c.raw), c.r)
		if got.After != nil {
			t.Errorf("%s: a refusal made %q", c.name, got.After)
		}
		wantError(t, err, c.code, c.says...)
	}
}

// A refusal names the difference: white space, quotes, line ends, escapes.
func TestNoMatchSaysWhatIsDifferent(t *testing.T) {
	cases := []struct{ name, raw, old, says string }{
		{"no-break space", "x\nthe\u00a0end\n", "the end", "line 2 looks the same, but the note has a non-breaking space where you wrote a space"},
		{"curly quote", "it’s\n", "it's", "a curly quote ’ where you wrote a straight quote '"},
		{"dash", "a – b", "a - b", "an en dash – where you wrote a hyphen -"},
		{"tab", "\ta\tb", "a b", "a tab where you wrote a space"},
		{"trailing space", "a  \nb\n", "a\nb", "the note has a space where you wrote a line break"},
		{"case", "Hello there", "hello there", `the note has 'H' where you wrote 'h'`},
		{"zero width", "foo\u200bbar", "foobar", "a zero-width space where you wrote 'b'"},
		{"decomposed", "Cafe\u0301 noir", "Café noir", "line 1 the same letters stand with their accents encoded otherwise"},
		{"escaped", "a\nb", `a\nb`, "backslash escapes"},
		{"numbered", "alpha\nbeta\n", "1\talpha\n2\tbeta", "without the line numbers"},
		{"nearest", "x\nthe quick brown fox jumps\ny\n", "the quick brown dog jumps", "nearest is line 2"},
		{"nearest by lines", "p\nq1\nalpha beta\ngamma delta\n", "alpha beta\ngamma epsilon", "nearest is line 3"},
		{"nothing", "abc", "完全不同", "copy the text exactly"},
	}
	for _, c := range cases {
		_, err := ReplaceText([]byte(c.raw), Replacement{Old: c.old, New: "new"})
		if e := wantError(t, err, NoMatch); !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: %q does not say %q", c.name, e.Message, c.says)
		}
	}
}

// FuzzReplace: what is refused changes nothing, what is replaced changes only
// the places named, and putting it back restores every byte.
func FuzzReplace(f *testing.F) {
	f.Add([]byte("a\r\nb\r\nc"), "a\nb", "x\ny", uint8(0))
	f.Add([]byte("\ufeffaaa\n"), "aa", "b", uint8(2))
	f.Add([]byte("x\u00a0y\n"), "x y", "z", uint8(1))
	f.Fuzz(func(t *testing.T, raw []byte, old, text string, mode uint8) {
		given := bytes.Clone(raw)
		got, err := ReplaceText(raw, Replacement{Old: old, New: text, All: mode&1 == 1, Occurrence: int(mode >> 4)})
		if !bytes.Equal(raw, given) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if code(err) == "" || got.After != nil {
				t.Fatalf("refused with %v and %q", err, got.After)
			}
			return
		}
		want := toLF(raw)
		plainOld, plainNew := toLF([]byte(old)), toLF([]byte(text))
		switch {
		case mode&1 == 1:
			want = bytes.ReplaceAll(want, plainOld, plainNew)
		case len(got.Lines) != 1:
			t.Fatalf("%d places", len(got.Lines))
		case mode>>4 <= 1:
			want = bytes.Replace(want, plainOld, plainNew, 1)
		default:
			return
		}
		if !strings.Contains(text, "\r") && !bytes.Contains(raw, []byte("\r\r")) && !strings.HasSuffix(old, "\r") && !bytes.Equal(toLF(got.After), want) {
			t.Fatalf("%q → %q, want %q", raw, got.After, want)
		}
		if !utf8.Valid(got.After) {
			t.Fatalf("%q is no UTF-8", got.After)
		}
	})
}
