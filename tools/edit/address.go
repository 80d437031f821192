package edit

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// find returns every heading an address can mean (users A1, A2, A5). An address
// is a heading, or a path of headings each somewhere below the one before, as
// "A > B" or as a link's "A#B". A heading may be given as its line with the
// marks, as its text, as it is shown, or as a slug; the most literal reading that
// any heading fits is the one that counts.
func find(hs []heading, address string) []heading {
	for _, steps := range readings(address) {
		for _, same := range likenesses {
			var out []heading
			for _, h := range hs {
				if fits(hs, h, steps, same) {
					out = append(out, h)
				}
			}
			if len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// step is one heading of an address; level is 0 where it has no marks.
type step struct {
	level int
	text  string
}

var markedHeading = regexp.MustCompile(`^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?$`)

func newStep(s string) step {
	s = strings.TrimSpace(s)
	if m := markedHeading.FindStringSubmatch(s); m != nil {
		return step{len(m[1]), m[2]}
	}
	return step{0, strings.TrimSpace(strings.TrimPrefix(s, "#"))}
}

// readings returns the ways to read an address: one heading, a path of them, a
// subpath of a link.
func readings(address string) [][]step {
	address = strings.TrimSpace(address)
	out := [][]step{{newStep(address)}}
	for _, cut := range []string{" > ", ">"} {
		if strings.Contains(address, cut) {
			out = append(out, steps(strings.Split(address, cut)))
		}
	}
	if strings.Contains(strings.TrimLeft(address, "#"), "#") && !strings.Contains(address, "# ") {
		out = append(out, steps(strings.FieldsFunc(address, func(r rune) bool { return r == '#' })))
	}
	return out
}

func steps(parts []string) []step {
	var out []step
	for _, p := range parts {
		if strings.TrimSpace(p) != "" {
			out = append(out, newStep(p))
		}
	}
	return out
}

// fits reports that the last step is h and the others stand above it in order.
func fits(hs []heading, h heading, steps []step, same likeness) bool {
	last := len(steps) - 1
	if last < 0 || !steps[last].is(h, same) {
		return false
	}
	at := 0
	for _, i := range h.above {
		if at < last && steps[at].is(hs[i], same) {
			at++
		}
	}
	return at == last
}

func (s step) is(h heading, same likeness) bool {
	return (s.level == 0 || s.level == h.level) && same(h.text, s.text)
}

// likeness compares a heading's text with what was given.
type likeness func(text, given string) bool

// likenesses are the ways to compare, the most literal first.
var likenesses = []likeness{
	func(text, given string) bool { return strings.TrimSpace(text) == given },
	func(text, given string) bool { return sameKey(note.HeadingKey(text), note.HeadingKey(given)) },
	func(text, given string) bool {
		return sameKey(note.HeadingKey(shown(text)), note.HeadingKey(shown(given)))
	},
	func(text, given string) bool { return sameKey(slug(shown(text)), slug(given)) },
}

func sameKey(a, b string) bool { return a == b && a != "" }

var (
	wikiMarkup = regexp.MustCompile(`!?\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]`)
	linkMarkup = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	htmlMarkup = regexp.MustCompile(`<[^>]*>`)
	idMarkup   = regexp.MustCompile(`\s\^[A-Za-z0-9-]+$`)
	signMarkup = strings.NewReplacer("*", "", "_", "", "`", "", "~~", "", "==", "", `\`, "")
)

// shown returns a heading's text more or less as it is rendered.
func shown(text string) string {
	text = wikiMarkup.ReplaceAllString(text, "$1")
	text = linkMarkup.ReplaceAllString(text, "$1")
	text = htmlMarkup.ReplaceAllString(text, "")
	text = idMarkup.ReplaceAllString(text, "")
	return strings.TrimSpace(signMarkup.Replace(text))
}

// slug returns the anchor that other programs make of a heading.
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(text)) {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
			b.WriteRune(r)
		}
	}
	return strings.Trim(b.String(), "-")
}
