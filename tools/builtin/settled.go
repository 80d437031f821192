package builtin

import (
	"strings"
	"unicode/utf16"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// certainty says how surely a link path means its file.
type certainty uint8

const (
	byChance certainty = iota // as short a path as another: Obsidian settles it now so, now so (4.8)
	byRule                    // before others of the name (4.6, 4.7)
	alone                     // nothing else can be meant
)

// certain is how surely a link path means p in the file from.
func certain(lens graph.Lens, linkpath string, from, p vaultpath.Path) certainty {
	if strings.HasPrefix(linkpath, "/") || strings.HasPrefix(linkpath, "./") || strings.HasPrefix(linkpath, "../") {
		return alone
	}
	_, candidates, one := lens.ResolveSlug(linkpath)
	if one {
		return alone
	}
	for _, other := range candidates {
		if other != p && p.Dir() != from.Dir() && units(other) == units(p) {
			return byChance
		}
	}
	return byRule
}

// units is the length of a path as Obsidian counts it.
func units(p vaultpath.Path) int { return len(utf16.Encode([]rune(p.String()))) }

// settled resolves the links of one file in the vault as it will be, but for
// those that would mean their file less surely than they do now: these have to
// be written anew. Obsidian does the same where a name becomes one of several
// (section 4, "Writing links").
type settled struct {
	edit.Resolver // of after
	before, after graph.Lens
	from, at      vaultpath.Path // where the file stands now, and afterwards
}

// Resolve returns the file that a link path means afterwards, if it is sure to.
func (s settled) Resolve(linkpath string, from vaultpath.Path) (vaultpath.Path, bool) {
	p, ok := s.Resolver.Resolve(linkpath, from)
	return p, ok && !s.weaker(linkpath, p)
}

func (s settled) weaker(linkpath string, p vaultpath.Path) bool {
	now := alone
	if was, ok := s.before.Resolve(linkpath, s.from); ok {
		now = certain(s.before, linkpath, s.from, was)
	}
	switch then := certain(s.after, linkpath, s.at, p); then {
	case byChance:
		return now > then
	case byRule:
		return now > then && !strings.Contains(linkpath, "/")
	}
	return false
}
