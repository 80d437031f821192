package graph

import (
	"iter"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Stats is the size of a vault. Links and Unresolved count occurrences, Tags
// distinct tags, Bytes the files on disk.
type Stats struct {
	Notes, Files, Links, Unresolved, Tags int
	Bytes                                 int64
}

// File returns the file at p, exactly as spelt.
func (l Lens) File(p vaultpath.Path) (*File, bool) {
	n := l.at(p)
	if n == nil {
		return nil, false
	}
	return n.file, true
}

// Files yields all files in the order of their paths.
func (l Lens) Files() iter.Seq[*File] {
	return func(yield func(*File) bool) {
		for n := range l.all() {
			if !yield(n.file) {
				return
			}
		}
	}
}

// Len returns the number of files.
func (l Lens) Len() int { return l.Stats().Files }

// Notes returns the number of notes.
func (l Lens) Notes() int { return l.Stats().Notes }

// Stats returns the size of what the lens sees. Without a filter it costs
// nothing.
func (l Lens) Stats() Stats {
	if l.see == nil {
		stats := l.core.stats
		stats.Tags = l.core.tags.size
		return stats
	}
	var stats Stats
	tags := make(map[string]struct{})
	for n := range l.all() {
		stats.count(n.file, 1)
		for _, to := range n.out {
			stats.countLink(to, to == nil || l.sees(to), 1)
		}
		for _, key := range tagKeys(n.file.Facts) {
			tags[key] = struct{}{}
		}
	}
	stats.Tags = len(tags)
	return stats
}

// count adds n's share to the totals, or takes it away when sign is -1.
func (c *change) count(n *node, sign int) { c.stats.countNode(n, sign) }

func (s *Stats) countNode(n *node, sign int) {
	s.count(n.file, sign)
	for _, to := range n.out {
		s.countLink(to, true, sign)
	}
}

// add adds other, tags aside.
func (s *Stats) add(other *Stats) {
	s.Notes += other.Notes
	s.Files += other.Files
	s.Links += other.Links
	s.Unresolved += other.Unresolved
	s.Bytes += other.Bytes
}

func (s *Stats) count(f *File, sign int) {
	s.Files += sign
	s.Bytes += int64(sign) * f.Size
	if f.Kind == KindNote {
		s.Notes += sign
	}
}

func (s *Stats) countLink(to *vertex, seen bool, sign int) {
	if !seen {
		return
	}
	s.Links += sign
	if to == nil {
		s.Unresolved += sign
	}
}
