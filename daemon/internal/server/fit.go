package server

import (
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/protocol"
)

// part is a list of a result, which may be shortened so that the result fits into a
// frame.
type part struct {
	name string
	size int // encoded, in bytes; beyond the limit it was not measured further
	// cut keeps as much of the beginning as fits into size bytes, and returns how many
	// entries that leaves out.
	cut func(size int) int
}

// partOf measures a list, as far as to limit.
func partOf[T any](name string, list *[]T, limit int) part {
	_, size := fits(*list, limit)
	return part{name, size, func(room int) int {
		n, _ := fits(*list, room)
		left := len(*list) - n
		*list = (*list)[:n]
		return left
	}}
}

// fits returns how many entries fit into limit bytes, and the size of these; where not
// all do, the size is more than the limit.
func fits[T any](list []T, limit int) (n, size int) {
	for n, item := range list {
		raw, err := protocol.Marshal(item)
		if err != nil {
			raw = nil // which fails the whole result in the end, with its reason
		}
		if size += len(raw) + 1; size > limit {
			return n, size
		}
	}
	return len(list), size
}

// shorten makes the parts fit into limit bytes together: small ones stay whole, and
// the large ones share what is left. It returns how many entries of which part are
// left out, nil for none.
func shorten(limit int, parts ...part) map[string]int {
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.size, b.size) })
	var out map[string]int
	for i, p := range parts {
		share := limit / (len(parts) - i)
		if p.size <= share {
			limit -= p.size
			continue
		}
		if n := p.cut(share); n > 0 {
			if out == nil {
				out = map[string]int{}
			}
			out[p.name] = n
		}
		limit -= share
	}
	return out
}

// smallNote is the size in bytes of a note of which every list fits, whatever it
// holds: even where each link leads to a file with a long path.
const smallNote = 128 << 10

// fitNote shortens what a large note holds.
func fitNote(r *protocol.NoteGetResult, bytes int) {
	if bytes <= smallNote {
		return
	}
	const limit = maxResult
	r.Truncated = shorten(limit, propertiesPart(r),
		partOf("headings", &r.Headings, limit), partOf("links", &r.Links, limit), partOf("embeds", &r.Embeds, limit),
		partOf("frontmatterLinks", &r.FrontmatterLinks, limit), partOf("tags", &r.Tags, limit), partOf("aliases", &r.Aliases, limit),
		partOf("blocks", &r.Blocks, limit), partOf("tasks", &r.Tasks, limit), partOf("callouts", &r.Callouts, limit),
		partOf("footnotes", &r.Footnotes, limit), partOf("problems", &r.Problems, limit))
}

// propertiesPart is the properties, which are one object: all or nothing.
func propertiesPart(r *protocol.NoteGetResult) part {
	return part{"properties", len(r.Properties), func(int) int {
		r.Properties = []byte("{}")
		return 1
	}}
}
