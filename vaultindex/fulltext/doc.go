// Package fulltext keeps the searchable text of a vault in a scorch index and
// ranks notes against terms. It is the only package that knows bleve.
//
// A Store is written in batches and read through Readers. A Reader is one
// point in time: later batches do not change what it finds. Text goes in
// through one tokenizer for all scripts (see Tokens); nothing but the paths is
// stored, so excerpts are cut from the files, never from the index.
package fulltext

import "github.com/ibid-notes/ibid/vaultindex/vaultpath"

// MaxBody is how many bytes of a note's text are indexed. What lies behind is
// not findable; the owner of the index reports such a note as truncated.
const MaxBody = 2 << 20

// Doc is one note, canvas or other file as the index takes it. Strings are
// plain text; the Store keeps none of them after Apply returns.
type Doc struct {
	Path       vaultpath.Path // also the document's identity
	Name       string         // file name without extension
	Aliases    []string
	Headings   []string
	Tags       []string // without '#'; parents of nested tags are added here
	Anchors    []string // what other notes call this one when they link to it
	Properties string   // the values of properties, as text
	Body       string   // text to search, without frontmatter; cut at MaxBody
	Rest       string   // text that ranks nothing, and that filters find all the same; cut at MaxBody
	ModTime    int64    // unix ns; not indexed, carried for the caller
	Private    bool     // found only by requests with Private set
	Excluded   bool     // found only by requests with Excluded set
}
