package fulltext

import (
	"encoding/binary"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// list is the documents of one segment that have a term, as zap's format has
// them. It is read into again and again, and read from by one goroutine.
type list struct {
	docs roaring.Bitmap
	only int64  // the only document, which has the term once; -1 when docs tells
	size uint32 // of the field in the only document, in tokens
	uses []byte // of each document: how often it has the term, how long its field is

	some [256]uint32 // documents on their way out of docs
}

// read takes the list that a dictionary gives for a term. What it holds stays
// in raw.
func (l *list) read(raw []byte, at uint64) error {
	if at&zap.FSTValEncodingMask == zap.FSTValEncoding1Hit {
		doc, size := zap.FSTValDecode1Hit(at)
		l.only, l.size = int64(doc), uint32(size)
		return nil
	}
	l.only = -1
	var head [3]uint64 // where the uses are, where places would be, how long the bitmap is
	rest, err := from(raw, at)
	for i := range head {
		if err == nil {
			head[i], rest, err = number(rest)
		}
	}
	if err != nil || head[2] > uint64(len(rest)) {
		return errDamaged
	}
	if _, err := l.docs.FromBuffer(rest[:head[2]]); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return l.readUses(raw, head[0])
}

// readUses finds what is known of each document. It stands in chunks, which are
// for skipping; one follows the other.
func (l *list) readUses(raw []byte, at uint64) error {
	rest, err := from(raw, at)
	if err != nil {
		return err
	}
	chunks, rest, err := number(rest)
	end := uint64(0)
	for ; err == nil && chunks > 0; chunks-- {
		end, rest, err = number(rest)
	}
	if err != nil || end > uint64(len(rest)) {
		return errDamaged
	}
	l.uses = rest[:end]
	return nil
}

// from is what stands from a place on.
func from(raw []byte, at uint64) ([]byte, error) {
	if at >= uint64(len(raw)) {
		return nil, errDamaged
	}
	return raw[at:], nil
}

// number reads a number and returns what is behind it.
func number(raw []byte) (uint64, []byte, error) {
	n, size := binary.Uvarint(raw)
	if size <= 0 {
		return 0, nil, errDamaged
	}
	return n, raw[size:], nil
}

// count is how many of the documents are not hidden.
func (l *list) count(hidden *hidden) int {
	switch {
	case l.only >= 0:
		if hidden.has(uint32(l.only)) {
			return 0
		}
		return 1
	case hidden == nil:
		return int(l.docs.GetCardinality())
	}
	return int(l.docs.GetCardinality() - l.docs.AndCardinality(hidden.set))
}

// into adds the documents to a set, the hidden ones too.
func (l *list) into(set *roaring.Bitmap) {
	if l.only >= 0 {
		set.Add(uint32(l.only))
		return
	}
	set.Or(&l.docs)
}

// posting is one document's use of a term in a field.
type posting struct {
	freq   float32
	length float32 // of the field, in tokens
}

// each calls fn with the documents that are not hidden, in order; their numbers
// count from base.
func (l *list) each(base uint32, hidden *hidden, fn func(doc uint32, p posting)) error {
	if l.only >= 0 {
		if doc := uint32(l.only); !hidden.has(doc) {
			fn(base+doc, posting{1, float32(l.size)})
		}
		return nil
	}
	var docs roaring.ManyIntIterator
	docs.Initialize(&l.docs)
	rest := l.uses
	for {
		n := docs.NextMany(l.some[:])
		if n == 0 {
			return nil
		}
		for _, doc := range l.some[:n] {
			var p posting
			var ok bool
			if p, rest, ok = use1(rest); !ok {
				return errDamaged
			}
			if !hidden.has(doc) {
				fn(base+doc, p)
			}
		}
	}
}

// use1 reads how often one document has the term and how long its field is.
// Nearly always that is a byte, and one or two.
func use1(raw []byte) (posting, []byte, bool) {
	if len(raw) > 2 && raw[0] < 0x80 && raw[0] > 1 {
		if raw[1] < 0x80 {
			return posting{float32(raw[0] >> 1), float32(raw[1])}, raw[2:], true
		}
		if raw[2] < 0x80 {
			return posting{float32(raw[0] >> 1), float32(uint32(raw[1]&0x7f) | uint32(raw[2])<<7)}, raw[3:], true
		}
	}
	freq, n := binary.Uvarint(raw)
	if n <= 0 || freq>>1 == 0 {
		return posting{}, nil, false
	}
	length, m := binary.Uvarint(raw[n:])
	if m <= 0 {
		return posting{}, nil, false
	}
	return posting{float32(freq >> 1), float32(length)}, raw[n+m:], true
}

// hidden are the documents of a segment that count for nothing at all; nil is
// none. The bits say the same as the set, at once.
type hidden struct {
	set  *roaring.Bitmap
	bits []uint64
}

// newHidden is nil for an empty set, which may be nil too.
func newHidden(set *roaring.Bitmap) *hidden {
	if set == nil || set.IsEmpty() {
		return nil
	}
	h := &hidden{set: set, bits: make([]uint64, set.Maximum()/64+1)}
	for it := set.Iterator(); it.HasNext(); {
		doc := it.Next()
		h.bits[doc/64] |= 1 << (doc % 64)
	}
	return h
}

func (h *hidden) has(doc uint32) bool {
	return h != nil && int(doc/64) < len(h.bits) && h.bits[doc/64]&(1<<(doc%64)) != 0
}
