package vaultindex

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// What is added to the text's score, as a share of it. A name that is the
// query outweighs everything; the rest only orders notes that match about
// equally well.
const (
	boostName      = 2.0
	boostAlias     = 1.8
	boostHeading   = 1.0
	boostAnchor    = 1.0
	boostNearly    = 0.9  // the name, but for misspelt words
	boostWhole     = 2.0  // all words of the query, side by side
	wholeFloor     = 0.9  // least score of what was asked for, beside the best by words
	boostNear      = 0.12 // linked with the open note
	boostSecond    = 0.04 // two links away
	boostBacklinks = 0.10 // at 64 linking notes and more
	boostRecent    = 0.06 // the newest of the result; half after recentDays

	recentDays   = 30
	manyLinks    = 64
	boostedFiles = 200 // how many candidates have their links looked at
)

// boost lets names, links and dates have their say, and orders the files: at
// least the first limit of them as they come when all links are counted.
func (s *shelf) boost(r *ranking, from vaultpath.Path, limit int) {
	s.wholes(r)
	near := s.neighbours(from)
	newest := int64(math.MinInt64)
	for _, f := range r.files {
		newest = max(newest, f.file.ModTime)
	}
	boosted := r.files[:min(len(r.files), boostedFiles)]
	for i := range boosted {
		f := &boosted[i]
		f.added = f.boost + f.linked(near)
		if f.boost == 0 {
			f.added += f.named(r.want.subject)
		}
		days := (float64(newest) - float64(f.file.ModTime)) / (24 * 3600 * 1e9)
		f.added += boostRecent * math.Exp2(-days/recentDays)
	}
	s.countLinks(boosted, limit)
	slices.SortStableFunc(r.files, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), byTime(a, b), cmp.Compare(a.file.Path, b.file.Path))
	})
}

// countLinks settles the scores of files. Counting links takes longest, so the
// files come by what they would have with all the links in the world, and when
// that is less than what enough others have, links are not counted any more.
func (s *shelf) countLinks(files []scored, enough int) {
	best := func(f *scored) float64 { return f.score * (1 + f.added + boostBacklinks) }
	order := make([]*scored, len(files))
	for i := range files {
		order[i] = &files[i]
	}
	slices.SortStableFunc(order, func(a, b *scored) int { return cmp.Compare(best(b), best(a)) })
	settled := make([]float64, 0, len(order)) // scores, the best first
	for i, f := range order {
		if i >= enough && best(f) < settled[enough-1] {
			f.score *= 1 + f.added
			continue
		}
		f.score *= 1 + f.added + boostBacklinks*s.popularity(f.file.Path)
		at, _ := slices.BinarySearchFunc(settled, f.score, func(a, b float64) int { return cmp.Compare(b, a) })
		settled = slices.Insert(settled, at, f.score)
	}
}

func byTime(a, b scored) int { return cmp.Compare(b.file.ModTime, a.file.ModTime) }

// named is the boost for a file whose name or alias is the query.
func (f *scored) named(subject string) float64 {
	if subject == "" {
		return 0
	}
	if fulltext.Fold(f.file.Path.Name()) == subject {
		f.reasons = append(f.reasons, "its name is what you asked for")
		return boostName
	}
	for _, alias := range f.file.Facts.Aliases() {
		if fulltext.Fold(alias) == subject {
			f.reasons = append(f.reasons, fmt.Sprintf("its alias “%s” is what you asked for", alias))
			return boostAlias
		}
	}
	return 0
}

// linked is the boost for the neighbourhood of the open note.
func (f *scored) linked(near map[vaultpath.Path]int) float64 {
	switch near[f.file.Path] {
	case 1:
		f.reasons = append(f.reasons, "linked with the open note")
		return boostNear
	case 2:
		return boostSecond
	}
	return 0
}

// neighbours are the files one or two links away from a note.
func (s *shelf) neighbours(from vaultpath.Path) map[vaultpath.Path]int {
	near := make(map[vaultpath.Path]int)
	if from == "" {
		return near
	}
	for _, n := range s.lens.Neighbourhood(from, 2) {
		near[n.Path] = n.Distance
	}
	return near
}

// popularity grows with the number of notes that link to a file, 0 to 1.
func (s *shelf) popularity(p vaultpath.Path) float64 {
	sources := 0
	for from := range s.lens.Linking(p) {
		if from == p {
			continue
		}
		if sources++; sources == manyLinks {
			return 1
		}
	}
	return math.Log2(1+float64(sources)) / math.Log2(1+manyLinks)
}
