package fulltext

import "github.com/RoaringBitmap/roaring/v2"

// board is the scratch memory of one search: a cell for every document. It is
// cleared by walking what was touched, so a rare word costs little in a large
// vault.
type board struct {
	score    []float32
	coverage []float32
	term     []float32 // the current term, over all fields
	field    []float32 // the current term in the current field
	fields   []FieldSet

	touched      []uint32 // documents with a score
	termTouched  []uint32
	fieldTouched []uint32

	candidates []candidate // see searcher.rated
}

func newBoard(size uint32) *board {
	cells := make([]float32, 4*int(size))
	n := int(size)
	return &board{
		score: cells[:n], coverage: cells[n : 2*n],
		term: cells[2*n : 3*n], field: cells[3*n:], fields: make([]FieldSet, n),
	}
}

// addForm notes that a form of the current term is worth value in the current
// field. Of several forms the best one counts.
func (b *board) addForm(doc uint32, value float32) {
	switch old := b.field[doc]; {
	case old == 0:
		b.fieldTouched = append(b.fieldTouched, doc)
		b.field[doc] = value
	case value > old:
		b.field[doc] = value
	}
}

// endField adds the current field, which is f, to the current term.
func (b *board) endField(f Field) {
	for _, doc := range b.fieldTouched {
		b.fields[doc] |= Only(f)
		if b.term[doc] == 0 {
			b.termTouched = append(b.termTouched, doc)
		}
		b.term[doc] += b.field[doc]
		b.field[doc] = 0
	}
	b.fieldTouched = b.fieldTouched[:0]
}

// endTerm adds the current term, whose rarity is idf, to the scores.
func (b *board) endTerm(idf float32) {
	for _, doc := range b.termTouched {
		if b.coverage[doc] == 0 {
			b.touched = append(b.touched, doc)
		}
		b.score[doc] += idf * b.term[doc]
		b.coverage[doc] += idf
		b.term[doc] = 0
	}
	b.termTouched = b.termTouched[:0]
}

// narrow takes what is not in keep out of what was found. A nil keep keeps
// all.
func (b *board) narrow(keep *roaring.Bitmap) {
	if keep == nil {
		return
	}
	kept := b.touched[:0]
	for _, doc := range b.touched {
		if keep.Contains(doc) {
			kept = append(kept, doc)
			continue
		}
		b.score[doc], b.coverage[doc], b.fields[doc] = 0, 0, 0
	}
	b.touched = kept
}

// reset makes the board ready for the next search.
func (b *board) reset() {
	b.endField(0)
	b.endTerm(0)
	for _, doc := range b.touched {
		b.score[doc], b.coverage[doc], b.fields[doc] = 0, 0, 0
	}
	b.touched = b.touched[:0]
}
