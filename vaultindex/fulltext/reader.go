package fulltext

import (
	"fmt"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

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
	leaf
	base    uint32
	deleted *hidden
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
		readable, ok := s.Segment().(leaf)
		if !ok {
			return nil, fmt.Errorf("read the full-text index: unexpected segment %T", s.Segment())
		}
		r.segments = append(r.segments, part{readable, r.size, newHidden(s.Deleted())})
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
	err := lookup.each(idField, path, func(uint32, posting) { gone = false })
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
