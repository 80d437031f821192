package fulltext

import "github.com/ibid-notes/ibid/vaultindex/vaultpath"

// Term is one thing to look for: a word, a pair of characters or a single
// character, as Tokens gives it.
type Term struct {
	Text   string
	Weight float64  // 0 counts as 1
	Fields FieldSet // where to look; zero is everywhere
	Prefix bool     // also find words that begin with it, where the word itself is rare
	Begins bool     // also find all words that begin with it, however common it is
	Strict bool     // no inflected, prefixed or misspelt forms
}

// Op tells what a Filter does.
type Op uint8

// The operations of filters.
const (
	OpAny  Op = iota // lets everything pass: what only the caller can decide
	OpAnd            // all of Subs
	OpOr             // one of Subs
	OpNot            // not Subs[0]
	OpHas            // every token of Text stands in one of Fields
	OpPart           // every token of Text stands in one of Fields, or is part of a word there
	OpTag            // has the tag Text or one below it
	OpIn             // is one of Paths
)

// Filter narrows a request without ranking. It lets through every document
// that fulfils it, and may let through more: where tokens cannot tell (the
// order of words in a phrase), the caller looks again. Exact tells.
type Filter struct {
	Op     Op
	Subs   []Filter
	Text   string
	Fields FieldSet
	Paths  []vaultpath.Path
}

// Request asks for the best documents.
type Request struct {
	Terms   []Term  // ranked; none means everything that passes Filter, by path
	Whole   string  // what was asked, word for word; "" when that says nothing
	Filter  *Filter // nil lets everything pass
	Limit   int     // at least 1
	Private bool    // private documents too
	// Shown are documents that are let through though they are private.
	Shown    []vaultpath.Path
	Excluded bool // excluded documents too
}

// Match is one document found.
type Match struct {
	Path     vaultpath.Path
	Score    float64  // comparable within one result only
	Coverage float64  // share of the request's weight that was found, 0 to 1
	Fields   FieldSet // where terms were found; zero says nothing
}

// FormKind tells how a word in the vault answers a term of the request.
type FormKind uint8

// The kinds, best first.
const (
	Exact     FormKind = iota // the same word
	Folded                    // the same but for accents
	Inflected                 // plural, -ing, -ed and the like; gave for give
	Derived                   // of the same family: decision for decide
	Prefixed                  // begins with it
	Fuzzy                     // differs by a letter or two
)

var kindWeight = [...]float32{Exact: 1, Folded: 0.85, Inflected: 0.7, Derived: 0.5, Prefixed: 0.45, Fuzzy: 0.35}

// TermInfo is what the index knows about one term of a request.
type TermInfo struct {
	Term
	IDF   float64             // rarity in the vault, times Weight
	Docs  int                 // documents that have it in some form
	Forms map[string]FormKind // terms, as Tokens gives them, that were looked for and exist
	Cut   bool                // more words begin with it than were looked for
}

// Found is the answer to a Request.
type Found struct {
	Matches []Match // best first; equal scores by path
	// Whole are the best of those that have every word of Request.Whole in one
	// field, names and the like before bodies. Some of them are Matches too.
	Whole []Match
	Total int  // all that matched, not only Matches
	Exact bool // Total and Matches need no second look
	Terms []TermInfo
}
