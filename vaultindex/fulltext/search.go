package fulltext

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Ranking constants. saturation is BM25's k1. coverageFloor is the part of a
// document's score that it keeps when it has next to nothing of the request:
// the rest grows with the weight of the terms found, so that a note with the
// rare word beats one with three common ones.
const (
	saturation    = 1.2
	coverageFloor = 0.35
)

// MaxTerms is how many terms of a request count: it bounds pasted texts. Of
// more the first ones do.
const MaxTerms = 48

// Search ranks the documents that have terms of the request. Not all terms
// need be found; rare ones weigh more. It stops with ctx's error.
func (r *Reader) Search(ctx context.Context, req Request) (Found, error) {
	s, err := r.newSearcher(ctx, req)
	if err != nil {
		return Found{}, err
	}
	keep, exact, err := s.eval(req.Filter)
	if err != nil {
		return Found{}, err
	}
	if len(req.Terms) == 0 {
		return s.unranked(keep, exact)
	}
	s.board = r.scratch.Get().(*board)
	defer func() { s.board.reset(); r.scratch.Put(s.board) }()
	found := Found{Exact: exact}
	for _, t := range req.Terms[:min(len(req.Terms), MaxTerms)] {
		info, err := s.scoreTerm(t)
		if err != nil {
			return Found{}, err
		}
		found.Terms = append(found.Terms, info)
	}
	s.board.narrow(keep)
	found.Total = len(s.board.touched)
	if found.Matches, err = s.rated(s.board.touched, found.Terms, max(s.req.Limit, 1)); err != nil {
		return Found{}, err
	}
	found.Whole, err = s.wholly(req.Whole, keep, found.Terms)
	return found, err
}

// searcher is one running search.
type searcher struct {
	*lookup
	ctx   context.Context //nolint:containedctx // lives for one call of Search
	req   Request
	board *board

	lookups int // words looked up for filters
	walked  int // words looked at for filters
}

// newSearcher makes a searcher to which the documents that the request may not
// see are unseen.
func (r *Reader) newSearcher(ctx context.Context, req Request) (*searcher, error) {
	s := &searcher{lookup: r.newLookup(), ctx: ctx, req: req}
	hidden, err := s.hidden()
	if err != nil {
		return nil, err
	}
	s.hide(hidden)
	return s, nil
}

// scoreTerm adds one term to the board.
func (s *searcher) scoreTerm(t Term) (TermInfo, error) {
	if t.Weight == 0 {
		t.Weight = 1
	}
	info := TermInfo{Term: t, Forms: make(map[string]FormKind)}
	if err := s.spread(&info, s.usualForms(t)); err != nil {
		return info, err
	}
	if len(s.board.termTouched) == 0 && fuzzable(t) {
		if err := s.spreadFuzzy(&info); err != nil {
			return info, err
		}
	}
	info.Docs = len(s.board.termTouched)
	info.IDF = t.Weight * idf(s.docs, info.Docs)
	s.board.endTerm(float32(info.IDF))
	return info, s.ctx.Err()
}

// idf is BM25's: a term that every document has is worth next to nothing, one
// that none has would be worth most.
func idf(docs, with int) float64 {
	return math.Log(1 + (float64(docs-min(with, docs))+0.5)/(float64(with)+0.5))
}

// form is a term of the index that answers a term of the request.
type form struct {
	text   string
	kind   FormKind
	places []place // where it stands in the field at hand; nil when not looked up
}

// spread puts the documents with one of the forms on the board, field by
// field. Words that begin with the term count in names and the like, and in
// the body only where the word itself is hardly found or all are asked for.
func (s *searcher) spread(info *TermInfo, forms []form) error {
	for f := FieldName; f < numFields; f++ {
		if !info.Fields.Has(f) {
			continue
		}
		if err := s.addForms(f, info, forms); err != nil {
			return err
		}
		longer, err := s.longer(f, info)
		if err != nil {
			return err
		}
		weighed := len(longer)
		if !single(info.Text) {
			weighed = min(weighed, maxPrefixed)
		}
		if err := s.addForms(f, info, longer[:weighed]); err != nil {
			return err
		}
		if err := s.addBeyond(f, info, longer[weighed:]); err != nil {
			return err
		}
		s.board.endField(f)
	}
	return nil
}

