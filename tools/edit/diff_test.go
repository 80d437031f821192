package edit

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"
)

// checkDiff holds what everybody relies on: all hunks are the new text, none the
// old one, and any subset touches nothing else.
func checkDiff(t *testing.T, before, after []byte, pick uint64) {
	t.Helper()
	d := Compare(before, after)
	for _, context := range []int{0, 1, 3} {
		hunks := d.Hunks(context)
		all := make([]int, len(hunks))
		var some []int
		for i := range hunks {
			all[i] = i
			if pick>>(i%64)&1 == 1 {
				some = append(some, i)
			}
		}
		if got, err := d.Take(hunks, all...); err != nil || !bytes.Equal(got, after) {
			t.Fatalf("all hunks of %q → %q make %q, %v", before, after, got, err)
		}
		if got, err := d.Take(hunks); err != nil || !bytes.Equal(got, before) {
			t.Fatalf("no hunk of %q → %q makes %q, %v", before, after, got, err)
		}
		got, err := d.Take(hunks, some...)
		if err != nil {
			t.Fatal(err)
		}
		checkSubset(t, d, hunks, some, got)
	}
	if d.Empty() != bytes.Equal(before, after) {
		t.Fatalf("%q and %q: empty is %v", before, after, d.Empty())
	}
}

// checkSubset applies the unified text of the chosen hunks by hand.
func checkSubset(t *testing.T, d *Diff, hunks []Hunk, some []int, got []byte) {
	t.Helper()
	var want bytes.Buffer
	at := 0
	for _, i := range some {
		h := hunks[i]
		start := h.BeforeStart - 1
		writeRaw(&want, d.before[at:start])
		at = start + h.BeforeLines
		writeRaw(&want, patched(t, h, d.before[start:at]))
	}
	writeRaw(&want, d.before[at:])
	if !bytes.Equal(got, want.Bytes()) {
		t.Fatalf("hunks %v make %q, by hand %q", some, got, want.Bytes())
	}
}

// patched applies a hunk's text to its lines.
func patched(t *testing.T, h Hunk, old [][]byte) [][]byte {
	t.Helper()
	var out [][]byte
	body := h.Text[strings.IndexByte(h.Text, '\n')+1:]
	body = strings.ReplaceAll(body, "\n\\ No newline at end of file\n", "\n\\\n")
	lines := splitLines([]byte(body))
	for i, line := range lines {
		text := line[1:]
		if line[0] == '\\' {
			continue
		}
		if i+1 < len(lines) && lines[i+1][0] == '\\' {
			text = text[:len(text)-1]
		}
		switch line[0] {
		case '+':
			out = append(out, text)
		case ' ':
			out = append(out, text)
			fallthrough
		case '-':
			if len(old) == 0 || !bytes.Equal(old[0], text) {
				t.Fatalf("the hunk %q does not fit %q", h.Text, old)
			}
			old = old[1:]
		}
	}
	if len(old) > 0 {
		t.Fatalf("the hunk %q leaves %q over", h.Text, old)
	}
	return out
}

// The approval card is the diff, and its hunks are granted one by one (design
// 5, Approvals; users A14).
func TestHunksCanBeTakenOneByOne(t *testing.T) {
	before := []byte("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n")
	after := []byte("a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n")
	d := Compare(before, after)
	hunks := d.Hunks(3)
	if len(hunks) != 2 {
		t.Fatalf("hunks %+v", hunks)
	}
	first, _ := d.Take(hunks, 0)
	if string(first) != "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\n" {
		t.Fatalf("the first hunk makes %q", first)
	}
	second, _ := d.Take(hunks, 1)
	if string(second) != "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n" {
		t.Fatalf("the second hunk makes %q", second)
	}
	if _, err := d.Take(hunks, 2); err == nil {
		t.Fatal("a hunk that is not there was taken")
	}
}

func TestUnified(t *testing.T) {
	cases := []struct{ before, after, want string }{
		{"a\nb\nc\n", "a\nx\nc\n", "--- a/n.md\n+++ b/n.md\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"", "a\n", "--- a/n.md\n+++ b/n.md\n@@ -0,0 +1 @@\n+a\n"},
		{"a\n", "", "--- a/n.md\n+++ b/n.md\n@@ -1 +0,0 @@\n-a\n"},
		{"a", "a\n", "--- a/n.md\n+++ b/n.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"same\n", "same\n", ""},
	}
	for _, c := range cases {
		if got := Compare([]byte(c.before), []byte(c.after)).Unified("n.md", "n.md", 3); got != c.want {
			t.Errorf("%q → %q:\n%s\nwant\n%s", c.before, c.after, got, c.want)
		}
	}
}

// A small edit stays a small diff, also in a long note.
func TestDiffIsShortest(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		before := randomLines(r, r.Intn(40), 6)
		after := append([]string(nil), before...)
		for range r.Intn(4) {
			at := r.Intn(len(after) + 1)
			after = append(after[:at:at], append([]string{"new\n"}, after[at:]...)...)
		}
		d := Compare([]byte(strings.Join(before, "")), []byte(strings.Join(after, "")))
		if d.Removed() != 0 || d.Added() != len(after)-len(before) {
			t.Fatalf("%q → %q: +%d −%d", before, after, d.Added(), d.Removed())
		}
	}
}

func randomLines(r *rand.Rand, n, kinds int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = string(rune('a'+r.Intn(kinds))) + "\n"
	}
	return out
}

// Texts that share many lines and no order stay bounded (R099: up to 2 MiB).
func TestDiffOfHostileTexts(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	before := strings.Join(randomLines(r, 40_000, 20), "")
	after := strings.Join(randomLines(r, 40_000, 20), "")
	checkDiff(t, []byte(before), []byte(after), 0xf0f0f0f0aa)
}

func FuzzDiff(f *testing.F) {
	for _, c := range [][2]string{{"a\nb\nc\n", "a\nc\nd"}, {"", "x"}, {"a\r\nb\r\n", "a\nb\n"}, {"x\nx\nx\ny\n", "x\ny\nx\n"}, {"\n\n\n", "\n"}} {
		f.Add([]byte(c[0]), []byte(c[1]), uint64(5))
	}
	f.Fuzz(func(t *testing.T, before, after []byte, pick uint64) {
		checkDiff(t, before, after, pick)
	})
}
