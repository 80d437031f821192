package fulltext

import (
	"fmt"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Reader is the index at one point in time. What is applied to the Store
// later does not show in it. It may be used by several goroutines; Close it
// when the last of them is done.
type Reader struct {
	raw      index.IndexReader
	segments []part
	size     uint32 // document numbers are below this, deleted ones included
	live     int
	scratch  sync.Pool // of *board, for this reader's size
}

// part is one segment of the snapshot. The number of a document is base plus
// its number in the segment.
type part struct {
	segment.Segment
	base    uint32
	deleted *roaring.Bitmap
}

// Reader takes a snapshot of the index as it is now.
func (s *Store) Reader() (*Reader, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, ErrClosed
	}
	if s.broken.Load() {
		return nil, ErrBroken
	}
	raw, err := s.index.Reader()
	if err != nil {
		return nil, fmt.Errorf("read the full-text index: %w", err)
	}
	return newReader(raw)
}

func newReader(raw index.IndexReader) (*Reader, error) {
	snapshot, ok := raw.(*scorch.IndexSnapshot)
	if !ok {
		return nil, fmt.Errorf("read the full-text index: unexpected reader %T", raw)
	}
	r := &Reader{raw: raw}
	for _, s := range snapshot.Segments() {
		r.segments = append(r.segments, part{s.Segment(), r.size, s.Deleted()})
		r.size += uint32(s.Segment().Count())
		r.live += int(s.Count())
	}
	r.scratch.New = func() any { return newBoard(r.size) }
	return r, nil
}

// Count is the number of documents, private and excluded ones included.
func (r *Reader) Count() int { return r.live }

// Close lets the snapshot go.
func (r *Reader) Close() error { return r.raw.Close() }

// Paths calls yield with the path of every document, sorted, until it returns
// false. It is for comparing the index with the vault.
func (r *Reader) Paths(yield func(vaultpath.Path) bool) error {
	dict, err := r.raw.FieldDict(idField)
	if err != nil {
		return fmt.Errorf("list the full-text index: %w", err)
	}
	defer dict.Close()
	for {
		entry, err := dict.Next()
		if err != nil {
			return fmt.Errorf("list the full-text index: %w", err)
		}
		if entry == nil {
			return nil
		}
		gone, err := r.deleted(entry.Term)
		if err != nil {
			return err
		}
		if !gone && !yield(vaultpath.Path(strings.Clone(entry.Term))) {
			return nil
		}
	}
}

// deleted reports whether no live document has this path: dictionaries keep
// the terms of deleted documents until segments are merged.
func (r *Reader) deleted(path string) (bool, error) {
	lookup := r.newLookup()
	gone := true
	err := lookup.each(idField, path, false, func(uint32, posting) { gone = false })
	return gone, err
}

// path is the path of a document.
func (r *Reader) path(doc uint32) (vaultpath.Path, error) {
	i := len(r.segments) - 1
	for r.segments[i].base > doc {
		i--
	}
	id, err := r.segments[i].DocID(uint64(doc - r.segments[i].base))
	if err != nil {
		return "", fmt.Errorf("read the full-text index: %w", err)
	}
	return vaultpath.Path(id), nil
}

// posting is one document's use of a term in a field.
type posting struct {
	freq   float32
	length float32 // of the field, in tokens
}

// lookup reads postings. It caches dictionaries, which are not safe for
// concurrent use: every search has its own.
type lookup struct {
	reader *Reader
	dicts  map[string][]segment.TermDictionary
	// unseen are, by segment, the documents that count for nothing at all: not
	// for the rarity of a word, nor for whether it exists. Deleted ones always
	// do. A nil set is empty.
	unseen []*roaring.Bitmap
	docs   int // documents that count

	// list and iter are used again from one look to the next.
	list segment.PostingsList
	iter segment.PostingsIterator
}

func (r *Reader) newLookup() *lookup {
	l := &lookup{
		reader: r,
		dicts:  make(map[string][]segment.TermDictionary, int(numFields)+2),
		unseen: make([]*roaring.Bitmap, len(r.segments)),
		docs:   r.live,
	}
	for i, s := range r.segments {
		l.unseen[i] = s.deleted
	}
	return l
}

// hide makes live documents unseen.
func (l *lookup) hide(docs *roaring.Bitmap) {
	if docs.IsEmpty() {
		return
	}
	l.docs -= int(docs.GetCardinality())
	for i, s := range l.reader.segments {
		within := roaring.AddOffset64(docs, -int64(s.base))
		if s.deleted != nil {
			within.Or(s.deleted)
		}
		if !within.IsEmpty() {
			l.unseen[i] = within
		}
	}
}

// count is how many documents have term in a field with these dictionaries.
func (l *lookup) count(dicts []segment.TermDictionary, term string) (uint64, error) {
	total, key := uint64(0), []byte(term)
	for i, dict := range dicts {
		list, err := dict.PostingsList(key, l.unseen[i], l.list)
		if err != nil {
			return 0, fmt.Errorf("read the full-text index: %w", err)
		}
		l.list = list
		total += list.Count()
	}
	return total, nil
}

// each calls fn with every document that counts and has term in field, in
// order of their numbers. Frequencies and lengths are read when scored is set.
// fn looks up nothing.
func (l *lookup) each(field, term string, scored bool, fn func(doc uint32, p posting)) error {
	dicts, err := l.dictionaries(field)
	if err != nil {
		return err
	}
	key := []byte(term)
	for i, s := range l.reader.segments {
		list, err := dicts[i].PostingsList(key, l.unseen[i], l.list)
		if err != nil {
			return fmt.Errorf("read the full-text index: %w", err)
		}
		if l.list = list; list.Count() == 0 {
			continue
		}
		l.iter = list.Iterator(scored, scored, false, l.iter)
		if err := drain(l.iter, s.base, scored, fn); err != nil {
			return fmt.Errorf("read the full-text index: %w", err)
		}
	}
	return nil
}

func drain(iter segment.PostingsIterator, base uint32, scored bool, fn func(uint32, posting)) error {
	for {
		next, err := iter.Next()
		if err != nil || next == nil {
			return err
		}
		p := posting{freq: 1}
		if scored {
			p.freq = float32(next.Frequency())
			if norm := float32(next.Norm()); norm > 0 {
				p.length = 1 / (norm * norm)
			}
		}
		fn(base+uint32(next.Number()), p)
	}
}

func (l *lookup) dictionaries(field string) ([]segment.TermDictionary, error) {
	if dicts, ok := l.dicts[field]; ok {
		return dicts, nil
	}
	dicts := make([]segment.TermDictionary, len(l.reader.segments))
	for i, s := range l.reader.segments {
		dict, err := s.Dictionary(field)
		if err != nil {
			return nil, fmt.Errorf("read the full-text index: %w", err)
		}
		dicts[i] = dict
	}
	l.dicts[field] = dicts
	return dicts, nil
}
