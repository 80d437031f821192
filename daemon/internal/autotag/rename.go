package autotag

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Rename is a tag's new name in the whole vault, planned as one set.
type Rename struct {
	From, To string // without '#'
	Set      edit.Set
	Places   int  // how many times the tag, or one below it, stands there
	Merges   bool // the new name is in use already: the two become one, which no rename parts again
	Skipped  []Skipped
}

// Skipped is a note that has the tag and is left as it is.
type Skipped struct {
	Path   vaultpath.Path
	Reason string
}

// PlanRename plans the renaming of a tag and of all tags below it, in properties
// and text of every note that the view shows, excluded files and templates too.
// Only the bytes of the tags change. Notes of which the properties cannot be
// read keep what stands in them, and are named.
func PlanRename(ctx context.Context, v *vaultindex.View, from, to string) (*Rename, error) {
	r := &Rename{From: strings.TrimPrefix(from, "#"), To: strings.TrimPrefix(to, "#")}
	switch {
	case !ValidTag(r.To):
		return nil, refuse(edit.InvalidArgument, "%q is no tag; a tag has letters, no spaces, and levels parted by /, such as project/ibid", to)
	case r.From == r.To:
		return nil, refuse(edit.NoChange, "The tag is #%s already", r.To)
	}
	var effects []edit.Effect
	for f := range v.Files() {
		if f.Kind != graph.KindNote || !r.marks(f) && !unreadable(f) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e, err := r.effect(v, f)
		if err != nil {
			return nil, err
		}
		effects = append(effects, e...)
	}
	if len(effects) == 0 && len(r.Skipped) == 0 {
		return nil, refuse(edit.NoMatch, "No note has the tag #%s", r.From)
	}
	var err error
	r.Set, err = edit.NewSet(effects...)
	return r, err
}

// marks reports that a file has the tag, and notes whether it has the new one.
func (r *Rename) marks(f *graph.File) (has bool) {
	for t := range f.Facts.Tags() {
		if r.means(t.Name) {
			has = true
		} else if sameTag(t.Name, r.To) || nested(t.Name, r.To) {
			r.Merges = true
		}
	}
	return has
}

// unreadable reports properties that cannot be read: the tag may stand there.
func unreadable(f *graph.File) bool {
	n := f.Note()
	return n != nil && slices.ContainsFunc(n.Problems, func(p note.Problem) bool { return p.Code == note.ProblemFrontmatter })
}

func (r *Rename) means(tag string) bool { return sameTag(tag, r.From) || nested(tag, r.From) }

// renamed is the new name of a tag that is meant.
func (r *Rename) renamed(tag string) string {
	levels := strings.Split(tag, "/")
	return strings.Join(append([]string{r.To}, levels[strings.Count(r.From, "/")+1:]...), "/")
}

func (r *Rename) effect(v *vaultindex.View, f *graph.File) ([]edit.Effect, error) {
	raw, err := v.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil // gone since
	case errors.Is(err, vaultindex.ErrVaultMissing):
		return nil, err
	case err != nil:
		r.skip(f.Path, err)
		return nil, nil
	}
	if n := note.Parse(raw); n.HasFrontmatter && unreadable(f) && says(raw[n.Frontmatter.Start:n.Frontmatter.End], r.From) {
		r.Skipped = append(r.Skipped, Skipped{f.Path, "Its properties cannot be read, so what they say stays; correct them first"})
	}
	after, places, err := r.in(raw, edit.PropertyTypes(v.Settings().PropertyTypes))
	if err != nil {
		r.skip(f.Path, err)
		return nil, nil
	}
	if places == 0 {
		return nil, nil
	}
	r.Places += places
	return []edit.Effect{{Op: edit.Replace, Path: f.Path, Before: edit.SumOf(raw), After: after}}, nil
}

func says(text []byte, tag string) bool {
	return strings.Contains(vaultpath.Fold(string(text)), vaultpath.Fold(tag))
}

func (r *Rename) skip(p vaultpath.Path, err error) {
	reason := err.Error()
	if refused := (*edit.Error)(nil); errors.As(err, &refused) {
		reason = refused.Message
	}
	r.Skipped = append(r.Skipped, Skipped{p, reason})
}

