package vaultindex

import (
	"crypto/sha256"
	"io/fs"
	"iter"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// View is what one caller may see of a Snapshot. A private note is absent:
// from files, folders, counts, hits, links and tags, and reading it is as
// reading a file that does not exist. This is the one gate for all reading.
type View struct {
	snap    *Snapshot
	private bool                    // private notes are shown
	shown   map[vaultpath.Path]bool // these are, where private notes are not
	lens    graph.Lens
}

// Graph asks the graph, with what this view may not see left out.
func (v *View) Graph() graph.Lens { return v.lens }

// Seq is the number of the snapshot.
func (v *View) Seq() uint64 { return v.snap.Seq }

// Indexing tells whether answers may still miss notes.
func (v *View) Indexing() bool { return v.snap.Indexing }

// IncludesPrivate tells whether private notes are shown.
func (v *View) IncludesPrivate() bool { return v.private }

// Settings are those of Obsidian that the vault holds.
func (v *View) Settings() Settings { return v.snap.settings }

// File returns the file at p, exactly as spelt.
func (v *View) File(p vaultpath.Path) (*graph.File, bool) { return v.lens.File(p) }

// Files yields all files by path.
func (v *View) Files() iter.Seq[*graph.File] { return v.lens.Files() }

// Backlinks returns every link to p; see graph.Lens.
func (v *View) Backlinks(p vaultpath.Path) []graph.Edge { return v.lens.Backlinks(p) }

// Outgoing returns every link of p; see graph.Lens.
func (v *View) Outgoing(p vaultpath.Path) []graph.Edge { return v.lens.Outgoing(p) }

// Tags returns every tag with its counts; see graph.Lens.
func (v *View) Tags() []graph.TagCount { return v.lens.Tags() }

// ResolveSlug returns the file a slug names; see graph.Lens.
func (v *View) ResolveSlug(slug string) (p vaultpath.Path, candidates []vaultpath.Path, ok bool) {
	return v.lens.ResolveSlug(slug)
}

// Suggest returns up to limit existing files that missing may have meant.
func (v *View) Suggest(missing string, limit int) []vaultpath.Path {
	return v.lens.Suggest(missing, limit)
}

// ReadFile reads a file as it is now. A note that became private after the
// snapshot is already refused: what it says is looked at before it is handed
// out. A missing, hidden or private file is fs.ErrNotExist, one that is not a
// regular file ErrNotRegular, one over 32 MiB ErrTooLarge.
func (v *View) ReadFile(p vaultpath.Path) ([]byte, error) {
	f, known := v.snap.Graph.File(p)
	if v.shown[p] {
		return v.snap.ReadFile(p)
	}
	if !v.private && (v.snap.privacy.covers(p) || known && f.Private) {
		return nil, missing(p)
	}
	raw, err := v.snap.ReadFile(p)
	if err != nil || v.private || !p.IsNote() {
		return raw, err
	}
	if known && f.Parsed() && f.Hash == sha256.Sum256(raw) {
		return raw, nil
	}
	if v.snap.privacy.matches(p, raw, note.Parse(raw)) {
		return nil, missing(p)
	}
	return raw, nil
}

// text is the full text at this snapshot, nil while there is none. Whoever
// searches it drops what lens does not show.
func (v *View) text() *fulltext.Reader {
	if v.snap.text == nil {
		return nil
	}
	return v.snap.text.Reader
}

func missing(p vaultpath.Path) error {
	return &fs.PathError{Op: "read", Path: string(p), Err: fs.ErrNotExist}
}
