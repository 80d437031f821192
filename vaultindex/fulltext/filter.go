package fulltext

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// eval finds the documents that pass a filter. A nil set is all documents. The
// second result tells that every one of the set fulfils the filter; otherwise
// the set is only known to leave out none that does.
func (s *searcher) eval(f *Filter) (*roaring.Bitmap, bool, error) {
	if f == nil {
		return nil, true, nil
	}
	switch f.Op {
	case OpAnd, OpOr:
		return s.evalGroup(f)
	case OpNot:
		set, exact, err := s.eval(&f.Subs[0])
		if err != nil || !exact {
			return nil, false, err
		}
		if set == nil {
			return roaring.New(), true, nil
		}
		return roaring.AndNot(s.all(), set), true, nil
	case OpHas, OpPart:
		return s.evalHas(f)
	case OpTag:
		set, err := s.having(tagField, tagKey(f.Text))
		return set, true, err
	case OpIn:
		set, err := s.named(f.Paths)
		return set, err == nil, err
	}
	return nil, false, nil
}

func (s *searcher) evalGroup(f *Filter) (*roaring.Bitmap, bool, error) {
	var result *roaring.Bitmap
	exact := true
	for i := range f.Subs {
		set, sure, err := s.eval(&f.Subs[i])
		if err != nil {
			return nil, false, err
		}
		exact = exact && sure
		switch {
		case set == nil && f.Op == OpOr:
			return nil, exact && sure, nil
		case set == nil:
		case result == nil:
			result = set
		case f.Op == OpOr:
			result = roaring.Or(result, set)
		default:
			result = roaring.And(result, set)
		}
	}
	return result, exact, nil
}

// maxLookups bounds how many words are looked up for the filters of a request.
// What is behind lets all pass.
const maxLookups = 20_000

// evalHas intersects the tokens of a text. One word alone is decided by the
// index; of several it cannot tell the order.
func (s *searcher) evalHas(f *Filter) (*roaring.Bitmap, bool, error) {
	words := QueryTokens(f.Text)
	if len(words) == 0 {
		return nil, false, nil
	}
	var result *roaring.Bitmap
	for _, w := range words {
		if s.lookups > maxLookups {
			return result, false, nil
		}
		look := s.withWord
		if f.Op == OpPart && !IsPaired(w.Term) {
			look = s.withPart
		}
		set, err := look(w.Term, f.Fields)
		if err != nil {
			return nil, false, err
		}
		if set == nil {
			return result, false, nil
		}
		if result == nil {
			result = set
		} else {
			result.And(set)
		}
	}
	return result, len(words) == 1, nil
}

// filtered are the names of the fields that a filter looks in.
func (s FieldSet) filtered() []string {
	var names []string
	for f := FieldName; f < numFields; f++ {
		if s.Has(f) {
			names = append(names, f.String())
		}
	}
	if s.Has(FieldBody) {
		names = append(names, restField)
	}
	return names
}

// withWord are the documents that have a word, with or without its accents.
func (s *searcher) withWord(word string, fields FieldSet) (*roaring.Bitmap, error) {
	set := roaring.New()
	for _, field := range fields.filtered() {
		forms := s.usualForms(Term{Text: word, Strict: true})
		if single(word) {
			pairs, err := s.prefixed(field, word, maxPairs, Exact)
			if err != nil {
				return nil, err
			}
			forms = append(forms, pairs...)
		}
		for _, fm := range forms {
			one, err := s.having(field, fm.text)
			if err != nil {
				return nil, err
			}
			set.Or(one)
		}
	}
	return set, nil
}

// withPart are the documents that have a word of which some text is a part. A
// nil set says that the dictionaries are too large to tell.
func (s *searcher) withPart(part string, fields FieldSet) (*roaring.Bitmap, error) {
	set := roaring.New()
	folded := foldWord(part)
	for _, field := range fields.filtered() {
		switch err := s.collect(set, field, part, folded); {
		case errors.Is(err, errEnough):
			return nil, nil //nolint:nilnil // see above
		case err != nil:
			return nil, err
		}
	}
	return set, s.ctx.Err()
}

// maxWalked bounds how many words of dictionaries are looked at for the filters
// of a request.
const maxWalked = 4_000_000

// errEnough says that enough words were looked at.
var errEnough = errors.New("too many words")

// collect adds the documents that have a word with a part in a field.
func (s *searcher) collect(set *roaring.Bitmap, field, part, folded string) error {
	wanted, also := []byte(part), []byte(folded)
	return s.walk(field, nil, nil, nil, func(text []byte, p place) error {
		if s.walked++; s.walked > maxWalked {
			return errEnough
		}
		if !bytes.Contains(text, wanted) && !bytes.Contains(text, also) {
			return nil
		}
		return s.eachAt([]place{p}, func(doc uint32, _ posting) { set.Add(doc) })
	})
}

// single reports whether a term is one character of a script without spaces.
func single(term string) bool {
	r, n := utf8.DecodeRuneInString(term)
	return n == len(term) && isPaired(r)
}

// having are the documents with a term in a field of the index.
func (s *searcher) having(field, term string) (*roaring.Bitmap, error) {
	s.lookups++
	set := roaring.New()
	err := s.each(field, term, func(doc uint32, _ posting) { set.Add(doc) })
	return set, err
}

// named are the documents of some paths.
func (s *searcher) named(paths []vaultpath.Path) (*roaring.Bitmap, error) {
	set := roaring.New()
	for _, p := range paths {
		one, err := s.having(idField, string(p))
		if err != nil {
			return nil, err
		}
		set.Or(one)
	}
	return set, nil
}

// hidden are the documents the request may not see.
func (s *searcher) hidden() (*roaring.Bitmap, error) {
	set := roaring.New()
	if !s.req.Private {
		private, err := s.having(flagField, flagPrivate)
		if err != nil {
			return nil, err
		}
		shown, err := s.named(s.req.Shown)
		if err != nil {
			return nil, err
		}
		set = roaring.AndNot(private, shown)
	}
	if !s.req.Excluded {
		excluded, err := s.having(flagField, flagExcluded)
		if err != nil {
			return nil, err
		}
		set.Or(excluded)
	}
	return set, nil
}

// all are the documents that count.
func (s *searcher) all() *roaring.Bitmap {
	set := roaring.New()
	for i, part := range s.reader.segments {
		seen := roaring.New()
		seen.AddRange(0, part.Count())
		if s.unseen[i] != nil {
			seen.AndNot(s.unseen[i].set)
		}
		set.Or(roaring.AddOffset64(seen, int64(part.base)))
	}
	return set
}

// QueryTokens are the tokens of a text to look for: like Tokens, without the
// folded forms and without the last character of runs that have pairs.
func QueryTokens(text string) []Token {
	tokens := Tokens(text)
	return slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool {
		if IsFolded(t.Term) {
			return true
		}
		at, _ := slices.BinarySearchFunc(tokens, t.Start, func(o Token, start int) int { return o.Start - start })
		return single(t.Term) && at > 0 && tokens[at-1].End == t.End
	})
}
