package fulltext

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// plugin is zap with a way of its own to make new segments: terms are counted
// where they are found, without a map for each document, which takes a third
// of the time and a twentieth of the memory. Reading and merging are zap's.
type plugin struct{ *zap.ZapPlugin }

// register makes scorch use the plugin, for this version of zap alone: the
// segments are those that zap itself would write.
var register = sync.OnceFunc(func() {
	scorch.RegisterSegmentPlugin(plugin{&zap.ZapPlugin{}}, true)
	reportFailures()
	holdMerges()
})

// New is NewUsing without a configuration.
func (p plugin) New(results []index.Document) (segment.Segment, uint64, error) {
	return p.NewUsing(results, nil)
}

// NewUsing makes a segment of documents, and tells its size in bytes.
func (plugin) NewUsing(results []index.Document, config map[string]any) (segment.Segment, uint64, error) {
	docs := make([]*document, len(results))
	for i, result := range results {
		doc, ok := result.(*document)
		if !ok {
			return nil, 0, fmt.Errorf("make a segment: unexpected document %T", result)
		}
		docs[i] = doc
	}
	slices.SortFunc(docs, func(a, b *document) int { return cmp.Compare(a.id, b.id) })
	b := takeBuilder()
	defer leaveBuilder(b)
	return b.build(docs, config)
}

// spare are builders that have done a batch, at most as many as there are
// writers. They serve all stores of the process.
var spare struct {
	sync.Mutex
	builders []*segmentBuilder
}

func takeBuilder() *segmentBuilder {
	spare.Lock()
	defer spare.Unlock()
	n := len(spare.builders)
	if n == 0 {
		return new(segmentBuilder)
	}
	b := spare.builders[n-1]
	spare.builders = spare.builders[:n-1]
	return b
}

// leaveBuilder keeps a builder for the next batch.
func leaveBuilder(b *segmentBuilder) {
	spare.Lock()
	defer spare.Unlock()
	b.docs = nil
	if len(spare.builders) < writers {
		spare.builders = append(spare.builders, b)
	}
}

// Trim lets go of the memory that is kept for the next Apply, tens of megabytes
// after large ones, and of what was read of the index's files. It is called when
// no more are to come soon.
func (s *Store) Trim() {
	spare.Lock()
	spare.builders = nil
	spare.Unlock()
	r, err := s.Reader()
	if err != nil {
		return // closed, or about to be
	}
	defer r.Close()
	for _, part := range r.segments {
		releasePages(part.leaf)
	}
}

// segmentBuilder makes one segment at a time. Its memory is used again.
type segmentBuilder struct {
	docs   []*document
	fields []*fieldTerms
	uses   useList
	text   []byte // of the field at hand
	out    []byte // the segment as it stands in a file
	writer segmentWriter
}

// fieldTerms are the terms of one field, in the order in which they were found.
type fieldTerms struct {
	name    string
	options index.FieldIndexingOptions
	terms   termSet
	lists   []postings // of each term
	lengths []uint32   // of the field in each document, in tokens
}

// postings are the uses of a term, from the first document to the last.
type postings struct {
	first, last int32
	docs        uint32
}

// useList is a list that grows without being copied, and keeps its memory.
type useList struct {
	blocks [][]use
	size   int32
}

const (
	blockBits = 14
	blockUses = 1 << blockBits
)

func (l *useList) at(i int32) *use { return &l.blocks[i>>blockBits][i&(blockUses-1)] }

// add appends a use and returns its place.
func (l *useList) add(u use) int32 {
	at := l.size
	if int(at>>blockBits) == len(l.blocks) {
		l.blocks = append(l.blocks, make([]use, blockUses))
	}
	*l.at(at) = u
	l.size++
	return at
}

// use says how often a document has a term, and where the next one is.
type use struct {
	doc, freq uint32
	next      int32
}

