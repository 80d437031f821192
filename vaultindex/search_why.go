package vaultindex

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// fieldText is a field of a file, as people read it; "" for the body, which has
// an excerpt. Only what is asked for is unpacked.
func (s *shelf) fieldText(f *graph.File, field fulltext.Field, found fulltext.FieldSet) string {
	switch field {
	case fulltext.FieldName:
		return f.Path.Name()
	case fulltext.FieldAliases:
		return strings.Join(f.Facts.Aliases(), "\n")
	case fulltext.FieldHeadings:
		return strings.Join(headingTexts(f.Facts.Headings()), "\n")
	case fulltext.FieldTags:
		return strings.Join(tagNames(f.Facts.Tags()), "\n")
	case fulltext.FieldAnchors:
		return s.anchorText(f, found)
	case fulltext.FieldProperties:
		return propertyText(f.Facts.Properties(), f.Path.Name())
	case fulltext.FieldPath:
		return string(f.Path.Dir())
	}
	return ""
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
	for field := fulltext.FieldName; field < fulltext.FieldBody; field++ {
		if !f.fields.Has(field) {
			continue
		}
		if words := finder.matched(s.fieldText(f.file, field, f.fields)); len(words) > 0 {
			reasons = append(reasons, fieldReasons[field]+": "+strings.Join(words, ", "))
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
	h.Tags = tagNames(f.file.Facts.Tags())
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
