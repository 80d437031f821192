package note

import "testing"

// 6.8: the type of a property that the vault assigns none, and what fits.
func TestInferType(t *testing.T) {
	n := Parse([]byte("---\nTags: a\naliases: [b]\ncssclasses: c\ntext: x\nlist: [1]\nint: 5\nfloat: 1.5\ndone: true\nday: 2026-01-31\n" +
		"no day: 2026-02-30\nat: 2026-01-31T10:20\nsecond: 2026-01-31T10:20:30\nnull:\nobject: {a: 1}\nyes: yes\n---\n"))
	want := map[string]string{
		"Tags": TypeTags, "aliases": TypeAliases, "cssclasses": TypeList, "text": TypeText, "list": TypeList, "int": TypeNumber, "float": TypeNumber,
		"done": TypeCheckbox, "day": TypeDate, "no day": TypeText, "at": TypeDateTime, "second": TypeDateTime, "null": "", "object": "", "yes": TypeText,
	}
	if len(n.Properties) != len(want) {
		t.Fatalf("%d properties, want %d: %v", len(n.Properties), len(want), n.Problems)
	}
	for _, p := range n.Properties {
		if got := InferType(p.Key, p.Value); got != want[p.Key] {
			t.Errorf("%s: %q, want %q", p.Key, got, want[p.Key])
		}
	}
}

func TestFitsType(t *testing.T) {
	for _, c := range []struct {
		typ   string
		value any
		fits  bool
	}{
		{TypeText, "a", true}, {TypeText, "2026-01-31", true}, {TypeText, int64(1), false}, {TypeText, []any{"a"}, false},
		{TypeList, "a", true}, {TypeList, []any{int64(1)}, true}, {TypeTags, []any{"a"}, true}, {TypeAliases, true, false},
		{TypeNumber, 1.5, true}, {TypeNumber, "1.5", false}, {TypeCheckbox, true, true}, {TypeCheckbox, "yes", false},
		{TypeDate, "2026-01-31", true}, {TypeDate, "2026-01-31T10:20", false}, {TypeDate, "soon", false}, {TypeDateTime, "2026-01-31", true},
		{TypeNumber, nil, true}, {"own-type", map[string]any{}, true},
	} {
		if got := FitsType(c.typ, c.value); got != c.fits {
			t.Errorf("%v as %s: %v", c.value, c.typ, got)
		}
	}
}
