package vaultindex

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"iter"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
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
	raw, _, err := v.read(p)
	return raw, err
}

// ReadSole is ReadFile for whoever was given the path by somebody else: a file
// that has more than one hard link is ErrHardLink, because its other name may
// lie outside the vault and no check of paths would tell.
func (v *View) ReadSole(p vaultpath.Path) ([]byte, error) {
	raw, links, err := v.read(p)
	if err == nil && links > 1 {
		return nil, &fs.PathError{Op: "read", Path: string(p), Err: ErrHardLink}
	}
	return raw, err
}

func (v *View) read(p vaultpath.Path) (raw []byte, links uint64, err error) {
	f, _ := v.snap.Graph.File(p)
	if gone := v.snap.vault.gone(); gone != nil {
		return nil, 0, gone // private or not: and a handle may still reach what was moved away
	}
	if !v.mayRead(p, f) {
		return nil, 0, missing(p)
	}
	raw, links, err = v.snap.vault.readLinked(p)
	switch {
	case errors.Is(err, errFolder) && !v.SeesFolder(p), notThere(err):
		return nil, 0, missing(p) // as if nothing were there, and in the same words
	case err != nil:
		return nil, 0, err
	case !v.mayShow(p, f, raw):
		return nil, 0, missing(p)
	}
	return raw, links, nil
}

// mayRead tells whether the snapshot knows p as something the view may see. f
// is what the graph has at p, nil when it has nothing.
func (v *View) mayRead(p vaultpath.Path, f *graph.File) bool {
	if v.private || v.shown[p] {
		return true
	}
	if v.snap.privacy.covers(p) {
		return false
	}
	return f == nil || !f.Private || v.snap.denied[p] // what nobody could read may be read by now
}

// mayShow tells whether the text of p as it is now may be seen, which mayRead
// has allowed.
func (v *View) mayShow(p vaultpath.Path, f *graph.File, raw []byte) bool {
	kind := graph.KindOf(p)
	if v.private || v.shown[p] || kind != graph.KindNote && kind != graph.KindCanvas {
		return true
	}
	if f != nil && f.Parsed() && f.Hash == sha256.Sum256(raw) {
		return true
	}
	return !v.snap.privacy.matches(p, raw, parseKind(kind, raw))
}

// text is the full text at this snapshot, nil while there is none. Whoever
// searches it drops what lens does not show.
func (v *View) text() *fulltext.Reader {
	if v.snap.text == nil {
		return nil
	}
	return v.snap.text.Reader
}

// notThere tells whether an error says that one file is not there, as against the
// vault.
func notThere(err error) bool {
	return absent(err) && !errors.Is(err, ErrVaultMissing)
}

func missing(p vaultpath.Path) error {
	return &fs.PathError{Op: "read", Path: string(p), Err: fs.ErrNotExist}
}
