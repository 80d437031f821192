package vaultindex

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
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
	raw := encoded(t, func(e *encoder) {
		e.path("Ńa.md")
		e.entry(want)
	})
	d, err := newDecoder(bytes.NewReader(raw), int64(len(raw)), "m")
	if err != nil {
		t.Fatal(err)
	}
	d.path()
	got := d.entry()
	if err := d.finish(); !reflect.DeepEqual(got, want) || err != nil {
		t.Errorf("saved and loaded:\n got %+v %+v\nwant %+v %+v (%v)", got, got.file, want, want.file, err)
	}
}

// What is cut short or changed by a bit is noticed; decoding junk ends.
func TestCodecNoticesDamage(t *testing.T) {
	m := &manifest{
		generation: 3, vault: "/v", skips: map[string]string{"a": "b"}, entries: map[vaultpath.Path]*entry{
			"n.md": {disk: "n.md", file: &graph.File{Path: "n.md", Facts: note.Pack(note.Parse([]byte("# H [[l]] #t")))}},
		},
		held: map[vaultpath.Path]stamp{"n.md": 5, "gone.md": 6}, folders: map[vaultpath.Path]string{"f": "f"},
	}
	raw := encoded(t, func(e *encoder) { e.manifest(m) })
	if got, err := decoded(raw); err != nil || !maps.Equal(got.held, m.held) || !maps.Equal(got.folders, m.folders) {
		t.Fatalf("loaded %+v, %v", got, err)
	}
	for i := range raw {
		if _, err := decoded(raw[:i]); err == nil {
			t.Fatalf("%d of %d bytes pass for all", i, len(raw))
		}
		bad := append([]byte(nil), raw...)
		bad[i] ^= 4
		if _, err := decoded(bad); err == nil {
			t.Fatalf("a changed byte %d passes", i)
		}
	}
	if _, err := decoded(append(raw, raw[len(raw)-checksumSize:]...)); err == nil {
		t.Fatal("what was appended passes")
	}
}

// Where links lead is saved with a graph of just the files that are saved.
func TestCodecKeepsTargets(t *testing.T) {
	file := func(p vaultpath.Path, text string) *graph.File {
		return &graph.File{Path: p, Kind: graph.KindNote, Facts: note.Pack(note.Parse([]byte(text)))}
	}
	files := []*graph.File{file("a.md", "[[b]] [[gone]] [[#h]]"), file("b.md", "text"), file("c.md", "[[b]]")}
	m := &manifest{entries: make(map[vaultpath.Path]*entry), graph: graph.Build(files)}
	for _, f := range files {
		m.entries[f.Path] = &entry{disk: string(f.Path), file: f}
	}
	changed := *files[2]
	changed.Facts = note.Pack(note.Parse([]byte("[[a]]")))
	m.entries["c.md"] = &entry{disk: "c.md", file: &changed}
	got, err := decoded(encoded(t, func(e *encoder) { e.manifest(m) }))
	if err != nil {
		t.Fatal(err)
	}
	into := make([]int32, 3)
	if !got.targets.of(0, into) || !slices.Equal(into, []int32{1, graph.NoTarget, 0}) {
		t.Errorf("the links of a.md lead to %v", into)
	}
	if !got.targets.of(1, nil) || got.targets.of(0, into[:2]) || got.targets.of(2, into[:1]) {
		t.Error("targets were told that are not those of the links")
	}
	m.graph = m.graph.Update(nil, []vaultpath.Path{"b.md"}).Update([]*graph.File{file("d.md", "")}, nil)
	if got, err = decoded(encoded(t, func(e *encoder) { e.manifest(m) })); err != nil || got.targets.of(0, into) {
		t.Errorf("targets of another graph were saved (%v)", err)
	}
}

func encoded(t testing.TB, encode func(*encoder)) []byte {
	var out bytes.Buffer
	e := newEncoder(&out, "m")
	encode(e)
	if err := e.finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func decoded(raw []byte) (*manifest, error) {
	d, err := newDecoder(bytes.NewReader(raw), int64(len(raw)), "m")
	if err != nil {
		return nil, err
	}
	m := d.manifest()
	return m, d.finish()
}

// Junk is never more than it is, whatever lengths it tells of.
func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, func(e *encoder) { e.manifest(&manifest{generation: 3, vault: "/v", entries: nil}) })[1:])
	f.Fuzz(func(t *testing.T, body []byte) {
		raw := append([]byte("m"), body...)
		m, err := decoded(raw)
		if err == nil && len(m.entries)+len(m.folders) > len(raw) {
			t.Error("decoding made entries")
		}
	})
}
