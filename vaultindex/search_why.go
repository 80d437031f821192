package vaultindex

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// fieldText is a field of a file, the body aside, as people read it.
type fieldText struct {
	field fulltext.Field
	text  string
}

// fields are those in which the query was found, or all. What other notes call
// a file costs most to find out.
func (s *shelf) fields(f *graph.File, found fulltext.FieldSet) []fieldText {
	all := []fieldText{{fulltext.FieldName, f.Path.Name()}}
	if n := f.Note(); n != nil {
		all = append(all,
			fieldText{fulltext.FieldAliases, strings.Join(n.Aliases, "\n")},
			fieldText{fulltext.FieldHeadings, strings.Join(headingTexts(n), "\n")},
			fieldText{fulltext.FieldTags, strings.Join(tagNames(n), "\n")},
			fieldText{fulltext.FieldAnchors, s.anchorText(f, found)},
			fieldText{fulltext.FieldProperties, propertyText(n, f.Path.Name())})
	}
	return append(all, fieldText{fulltext.FieldPath, string(f.Path.Dir())})
}

func (s *shelf) anchorText(f *graph.File, found fulltext.FieldSet) string {
	if !found.Has(fulltext.FieldAnchors) {
		return ""
	}
	return strings.Join(anchors(s.lens, f.Path, fewLinks), "\n")
}

// fieldReasons introduce the words found in a field.
var fieldReasons = map[fulltext.Field]string{
	fulltext.FieldName: "name", fulltext.FieldAliases: "alias", fulltext.FieldHeadings: "heading",
	fulltext.FieldTags: "tag", fulltext.FieldAnchors: "link text of other notes",
	fulltext.FieldProperties: "property", fulltext.FieldPath: "folder",
}

// why tells in which fields the query was found, what of it the operators
// found, and what else spoke for the file. inBody are the words found in its
// text.
func (s *shelf) why(f scored, finder *finder, inBody, asked []string) []string {
	var reasons []string
	for _, part := range s.fields(f.file, f.fields) {
		if !f.fields.Has(part.field) {
			continue
		}
		if words := finder.matched(part.text); len(words) > 0 {
			reasons = append(reasons, fieldReasons[part.field]+": "+strings.Join(words, ", "))
		}
	}
	if len(inBody) > 0 {
		reasons = append(reasons, "text: "+strings.Join(inBody, ", "))
	}
	return append(append(reasons, asked...), f.reasons...)
}

// hit dresses up a file as a hit.
func (s *shelf) hit(q *query, f scored, finder *finder) Hit {
	h := Hit{
		Path: f.file.Path, Title: f.file.Path.Name(), Score: f.score,
		ModTime: f.file.ModTime, Type: kindNames[f.file.Kind],
	}
	if n := f.file.Note(); n != nil {
		h.Tags = tagNames(n)
	}
	body := f.text
	if body == "" && (f.file.Kind == graph.KindNote || f.file.Kind == graph.KindCanvas) {
		body = s.contents(f.file.Path)
	}
	o := outlineOf(body)
	found := o.searched(finder.find(body))
	held := &subject{file: f.file, read: func() string { return body }}
	o.proof = proofOf(q, held, o)
	h.Excerpt, h.Line, h.Heading = o.excerpt(finder, found)
	h.Why = s.why(f, finder, found.words(body), q.reasons(held))
	if isConflictCopy(f.file.Path) {
		h.Why = append([]string{"sync conflict copy: another version of a note"}, h.Why...)
	}
	return h
}

var kindNames = map[graph.Kind]string{
	graph.KindNote: "note", graph.KindCanvas: "canvas", graph.KindBase: "base", graph.KindAttachment: "attachment",
}
