package fulltext

import (
	"cmp"
	"context"
	"slices"
)

// commonShare is the share of all documents from which a word says nothing
// about any of them.
const commonShare = 0.06

// alwaysRare is how many documents may have a word in the smallest vault.
const alwaysRare = 4

// Rarest picks the n terms that say most: their weight times their rarity in
// bodies. Terms that only one document has, and that too many have, are left
// out. Private documents count only when asked for.
func (r *Reader) Rarest(ctx context.Context, terms []Term, n int, private bool) ([]Term, error) {
	s, err := r.newSearcher(ctx, Request{Private: private})
	if err != nil {
		return nil, err
	}
	type rated struct {
		Term
		worth float64
	}
	var all []rated
	for _, t := range terms {
		places, err := s.places(FieldBody.String(), t.Text)
		if err != nil {
			return nil, err
		}
		docs, err := s.count(places)
		if err != nil {
			return nil, err
		}
		if docs > 1 && float64(docs) <= max(commonShare*float64(s.docs), alwaysRare) {
			all = append(all, rated{t, t.Weight * idf(s.docs, docs)})
		}
	}
	slices.SortStableFunc(all, func(a, b rated) int { return cmp.Compare(b.worth, a.worth) })
	picked := make([]Term, 0, n)
	for _, t := range all[:min(len(all), n)] {
		picked = append(picked, t.Term)
	}
	return picked, ctx.Err()
}
