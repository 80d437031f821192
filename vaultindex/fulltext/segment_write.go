package fulltext

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// maxSegmentDocs is how many documents a new segment may have: so many fit into
// one array of a roaring bitmap.
const maxSegmentDocs = 4096

// segmentWriter is the memory that writing needs.
type segmentWriter struct {
	dict   bytes.Buffer
	fst    *vellum.Builder
	chunks []byte   // frequencies and lengths of a term
	ends   []uint64 // of its chunks
}

// fstOptions are those of zap.
var fstOptions = &vellum.BuilderOpts{Encoder: 1, RegistryTableSize: 0, RegistryMRUSize: 1}

// write puts the segment into out as zap would, and tells where the stored
// fields and the sections are listed, and where the dictionary of each field is.
func (b *segmentBuilder) write() (stored, sections uint64, dicts map[string]uint64, err error) {
	if len(b.docs) > maxSegmentDocs {
		return 0, 0, nil, fmt.Errorf("%d documents are too many", len(b.docs))
	}
	stored = b.writeStored()
	addrs := make([]uint64, len(b.fields))
	dicts = make(map[string]uint64, len(b.fields))
	for i, f := range b.fields {
		if addrs[i], dicts[f.name], err = b.writeField(f); err != nil {
			return 0, 0, nil, err
		}
	}
	return stored, b.writeSections(addrs), dicts, nil
}

// openSegment opens what was written.
func openSegment(raw []byte, docs, stored, sections uint64, config map[string]any) (*zap.SegmentBase, error) {
	stats, ok := config[segment.StatsKey].(*segment.Stats)
	if !ok || stats == nil {
		stats = new(segment.Stats)
	}
	s, err := zap.InitSegmentBase(raw, crc32.ChecksumIEEE(raw), zap.DefaultChunkMode, docs, stored, sections, config, stats)
	if err != nil {
		return nil, fmt.Errorf("open a new segment: %w", err)
	}
	return s, nil
}

// writeStored writes the paths, the only thing that is stored, and where each
// of them is. What follows a path is nothing at all, compressed.
func (b *segmentBuilder) writeStored() uint64 {
	offsets := make([]uint64, len(b.docs))
	var meta [binary.MaxVarintLen64]byte
	for i, doc := range b.docs {
		offsets[i] = uint64(len(b.out))
		n := binary.PutUvarint(meta[:], uint64(len(doc.id)))
		b.uvarints(uint64(n), uint64(len(doc.id)+1))
		b.out = append(b.out, meta[:n]...)
		b.out = append(b.out, doc.id...)
		b.out = append(b.out, 0)
	}
	listed := uint64(len(b.out))
	for _, offset := range offsets {
		b.out = binary.BigEndian.AppendUint64(b.out, offset)
	}
	b.uvarints(0) // documents within documents
	return listed
}

// noDocValues stands where the values of a field by document would begin.
const noDocValues = math.MaxUint64

// writeField writes the postings of all terms of a field and its dictionary,
// and behind that, at addr, where it is.
func (b *segmentBuilder) writeField(f *fieldTerms) (addr, dict uint64, err error) {
	w := &b.writer
	if err := w.begin(); err != nil {
		return 0, 0, err
	}
	for _, one := range f.terms.sorted() {
		if err := w.fst.Insert(f.terms.term(one.id), b.writePostings(f, &f.lists[one.id])); err != nil {
			return 0, 0, err
		}
	}
	if err := w.fst.Close(); err != nil {
		return 0, 0, err
	}
	dict = uint64(len(b.out))
	b.uvarints(uint64(w.dict.Len()))
	b.out = append(b.out, w.dict.Bytes()...)
	addr = uint64(len(b.out))
	b.uvarints(noDocValues, noDocValues, dict)
	return addr, dict, nil
}

// begin makes the dictionary's builder ready.
func (w *segmentWriter) begin() (err error) {
	w.dict.Reset()
	if w.fst == nil {
		w.fst, err = vellum.New(&w.dict, fstOptions)
		return err
	}
	return w.fst.Reset(&w.dict)
}