func (b *segmentBuilder) build(docs []*document, config map[string]any) (segment.Segment, uint64, error) {
	b.start(docs)
	for i, doc := range docs {
		b.add(uint32(i), doc)
	}
	b.fields = slices.DeleteFunc(b.fields, func(f *fieldTerms) bool { return f.terms.len() == 0 })
	slices.SortFunc(b.fields[1:], func(x, y *fieldTerms) int { return cmp.Compare(x.name, y.name) })
	stored, sections, dicts, err := b.write()
	if err != nil {
		return nil, 0, fmt.Errorf("make a segment: %w", err)
	}
	raw := slices.Clone(b.out)
	base, err := openSegment(raw, uint64(len(docs)), stored, sections, config)
	if err != nil {
		return nil, 0, err
	}
	addr := func(field string) uint64 { return dicts[field] }
	return &fresh{SegmentBase: base, lexicon: lexicon{raw: raw, addr: addr}}, uint64(len(raw)), nil
}

// start clears what the last segment left. The first field is the path.
func (b *segmentBuilder) start(docs []*document) {
	b.docs, b.uses.size, b.out = docs, 0, b.out[:0]
	known := make(map[string]*fieldTerms, len(b.fields))
	for _, f := range b.fields {
		known[f.name] = f
	}
	b.fields = b.fields[:0]
	take := func(name string, options index.FieldIndexingOptions) {
		f := known[name]
		if f == nil {
			f = &fieldTerms{name: name, options: options}
		}
		f.start(len(docs))
		b.fields = append(b.fields, f)
	}
	take(idField, index.IndexField|index.StoreField)
	take(tagField, index.IndexField)
	take(flagField, index.IndexField)
	take(restField, index.IndexField)
	for f := range numFields {
		take(f.String(), index.IndexField)
	}
}

// Places of the fields in segmentBuilder until they are sorted.
const (
	idPlace = iota
	tagPlace
	flagPlace
	restPlace
	textPlaces
)

func (f *fieldTerms) start(docs int) {
	f.terms.clear()
	f.lists, f.lengths = f.lists[:0], f.lengths[:0]
	f.lengths = slices.Grow(f.lengths, docs)[:docs]
	clear(f.lengths)
}

// add counts the terms of a document. Folded forms do not lengthen a field.
func (b *segmentBuilder) add(doc uint32, d *document) {
	b.keywords(b.fields[idPlace], doc, d.id)
	b.keywords(b.fields[tagPlace], doc, d.tags...)
	b.keywords(b.fields[flagPlace], doc, d.flags...)
	b.scan(b.fields[restPlace], doc, d.rest)
	for i, text := range d.texts {
		b.scan(b.fields[textPlaces+i], doc, text)
	}
}

// scan counts the terms of a text.
func (b *segmentBuilder) scan(f *fieldTerms, doc uint32, text string) {
	b.text = append(b.text[:0], text...)
	scan(b.text, func(_, _ int, term []byte) {
		if term[0] != FoldMark[0] {
			f.lengths[doc]++
		}
		b.count(f, doc, term)
	})
}

// keywords counts terms as they are, each once.
func (b *segmentBuilder) keywords(f *fieldTerms, doc uint32, terms ...string) {
	slices.Sort(terms)
	for _, term := range slices.Compact(terms) {
		f.lengths[doc]++
		b.count(f, doc, []byte(term))
	}
}

// count notes that a document has a term once more.
func (b *segmentBuilder) count(f *fieldTerms, doc uint32, term []byte) {
	id, known := f.terms.number(term)
	if !known {
		at := b.uses.add(use{doc: doc, freq: 1})
		f.lists = append(f.lists, postings{first: at, last: at, docs: 1})
		return
	}
	list := &f.lists[id]
	last := b.uses.at(list.last)
	if last.doc == doc {
		last.freq++
		return
	}
	at := b.uses.add(use{doc: doc, freq: 1})
	last.next = at
	list.last = at
	list.docs++
}
