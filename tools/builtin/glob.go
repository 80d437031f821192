package builtin

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxChoices bounds the ways the braces of a glob can be read; matching tries
// them all.
const maxChoices = 256

// glob is a pattern for paths (design 5, Globs). nil matches everything.
type glob struct {
	pattern string
	byName  bool   // no slash: the name is matched, in whatever folder
	ending  string // what a name ends in, where that is all that is asked ("*.md")
}

// parseGlob checks a pattern for the tool.
func parseGlob(tool, pattern string) (*glob, error) {
	if pattern == "" {
		return nil, nil
	}
	clean := norm.NFC.String(strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/"))
	if !doublestar.ValidatePattern(clean) {
		return nil, badGlob(tool, pattern, "is not a valid glob: a bracket or brace is not closed")
	}
	if choices(clean) > maxChoices {
		return nil, badGlob(tool, pattern, "has too many alternatives in braces")
	}
	return &glob{clean, !strings.Contains(clean, "/"), endingOf(clean)}, nil
}

// endingOf is what a name must end in to match, "" where more is asked than that.
func endingOf(pattern string) string {
	if rest, ok := strings.CutPrefix(pattern, "*"); ok && !strings.ContainsAny(rest, `*?[]{}\/`) {
		return rest
	}
	return ""
}

func badGlob(tool, pattern, why string) error {
	e := tools.Errorf(tools.InvalidArgument, "The argument \"glob\", %q, %s", pattern, why)
	e.Data = tools.Failure{Argument: "glob", Got: pattern, Allowed: "a glob of * ? [abc] {a,b} and **"}
	if tool == "grep" {
		return e.WithCall(callOf(tool, "pattern", "TODO", "glob", "*.md"))
	}
	return e.WithCall(callOf(tool, "glob", "*.md"))
}

// choices is an upper bound of the ways to choose one of each brace.
func choices(pattern string) int {
	total, here := 1, 1
	for _, r := range pattern {
		switch r {
		case '{':
			here = 1
		case ',':
			here++
		case '}':
			if total *= here; total > maxChoices {
				return total
			}
		}
	}
	return total
}

// match tells whether the glob matches p, from the vault's root or from the
// folder that is searched.
func (g *glob) match(p, dir vaultpath.Path) bool {
	if g == nil {
		return true
	}
	if g.ending != "" {
		return strings.HasSuffix(p.String(), g.ending)
	}
	if g.byName {
		return doublestar.MatchUnvalidated(g.pattern, p.Base())
	}
	if doublestar.MatchUnvalidated(g.pattern, p.String()) {
		return true
	}
	return dir != vaultpath.Root && doublestar.MatchUnvalidated(g.pattern, strings.TrimPrefix(p.String()[len(dir):], "/"))
}