// writePostings writes where a term stands and returns what the dictionary
// says of it: of a term that one document has once, that is all there is.
func (b *segmentBuilder) writePostings(f *fieldTerms, list *postings) uint64 {
	if first := b.uses.at(list.first); list.docs == 1 && first.freq == 1 && f.lengths[first.doc] > 0 {
		return zap.FSTValEncode1Hit(uint64(first.doc), uint64(f.lengths[first.doc]))
	}
	freqs := b.writeFreqs(f, list)
	at := uint64(len(b.out))
	b.uvarints(freqs, 0, bitmapHead+2*uint64(list.docs))
	b.writeBitmap(list)
	return at
}

// writeFreqs writes how often each document has the term, and how long its
// field is, in chunks of equal ranges of documents.
func (b *segmentBuilder) writeFreqs(f *fieldTerms, list *postings) uint64 {
	w := &b.writer
	docs := uint32(len(b.docs))
	size := docs / (list.docs/1024 + 1)
	w.chunks = w.chunks[:0]
	w.ends = slices.Grow(w.ends[:0], int((docs-1)/size+1))[:(docs-1)/size+1]
	clear(w.ends)
	for at, n := list.first, list.docs; n > 0; n-- {
		c := b.uses.at(at)
		w.chunks = binary.AppendUvarint(w.chunks, uint64(c.freq)<<1)
		w.chunks = binary.AppendUvarint(w.chunks, uint64(f.lengths[c.doc]))
		w.ends[c.doc/size] = uint64(len(w.chunks))
		at = c.next
	}
	start := uint64(len(b.out))
	b.uvarints(uint64(len(w.ends)))
	end := uint64(0)
	for _, e := range w.ends {
		end = max(end, e) // an empty chunk ends where the last one did
		b.uvarints(end)
	}
	b.out = append(b.out, w.chunks...)
	return start
}

// bitmapHead is the length of a roaring bitmap with one array, before the array.
const bitmapHead = 16

// writeBitmap writes the documents of a term as a roaring bitmap.
func (b *segmentBuilder) writeBitmap(list *postings) {
	const noRuns = 12346
	out := binary.LittleEndian.AppendUint32(b.out, noRuns)
	out = binary.LittleEndian.AppendUint32(out, 1) // containers
	out = binary.LittleEndian.AppendUint16(out, 0) // upper half of the numbers
	out = binary.LittleEndian.AppendUint16(out, uint16(list.docs-1))
	out = binary.LittleEndian.AppendUint32(out, bitmapHead)
	for at, n := list.first, list.docs; n > 0; n-- {
		out = binary.LittleEndian.AppendUint16(out, uint16(b.uses.at(at).doc))
		at = b.uses.at(at).next
	}
	b.out = out
}

// invertedSection is the kind of section that holds terms.
const invertedSection = uint16(zap.SectionInvertedTextIndex)

// writeSections lists the fields and where their terms are.
func (b *segmentBuilder) writeSections(addrs []uint64) uint64 {
	offsets := make([]uint64, len(b.fields))
	for i, f := range b.fields {
		offsets[i] = uint64(len(b.out))
		b.uvarints(uint64(len(f.name)))
		b.out = append(b.out, f.name...)
		b.uvarints(uint64(f.options), 1)
		b.out = binary.BigEndian.AppendUint16(b.out, invertedSection)
		b.out = binary.BigEndian.AppendUint64(b.out, addrs[i])
	}
	listed := uint64(len(b.out))
	b.uvarints(uint64(len(b.fields)))
	for _, offset := range offsets {
		b.out = binary.BigEndian.AppendUint64(b.out, offset)
	}
	return listed
}

func (b *segmentBuilder) uvarints(values ...uint64) {
	for _, v := range values {
		b.out = binary.AppendUvarint(b.out, v)
	}
}
