package edit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Stats says how much a change is.
type Stats struct {
	Added       int `json:"added"`       // lines only the new text has
	Removed     int `json:"removed"`     // lines only the old text has
	LinesBefore int `json:"linesBefore"` // a last line without a line end counts
	LinesAfter  int `json:"linesAfter"`
	CharsBefore int `json:"charsBefore"` // Unicode characters; a broken byte counts as one
	CharsAfter  int `json:"charsAfter"`
}

// Measure returns how much differs between two texts.
func Measure(before, after []byte) Stats {
	d := Compare(before, after)
	return Stats{
		Added: d.Added(), Removed: d.Removed(),
		LinesBefore: len(d.before), LinesAfter: len(d.after),
		CharsBefore: utf8.RuneCount(before), CharsAfter: utf8.RuneCount(after),
	}
}

// Summary says what a set does, in numbers.
type Summary struct {
	Created, Changed, Moved, Trashed, Folders int // files; folders made or taken away
	Added, Removed                            int // lines, of all files together
	notes                                     bool
}

// Summarize counts what the set does. before returns the bytes a file has now;
// a file it does not know counts as empty.
func (s Set) Summarize(before func(vaultpath.Path) ([]byte, bool)) Summary {
	sum := Summary{notes: true}
	for _, e := range s.effects {
		sum.count(e)
		if e.isFolder() || e.Op == Move && e.After == nil {
			continue
		}
		old, _ := before(e.Path)
		m := Measure(old, e.After)
		sum.Added += m.Added
		sum.Removed += m.Removed
	}
	return sum
}

func (s *Summary) count(e Effect) {
	s.notes = s.notes && (e.isFolder() || e.Path.IsNote())
	switch e.Op {
	case Create:
		s.Created++
	case Replace:
		s.Changed++
	case Move:
		s.Moved++
	case Trash:
		s.Trashed++
	default:
		s.Folders++
	}
}

// String writes the summary for people: "3 notes changed, 1 moved +40 −12".
func (s Summary) String() string {
	noun, parts := "file", []string{}
	if s.notes {
		noun = "note"
	}
	add := func(n int, verb string) {
		switch {
		case n == 0:
		case len(parts) == 0:
			parts = append(parts, plural(n, noun)+" "+verb)
		default:
			parts = append(parts, strconv.Itoa(n)+" "+verb)
		}
	}
	add(s.Changed, "changed")
	add(s.Created, "created")
	add(s.Moved, "moved")
	add(s.Trashed, "moved to the trash")
	if s.Folders > 0 {
		parts = append(parts, plural(s.Folders, "folder"))
	}
	if len(parts) == 0 {
		return "nothing changed"
	}
	text := strings.Join(parts, ", ")
	if s.Added+s.Removed > 0 {
		text += " +" + strconv.Itoa(s.Added) + " −" + strconv.Itoa(s.Removed)
	}
	return text
}
