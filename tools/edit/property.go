package edit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// PropertyOp is what happens to a property.
type PropertyOp uint8

// The kinds of property edits.
const (
	SetValue    PropertyOp = iota // the property gets Value; it is made where it is missing
	AppendItems                   // a list gets the items it does not have yet
	DropItems                     // a list loses the items it has
	RemoveKey                     // the property goes
)

// PropertyEdit changes one frontmatter key.
type PropertyEdit struct {
	Key string // case is ignored where the note has the key (6.8); tag, alias and cssclass mean the plural
	Op  PropertyOp
	// Value is nil, a bool, a number of any Go type, a string, or a list of
	// these; for AppendItems and DropItems one item or a list of them.
	Value any
}

// PropertyTypes are the types that the vault's types.json assigns, by name of the
// property in any case (6.8). Values must fit them (users E50).
type PropertyTypes map[string]string

// EditProperties returns the note with the edits made one after the other, all
// or none. Only the bytes of the values change: order, comments, quotes, styles
// of lists, other keys, line ends, the byte order mark and the text stay (users
// E47-E49, R156). Properties are created in a block of their own where the note
// has none. What cannot be done without touching anything else is refused, as is
// any edit of properties that are not valid YAML.
func EditProperties(raw []byte, types PropertyTypes, edits ...PropertyEdit) ([]byte, error) {
	if len(edits) == 0 {
		return nil, refuse(InvalidArgument, "No property is named; give a key and its value")
	}
	out := raw
	for _, e := range edits {
		after, err := editProperty(out, types, e)
		if err != nil {
			return nil, err
		}
		out = after
	}
	return out, nil
}

func editProperty(raw []byte, types PropertyTypes, e PropertyEdit) ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	f, err := openFrontmatter(raw)
	if err != nil {
		return nil, err
	}
	p, err := f.named(e)
	if err != nil {
		return nil, err
	}
	want, err := e.wanted(p)
	if err != nil {
		return nil, err
	}
	if e.Op == RemoveKey {
		after, err := f.without(p)
		if err != nil {
			return nil, err
		}
		return f.checked(after, p, nil, true)
	}
	if err := types.fit(p.key, want); err != nil {
		return nil, err
	}
	if p.found && equalValue(p.value, want) {
		return nil, refuse(NoChange, "The property %s already has this value; there is nothing to change", quote(p.key))
	}
	after, err := f.with(p, want)
	if err != nil {
		return nil, err
	}
	return f.checked(after, p, want, false)
}

func (e PropertyEdit) check() error {
	key := strings.TrimSpace(e.Key)
	switch {
	case key == "" || key != e.Key || !utf8.ValidString(key) || strings.ContainsAny(key, "\r\n"):
		return refuse(InvalidArgument, "The property name %s is none; give one line of text without spaces around it, such as status", quote(e.Key))
	case e.Op > RemoveKey:
		return refuse(InvalidArgument, "The edit of %s is none; set, append, drop or remove", quote(key))
	}
	return nil
}

// property is a key of the frontmatter, found or to be made.
type property struct {
	key   string // as the note spells it
	value any
	found bool
	index int // among the note's properties
	span  span
}

// plurals are the names Obsidian reads in place of those it gave up (6.7, T7).
var plurals = map[string]string{"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}

// named finds the property an edit means.
func (f *frontmatter) named(e PropertyEdit) (property, error) {
	p, err := f.lookup(e.Key)
	plural, old := plurals[strings.ToLower(e.Key)]
	if err != nil || !old || p.found && e.Op == RemoveKey {
		return p, err
	}
	return f.lookup(plural)
}

func (f *frontmatter) lookup(key string) (property, error) {
	p := property{key: key}
	for i, have := range f.note.Properties {
		if !strings.EqualFold(have.Key, key) {
			continue
		}
		if p.found {
			err := refuse(AmbiguousMatch, "The note has the property %s twice, as %s and %s; remove one of them first", quote(key), quote(p.key), quote(have.Key))
			err.Candidates = []string{p.key, have.Key}
			return property{}, err
		}
		p = property{key: have.Key, value: have.Value, found: true, index: i, span: span{have.Span.Start, have.Span.End}}
	}
	return p, nil
}

// wanted returns the value the property shall have.
func (e PropertyEdit) wanted(p property) (any, error) {
	if e.Op == RemoveKey {
		if !p.found {
			return nil, refuse(NoMatch, "The note has no property %s", quote(e.Key))
		}
		return nil, nil
	}
	value, err := normalValue(e.Key, e.Value)
	if err != nil {
		return nil, err
	}
	if p.isTags() {
		value = bareTags(value)
	}
	switch e.Op {
	case AppendItems:
		return p.appended(value)
	case DropItems:
		return p.dropped(value)
	}
	if s, ok := value.(string); ok && p.isList() && s != "" {
		return []any{s}, nil
	}
	return value, nil
}

func (p property) isTags() bool { return strings.EqualFold(p.key, "tags") }

// isList reports a property that is a list whatever its value is.
func (p property) isList() bool {
	switch strings.ToLower(p.key) {
	case "tags", "aliases", "cssclasses":
		return true
	}
	return false
}

// bareTags takes the '#' off tags: in properties it is left out.
func bareTags(value any) any {
	switch v := value.(type) {
	case string:
		return strings.TrimPrefix(v, "#")
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = bareTags(item)
		}
		return out
	}
	return value
}

func items(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{value}
}

// listed returns the items the property has now.
func (p property) listed() ([]any, error) {
	if _, ok := p.value.(map[string]any); ok {
		return nil, refuse(InvalidArgument, "The property %s is an object, not a list; edit it as text", quote(p.key))
	}
	if s, ok := p.value.(string); ok && p.isTags() && len(strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })) > 1 {
		return nil, refuse(InvalidArgument, "The property tags holds several tags in one text, %s; set it to a list first", quote(s))
	}
	if s, ok := p.value.(string); ok && strings.TrimSpace(s) == "" {
		return nil, nil
	}
	return items(p.value), nil
}

func (p property) appended(value any) (any, error) {
	have, err := p.listed()
	if err != nil {
		return nil, err
	}
	out := append([]any{}, have...)
	for _, item := range items(value) {
		if !p.has(out, item) {
			out = append(out, item)
		}
	}
	if len(out) == len(have) {
		return nil, refuse(NoChange, "The property %s has all of these items already", quote(p.key))
	}
	return out, nil
}

func (p property) dropped(value any) (any, error) {
	have, err := p.listed()
	if err != nil {
		return nil, err
	}
	drop, out := items(value), []any{}
	for _, item := range have {
		if !p.has(drop, item) {
			out = append(out, item)
		}
	}
	if len(out) == len(have) {
		return nil, refuse(NoMatch, "The property %s has none of these items; it has %s", quote(p.key), quote(fmt.Sprint(have...)))
	}
	return out, nil
}

// has compares tags as Obsidian does (T5), other items exactly.
func (p property) has(list []any, item any) bool {
	for _, other := range list {
		a, isText := item.(string)
		b, isToo := other.(string)
		if p.isTags() && isText && isToo && note.FoldTag(a) == note.FoldTag(b) || equalValue(item, other) {
			return true
		}
	}
	return false
}
