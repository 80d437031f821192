package vaultindex

import (
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// SearchRequest asks a View for notes.
type SearchRequest struct {
	Query string         // in the query language, or plain words or a question
	Limit int            // at most 1000; 0 is 10
	From  vaultpath.Path // the note the reader has open, "" for none
}

// SearchResult is the answer to a SearchRequest.
type SearchResult struct {
	Hits     []Hit
	Total    int              // all that matched; at least len(Hits)
	Notices  []string         // sentences for the reader: what was searched, left out, meant
	Near     []vaultpath.Path // files with similar names, when there is no hit
	Indexing bool             // the index was not whole yet
}

// Hit is one file found.
type Hit struct {
	Path    vaultpath.Path
	Title   string   // the file's name
	Score   float64  // comparable within one result only
	Excerpt string   // text of the file as it stands there; "" when there is none
	Line    int      // the first line of Excerpt, from 1; 0 without one
	Heading string   // the nearest heading above, "" for none
	Why     []string // reasons, most important first
	Tags    []string // without '#'
	ModTime int64    // unix ns
	Type    string   // "note", "canvas", "base" or "attachment"
}

// PassageRequest asks a View for the places that answer a question.
type PassageRequest struct {
	Query   string
	Limit   int            // 0 is 5
	PerNote int            // most passages of one note; 0 is 2
	Today   time.Time      // for words such as "this year"; zero leaves them words
	From    vaultpath.Path // the note the reader has open, "" for none
}

// Passage is a few lines of a note, exactly as they stand in the file.
type Passage struct {
	Path      vaultpath.Path
	Heading   string // path of headings, outermost first, joined by " > "
	Leaf      string // the innermost heading, for a link to it
	Property  string // the name of the property that this is, "" for text
	LineStart int    // from 1
	LineEnd   int    // inclusive
	Text      string // without the last line break
	Score     float64
	Terms     []string // what of the question is answered here
}

// RelatedRequest asks a View for the notes that have to do with one.
type RelatedRequest struct {
	Path   vaultpath.Path
	Limit  int  // 0 is 10
	Linked bool // also those that are linked with it already
}

// RelatedNote is a note worth linking to another.
type RelatedNote struct {
	Path   vaultpath.Path
	Title  string
	Score  float64
	Why    []string // reasons, most important first
	Linked bool     // with the note asked about, in either direction
}
