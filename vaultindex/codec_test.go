package vaultindex

import (
	"reflect"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// An entry is loaded as it was saved, its note with it.
func TestCodecKeepsEntries(t *testing.T) {
	want := &entry{disk: "Ń.md", identity: 7, racy: true, skip: SkipNotUTF8, file: &graph.File{
		Path: "Ń.md", Kind: graph.KindNote, Size: 5, ModTime: -6, Hash: [32]byte{1, 2}, Private: true, Excluded: true,
		Facts: note.Pack(note.Parse([]byte("---\na: 1\n---\n# H [[l]] #t"))),
	}}
	e := newEncoder()
	e.entry(want)
	d, err := newDecoder(e.finish("m"), "m")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.entry(); !reflect.DeepEqual(got, want) || d.err != nil {
		t.Errorf("saved and loaded:\n got %+v %+v\nwant %+v %+v (%v)", got, got.file, want, want.file, d.err)
	}
}

// What is cut short or changed by a bit is noticed; decoding junk ends.
func TestCodecNoticesDamage(t *testing.T) {
	e := newEncoder()
	e.manifest(&manifest{generation: 3, vault: "/v", skips: map[string]string{"a": "b"}, entries: map[vaultpath.Path]*entry{
		"n.md": {disk: "n.md", file: &graph.File{Path: "n.md", Facts: note.Pack(note.Parse([]byte("# H [[l]] #t")))}},
	}})
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
