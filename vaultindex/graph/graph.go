// Package graph is the immutable graph of a vault: its files, what links to
// what by Obsidian's own resolution, backlinks, tags and names.
//
// A Graph never changes. Update makes the next one and shares with the old all
// that did not change, so readers hold one for as long as they like.
package graph

import (
	"iter"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Graph is one state of a vault. As a Lens it sees every file; Filter narrows
// it. It is safe for any number of readers at once.
type Graph struct {
	Lens
}

// Lens asks a Graph while pretending that some files do not exist: a file the
// lens does not see is absent from every answer and from every count. Links
// still resolve as they do in Obsidian; one that leads to an unseen file is
// left out, not turned into an unresolved one.
type Lens struct {
	see func(*File) bool
}

// New returns the graph of an empty vault.
func New() *Graph { return &Graph{} }

// Build returns the graph of files.
func Build(files []*File) *Graph { return New().Update(files, nil) }

// Update returns the graph after the change; g stays as it is. Files and their
// notes must not be changed afterwards. A path both removed and put is put; of
// two files with one path the last counts; hidden paths are left out (F5).
// The cost follows the change, not the vault.
func (g *Graph) Update(upserts []*File, removed []vaultpath.Path) *Graph { return g }

// Filter narrows the lens to the files for which see is true.
func (l Lens) Filter(see func(*File) bool) Lens { return l }

// File returns the file at p, exactly as spelt.
func (l Lens) File(p vaultpath.Path) (*File, bool) { return nil, false }

// Files yields all files in the order of their paths.
func (l Lens) Files() iter.Seq[*File] { return func(func(*File) bool) {} }

// Len returns the number of files.
func (l Lens) Len() int { return 0 }

// Notes returns the number of notes.
func (l Lens) Notes() int { return 0 }

// Stats returns the size of what the lens sees.
func (l Lens) Stats() Stats { return Stats{} }

// Resolve returns the file that a link to linkpath means in the file from
// (rules 4.1-4.15). linkpath is without subpath; from need not exist.
func (l Lens) Resolve(linkpath string, from vaultpath.Path) (vaultpath.Path, bool) { return "", false }

// ResolveSubpath returns the place in p that subpath ("#Heading", "#A#B",
// "#^block", "#[^footnote]") means (HB1-HB9).
func (l Lens) ResolveSubpath(p vaultpath.Path, subpath string) (Target, bool) {
	return Target{}, false
}

// ResolveSlug returns the file a slug names: a path, with or without ".md", or
// any shorter form that could mean only one file. When it could mean several
// ok is false and candidates holds them, by path.
func (l Lens) ResolveSlug(slug string) (p vaultpath.Path, candidates []vaultpath.Path, ok bool) {
	return "", nil, false
}

// Suggest returns up to limit existing files that missing may have meant,
// likeliest first (X06).
func (l Lens) Suggest(missing string, limit int) []vaultpath.Path { return nil }

// Outgoing returns every link of p: properties first, then the text in order.
func (l Lens) Outgoing(p vaultpath.Path) []Edge { return nil }

// Backlinks returns every link to p, by path of the linking file; links of p
// to itself count.
func (l Lens) Backlinks(p vaultpath.Path) []Edge { return nil }

// Resolved returns, for every note and canvas, the files it links to with the
// number of occurrences; a file without links has an empty map.
func (l Lens) Resolved() map[vaultpath.Path]map[vaultpath.Path]int { return nil }

// Unresolved returns, for every note and canvas, its links to nothing with the
// number of occurrences, keyed by link path without ".md", case kept (4.15).
func (l Lens) Unresolved() map[vaultpath.Path]map[string]int { return nil }

// UnresolvedRanked returns the missing targets, the most wanted first.
func (l Lens) UnresolvedRanked() []Missing { return nil }

// Orphans returns the notes no other file links to, by path.
func (l Lens) Orphans() []vaultpath.Path { return nil }

// DeadEnds returns the notes that link to no other file, by path.
func (l Lens) DeadEnds() []vaultpath.Path { return nil }

// Neighbourhood returns the files at most depth links away from p in either
// direction, nearest first, then by path; p itself is left out.
func (l Lens) Neighbourhood(p vaultpath.Path, depth int) []Neighbour { return nil }

// Tags returns every tag, by name; see TagCount.
func (l Lens) Tags() []TagCount { return nil }

// TagTree returns the tags as a tree of their segments.
func (l Lens) TagTree() []*TagNode { return nil }

// NotesWithTag returns the notes that carry tag (with or without '#', in any
// case), or, if nested, one below it (T4), by path.
func (l Lens) NotesWithTag(tag string, nested bool) []vaultpath.Path { return nil }

// SharingTags returns the notes that share a tag with p, most shared first.
func (l Lens) SharingTags(p vaultpath.Path) []Shared { return nil }

// Named returns the notes whose name or alias is text, in any case, by path.
// It is for suggestions: an alias never resolves a link (4.11).
func (l Lens) Named(text string) []vaultpath.Path { return nil }

// Names yields every name and alias of every note with the note it names.
func (l Lens) Names() iter.Seq2[string, vaultpath.Path] {
	return func(func(string, vaultpath.Path) bool) {}
}

// DuplicateNames returns the sets of notes that share a name, by name.
func (l Lens) DuplicateNames() []Clash { return nil }

// AliasClashes returns the aliases that could mean several notes, because
// notes share them or because another note has that name.
func (l Lens) AliasClashes() []Clash { return nil }

// Target is a place in a file. Line counts from 1; it is 0 where the file has
// no lines of ours (a page of a PDF). At most one pointer is set; they point
// into the file's Note and must not be written through.
type Target struct {
	Heading  *note.Heading
	Block    *note.Block
	Footnote *note.Footnote
	Line     int
}
