package builtin

import (
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// note finds the note a slug names (design 4.5).
func (pl placer) note(slug string) (vaultpath.Path, error) {
	p, err := pl.parse(slug)
	if err != nil {
		return p, err
	}
	if exact, ok := pl.exact(p); ok {
		return exact, nil
	}
	found, candidates, ok := pl.env.Sight().ResolveSlug(p.String())
	switch {
	case ok && found.IsNote():
		return found, nil
	case ok:
		e := tools.Errorf(tools.NoteNotFound, "%q is a file but not a note", found)
		e.Data.Path = found.String()
		return p, e.WithCall(callOf("read_file", "path", found.String()))
	case len(candidates) > 0:
		return p, pl.ambiguous(slug, candidates)
	}
	return p, pl.noNote(slug)
}

// exact finds the note whose whole path this is, with or without its extension,
// spelt just so: a name may begin or end in a space or hold what a link may not.
// A note that cannot be read is listed nowhere and found only here.
func (pl placer) exact(p vaultpath.Path) (vaultpath.Path, bool) {
	view := pl.env.Sight()
	for _, note := range []vaultpath.Path{p, p + ".md"} {
		if _, ok := view.File(note); note.IsNote() && (ok || view.Denied(note)) {
			return note, true
		}
	}
	return p, false
}

// maxCandidates bounds the notes named for an ambiguous slug.
const maxCandidates = 20

// ambiguous is NOTE_AMBIGUOUS with the notes a slug could mean.
func (pl placer) ambiguous(slug string, candidates []vaultpath.Path) error {
	slugs := make([]string, min(len(candidates), maxCandidates))
	for i := range slugs {
		slugs[i] = candidates[i].Slug()
	}
	e := tools.Errorf(tools.NoteAmbiguous, "The slug %q could mean %d notes: %s", cutRunes(slug, maxShown), len(candidates), strings.Join(slugs, ", "))
	e.Data = tools.Failure{Argument: "slug", Got: slug, Candidates: slugs}
	return e.WithCall(pl.call(slugs[0]))
}

// noNote is NOTE_NOT_FOUND with up to five ranked suggestions (X06).
func (pl placer) noNote(slug string) error {
	var near []string
	for _, p := range pl.env.Sight().Suggest(slug, 4*maxSuggestions) { // not all are notes
		if p.IsNote() && len(near) < maxSuggestions {
			near = append(near, p.Slug())
		}
	}
	e := tools.Errorf(tools.NoteNotFound, "There is no note %q in the vault%s", cutRunes(slug, maxShown), meant(near))
	e.Data = tools.Failure{Argument: "slug", Got: slug, Suggestions: near}
	if len(near) > 0 {
		return e.WithCall(pl.call(near[0]))
	}
	return e.WithCall(callOf("knowledge_search", "query", cutRunes(slug, maxShown)))
}
