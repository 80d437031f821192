package vaultindex

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// propertyValue is what [name:value] asks of a property's value.
type propertyValue struct {
	texts []string // one of these, folded
	null  bool     // empty but present
	sign  byte     // '<' or '>' with number, else 0
	than  float64
}

// maxProperty bounds a property with its brackets, in bytes.
const maxProperty = 500

// property reads [name] or [name:value]. Wikilinks, empty brackets and numbers
// in brackets are text.
func (p *queryParser) property() (query, bool) {
	rest := p.text[p.pos:min(len(p.text), p.pos+maxProperty)]
	end := strings.IndexByte(rest, ']')
	if rest[0] != '[' || end < 0 || strings.HasPrefix(rest, "[[") {
		return query{}, false
	}
	name, value, valued := cutProperty(rest[1:end])
	if _, err := strconv.Atoi(name); name == "" || err == nil {
		return query{}, false
	}
	q := query{kind: propertyQuery, text: fulltext.Fold(name)}
	if valued {
		parsed, reason := parsePropertyValue(value)
		if reason != "" {
			p.fail(p.pos, reason, "["+name+":value] or ["+name+":>10]")
			return query{}, false
		}
		q.value = &parsed
	}
	p.pos += end + 1
	return q, true
}

func cutProperty(inner string) (name, value string, valued bool) {
	inner = strings.TrimSpace(inner)
	if body, end, ok := delimited(inner, '"'); ok {
		rest := strings.TrimSpace(inner[end:])
		value, valued = strings.CutPrefix(rest, ":")
		return body, strings.TrimSpace(value), valued
	}
	name, value, valued = strings.Cut(inner, ":")
	return strings.TrimSpace(name), strings.TrimSpace(value), valued
}

func parsePropertyValue(value string) (v propertyValue, reason string) {
	switch {
	case value == "":
		return v, "nothing follows the property's colon"
	case value == "null" || value == "EMPTY":
		v.null = true
		return v, ""
	case value[0] == '<' || value[0] == '>':
		than, err := strconv.ParseFloat(strings.TrimSpace(value[1:]), 64)
		if err == nil {
			v.sign, v.than = value[0], than
			return v, ""
		}
		return v, "a number has to follow " + value[:1]
	}
	for _, alternative := range strings.Split(value, " OR ") {
		alternative = strings.Trim(strings.TrimSpace(alternative), `"()`)
		v.texts = append(v.texts, fulltext.Fold(alternative))
	}
	return v, ""
}

// matches reports whether a note has the property. Names and values are
// compared without regard to case.
func (q *query) hasProperty(facts note.Packed) bool {
	for _, p := range facts.Properties() {
		if fulltext.Fold(p.Key) == q.text {
			return q.value == nil || q.value.accepts(p.Value)
		}
	}
	return false
}

func (v *propertyValue) accepts(value any) bool {
	if list, ok := value.([]any); ok {
		for _, item := range list {
			if v.accepts(item) {
				return true
			}
		}
		return false
	}
	switch {
	case v.null:
		return value == nil
	case value == nil:
		return false
	case v.sign != 0:
		number, err := strconv.ParseFloat(fmt.Sprint(value), 64)
		return err == nil && (v.sign == '<' && number < v.than || v.sign == '>' && number > v.than)
	}
	text := fulltext.Fold(fmt.Sprint(value))
	for _, want := range v.texts {
		if strings.Contains(text, want) {
			return true
		}
	}
	return false
}
