package graph

import (
	"path"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Kind is what a file is to Obsidian.
type Kind uint8

// The kinds of file. Only notes and canvases are keys of the link maps.
const (
	KindAttachment Kind = iota
	KindNote
	KindCanvas
	KindBase
)

// File is one file of the vault as the index last saw it. Once in a Graph it
// must not be changed.
type File struct {
	Path     vaultpath.Path
	Kind     Kind
	Size     int64      // bytes
	ModTime  int64      // unix nanoseconds
	Hash     [32]byte   // SHA-256 of the raw bytes; zero when not hashed
	Note     *note.Note // nil for attachments and for what could not be read
	Private  bool       // by the user's privacy rules
	Excluded bool       // by Obsidian's "Excluded files" (F6)
}

// Edge is one occurrence of a link. Link points into the source's Note and
// must not be written through.
type Edge struct {
	From     vaultpath.Path
	To       vaultpath.Path // "" when unresolved
	Link     *note.Link
	Resolved bool
	LinkText string // the key in Unresolved; "" when resolved
}

// Missing is a target that links name and that does not exist. Spellings that
// differ only in case are one target.
type Missing struct {
	Text    string // the first spelling, by path and place
	Count   int    // occurrences
	Sources []vaultpath.Path
}

// Neighbour is a file and how many links away it is.
type Neighbour struct {
	Path     vaultpath.Path
	Distance int
}

// TagCount is a tag with its uses. Tags that differ only in case are one (T5).
// Parents are not implied.
type TagCount struct {
	Tag   string // without '#', in the first spelling, by path and place
	Count int    // occurrences in text and properties
	Notes int    // notes that carry it
}

// TagNode is one segment of the tag tree. A node that is only a parent has no
// Count of its own.
type TagNode struct {
	Tag      string // the whole tag up to here, without '#'
	Count    int    // occurrences of exactly this tag
	Notes    int    // notes that carry this tag or one below it, each once
	Children []*TagNode
}

// Shared is a note and the tags, in its own spelling, that it shares with another.
type Shared struct {
	Path vaultpath.Path
	Tags []string
}

// Clash is a name that could mean any of several notes.
type Clash struct {
	Name  string
	Paths []vaultpath.Path
}

// Stats is the size of a vault. Links and Unresolved count occurrences, Tags
// distinct tags, Bytes the files on disk.
type Stats struct {
	Notes, Files, Links, Unresolved, Tags int
	Bytes                                 int64
}

// KindOf tells the kind of file from its name (4.14).
func KindOf(p vaultpath.Path) Kind {
	switch strings.ToLower(path.Ext(string(p))) {
	case ".md":
		return KindNote
	case ".canvas":
		return KindCanvas
	case ".base":
		return KindBase
	}
	return KindAttachment
}
