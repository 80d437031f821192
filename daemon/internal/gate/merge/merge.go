// Package merge merges two changes of one text, line by line. It never guesses:
// changes that touch each other are a conflict.
package merge

import (
	"bytes"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools/edit"
)

// Three returns base with the changes of both texts, or false when they meet: when
// both changed the same line or lines next to each other, in different ways, or
// when one of the texts is no text.
func Three(base, ours, theirs []byte) ([]byte, bool) {
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(base, theirs):
		return ours, true
	case bytes.Equal(base, ours):
		return theirs, true
	case !utf8.Valid(base) || !utf8.Valid(ours) || !utf8.Valid(theirs):
		return nil, false
	}
	m := merger{base: lines(base), ours: lines(ours), theirs: lines(theirs)}
	return m.merge(edit.Compare(base, ours).Changes(), edit.Compare(base, theirs).Changes())
}

// lines cuts a text behind its line feeds, as edit.Compare counts lines.
func lines(text []byte) [][]byte {
	out := bytes.SplitAfter(text, []byte{'\n'})
	if len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

type merger struct {
	base, ours, theirs [][]byte
	out                bytes.Buffer
	at                 int // the first line of base not yet written
}

func (m *merger) merge(ours, theirs []edit.Change) ([]byte, bool) {
	for len(ours) > 0 || len(theirs) > 0 {
		switch {
		case len(theirs) == 0, len(ours) > 0 && ours[0].BeforeEnd < theirs[0].BeforeStart:
			m.take(ours[0], m.ours)
			ours = ours[1:]
		case len(ours) == 0, theirs[0].BeforeEnd < ours[0].BeforeStart:
			m.take(theirs[0], m.theirs)
			theirs = theirs[1:]
		case m.same(ours[0], theirs[0]):
			m.take(ours[0], m.ours)
			ours, theirs = ours[1:], theirs[1:]
		default:
			return nil, false
		}
	}
	m.copyTo(len(m.base))
	return m.out.Bytes(), true
}

// same tells whether both made the same change.
func (m *merger) same(a, b edit.Change) bool {
	return a.BeforeStart == b.BeforeStart && a.BeforeEnd == b.BeforeEnd &&
		bytes.Equal(bytes.Join(m.ours[a.AfterStart:a.AfterEnd], nil), bytes.Join(m.theirs[b.AfterStart:b.AfterEnd], nil))
}

func (m *merger) take(c edit.Change, from [][]byte) {
	m.copyTo(c.BeforeStart)
	for _, line := range from[c.AfterStart:c.AfterEnd] {
		m.out.Write(line)
	}
	m.at = c.BeforeEnd
}

func (m *merger) copyTo(end int) {
	for ; m.at < end; m.at++ {
		m.out.Write(m.base[m.at])
	}
}
