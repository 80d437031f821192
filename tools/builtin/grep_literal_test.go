package builtin

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A literal is found wherever the text in lower case has it, and with case where
// the text has it.
func TestFinderFindsEveryLiteral(t *testing.T) { // R115, R120
	letters := []string{"a", "A", "b", "B", "z", "Z", "1", "-", "[", "{", "@", "`", "字", "猫", "\n"}
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(label string, least, most int) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(letters), least, most).Draw(rt, label), "")
		}
		body, l := []byte(draw("body", 0, 80)), literal{text: draw("literal", 1, 4), fold: rapid.Bool().Draw(rt, "fold")}
		plain := body
		if l.fold {
			l.text, plain = strings.ToLower(l.text), bytes.ToLower(body)
		}
		l = l.prepared()
		f := finder{literal: &l, body: body}
		var got, want []int
		for at := f.next(0); at >= 0; at = f.next(at + 1) {
			got = append(got, at)
		}
		for at := 0; at <= len(plain)-len(l.text); at++ {
			if string(plain[at:at+len(l.text)]) == l.text {
				want = append(want, at)
			}
		}
		if !reflect.DeepEqual(got, want) || l.in(body) != (want != nil) {
			rt.Fatalf("%q (fold %v) stands in %q at %v, found at %v", l.text, l.fold, body, want, got)
		}
	})
}

// A text that nearly matches all along costs a stated number of comparisons a
// byte, however long the literal is.
func TestFinderIsLinear(t *testing.T) { // R334
	l := literal{text: strings.Repeat("a", 999) + "b" + strings.Repeat("a", 1000), fold: true}.prepared()
	l.rare = 0 // as if a were rare
	body := bytes.Repeat([]byte("a"), 1<<18)
	f := finder{literal: &l, body: body}
	if at := f.next(0); at != -1 {
		t.Errorf("found at %d", at)
	}
	if most := patience*len(body) + len(l.text); f.compared > most || !f.plain {
		t.Errorf("%d bytes were compared in vain, at most %d may be", f.compared, most)
	}
	copy(body[len(body)-len(l.text):], strings.ToUpper(l.text))
	f = finder{literal: &l, body: body}
	if at := f.next(0); at != len(body)-len(l.text) {
		t.Errorf("found at %d", at)
	}
}
