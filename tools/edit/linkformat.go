package edit

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// LinkFormat is how a vault writes the paths of links, Obsidian's newLinkFormat
// (F8).
type LinkFormat uint8

// The formats.
const (
	Shortest LinkFormat = iota // the name where it is unique, else the whole path
	Relative                   // from the folder of the linking note
	Absolute                   // the whole path from the vault's root
)

// ParseLinkFormat reads a value of newLinkFormat; anything else is Obsidian's
// default, shortest.
func ParseLinkFormat(s string) LinkFormat {
	switch s {
	case "relative":
		return Relative
	case "absolute":
		return Absolute
	}
	return Shortest
}

// Resolver knows what links mean in the vault as it will be when all files have
// moved.
type Resolver interface {
	// Resolve returns the file a link path, without subpath, means in the file
	// from.
	Resolve(linkpath string, from vaultpath.Path) (vaultpath.Path, bool)
	// Unique reports that p's name alone means p everywhere: no other file has it,
	// in any folder and case, or p stands at the root.
	Unique(p vaultpath.Path) bool
}

// ResolverOf is a Resolver over a graph. The graph must be that of the vault as
// it will be: graph.Update with the moved files gives it.
func ResolverOf(lens graph.Lens) Resolver { return lensResolver{lens} }

type lensResolver struct{ graph.Lens }

// Unique asks for the name as a slug, which is never settled by preference but
// for a file at the root: that is what its name means everywhere (4.5).
func (r lensResolver) Unique(p vaultpath.Path) bool {
	q, _, ok := r.ResolveSlug(p.Base())
	return ok && q == p
}

// forms returns the ways to write a link from a file to another, the one that
// the format asks for first. Every form means the file; which it does in the
// vault is for the resolver to say.
func (f LinkFormat) forms(from, to vaultpath.Path, unique bool) []string {
	whole := to.String()
	exact := []string{whole, "/" + whole}
	switch f {
	case Relative:
		rel := relative(from.Dir(), to)
		if !strings.HasPrefix(rel, "../") && strings.Contains(rel, "/") || unique {
			return append([]string{rel, dotted(rel)}, exact...)
		}
		return append([]string{dotted(rel)}, exact...)
	case Shortest:
		if unique {
			return append([]string{to.Base()}, exact...)
		}
	}
	return exact
}

func dotted(rel string) string {
	if strings.HasPrefix(rel, "../") {
		return rel
	}
	return "./" + rel
}

// relative returns the path of to as seen from the folder dir.
func relative(dir, to vaultpath.Path) string {
	up := ""
	for !to.HasPrefix(dir) {
		up += "../"
		dir = dir.Dir()
	}
	return up + strings.TrimPrefix(strings.TrimPrefix(to.String(), dir.String()), "/")
}
