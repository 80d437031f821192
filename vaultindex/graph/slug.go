package graph

import (
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// ResolveSlug returns the file a slug names: a path, with or without ".md", or
// any shorter form that could mean only one file. When it could mean several
// ok is false and candidates holds them, by path. Unlike a link, a slug that
// could mean several is never settled by the length of their paths.
func (l Lens) ResolveSlug(slug string) (p vaultpath.Path, candidates []vaultpath.Path, ok bool) {
	slug = strings.TrimPrefix(strings.TrimSpace(slug), "/")
	key := vaultpath.Fold(slug)
	if key == "" {
		return "", nil, false
	}
	for _, name := range slugNames(key) {
		candidates = l.endingIn(name)
		if len(candidates) == 1 {
			return candidates[0], nil, true
		}
		if p, ok := wholePath(candidates, slug, name); ok {
			return p, nil, true
		}
		if len(candidates) > 0 {
			return "", candidates, false
		}
	}
	return "", nil, false
}

// slugNames returns the folded paths a folded slug may stand for: as written
// if it has a dot, then a note's (4.2).
func slugNames(key string) []string {
	if strings.Contains(lastSegment(key), ".") {
		return []string{key, key + noteExt}
	}
	return []string{key + noteExt}
}

// endingIn returns the files whose folded path ends in key, by path.
func (l Lens) endingIn(key string) []vaultpath.Path {
	var out []vaultpath.Path
	for n := range l.nodes(l.core.names.get(stem(key))) {
		if endsIn(n.fold, key) {
			out = append(out, n.path)
		}
	}
	slices.Sort(out)
	return out
}

// wholePath returns the candidate whose whole path is meant: the one spelt as
// the slug, else the only one that differs from it just in case.
func wholePath(candidates []vaultpath.Path, slug, key string) (vaultpath.Path, bool) {
	var whole []vaultpath.Path
	for _, p := range candidates {
		if p.Slug() == slug || p.String() == slug {
			return p, true
		}
		if p.Fold() == key {
			whole = append(whole, p)
		}
	}
	if len(whole) == 1 {
		return whole[0], true
	}
	return "", false
}
