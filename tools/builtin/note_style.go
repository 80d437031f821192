package builtin

import (
	"strings"
	"time"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// noteStyle is how a vault begins its notes, read from those that are there: a
// new note looks like its neighbours (X30).
type noteStyle struct {
	created string // the property that says when a note was made, "" for none
	layout  string // how it writes the time
	inline  bool   // tags stand in the text, not in the properties
}

// createdKeys are names of the property that says when a note was made, the
// likeliest first.
var createdKeys = []string{"created", "date created", "date_created", "created_at", "createdat", "creation date", "date", "创建", "创建时间", "创建日期"}

// layouts are the ways to write a moment, each of another shape.
var layouts = []string{
	"2006-01-02T15:04", "2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05.000Z07:00", "2006/01/02", "2006/01/02 15:04", "20060102",
}

// Bounds of reading a style.
const (
	styleFew    = 3    // from as many notes on, a folder has a style of its own
	styleSample = 2000 // notes that are looked at
)

// styleOf reads the style of a folder, or of the vault where the folder has few
// notes.
func styleOf(env *tools.Env, folder vaultpath.Path) noteStyle {
	near, all := newCensus(), newCensus()
	for f := range env.View.Kept().Files() {
		if f.Kind != graph.KindNote || all.notes >= styleSample {
			continue
		}
		all.add(f.Facts)
		if f.Path.Dir() == folder {
			near.add(f.Facts)
		}
	}
	if near.notes >= styleFew {
		return near.style(env)
	}
	return all.style(env)
}

// census counts what notes do.
type census struct {
	notes   int
	keys    map[string]int            // by folded name of a property that holds a moment
	spelt   map[string]string         // how it is written
	shapes  map[string]map[string]int // by folded name: layouts
	inText  int                       // notes with tags in their text only
	inProps int                       // notes with tags in their properties
}

func newCensus() *census {
	return &census{keys: map[string]int{}, spelt: map[string]string{}, shapes: map[string]map[string]int{}}
}

func (c *census) add(facts note.Packed) {
	c.notes++
	for _, p := range facts.Properties() {
		text, _ := p.Value.(string)
		layout := layoutOf(text)
		if layout == "" {
			continue
		}
		key := vaultpath.Fold(p.Key)
		c.keys[key]++
		if c.spelt[key] == "" {
			c.spelt[key], c.shapes[key] = p.Key, map[string]int{}
		}
		c.shapes[key][layout]++
	}
	text, props := false, false
	for t := range facts.Tags() {
		text, props = text || !t.Property, props || t.Property
	}
	switch {
	case props:
		c.inProps++
	case text:
		c.inText++
	}
}

// layoutOf is the layout a moment is written in, "" for another text.
func layoutOf(text string) string {
	for _, l := range layouts {
		if _, err := time.Parse(l, text); err == nil {
			return l
		}
	}
	return ""
}

// style is what at least half of the notes do.
func (c *census) style(env *tools.Env) noteStyle {
	s := noteStyle{inline: c.inText >= styleFew && c.inText > 2*c.inProps}
	for _, key := range createdKeys {
		if n := c.keys[key]; n == 0 || 2*n < c.notes {
			continue
		}
		s.created, s.layout = c.spelt[key], layouts[0]
		best := 0
		for _, l := range layouts { // in order, so that a tie is settled always the same
			if c.shapes[key][l] > best {
				best, s.layout = c.shapes[key][l], l
			}
		}
		s.fitType(env)
		return s
	}
	return s
}

// fitType keeps a moment one of the type that the vault assigns to the property
// (6.8).
func (s *noteStyle) fitType(env *tools.Env) {
	moment := time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC).Format(s.layout)
	switch typ := env.View.PropertyType(s.created, moment); {
	case note.FitsType(typ, moment):
	case typ == note.TypeDate:
		s.layout = "2006-01-02"
	case typ == note.TypeDateTime:
		s.layout = "2006-01-02T15:04:05"
	}
}

// inlineTags writes tags as a line of text.
func inlineTags(tags []any) string {
	words := make([]string, len(tags))
	for i, t := range tags {
		words[i], _ = t.(string)
		words[i] = "#" + words[i]
	}
	return strings.Join(words, " ")
}
