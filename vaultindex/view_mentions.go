package vaultindex

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"runtime"
	"slices"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Mention is a graph.Mention with the line it stands on, cut around it.
type Mention struct {
	graph.Mention
	Context string
}

// MentionsIn returns what the note p, as it is now, mentions without linking
// to it; see graph.Lens.MentionsIn. Mentions of templates are left out.
func (v *View) MentionsIn(p vaultpath.Path) ([]Mention, error) {
	raw, err := v.ReadFile(p)
	if err != nil {
		return nil, err
	}
	return withContext(raw, v.Kept().MentionsIn(p, raw)), nil
}

// MentionsOf returns up to limit of the places where other notes, as they are
// now, mention p without linking to it, by path and place, and how many there
// are. Excluded notes (F6) and templates are not looked at.
func (v *View) MentionsOf(ctx context.Context, p vaultpath.Path, limit int) (found []Mention, total int, err error) {
	if v.lens.MentionsOf(p) == nil {
		return nil, 0, nil
	}
	files, err := v.mayMention(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	group, ctx := errgroup.WithContext(ctx)
	perFile := make([][]Mention, len(files))
	share := (len(files) + runtime.GOMAXPROCS(0)) / runtime.GOMAXPROCS(0)
	for start := 0; start < len(files); start += share {
		part, into := files[start:min(start+share, len(files))], perFile[start:]
		group.Go(func() error { return v.lookForMentions(ctx, p, part, into) })
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	found = slices.Concat(perFile...)
	return found[:min(max(limit, 0), len(found))], len(found), nil
}

// lookForMentions reads files and puts what each says of p beside it.
func (v *View) lookForMentions(ctx context.Context, p vaultpath.Path, files []*graph.File, into [][]Mention) error {
	finder := v.lens.MentionsOf(p)
	reader := v.NewReader()
	defer reader.Close()
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		raw, err := reader.Read(f, func(raw []byte, _ bool) bool { return finder.May(raw) })
		if err != nil && !unreadable(err) {
			return err
		}
		into[i] = withContext(raw, finder.In(f.Path, raw))
	}
	return nil
}

// unreadable reports that one file cannot be read, as against the vault.
func unreadable(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrNotRegular)
}

func withContext(raw []byte, all []graph.Mention) []Mention {
	var out []Mention
	for _, m := range all {
		out = append(out, Mention{Mention: m, Context: contextAt(raw, m.Span.Start, m.Span.End)})
	}
	return out
}

// mayMention returns the notes worth reading for mentions of p, by path: those
// that have its words, where the full text can tell, else all.
func (v *View) mayMention(ctx context.Context, p vaultpath.Path) ([]*graph.File, error) {
	words, err := v.withWordsOf(ctx, p)
	if err != nil {
		return nil, err
	}
	var files []*graph.File
	for f := range v.lens.Files() {
		if f.Kind != graph.KindNote || f.Path == p || !f.Parsed() {
			continue
		}
		_, has := slices.BinarySearch(words, f.Path)
		if (has || words == nil || f.Size > fulltext.MaxBody) && v.keeps(f) {
			files = append(files, f)
		}
	}
	return files, nil
}

// withWordsOf returns the notes whose text has all words of a name of p, nil
// when the full text cannot tell.
func (v *View) withWordsOf(ctx context.Context, p vaultpath.Path) ([]vaultpath.Path, error) {
	text := v.text()
	oneOf := fulltext.Filter{Op: fulltext.OpOr}
	f, ok := v.lens.File(p)
	if text == nil || v.Indexing() || !ok {
		return nil, nil
	}
	for _, name := range append([]string{p.Name()}, f.Facts.Aliases()...) {
		if !plainWords(name) {
			return nil, nil
		}
		oneOf.Subs = append(oneOf.Subs, fulltext.Filter{Op: fulltext.OpHas, Text: name, Fields: fulltext.Only(fulltext.FieldBody)})
	}
	found, err := text.Search(ctx, fulltext.Request{Filter: &oneOf, Limit: math.MaxInt32, Private: v.private, Shown: slices.Collect(maps.Keys(v.shown))})
	if err != nil {
		return nil, err
	}
	paths := make([]vaultpath.Path, 0, len(found.Matches))
	for _, m := range found.Matches {
		paths = append(paths, m.Path)
	}
	slices.Sort(paths)
	return paths, nil
}

// plainWords reports that a name consists of ASCII and Han characters, and of
// Han ones not of one alone: then a text that mentions it has its words.
func plainWords(name string) bool {
	words := 0
	for _, t := range fulltext.QueryTokens(name) {
		if utf8.RuneCountInString(t.Term) == 1 && t.Term[0] >= utf8.RuneSelf {
			return false
		}
		words++
	}
	for _, r := range name {
		if r >= utf8.RuneSelf && (r < 0x3400 || r > 0x9fff) {
			return false
		}
	}
	return words > 0
}
