package fulltext

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
)

// lookup reads postings. One goroutine uses it.
type lookup struct {
	reader *Reader
	dicts  map[string][]*vellum.Reader
	// unseen are, by segment, the documents that count for nothing at all: not
	// for the rarity of a word, nor for whether it exists. Deleted ones always
	// do.
	unseen []*hidden
	docs   int // documents that count

	list list // used again from one look to the next
}

func (r *Reader) newLookup() *lookup {
	l := &lookup{
		reader: r,
		dicts:  make(map[string][]*vellum.Reader, int(numFields)+2),
		unseen: make([]*hidden, len(r.segments)),
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
		within.RemoveRange(s.Count(), 1<<32)
		if s.deleted != nil {
			within.Or(s.deleted.set)
		}
		l.unseen[i] = newHidden(within)
	}
}

// place is where a segment keeps the documents that have a term in a field.
type place struct {
	segment int
	at      uint64 // what the dictionary says
}

// places are where a term stands in a field.
func (l *lookup) places(field, term string) ([]place, error) {
	dicts, err := l.dictionaries(field)
	if err != nil {
		return nil, err
	}
	var all []place
	key := []byte(term)
	for i, dict := range dicts {
		if dict == nil {
			continue
		}
		at, known, err := dict.Get(key)
		if err != nil {
			return nil, fmt.Errorf("read the full-text index: %w", err)
		}
		if known {
			all = append(all, place{i, at})
		}
	}
	return all, nil
}

// at is the list of a place, until the next is asked for.
func (l *lookup) at(p place) (*list, error) {
	if err := l.list.read(l.reader.segments[p.segment].bytes(), p.at); err != nil {
		return nil, fmt.Errorf("read the full-text index: %w", err)
	}
	return &l.list, nil
}

// count is how many documents that count are at some places.
func (l *lookup) count(places []place) (int, error) {
	total := 0
	for _, p := range places {
		found, err := l.at(p)
		if err != nil {
			return 0, err
		}
		total += found.count(l.unseen[p.segment])
	}
	return total, nil
}

// each calls fn with every document that counts and has term in field, in
// order of their numbers. fn looks up nothing.
func (l *lookup) each(field, term string, fn func(doc uint32, p posting)) error {
	places, err := l.places(field, term)
	if err != nil {
		return err
	}
	return l.eachAt(places, fn)
}

// eachAt is each for places that are known.
func (l *lookup) eachAt(places []place, fn func(doc uint32, p posting)) error {
	for _, p := range places {
		found, err := l.at(p)
		if err != nil {
			return err
		}
		if err := found.each(l.reader.segments[p.segment].base, l.unseen[p.segment], fn); err != nil {
			return fmt.Errorf("read the full-text index: %w", err)
		}
	}
	return nil
}

// dictionaries are those of a field, by segment; nil where none is.
func (l *lookup) dictionaries(field string) ([]*vellum.Reader, error) {
	if dicts, ok := l.dicts[field]; ok {
		return dicts, nil
	}
	dicts := make([]*vellum.Reader, len(l.reader.segments))
	for i, s := range l.reader.segments {
		dict, err := s.dictionary(field)
		if err != nil {
			return nil, fmt.Errorf("read the full-text index: %w", err)
		}
		if dict == nil {
			continue
		}
		if dicts[i], err = dict.Reader(); err != nil {
			return nil, fmt.Errorf("read the full-text index: %w", err)
		}
	}
	l.dicts[field] = dicts
	return dicts, nil
}
