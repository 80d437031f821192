package vaultindex

import (
	"regexp"
	"slices"
	"strings"
)

// howManyOf asks for the number of a thing in English, which its text writes before
// or behind it.
var howManyOf = regexp.MustCompile(`(?i)\bhow many \p{L}`)

// howMuchOf asks for an amount, too.
var howMuchOf = regexp.MustCompile(`(?i)\bhow (?:many|much) \p{L}`)

// eachOne are words of number that count nothing beside a thing.
var eachOne = regexp.MustCompile(`(?i)\b(?:every|each|whole|no)\b`)

// Bounds, in bytes, of how far a number stands before a thing and behind it.
const (
	countBefore = 40
	countBehind = 12
)

// counted reports whether a text has a number beside each thing that is counted,
// or none of them, where headings name it.
func (a *asker) counted(r run, u unit, text string, found marks) bool {
	named := false
	for _, m := range found {
		if !slices.Contains(r.terms, m.term) {
			continue
		}
		named = true
		start, end := m.start-u.start, m.end-u.start
		if start < 0 || end > len(text) {
			continue
		}
		before := text[max(0, start-countBefore):start]
		before = before[strings.LastIndexAny(before, ".\n;|")+1:]
		before = eachOne.ReplaceAllString(noCount.ReplaceAllString(before, ""), "")
		if countSigns.MatchString(before) || countBehindIt.MatchString(text[end:min(len(text), end+countBehind)]) {
			return true
		}
	}
	return !named
}

// countBehindIt is a number that follows the thing it counts.
var countBehindIt = regexp.MustCompile(`^\W{1,6}\d`)