// longer are the words that begin with a term and count as it: all pairs that
// begin with a single character, for the rest what spread says.
func (s *searcher) longer(f Field, info *TermInfo) ([]form, error) {
	if single(info.Text) {
		return s.prefixed(f.String(), info.Text, maxPairs, Exact)
	}
	rare := f != FieldBody || len(s.board.termTouched)+len(s.board.fieldTouched) < plenty
	if info.Strict || !info.Begins && !(info.Prefix && rare) {
		return nil, nil
	}
	forms, err := s.prefixed(f.String(), info.Text, maxBeyond+1, Prefixed)
	if len(forms) > maxBeyond {
		info.Cut, forms = true, forms[:maxBeyond]
	}
	return forms, err
}

// beyondWorth is what a document with a rare longer word gets, as a share of
// what one of average length gets for a frequent one.
const beyondWorth = 0.5

// addBeyond puts the documents that have one of many rare forms on the board,
// all for the same.
func (s *searcher) addBeyond(f Field, info *TermInfo, forms []form) error {
	props := &fieldTable[f]
	for _, fm := range forms {
		err := s.eachAt(fm.places, func(doc uint32, _ posting) {
			s.board.addForm(doc, props.boost*kindWeight[fm.kind]*beyondWorth)
		})
		if err != nil {
			return err
		}
		if _, known := info.Forms[fm.text]; !known {
			info.Forms[fm.text] = fm.kind
		}
	}
	return s.ctx.Err()
}

// placesOf are where a form stands in a field.
func (s *searcher) placesOf(fm form, f Field) ([]place, error) {
	if fm.places != nil {
		return fm.places, nil
	}
	return s.places(f.String(), fm.text)
}

// addForms puts the documents that have one of the forms in a field on the
// board, and notes which forms exist.
func (s *searcher) addForms(f Field, info *TermInfo, forms []form) error {
	props := &fieldTable[f]
	for _, fm := range forms {
		if fm.kind == Inflected && (f == FieldTags || f == FieldPath) || fm.kind == Derived && !derivedFields.Has(f) {
			continue
		}
		factor := props.boost * kindWeight[fm.kind] * (saturation + 1)
		places, err := s.placesOf(fm, f)
		if err != nil {
			return err
		}
		seen := false
		err = s.eachAt(places, func(doc uint32, p posting) {
			seen = true
			length := 1 - props.b + props.b*p.length/props.pivot
			s.board.addForm(doc, factor*p.freq/(p.freq+saturation*length))
		})
		if err != nil {
			return err
		}
		if old, known := info.Forms[fm.text]; seen && (!known || fm.kind < old) {
			info.Forms[fm.text] = fm.kind
		}
	}
	return nil
}

// rated are the n best of some documents, by what the board says of them.
func (s *searcher) rated(docs []uint32, terms []TermInfo, n int) ([]Match, error) {
	var whole float32
	for _, t := range terms {
		whole += float32(t.IDF)
	}
	all := slices.Grow(s.board.candidates[:0], len(docs))
	for _, doc := range docs {
		coverage := s.board.coverage[doc] / whole
		score := s.board.score[doc] * (coverageFloor + (1-coverageFloor)*coverage)
		all = append(all, candidate{doc, score, min(coverage, 1)})
	}
	s.board.candidates = all
	top, err := s.reader.top(all, n)
	matches := make([]Match, 0, len(top))
	for _, c := range top {
		matches = append(matches, Match{c.path, float64(c.score), float64(c.coverage), s.board.fields[c.doc]})
	}
	return matches, err
}

// unranked answers a request without terms: all that passes, by path.
func (s *searcher) unranked(keep *roaring.Bitmap, exact bool) (Found, error) {
	if keep == nil {
		keep = s.all()
	}
	found := Found{Exact: exact, Total: int(keep.GetCardinality())}
	for it := keep.Iterator(); it.HasNext(); {
		path, err := s.reader.path(it.Next())
		if err != nil {
			return Found{}, err
		}
		found.Matches = append(found.Matches, Match{Path: path, Coverage: 1})
	}
	slices.SortFunc(found.Matches, func(a, b Match) int { return cmp.Compare(a.Path, b.Path) })
	found.Matches = found.Matches[:min(len(found.Matches), max(s.req.Limit, 1))]
	return found, s.ctx.Err()
}
