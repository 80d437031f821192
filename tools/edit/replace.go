package edit

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Replacement says what text is to become which (R157-R161, R153).
type Replacement struct {
	Old, New   string
	All        bool // every occurrence (R158)
	Occurrence int  // only this one, from 1; 0 means not said (R159)
	LineHint   int  // the line it is on or near; 0 means not said (R160)
	Expected   int  // how many replacements are expected; 0 means not said (R161). More than one stands for All
}

// Replaced is the result of ReplaceText.
type Replaced struct {
	After []byte
	Lines []Lines // of the old bytes, each place that was replaced
}

// ReplaceText puts New where Old stands, and changes no other byte. Old must occur
// exactly once, overlapping occurrences counted, unless All, Occurrence, LineHint
// or Expected says which are meant. A text written with LF matches one with CRLF,
// and New gets the line ends of the place. Nothing is ever matched approximately:
// when Old does not occur, the error says what comes nearest and how it differs.
// raw is not changed.
func ReplaceText(raw []byte, r Replacement) (Replaced, error) {
	if err := r.check(raw); err != nil {
		return Replaced{}, err
	}
	t := newLFText(raw)
	old, text := toLF([]byte(r.Old)), toLF([]byte(r.New))
	if bytes.Equal(old, text) {
		return Replaced{}, refuse(NoChange, "The old and the new text are the same; give the text as it shall be")
	}
	all := r.All || r.Expected > 1
	found := findAll(t.text, old, !all && r.Occurrence == 0)
	if len(found) == 0 {
		return Replaced{}, notFound(raw, r.Old)
	}
	chosen, err := r.choose(t.text, found, all)
	if err != nil {
		return Replaced{}, err
	}
	return Replaced{After: replaceAt(raw, t, chosen, text), Lines: linesOfAll(t.text, chosen)}, nil
}

func (r Replacement) check(raw []byte) error {
	switch {
	case !utf8.Valid(raw):
		return refuse(BinaryFile, "The file is not UTF-8 text; its bytes are not edited")
	case r.Old == "":
		return refuse(InvalidArgument, "The old text is empty; copy the text to be replaced from the file")
	case !utf8.ValidString(r.Old) || !utf8.ValidString(r.New):
		return refuse(InvalidArgument, "The texts must be valid UTF-8")
	case r.Occurrence < 0 || r.LineHint < 0 || r.Expected < 0:
		return refuse(InvalidArgument, "Occurrence, line hint and expected number count from 1; leave out what is not known")
	case r.Occurrence > 0 && (r.All || r.Expected > 1):
		return refuse(InvalidArgument, "One occurrence and all of them exclude each other; give one of the two")
	}
	return nil
}

// choose settles which of the places are meant, or refuses with where they are.
func (r Replacement) choose(text []byte, found []span, all bool) ([]span, error) {
	switch {
	case r.Expected > 0 && r.Occurrence == 0 && r.LineHint == 0 && r.Expected != len(found),
		r.Expected > 0 && all && r.Expected != len(found):
		return nil, matched(CountMismatch, text, found, func(lines string) string {
			return fmt.Sprintf("The old text occurs %s, on %s, and %d were expected; check the places and give their number", times(len(found)), lines, r.Expected)
		})
	case all || len(found) == 1 && r.Occurrence <= 1:
		return found, nil
	case r.Occurrence > len(found):
		return nil, matched(CountMismatch, text, found, func(lines string) string {
			return fmt.Sprintf("There is no occurrence %d of the old text: it occurs %s, on %s", r.Occurrence, times(len(found)), lines)
		})
	case r.Occurrence > 0:
		return found[r.Occurrence-1 : r.Occurrence], nil
	}
	if near := nearHint(text, found, r.LineHint); len(near) == 1 {
		return near, nil
	}
	return nil, matched(AmbiguousMatch, text, found, func(lines string) string {
		return fmt.Sprintf("The old text occurs %s, on %s; add lines around it until it is unique, or say which occurrence is meant", times(len(found)), lines)
	})
}

// hintReach is how many lines off a hint may be: line numbers shift a little
// while a note is edited.
const hintReach = 3

// nearHint returns the places on the hinted line, else those a few lines away.
func nearHint(text []byte, found []span, hint int) []span {
	if hint == 0 {
		return nil
	}
	at := linesOfAll(text, found)
	for _, reach := range []int{0, hintReach} {
		var near []span
		for i, l := range at {
			if l.First-reach <= hint && hint <= l.Last+reach {
				near = append(near, found[i])
			}
		}
		if len(near) > 0 {
			return near
		}
	}
	return nil
}

// matched makes a refusal that names the places.
func matched(code Code, text []byte, found []span, message func(lines string) string) error {
	at := linesOfAll(text, found)
	return &Error{Code: code, Message: message(listLines(at)), Matches: capped(at)}
}

func times(n int) string {
	switch {
	case n == 1:
		return "once"
	case n == maxOverlapping:
		return "at least " + plural(n, "time")
	}
	return plural(n, "time")
}

// replaceAt writes text over the chosen places of raw, which all hold the same
// old text. What old and new begin and end with keeps its raw bytes, the rest
// takes the line ends around it.
func replaceAt(raw []byte, t lfText, chosen []span, text []byte) []byte {
	old := t.text[chosen[0].start:chosen[0].end]
	head := commonPrefix(old, text)
	tail := commonPrefix(reversed(old[head:]), reversed(text[head:]))
	middle := text[head : len(text)-tail]
	ends := endFinder{raw: raw}
	var out []byte
	at := 0
	for _, s := range chosen {
		start, end := t.raw(s.start+head), t.raw(s.end-tail)
		out = append(append(out, raw[at:start]...), withEnds(middle, ends.at(start))...)
		at = end
	}
	return append(out, raw[at:]...)
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func reversed(b []byte) []byte {
	out := make([]byte, len(b))
	for i, c := range b {
		out[len(b)-1-i] = c
	}
	return out
}
