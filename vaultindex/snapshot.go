package vaultindex

import (
	"sync/atomic"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Snapshot is the vault at one moment: it never changes while it is held.
// Whoever acquired it releases it once; after that it must not be used.
//
// Invariants: Graph and the text reader were published together; Seq grows by
// at least one with every published change; when Indexing is false the full
// text holds exactly the notes of Graph.
type Snapshot struct {
	// Seq numbers the snapshots of one open Index, from 1.
	Seq uint64
	// Graph holds every file, private ones too: the user's own view. What may
	// be shown to anybody else comes out of View.
	Graph *graph.Graph
	// Indexing is true while the graph or the full text may still miss notes.
	Indexing bool
	// VaultMissing is true while the vault's folder is gone: the snapshot is
	// what was known before.
	VaultMissing bool

	folders  []vaultpath.Path // sorted, every folder but the root
	settings Settings
	text     *textReader // nil until there is a store
	vault    *vaultDir
	privacy  privacy
	refs     atomic.Int64
	tree     func() *tree                   // built when first asked for
	secret   func() map[vaultpath.Path]bool // see secretFolders; built when first asked for
	denied   map[vaultpath.Path]bool        // files and folders the system does not let us read
}

// Release gives the snapshot back. The last one to do so closes its reader.
func (s *Snapshot) Release() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.text.release()
	case n < 0:
		panic("vaultindex: snapshot released twice")
	}
}

// retain adds a holder. The caller knows that there is one already.
func (s *Snapshot) retain() *Snapshot {
	s.refs.Add(1)
	return s
}

// ReadFile reads a file of the vault as it is now, which may be newer than the
// snapshot. It follows no link out of the vault, opens regular files only, so
// it never waits on a FIFO, and refuses more than 32 MiB.
func (s *Snapshot) ReadFile(p vaultpath.Path) ([]byte, error) {
	return s.vault.read(p)
}

// current tells whether the snapshot is what the vault holds now, as far as the
// system tells of changes. It asks nothing of the disk.
func (s *Snapshot) current() bool {
	w := s.vault.watcher.Load()
	return w != nil && w.Quiet() && s.vault.seq.Load() == s.Seq
}

// View is the snapshot as a caller may see it. It is used while the snapshot
// is held. With includePrivate everything is there.
func (s *Snapshot) View(includePrivate bool) *View {
	v := &View{snap: s, private: includePrivate, lens: s.Graph.Lens}
	if !includePrivate {
		v.lens = s.Graph.Filter(v.sees)
	}
	return v
}

// ViewWith is the view without private notes, but for those of the paths: a
// person who attaches a note shows that very one (design section 5, "Private").
func (s *Snapshot) ViewWith(shown ...vaultpath.Path) *View {
	v := s.View(false)
	v.shown = make(map[vaultpath.Path]bool, len(shown))
	for _, p := range shown {
		v.shown[p] = true
	}
	return v
}

func (v *View) sees(f *graph.File) bool { return v.private || !f.Private || v.shown[f.Path] }

// textReader counts the snapshots that share one full-text reader.
type textReader struct {
	*fulltext.Reader
	refs atomic.Int64
}

func newTextReader(r *fulltext.Reader) *textReader {
	t := &textReader{Reader: r}
	t.refs.Store(1)
	return t
}

func (t *textReader) retain() *textReader {
	if t != nil {
		t.refs.Add(1)
	}
	return t
}

func (t *textReader) release() {
	if t != nil && t.refs.Add(-1) == 0 {
		_ = t.Close() // it was only read
	}
}
