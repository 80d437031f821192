package graph

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// The ways a wrong name can come near a right one, likeliest first (X06).
const (
	nearCase   = iota // the same path but for case or Unicode form
	nearExt           // the same path but for the extension
	nearFolder        // the same name elsewhere
	nearAlias         // an alias of a note
	nearShape         // the same letters: spaces, dashes, width differ
	nearTypo          // a few edits away
	nearPart          // one contains the other
	notNear
)

// longestPath is above what any file system takes, in bytes. Something longer
// is not a mistyped path, and comparing it would cost too much.
const longestPath = 4096

// Suggest returns up to limit existing files that missing may have meant,
// likeliest first (X06).
func (l Lens) Suggest(missing string, limit int) []vaultpath.Path {
	w := newWanted(missing)
	if w.stem == "" || len(missing) > longestPath || limit <= 0 {
		return nil
	}
	aliased := l.core.aliases.get(nameKey(w.stem))
	var found []guess
	for n := range l.all() {
		g := w.guess(n.vertex)
		if _, ok := slices.BinarySearchFunc(aliased, n.vertex, byPath); ok && g.near > nearAlias {
			g.near = nearAlias
		}
		if g.near < notNear {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, guess.compare)
	var out []vaultpath.Path
	for _, g := range found[:min(limit, len(found))] {
		out = append(out, g.path)
	}
	return out
}

// guess is a file, how it is near, and how far it still is within that.
type guess struct {
	*vertex
	near, distance int
	elsewhere      bool // not in the folder that was asked for
}

func (a guess) compare(b guess) int {
	return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.distance, b.distance),
		boolCompare(a.elsewhere, b.elsewhere), byLength(a.vertex, b.vertex))
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// wanted is a missing name, taken apart. It is asked about every file of the
// vault, so it keeps what it needs to answer without allocating.
type wanted struct {
	fold, dir, stem, shape string
	runes                  []rune // of stem
	allowed                int    // edits
	distance               distance
}

func newWanted(missing string) *wanted {
	fold := vaultpath.Fold(strings.Trim(strings.TrimSpace(missing), "/"))
	name := nameStem(fold)
	w := &wanted{fold: fold, dir: parent(fold), stem: name, shape: shape(name), runes: []rune(name)}
	w.allowed = min(3, max(1, len(w.runes)/4))
	return w
}

func (w *wanted) guess(v *vertex) guess {
	have := nameStem(v.fold)
	g := guess{vertex: v, near: notNear, elsewhere: parent(v.fold) != w.dir}
	switch {
	case v.fold == w.fold:
		g.near = nearCase
	case have == w.stem && !g.elsewhere:
		g.near = nearExt
	case have == w.stem:
		g.near = nearFolder
	case hasShape(have, w.shape):
		g.near = nearShape
	default:
		g.near, g.distance = w.spelling(have)
	}
	return g
}

// spelling compares names letter by letter.
func (w *wanted) spelling(have string) (near, distance int) {
	gap := utf8.RuneCountInString(have) - len(w.runes)
	gap = max(gap, -gap)
	if gap <= w.allowed && w.allowed < len(w.runes) && sameDigits(have, w.stem) {
		if d := w.distance.between(w.runes, have, w.allowed); d <= w.allowed {
			return nearTypo, d
		}
	}
	if partOf(w.stem, have) || partOf(have, w.stem) {
		return nearPart, gap
	}
	return notNear, 0
}

// sameDigits reports whether a and b have the same digits in the same order:
// another date or number is another note, not a slip of the finger.
func sameDigits(a, b string) bool {
	const all = "0123456789"
	for {
		i, j := strings.IndexAny(a, all), strings.IndexAny(b, all)
		if i < 0 || j < 0 {
			return i == j
		}
		if a[i] != b[j] {
			return false
		}
		a, b = a[i+1:], b[j+1:]
	}
}

// partOf reports whether part, if it is long enough to mean something, occurs
// in whole. Two Han characters are a word, two letters are not.
func partOf(part, whole string) bool {
	long := utf8.RuneCountInString(part) >= 3 || len(part) >= 6
	return long && strings.Contains(whole, part)
}

// shape returns what is left of a folded name without spaces and punctuation,
// in compatibility form.
func shape(s string) string {
	return strings.Map(func(r rune) rune {
		if inShape(r) {
			return r
		}
		return -1
	}, norm.NFKC.String(s))
}

func inShape(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// hasShape reports whether s has that shape. Nearly all names are told apart
// at their first letters.
func hasShape(s, want string) bool {
	rest := want
	for _, r := range s {
		if r >= utf8.RuneSelf {
			return want != "" && shape(s) == want
		}
		if !inShape(r) {
			continue
		}
		if rest == "" || rest[0] != byte(r) {
			return false
		}
		rest = rest[1:]
	}
	return want != "" && rest == ""
}
