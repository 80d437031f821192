package protocol

import "encoding/json"

// NoteGetParams names a note, canvas or base: a vault path, or an absolute path
// inside the vault. It is the user's own view: private notes are shown.
type NoteGetParams struct {
	Path string `json:"path"`
}

// NoteGetResult is what the parser saw of a file. Start and End of a Place are
// UTF-16 code units from the beginning of the text.
type NoteGetResult struct {
	Path             string          `json:"path"`
	Title            string          `json:"title"`
	Properties       json.RawMessage `json:"properties"` // an object, keys in the order of the note
	Headings         []NoteHeading   `json:"headings"`
	Links            []NoteLink      `json:"links"`  // body links; embeds stand apart
	Embeds           []NoteLink      `json:"embeds"` // of every kind
	FrontmatterLinks []NoteLink      `json:"frontmatterLinks"`
	Tags             []string        `json:"tags"` // every occurrence, without '#'
	Aliases          []string        `json:"aliases"`
	Blocks           []NoteBlock     `json:"blocks"`
	Tasks            []NoteTask      `json:"tasks"`
	Callouts         []NoteCallout   `json:"callouts"`
	Footnotes        []NoteBlock     `json:"footnotes"`
	Problems         []NoteProblem   `json:"problems"`
	Lines            int             `json:"lines"`
	Words            int             `json:"words"`
	Sha256           string          `json:"sha256"` // of the raw bytes
	Private          bool            `json:"private"`
	Excluded         bool            `json:"excluded"` // by Obsidian's excluded files
	// Truncated tells of which lists how many entries were left out, so that the result
	// fits into a frame; properties are left out as one.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// Place is where something stands in a note.
type Place struct {
	Line  int `json:"line"`
	Start int `json:"start"`
	End   int `json:"end"`
}

// NoteHeading is a heading.
type NoteHeading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Line  int    `json:"line"`
	Place Place  `json:"place"`
}

// LinkSyntax is how a link is written.
type LinkSyntax string

// The ways to write a link.
const (
	SyntaxWikilink  LinkSyntax = "wikilink"
	SyntaxMarkdown  LinkSyntax = "markdown"
	SyntaxReference LinkSyntax = "reference"
	SyntaxCanvas    LinkSyntax = "canvas" // a file card: a path, not a link
)

// NoteLink is a link or an embed.
type NoteLink struct {
	Link     string     `json:"link"` // path and subpath
	Path     string     `json:"path"` // without subpath, "" for the note itself
	Subpath  string     `json:"subpath"`
	Display  string     `json:"display"`
	Syntax   LinkSyntax `json:"syntax"`
	Resolved string     `json:"resolved"`      // vault path of the target, "" when unresolved
	Key      string     `json:"key,omitempty"` // of the property it stands in
	Line     int        `json:"line"`
	Place    Place      `json:"place"`
}

// NoteBlock is a block id, or a footnote's, and where its block stands.
type NoteBlock struct {
	ID    string `json:"id"`
	Line  int    `json:"line"`
	Place Place  `json:"place"`
}

// NoteTask is a task.
type NoteTask struct {
	Text  string `json:"text"`
	Mark  string `json:"mark"`
	Done  bool   `json:"done"`
	Line  int    `json:"line"`
	Place Place  `json:"place"`
}

// NoteCallout is a callout.
type NoteCallout struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Line  int    `json:"line"`
	Place Place  `json:"place"`
}

// NoteProblem is something in the note that a person may want to mend.
type NoteProblem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    int    `json:"line"`
}
