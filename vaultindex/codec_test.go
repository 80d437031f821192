package vaultindex

import (
	"reflect"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// fill sets every field of v to something that is not its zero value.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n%2 + 1))
	case reflect.String:
		v.SetString(string(rune('a'+*n%26)) + "字")
	case reflect.Interface:
		v.Set(reflect.ValueOf([]any{nil, true, int64(-7), 1.5, "s", map[string]any{"k": []any{false}}}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0), n)
		fill(t, v.Index(1), n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[note.Span]() {
			v.Set(reflect.ValueOf(note.Span{Start: *n, End: 2**n + 1, Line: *n}))
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	default:
		t.Fatalf("a note has a field of kind %s, which the codec does not know", v.Kind())
	}
}

// No field of a note is forgotten when it is saved.
func TestCodecKeepsEveryField(t *testing.T) {
	var full note.Note
	n := 0
	fill(t, reflect.ValueOf(&full).Elem(), &n)
	for _, want := range []*note.Note{&full, {}} {
		e := newEncoder()
		e.note(want)
		raw := e.finish("m")
		d, err := newDecoder(raw, "m")
		if err != nil {
			t.Fatal(err)
		}
		if got := d.note(); !reflect.DeepEqual(got, want) || d.err != nil {
			t.Errorf("saved and loaded:\n got %+v\nwant %+v (%v)", got, want, d.err)
		}
	}
}

// What is cut short or changed by a bit is noticed; decoding junk ends.
func TestCodecNoticesDamage(t *testing.T) {
	var full note.Note
	n := 0
	fill(t, reflect.ValueOf(&full).Elem(), &n)
	e := newEncoder()
	e.note(&full)
	raw := e.finish("m")
	for i := range raw {
		if _, err := newDecoder(raw[:i], "m"); err == nil {
			t.Fatalf("%d of %d bytes pass for all", i, len(raw))
		}
		bad := append([]byte(nil), raw...)
		bad[i] ^= 4
		if _, err := newDecoder(bad, "m"); err == nil {
			t.Fatalf("a changed byte %d passes", i)
		}
	}
}

func FuzzDecode(f *testing.F) {
	e := newEncoder()
	e.manifest(&manifest{generation: 3, vault: "/v", entries: nil})
	f.Add(e.body)
	f.Fuzz(func(t *testing.T, body []byte) {
		d := &decoder{data: body, names: []string{"", "a", "b/c.md"}}
		d.manifest()
		if d.err == nil && len(d.data) > len(body) {
			t.Error("decoding made bytes")
		}
	})
}