// in renames the tag in one note.
func (r *Rename) in(raw []byte, types edit.PropertyTypes) (after []byte, places int, err error) {
	n := note.Parse(raw)
	after, places = r.splice(raw, n.Tags, true)
	if !r.right(n, note.Parse(after)) { // such as a name that YAML takes for something else
		if after, err = r.rewrite(raw, types); err != nil {
			return nil, 0, err
		}
	}
	m := note.Parse(after)
	if !r.right(n, m) {
		return nil, 0, refuse(edit.FrontmatterInvalid, "The tag is written in a way that cannot be renamed without touching anything else; rename it as text")
	}
	after, err = onlyOnce(after, m, types)
	return after, places, err
}

// splice puts the new name where the old one stands, in the text and, if
// properties, there too.
func (r *Rename) splice(raw []byte, tags []note.Tag, properties bool) (after []byte, places int) {
	after = slices.Clone(raw)
	tags = slices.Clone(tags)
	slices.SortStableFunc(tags, func(a, b note.Tag) int { return b.Span.Start - a.Span.Start })
	for _, t := range tags {
		if !r.means(t.Name) || t.Property && !properties {
			continue
		}
		written := raw[t.Span.Start:t.Span.End]
		i := bytes.LastIndex(written, []byte(t.Name))
		if i < 0 {
			continue // an escape, or an anchor; see rewrite
		}
		start := t.Span.Start + i
		after = slices.Concat(after[:start], []byte(r.renamed(t.Name)), after[start+len(t.Name):])
		places++
	}
	return after, places
}

// rewrite sets the property anew, with the quotes that it needs.
func (r *Rename) rewrite(raw []byte, types edit.PropertyTypes) ([]byte, error) {
	n := note.Parse(raw)
	text, _ := r.splice(raw, n.Tags, false)
	for _, p := range n.Properties {
		if !strings.EqualFold(p.Key, "tags") {
			continue
		}
		items, ok := p.Value.([]any)
		if !ok {
			items = []any{p.Value}
		}
		list := make([]any, len(items))
		for i, item := range items {
			list[i] = item
			if s, ok := item.(string); ok && r.means(strings.TrimSpace(s)) {
				list[i] = r.renamed(strings.TrimPrefix(strings.TrimSpace(s), "#"))
			}
		}
		return edit.EditProperties(text, types, edit.PropertyEdit{Key: p.Key, Op: edit.SetValue, Value: list})
	}
	return text, nil
}

// right reports that the tags are what they should be, and everything else what
// it was.
func (r *Rename) right(before, after *note.Note) bool {
	if len(before.Tags) != len(after.Tags) || len(before.Problems) != len(after.Problems) || len(before.Properties) != len(after.Properties) ||
		len(before.Links) != len(after.Links) || len(before.Headings) != len(after.Headings) {
		return false
	}
	for i, t := range before.Tags {
		want := t.Name
		if r.means(want) {
			want = r.renamed(want)
		}
		if after.Tags[i].Name != want || after.Tags[i].Property != t.Property {
			return false
		}
	}
	return true
}

// onlyOnce drops items of the property that became the same.
func onlyOnce(raw []byte, n *note.Note, types edit.PropertyTypes) ([]byte, error) {
	for _, p := range n.Properties {
		items, ok := p.Value.([]any)
		if !ok || !strings.EqualFold(p.Key, "tags") {
			continue
		}
		var kept []any
		for _, item := range items {
			if !slices.ContainsFunc(kept, func(k any) bool { return sameItem(k, item) }) {
				kept = append(kept, item)
			}
		}
		if len(kept) < len(items) {
			return edit.EditProperties(raw, types, edit.PropertyEdit{Key: p.Key, Op: edit.SetValue, Value: kept})
		}
	}
	return raw, nil
}

func sameItem(a, b any) bool {
	s, ok := a.(string)
	t, isToo := b.(string)
	return ok && isToo && sameTag(s, t)
}
