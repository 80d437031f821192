// Package note parses one note, purely: bytes in, facts out, no I/O.
//
// It knows Obsidian's syntax (wikilinks, embeds, tags, block ids, callouts,
// comments, properties) on top of goldmark. It never fails: what is wrong with
// a note becomes a Problem, and the rest is still parsed.
package note

// Span is a half-open byte range [Start, End) of the raw file, and the line
// (from 1) its first byte stands on. A BOM counts: offsets are those on disk.
type Span struct {
	Start, End int
	Line       int
}

// Note is everything Ibid keeps of a parsed note. All strings are copies: a
// Note never keeps the file's bytes alive. Slices are in document order.
type Note struct {
	HasFrontmatter bool
	Frontmatter    Span // with its fences and the line break after the closing one
	Properties     []Property
	Headings       []Heading
	Links          []Link // body links and embeds of every kind
	PropertyLinks  []Link // links in property values, with Key set
	Tags           []Tag  // frontmatter first, then inline
	Aliases        []string
	Blocks         []Block
	Tasks          []Task
	Callouts       []Callout
	Footnotes      []Footnote
	Problems       []Problem
	Lines          int  // number of lines, 0 for an empty file
	Words          int  // Latin words plus Han, kana and Hangul characters of the body
	Truncated      bool // blocks read line by line because the note is too large or too deeply nested
}

// Property is one top-level frontmatter key. Value is nil, bool, int64,
// float64, string, []any or map[string]any (YAML 1.2 core, rules 6.4).
type Property struct {
	Key   string
	Value any
	Span  Span // the key's whole entry
}

// Heading is an ATX or Setext heading. Its section runs to the next heading of
// the same or a higher level, or to the end of the file (HB4).
type Heading struct {
	Level   int
	Text    string // raw text as Obsidian caches it: markup kept, closing #s dropped
	Span    Span   // the heading's own line(s)
	End     int    // byte offset where its section ends
	EndLine int    // last line of its section
}

// LinkKind tells the syntax a link was written in.
type LinkKind uint8

// The kinds of link.
const (
	Wikilink LinkKind = iota
	MarkdownLink
	ReferenceLink // [text][ref]; Span is the use, not the definition
	CanvasFile    // a file card of a canvas; Path is an exact vault path
)

// Link is one link or embed to a file of the vault. External links (with a
// scheme, in Markdown syntax) are not links here (M4).
type Link struct {
	Kind       LinkKind
	Embed      bool
	Path       string // linkpath: trimmed, percent-decoded for Markdown links, no subpath; "" = this note
	Subpath    string // from the first '#', with it; "" when none
	Display    string // what is shown, when written
	HasDisplay bool
	Key        string // property links only: "up" or "related.0"
	Span       Span   // the whole link, brackets and '!' included
}

// Tag is one occurrence of a tag, without its '#', case kept.
type Tag struct {
	Name     string
	Property bool // from frontmatter
	Span     Span
}

// Block is a block id (`^id`) and the block it names.
type Block struct {
	ID   string // as written, without '^'
	Span Span   // the block it names, the id included when it stands in it (HB7)
}

// Task is a list item with a checkbox.
type Task struct {
	Mark string // the character between the brackets
	Text string // the rest of the item's first line
	Done bool   // any mark but a space (F3)
	Span Span   // from the list marker to the end of that line
}

// Callout is a blockquote that opens with [!type].
type Callout struct {
	Type  string // lower-cased
	Title string // as written; empty when only the type is
	Span  Span   // the whole quote
}

// Footnote is a footnote definition.
type Footnote struct {
	ID   string // as written; ids compare without case (HB9)
	Span Span   // the definition with what is indented below it
}

// Problem is something a person may want to mend. Code is one of a closed set
// (see problem.go); Message is one English sentence.
type Problem struct {
	Code    string
	Message string
	Line    int
}
