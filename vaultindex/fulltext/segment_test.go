package fulltext

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
	"pgregory.net/rapid"
)

// slowDoc is a document as zap itself analyses it, term by term.
type slowDoc struct {
	*document
	fields []index.Field
}

func (d *slowDoc) VisitFields(visit index.FieldVisitor) {
	for _, f := range d.fields {
		visit(f)
	}
}

type slowField struct {
	name    string
	value   string
	options index.FieldIndexingOptions
	length  int
	freqs   index.TokenFrequencies
}

func (f *slowField) Name() string                                     { return f.name }
func (f *slowField) Value() []byte                                    { return []byte(f.value) }
func (f *slowField) ArrayPositions() []uint64                         { return nil }
func (f *slowField) EncodedFieldType() byte                           { return 't' }
func (f *slowField) Analyze()                                         {}
func (f *slowField) Options() index.FieldIndexingOptions              { return f.options }
func (f *slowField) AnalyzedLength() int                              { return f.length }
func (f *slowField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }
func (f *slowField) NumPlainTextBytes() uint64                        { return 0 }

func newSlowField(name string, terms []string, length int) *slowField {
	f := &slowField{name: name, options: index.IndexField, length: length, freqs: make(index.TokenFrequencies)}
	for _, term := range terms {
		tf := f.freqs[term]
		if tf == nil {
			tf = &index.TokenFreq{Term: []byte(term)}
			f.freqs[term] = tf
		}
		tf.SetFrequency(tf.Frequency() + 1)
	}
	return f
}

func slowly(d *document) *slowDoc {
	slow := &slowDoc{document: d}
	names := []string{restField}
	for f := range numFields {
		names = append(names, f.String())
	}
	for i, text := range append([]string{d.rest}, d.texts[:]...) {
		var terms []string
		length := 0
		for _, tok := range Tokens(text) {
			terms = append(terms, tok.Term)
			if !IsFolded(tok.Term) {
				length++
			}
		}
		if len(terms) > 0 {
			slow.fields = append(slow.fields, newSlowField(names[i], terms, length))
		}
	}
	for name, terms := range map[string][]string{tagField: d.tags, flagField: d.flags} {
		once := slices.Sorted(maps.Keys(wordsOf(terms)))
		if len(once) > 0 {
			slow.fields = append(slow.fields, newSlowField(name, once, len(once)))
		}
	}
	id := newSlowField(idField, []string{d.id}, 1)
	id.value, id.options = d.id, index.IndexField|index.StoreField
	slow.fields = append(slow.fields, id)
	return slow
}

func wordsOf(terms []string) map[string]bool {
	set := make(map[string]bool)
	for _, term := range terms {
		set[term] = true
	}
	return set
}

// A segment says the same as the one zap makes of the same documents, and so
// does what zap merges it into.
func TestSegmentIsZaps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var docs []Doc
		for i := range rapid.IntRange(1, 20).Draw(rt, "docs") {
			docs = append(docs, stocked(rt, i))
		}
		sameSegments(t, rt, docs, rapid.IntRange(0, 4).Draw(rt, "merged") == 0)
	})
	many := synthetic(1500) // more documents with a word than one chunk holds
	for i := range many {
		many[i].Body += " word"
	}
	sameSegments(t, t, many, true)
	sameSegments(t, t, []Doc{{Path: "empty.md"}}, true)
}

func sameSegments(t *testing.T, rt rapid.TB, docs []Doc, merging bool) {
	var quick, slow []index.Document
	for i := range docs {
		quick = append(quick, newDocument(&docs[i]))
		slow = append(slow, slowly(newDocument(&docs[i])))
	}
	slices.SortFunc(slow, func(a, b index.Document) int { return strings.Compare(a.ID(), b.ID()) })
	ours, _, err := plugin{&zap.ZapPlugin{}}.New(quick)
	if err != nil {
		rt.Fatal(err)
	}
	theirs, _, err := (&zap.ZapPlugin{}).New(slow)
	if err != nil {
		rt.Fatal(err)
	}
	if a, b := segmentSays(rt, ours), segmentSays(rt, theirs); a != b {
		rt.Fatalf("ours says %.3000s, zap's %.3000s", a, b)
	}
	if !merging {
		return
	}
	a, b := merged(t, rt, ours, 0), merged(t, rt, theirs, 0)
	if a != b {
		rt.Fatalf("merged, ours says %.3000s, zap's %.3000s", a, b)
	}
}

