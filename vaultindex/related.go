package vaultindex

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// How related notes are found: by the rarest words of a note, and by what they
// link to, are linked from and are tagged with in common.
const (
	relatedFloor   = 0.12
	sharedWeight   = 0.35 // a full overlap of links
	citedWeight    = 0.35 // a full overlap of backlinks
	tagWeight      = 0.25
	maxSharedNotes = 200 // a link or tag that more notes have says nothing
	hubShare       = 0.1 // a note that links to this share of all is a table of contents
	hubLinks       = 12  // and links to at least so many
)

// kin collects what speaks for one note.
type kin struct {
	words, links, cited, tags float64
	terms                     []string
	linked                    []string
	citing                    []string
	tagged                    []string
}

func (k *kin) score() float64 { return k.words + k.links + k.cited + k.tags }

func (s *shelf) related(ctx context.Context, req RelatedRequest) ([]RelatedNote, error) {
	p := req.Path
	file, ok := s.lens.File(p)
	if !ok {
		return nil, nil
	}
	found := make(map[vaultpath.Path]*kin)
	if err := s.relatedByWords(ctx, file, found); err != nil {
		return nil, err
	}
	s.relatedByLinks(p, found)
	s.relatedByTags(file, found)
	delete(found, p)
	linked := s.linkedWith(p)
	for known := range linked {
		if !req.Linked {
			delete(found, known)
		}
	}
	all := s.pickRelated(found, clampLimit(req.Limit, defaultHits))
	for i := range all {
		all[i].Linked = linked[all[i].Path]
	}
	return all, ctx.Err()
}

func (s *shelf) pickRelated(found map[vaultpath.Path]*kin, limit int) []RelatedNote {
	var all []RelatedNote
	for path, k := range found {
		f, ok := s.lens.File(path)
		if !ok || f.Excluded || f.Kind != graph.KindNote || s.template(path) || k.score() < relatedFloor {
			continue
		}
		all = append(all, RelatedNote{Path: path, Title: path.Name(), Score: k.score(), Why: k.why()})
	}
	slices.SortFunc(all, func(a, b RelatedNote) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return all[:min(len(all), limit)]
}

// linkedWith are the files that p links to or is linked from.
func (s *shelf) linkedWith(p vaultpath.Path) map[vaultpath.Path]bool {
	all := make(map[vaultpath.Path]bool)
	for _, e := range s.lens.Outgoing(p) {
		if e.Resolved {
			all[e.To] = true
		}
	}
	for from := range s.lens.Linking(p) {
		all[from] = true
	}
	return all
}

// why tells the strongest reason first.
func (k *kin) why() []string {
	reasons := []struct {
		weight float64
		label  string
		what   []string
	}{
		{k.words, "both speak of", k.terms},
		{k.links, "both link to", k.linked},
		{k.cited, "both linked from", k.citing},
		{k.tags, "both tagged", k.tagged},
	}
	slices.SortStableFunc(reasons, func(a, b struct {
		weight float64
		label  string
		what   []string
	}) int {
		return cmp.Compare(b.weight, a.weight)
	})
	var why []string
	for _, r := range reasons {
		if len(r.what) > 0 {
			why = append(why, r.label+" "+strings.Join(r.what[:min(len(r.what), maxWords)], ", "))
		}
	}
	return why
}

func kinOf(found map[vaultpath.Path]*kin, p vaultpath.Path) *kin {
	k := found[p]
	if k == nil {
		k = &kin{}
		found[p] = k
	}
	return k
}

// relatedByLinks finds notes that link to the same files, and notes that the
// same files link to. What a few notes share counts more than what all do.
func (s *shelf) relatedByLinks(p vaultpath.Path, found map[vaultpath.Path]*kin) {
	hub := max(hubLinks, int(hubShare*float64(s.lens.Notes())))
	for to := range distinct(s.lens.Outgoing(p), func(e graph.Edge) vaultpath.Path { return e.To }) {
		sources := distinct(s.lens.Backlinks(to), func(e graph.Edge) vaultpath.Path { return e.From })
		for from := range sources {
			if s.links(from) > hub {
				continue
			}
			k := kinOf(found, from)
			k.links = towards(k.links, sharedWeight, len(sources))
			k.linked = append(k.linked, to.Name())
		}
	}
	for from := range distinct(s.lens.Backlinks(p), func(e graph.Edge) vaultpath.Path { return e.From }) {
		targets := distinct(s.lens.Outgoing(from), func(e graph.Edge) vaultpath.Path { return e.To })
		if len(targets) > hub {
			continue
		}
		for to := range targets {
			k := kinOf(found, to)
			k.cited = towards(k.cited, citedWeight, len(targets))
			k.citing = append(k.citing, from.Name())
		}
	}
	for _, k := range found { // collected from maps
		slices.Sort(k.linked)
		slices.Sort(k.citing)
	}
}

// links is how many files a note links to.
func (s *shelf) links(p vaultpath.Path) int {
	return len(distinct(s.lens.Outgoing(p), func(e graph.Edge) vaultpath.Path { return e.To }))
}

// distinct are the files at one end of some links, unresolved ones aside.
func distinct(edges []graph.Edge, end func(graph.Edge) vaultpath.Path) map[vaultpath.Path]bool {
	set := make(map[vaultpath.Path]bool)
	for _, e := range edges {
		if p := end(e); p != "" {
			set[p] = true
		}
	}
	if len(set) > maxSharedNotes {
		return nil
	}
	return set
}

// towards moves a weight nearer to its most by one thing that others share
// too.
func towards(weight, most float64, others int) float64 {
	return weight + (most-weight)/(1+math.Log2(float64(max(others, 1))))
}

// relatedByTags finds notes with the same tags, the rarest first.
func (s *shelf) relatedByTags(f *graph.File, found map[vaultpath.Path]*kin) {
	n := f.Note()
	if n == nil {
		return
	}
	for _, tag := range tagNames(slices.Values(n.Tags)) {
		notes := s.lens.NotesWithTag(tag, false)
		if len(notes) > maxSharedNotes {
			continue
		}
		for _, other := range notes {
			k := kinOf(found, other)
			k.tags = towards(k.tags, tagWeight, len(notes))
			k.tagged = append(k.tagged, fmt.Sprintf("#%s", tag))
		}
	}
}
