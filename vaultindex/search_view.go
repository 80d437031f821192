package vaultindex

import (
	"context"
	"maps"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// shelf is what searching needs of a View.
type shelf struct {
	lens     graph.Lens // what may be seen
	text     *fulltext.Reader
	private  bool
	shown    []vaultpath.Path // seen though they are private
	indexing bool
	missing  bool // the vault's folder is gone
	unread   int  // files and folders that are there but could not be read
	read     func(vaultpath.Path) ([]byte, error)
	reader   func() *Reader // for many files one after the other; nil to use read
	template func(vaultpath.Path) bool
}

func (v *View) shelf() *shelf {
	return &shelf{
		lens: v.lens, text: v.text(), private: v.private, shown: slices.Collect(maps.Keys(v.shown)),
		indexing: v.snap.Indexing, missing: v.snap.VaultMissing, unread: v.unread(), read: v.ReadFile, reader: v.NewReader,
		template: v.snap.settings.Template,
	}
}

// Search finds notes. A query that is wrong gives a *QueryError; a question in
// plain words never does. Files that Obsidian excludes are left out, private
// ones unless the view shows them.
func (v *View) Search(ctx context.Context, req SearchRequest) (SearchResult, error) {
	return v.shelf().search(ctx, req)
}

// Passages finds the places that answer a question, best first, as they stand
// in the files now. None is an answer too: nothing in the vault says it.
func (v *View) Passages(ctx context.Context, req PassageRequest) ([]Passage, error) {
	return v.shelf().passages(ctx, req)
}

// Related finds notes worth linking to one: never the note itself, nor, unless
// asked, what it already links to or is linked from.
func (v *View) Related(ctx context.Context, req RelatedRequest) ([]RelatedNote, error) {
	return v.shelf().related(ctx, req)
}

// contents reads a file as text; "" when it cannot be read.
func (s *shelf) contents(p vaultpath.Path) string {
	raw, err := s.read(p)
	if err != nil {
		return ""
	}
	if graph.KindOf(p) == graph.KindCanvas {
		return canvasText(raw)
	}
	return string(raw)
}