// merged is what a segment says after zap merged it with itself, without one
// of the documents.
func merged(t *testing.T, rt rapid.TB, s segment.Segment, but uint32) string {
	path := filepath.Join(t.TempDir(), "merged.zap")
	z := plugin{&zap.ZapPlugin{}}
	if _, _, err := z.Merge([]segment.Segment{s, s}, []*roaring.Bitmap{roaring.BitmapOf(but), nil}, path, nil, nil); err != nil {
		rt.Fatal(err)
	}
	m, err := z.Open(path)
	if err != nil {
		rt.Fatal(err)
	}
	defer m.Close()
	return segmentSays(rt, m)
}

// segmentSays writes down all there is in a segment.
func segmentSays(t rapid.TB, s segment.Segment) string {
	var b strings.Builder
	for doc := range s.Count() {
		id, err := s.DocID(doc)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d %s\n", doc, id)
		err = s.VisitStoredFields(doc, func(field string, _ byte, value []byte, _ []uint64) bool {
			fmt.Fprintf(&b, " stored %s %s\n", field, value)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fields := s.Fields()
	slices.Sort(fields)
	for _, field := range fields {
		dict, err := s.Dictionary(field)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", field)
		var says strings.Builder
		dictionarySays(t, &says, dict)
		if l, ok := s.(leaf); ok {
			if quick := leafSays(t, l, field); quick != says.String() {
				t.Fatalf("read past zap, %s says %.3000s, want %.3000s", field, quick, says.String())
			}
		}
		b.WriteString(says.String())
	}
	return b.String()
}

func dictionarySays(t rapid.TB, b *strings.Builder, dict segment.TermDictionary) {
	for it := dict.AutomatonIterator(nil, nil, nil); ; {
		entry, err := it.Next()
		if err != nil {
			t.Fatal(err)
		}
		if entry == nil {
			return
		}
		list, err := dict.PostingsList([]byte(entry.Term), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, " %q %d:", entry.Term, list.Count())
		for uses := list.Iterator(true, true, false, nil); ; {
			p, err := uses.Next()
			if err != nil {
				t.Fatal(err)
			}
			if p == nil {
				break
			}
			fmt.Fprintf(b, " %d %d %d", p.Number(), p.Frequency(), p.(*zap.Posting).NormUint64())
		}
		b.WriteByte('\n')
	}
}

// leafSays is what dictionarySays writes, read past zap.
func leafSays(t rapid.TB, s leaf, field string) string {
	dict, err := s.dictionary(field)
	if err != nil || dict == nil {
		t.Fatalf("the dictionary of %s is %v, %v", field, dict, err)
	}
	var b strings.Builder
	var l list
	it, err := dict.Search(nil, nil, nil)
	for ; err == nil; err = it.Next() {
		term, at := it.Current()
		if err := l.read(s.bytes(), at); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, " %q %d:", term, l.count(nil))
		err := l.each(0, nil, func(doc uint32, p posting) { fmt.Fprintf(&b, " %d %.0f %.0f", doc, p.freq, p.length) })
		if err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	if !errors.Is(err, vellum.ErrIteratorDone) {
		t.Fatal(err)
	}
	return b.String()
}

// A batch never has more documents than one segment may.
func TestBatchesFitIntoSegments(t *testing.T) {
	if batchDocs > maxSegmentDocs {
		t.Errorf("batches of %d documents, segments of %d", batchDocs, maxSegmentDocs)
	}
	b := new(segmentBuilder)
	docs := make([]*document, maxSegmentDocs+1)
	for i := range docs {
		docs[i] = &document{id: fmt.Sprint(i)}
	}
	if _, _, err := b.build(docs, nil); err == nil {
		t.Error("a segment of too many documents is made")
	}
}
