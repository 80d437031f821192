package fulltext

import (
	"strings"

	index "github.com/blevesearch/bleve_index_api"
)

// document is a Doc as scorch takes it, and as segmentBuilder reads it. To
// scorch it has no fields: nothing is analysed before the segment is built.
type document struct {
	id    string
	texts [numFields]string
	rest  string
	tags  []string
	flags []string
	bytes int
}

func newDocument(d *Doc) *document {
	doc := &document{id: string(d.Path), tags: tagKeys(d.Tags), flags: flags(d)}
	doc.texts = [numFields]string{
		FieldName: d.Name, FieldAliases: lines(d.Aliases), FieldHeadings: lines(d.Headings), FieldTags: lines(d.Tags),
		FieldAnchors: lines(d.Anchors), FieldProperties: d.Properties, FieldPath: string(d.Path.Dir()), FieldBody: cutBody(d.Body),
	}
	doc.rest = cutBody(d.Rest)
	doc.bytes = len(doc.rest)
	for _, text := range doc.texts {
		doc.bytes += len(text)
	}
	return doc
}

func lines(texts []string) string { return strings.Join(texts, "\n") }

// cutBody keeps the part of a body that is indexed, whole characters only.
func cutBody(body string) string {
	if len(body) <= MaxBody {
		return body
	}
	return strings.ToValidUTF8(body[:MaxBody], "")
}

// Bounds of what is kept of a nested tag. A tag of n levels has n parents, so
// without them one line of slashes would cost its length squared.
const (
	maxTagLevels = 64
	maxTagBytes  = 1024
)

// tagKeys are the folded tags and their parents: `tag:a` finds a/b (T4). Of a
// tag nested beyond all use only the upper levels are kept.
func tagKeys(tags []string) []string {
	var keys []string
	for _, tag := range tags {
		key := tagKey(tag)
		for end, level := 0, 0; end < len(key) && level < maxTagLevels; level++ {
			next := strings.IndexByte(key[end+min(level, 1):], '/')
			if next < 0 {
				end = len(key)
			} else {
				end += min(level, 1) + next
			}
			if end > maxTagBytes {
				break
			}
			keys = append(keys, key[:end])
		}
	}
	return keys
}

// tagKey is the form under which tags are equal: case counts for nothing (T5),
// accents do count.
func tagKey(tag string) string {
	return exactWord([]byte(strings.Trim(strings.TrimPrefix(tag, "#"), "/")))
}

func flags(d *Doc) []string {
	var set []string
	if d.Private {
		set = append(set, flagPrivate)
	}
	if d.Excluded {
		set = append(set, flagExcluded)
	}
	return set
}

// What scorch asks of a document.

func (d *document) ID() string                                 { return d.id }
func (d *document) Size() int                                  { return d.bytes }
func (d *document) NumPlainTextBytes() uint64                  { return uint64(d.bytes) }
func (d *document) StoredFieldsBytes() uint64                  { return uint64(len(d.id)) }
func (d *document) Indexed() bool                              { return true }
func (d *document) HasComposite() bool                         { return false }
func (d *document) VisitComposite(index.CompositeFieldVisitor) {}
func (d *document) VisitFields(index.FieldVisitor)             {}
func (d *document) AddIDField()                                {}
