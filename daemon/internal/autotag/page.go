package autotag

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	maxText     = 64 << 10 // bytes of a note that are looked at
	maxHeadings = 40
	maxHosts    = 20
	maxValue    = 60 // bytes of a property's value that can be a sign
	titleWeight = 3  // of a word in a name or an alias, against one in the text
	headWeight  = 2  // of a word in a heading
)

// page is what a note says without its own tags.
type page struct {
	path  vaultpath.Path
	tags  []string           // as the note spells them, distinct
	words map[string]float64 // of the text, names, aliases, headings and properties: weighted counts
	title map[string]bool    // words of the name and the aliases
	signs []sign             // sorted, distinct
	near  []vaultpath.Path   // files it links to or that link to it, by path
	form  form               // how it writes its tags
}

// sign is something that a note has or has not.
type sign struct {
	kind signKind
	text string
}

type signKind uint8

const (
	inFolder    signKind = iota // the folder, or one above it
	hasProperty                 // a property, or a property with a value
	hasShape                    // a host, a heading, the form of the name
	hasMark                     // what its name begins with, where that is no letter or digit
	linksTo                     // a file
	linkedFrom                  // a file that links to it
	saysTag                     // the words of a tag
	namesTag                    // the words of a tag in its name
	signKinds                   // how many kinds there are
)

func compareSigns(a, b sign) int {
	if a.kind != b.kind {
		return int(a.kind) - int(b.kind)
	}
	return strings.Compare(a.text, b.text)
}

// pageOf reads a note that the view shows, on request without what its
// properties say. It fails where the note cannot be read.
func pageOf(v *vaultindex.View, f *graph.File, noProperties bool) (*page, error) {
	raw, err := v.ReadFile(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Path, err)
	}
	raw = raw[:min(len(raw), maxText)]
	n := f.Note()
	p := &page{path: f.Path, words: map[string]float64{}, title: map[string]bool{}, form: formOf(n, raw)}
	p.readTags(n)
	p.readWords(n, raw)
	if !noProperties {
		p.readProperties(n, raw)
	}
	p.readSigns(v, n, raw)
	return p, nil
}

func (p *page) readTags(n *note.Note) {
	seen := map[string]bool{}
	for _, t := range n.Tags {
		if key := note.FoldTag(t.Name); !seen[key] {
			seen[key] = true
			p.tags = append(p.tags, t.Name)
		}
	}
}

func (p *page) readWords(n *note.Note, raw []byte) {
	for _, s := range note.Plain(raw) {
		p.count(string(raw[s.Start:s.End]), 1, nil)
	}
	for _, l := range n.Links {
		p.count(l.Display, 1, nil)
		p.count(lastSegment(l.Path), 1, nil)
	}
	for _, h := range n.Headings[:min(len(n.Headings), maxHeadings)] {
		p.count(tagless(h.Text), headWeight-1, nil)
	}
	for _, name := range append([]string{p.path.Name()}, n.Aliases...) {
		p.count(name, titleWeight, p.title)
	}
}

// tagless is a heading without tags: they are what is to be guessed.
func tagless(text string) string {
	words := strings.Fields(text)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "#") }), " ")
}

func (p *page) count(text string, weight float64, also map[string]bool) {
	fulltext.Scan(text, func(_, _ int, term []byte) {
		word := string(term)
		if fulltext.IsFolded(word) {
			return
		}
		p.words[word] += weight
		if also != nil {
			also[word] = true
		}
	})
}

func (p *page) readSigns(v *vaultindex.View, n *note.Note, raw []byte) {
	for dir := p.path.Dir(); ; dir = dir.Dir() {
		p.sign(inFolder, string(dir))
		if dir == vaultpath.Root {
			break
		}
	}
	for _, h := range n.Headings[:min(len(n.Headings), maxHeadings)] {
		if text := tagless(h.Text); text != "" {
			p.sign(hasShape, "# "+vaultpath.Fold(text))
		}
	}
	for _, host := range hostsIn(raw) {
		p.sign(hasShape, host)
	}
	for _, fence := range fences.FindAllSubmatch(raw, maxHeadings) {
		p.sign(hasShape, "``` "+strings.ToLower(string(fence[1])))
	}
	if shape := shapeOf(p.path.Name()); shape != "" {
		p.sign(hasShape, shape)
	}
	if mark := markOf(p.path.Name()); mark != "" {
		p.sign(hasMark, mark)
	}
	p.readLinks(v)
	slices.SortFunc(p.signs, compareSigns)
	p.signs = slices.Compact(p.signs)
}

