package graph

import (
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
	Size     int64       // bytes
	ModTime  int64       // unix nanoseconds
	Hash     [32]byte    // SHA-256 of the raw bytes; zero when not hashed
	Facts    note.Packed // what was parsed; zero for attachments and for what could not be read
	Private  bool        // by the user's privacy rules
	Excluded bool        // by Obsidian's "Excluded files" (F6)
}

// Parsed reports whether there is a Note.
func (f *File) Parsed() bool { return !f.Facts.Zero() }

// Note returns what was parsed of the file, unpacked anew each time; nil when
// nothing was.
func (f *File) Note() *note.Note { return f.Facts.Unpack() }

// KindOf tells the kind of file from its name (4.14).
func KindOf(p vaultpath.Path) Kind {
	switch p.Ext() {
	case "md":
		return KindNote
	case "canvas":
		return KindCanvas
	case "base":
		return KindBase
	}
	return KindAttachment
}
