package graph

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Clash is a name that could mean any of several notes.
type Clash struct {
	Name  string // as the first of the notes spells it
	Paths []vaultpath.Path
}

// Named returns the notes whose name or alias is text, in any case, by path.
// It is for suggestions: an alias never resolves a link (4.11).
func (l Lens) Named(text string) []vaultpath.Path { return l.paths(l.core.called(nameKey(text))) }

// nameKey returns the key of a note's name, "" for other files.
func (v *vertex) nameKey() string {
	if !v.path.IsNote() {
		return ""
	}
	return strings.TrimSuffix(lastSegment(v.fold), noteExt)
}

// called returns the notes with a name or an alias of that key, by path.
func (c *core) called(key string) []*vertex {
	list := slices.Concat(c.notesOfName(key), c.aliases.get(key))
	slices.SortFunc(list, byPath)
	return slices.Compact(list)
}

func (c *core) notesOfName(key string) []*vertex {
	var out []*vertex
	for _, v := range c.names.get(stem(key)) {
		if lastSegment(v.fold) == key+noteExt {
			out = append(out, v)
		}
	}
	return out
}

// Names yields every name and alias of every note with the note it names, by
// path.
func (l Lens) Names() iter.Seq2[string, vaultpath.Path] {
	return func(yield func(string, vaultpath.Path) bool) {
		for n := range l.all() {
			for _, name := range namesOf(n.file) {
				if !yield(name, n.path) {
					return
				}
			}
		}
	}
}

// namesOf returns a note's name and its aliases, nothing for other files.
func namesOf(f *File) []string {
	if f.Kind != KindNote {
		return nil
	}
	return append([]string{f.Path.Name()}, aliasesOf(f)...)
}

func aliasesOf(f *File) []string {
	if f == nil || f.Kind != KindNote {
		return nil
	}
	return f.Facts.Aliases()
}

// DuplicateNames returns the sets of notes that share a name, by name.
func (l Lens) DuplicateNames() []Clash {
	byKey := make(map[string][]*node)
	for _, list := range l.core.names.all() {
		if len(list) < 2 {
			continue
		}
		for n := range l.nodes(list) {
			if n.file.Kind == KindNote {
				key := lastSegment(n.fold)
				byKey[key] = append(byKey[key], n)
			}
		}
	}
	return clashes(byKey, func(n *node, _ string) string { return n.path.Name() })
}

// AliasClashes returns the aliases that could mean several notes, because
// notes share them or because another note has that name, by alias.
func (l Lens) AliasClashes() []Clash {
	byKey := make(map[string][]*node)
	for key, list := range l.core.aliases.all() {
		if called := l.core.called(key); len(called) > 1 && len(l.paths(list)) > 0 {
			byKey[key] = slices.Collect(l.nodes(called))
		}
	}
	return clashes(byKey, func(n *node, key string) string {
		names := namesOf(n.file)
		at := slices.IndexFunc(names, func(name string) bool { return nameKey(name) == key })
		return names[at]
	})
}

// clashes turns the sets of at least two into clashes, by key; spell says how
// a node writes the name of that key.
func clashes(byKey map[string][]*node, spell func(n *node, key string) string) []Clash {
	var out []Clash
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		nodes := byKey[key]
		if len(nodes) < 2 {
			continue
		}
		slices.SortFunc(nodes, func(a, b *node) int { return byPath(a.vertex, b.vertex) })
		clash := Clash{Name: spell(nodes[0], key)}
		for _, n := range nodes {
			clash.Paths = append(clash.Paths, n.path)
		}
		out = append(out, clash)
	}
	return out
}
