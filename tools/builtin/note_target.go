package builtin

import (
	"context"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// noteOrTarget finds the note that a slug (R151) or a target (R152) names. With
// both, they have to mean the same note.
func (pl placer) noteOrTarget(ctx context.Context, slug, target string) (vaultpath.Path, error) {
	if strings.TrimSpace(target) == "" {
		return pl.note(slug)
	}
	meant, err := pl.target(ctx, target)
	if strings.TrimSpace(slug) == "" {
		return meant, err
	}
	p, slugErr := pl.note(slug)
	if slugErr == nil && err == nil && p != meant {
		e := tools.Errorf(tools.InvalidArgument, "The arguments \"slug\" and \"target\" mean different notes, %q and %q; give one of them", p.Slug(), meant.Slug())
		e.Data = tools.Failure{Argument: "target", Got: cutRunes(target, maxShown), Candidates: []string{p.Slug(), meant.Slug()}}
		return p, e
	}
	return p, slugErr
}

// target finds the one note with a title or an alias, else the one that a search
// for the words finds. Nothing is guessed: several are NOTE_AMBIGUOUS.
func (pl placer) target(ctx context.Context, target string) (vaultpath.Path, error) {
	view, text := pl.env.Sight(), strings.TrimSpace(target)
	switch named := view.Graph().Named(text); {
	case len(named) == 1:
		return named[0], nil
	case len(named) > 1:
		return "", pl.ambiguous(target, named)
	}
	if p, candidates, ok := view.ResolveSlug(text); ok && p.IsNote() {
		return p, nil
	} else if len(candidates) > 0 {
		return "", pl.ambiguous(target, candidates)
	}
	query := plainWords(text)
	if query == "" {
		return "", pl.noNote(target)
	}
	found, err := view.Search(ctx, vaultindex.SearchRequest{Query: query, Limit: maxCandidates})
	if err != nil {
		return "", err
	}
	var notes []vaultpath.Path
	for _, h := range found.Hits {
		if h.Path.IsNote() {
			notes = append(notes, h.Path)
		}
	}
	switch len(notes) {
	case 0:
		return "", pl.noNote(target)
	case 1:
		return notes[0], nil
	}
	return "", pl.ambiguous(target, notes[:min(len(notes), maxSuggestions)])
}