// readLinks looks at links in both directions. Links from notes that nobody
// tends are left out.
func (p *page) readLinks(v *vaultindex.View) {
	for _, e := range v.Outgoing(p.path) {
		if e.Resolved && e.To != p.path {
			p.sign(linksTo, string(e.To))
			p.near = append(p.near, e.To)
		}
	}
	for from := range v.Kept().Linking(p.path) {
		if from != p.path {
			p.sign(linkedFrom, string(from))
			p.near = append(p.near, from)
		}
	}
	slices.Sort(p.near)
	p.near = slices.Compact(p.near)
}

func (p *page) sign(kind signKind, text string) { p.signs = append(p.signs, sign{kind, text}) }

func (p *page) readProperties(n *note.Note, raw []byte) {
	for _, prop := range n.Properties {
		p.readProperty(prop)
	}
	for _, field := range fields.FindAllSubmatch(raw, maxHeadings) {
		p.sign(hasProperty, strings.ToLower(string(field[1]))+"::")
	}
}

// readProperty makes signs of a property. Tags themselves say nothing, and what
// a plugin writes only into notes of a tag would only say the tag again.
func (p *page) readProperty(prop note.Property) {
	key := strings.ToLower(prop.Key)
	if key == "tags" || key == "tag" || key == "aliases" || key == "alias" || strings.HasPrefix(key, "sr-") {
		return
	}
	p.sign(hasProperty, key)
	p.count(key, 1, nil)
	values, ok := prop.Value.([]any)
	if !ok {
		values = []any{prop.Value}
	}
	for _, value := range values[:min(len(values), 8)] {
		text, ok := value.(string)
		if ok && text != "" && len(text) <= maxValue {
			p.sign(hasProperty, key+": "+vaultpath.Fold(text))
		}
		p.count(text, 1, nil)
	}
}

var address = regexp.MustCompile(`https?://[^\s)\]>"'<]+`)

// fences begin a block of code in a language.
var fences = regexp.MustCompile("(?m)^[ \\t>]*(?:```+|~~~+)[ \\t]*([A-Za-z][\\w+-]*)")

// fields are properties in the text, as Dataview reads them.
var fields = regexp.MustCompile(`(?m)^[ \t>*-]*([\p{L}][\p{L}\p{N} _-]{0,30})::`)

// hostsIn are the hosts a text has addresses of.
func hostsIn(raw []byte) (hosts []string) {
	for _, found := range address.FindAll(raw, 4*maxHosts) {
		u, err := url.Parse(string(found))
		if err != nil || u.Hostname() == "" {
			continue
		}
		if host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."); !slices.Contains(hosts, host) && len(hosts) < maxHosts {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// shapeOf is the form of a name that has digits or signs in it, with one x for
// each run of letters. Words alone have no form.
func shapeOf(name string) string {
	var b strings.Builder
	b.WriteString("name ")
	letters := false
	for _, r := range name {
		switch {
		case unicode.IsDigit(r):
			b.WriteByte('0')
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if !letters {
				b.WriteByte('x')
			}
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r < 128 || unicode.IsPunct(r):
			b.WriteRune(r)
		default:
			b.WriteByte('*')
		}
		letters = unicode.IsLetter(r) || unicode.IsMark(r)
	}
	if strings.Trim(b.String()[len("name "):], "x ") == "" {
		return ""
	}
	return b.String()
}

// markOf is what a name begins with before the first letter, digit or space.
func markOf(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) })
	if end < 0 {
		return name
	}
	return name[:end]
}

func lastSegment(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// readPages reads all tagged notes that the view shows and its user tends, by
// path. Notes that went away meanwhile are left out.
func readPages(ctx context.Context, v *vaultindex.View, noProperties bool) ([]*page, error) {
	var pages []*page
	for f := range v.Kept().Files() {
		if f.Kind != graph.KindNote || !hasTags(f) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := pageOf(v, f, noProperties)
		switch {
		case errors.Is(err, vaultindex.ErrVaultMissing):
			return nil, err
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, vaultindex.ErrTooLarge), errors.Is(err, vaultindex.ErrNotRegular), errors.Is(err, fs.ErrPermission):
			continue
		case err != nil:
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

func hasTags(f *graph.File) bool {
	for range f.Facts.Tags() {
		return true
	}
	return false
}
