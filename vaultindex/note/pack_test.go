package note

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// fill sets every field of v to something that is not its zero value.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n%3 + 1))
	case reflect.String:
		v.SetString(string(rune('a'+*n%26)) + "字")
	case reflect.Interface:
		v.Set(reflect.ValueOf([]any{nil, true, false, int64(-7), 1.5, "s", []any{}, map[string]any{}, map[string]any{"k": []any{false}}}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0), n)
		fill(t, v.Index(1), n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Span]() {
			v.Set(reflect.ValueOf(Span{Start: 1000 - *n, End: 2000 + *n, Line: 500 - *n}))
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
		if h, ok := v.Addr().Interface().(*Heading); ok { // a section holds its heading
			h.End, h.EndLine = h.End+h.Span.End, h.EndLine+h.Span.Line
		}
	default:
		t.Fatalf("a note has a field of kind %s, which Pack does not know", v.Kind())
	}
}

// full is a note of which every field is set.
func full(t *testing.T) *Note {
	n, filled := new(Note), 0
	fill(t, reflect.ValueOf(n).Elem(), &filled)
	return n
}

// No field of a note is forgotten when it is packed.
func TestPackKeepsEveryField(t *testing.T) {
	for _, want := range []*Note{full(t), {}} {
		p := Pack(want)
		if got := FromData(p.Data()).Unpack(); !reflect.DeepEqual(got, want) {
			t.Errorf("packed and unpacked:\n got %+v\nwant %+v", got, want)
		}
	}
	if got := (Packed{}).Unpack(); got != nil {
		t.Errorf("no note unpacks to %+v", got)
	}
}

// The parts that can be asked for alone are those of the whole.
func TestPackedParts(t *testing.T) {
	want := full(t)
	p := Pack(want)
	links := append(append([]Link(nil), want.PropertyLinks...), want.Links...)
	var got []Link
	for i, l := range p.Links() {
		if i != len(got) {
			t.Errorf("link %d is numbered %d", len(got), i)
		}
		got = append(got, l)
	}
	var tags []Tag
	for tag := range p.Tags() {
		tags = append(tags, tag)
	}
	if !reflect.DeepEqual(got, links) || p.LinkCount() != len(links) || !reflect.DeepEqual(tags, want.Tags) {
		t.Errorf("links %+v, tags %+v", got, tags)
	}
	if !reflect.DeepEqual(p.Headings(), want.Headings) || !reflect.DeepEqual(p.Blocks(), want.Blocks) ||
		!reflect.DeepEqual(p.Footnotes(), want.Footnotes) || !reflect.DeepEqual(p.Properties(), want.Properties) ||
		!reflect.DeepEqual(p.Aliases(), want.Aliases) {
		t.Error("a part differs from the whole")
	}
	samePropertyKeys(t, p)
}

func samePropertyKeys(t *testing.T, p Packed) {
	t.Helper()
	var want []string
	for _, property := range p.Properties() {
		want = append(want, property.Key)
	}
	if got := slices.Collect(p.PropertyKeys()); !slices.Equal(got, want) {
		t.Errorf("the keys alone are %q, those of the properties %q", got, want)
	}
}

// Equal notes pack to equal values, different ones do not.
func TestPackedCompares(t *testing.T) {
	a, b := Pack(Parse([]byte("# A [[b]]"))), Pack(Parse([]byte("# A [[b]]")))
	if a != b || a == Pack(Parse([]byte("# A [[c]]"))) || a.Zero() || !(Packed{}).Zero() {
		t.Error("packed notes do not compare as their notes do")
	}
}

// FuzzUnpack: whatever is unpacked, it ends without a panic, and makes no more
// than the data could hold.
func FuzzUnpack(f *testing.F) {
	for _, in := range []string{"", "---\na: [1, {b: c}]\naliases: x\n---\n# H [[a#b|c]] #t ^id\n\n- [ ] x\n\n[^1]: f\n", strings.Repeat("[[a]] ", 20)} {
		f.Add(Pack(Parse([]byte(in))).Data())
	}
	f.Fuzz(func(t *testing.T, data string) {
		p := FromData(data)
		n := p.Unpack()
		if n == nil {
			return
		}
		if got := len(n.Links) + len(n.PropertyLinks) + len(n.Tags) + len(n.Headings); got > len(data) {
			t.Fatalf("%d facts from %d bytes", got, len(data))
		}
		samePropertyKeys(t, p)
		for _, s := range spans(n) {
			if s.Start < 0 || s.End < s.Start {
				t.Fatalf("span %+v", s)
			}
		}
	})
}
