package fulltext

import (
	"strings"

	index "github.com/blevesearch/bleve_index_api"
)

// document is a Doc as scorch takes it. It and textField implement scorch's
// interfaces directly: there is no mapping to walk, no field is stored but the
// path, and terms are counted as they are found, without a token in between.
type document struct {
	id     string
	fields []index.Field
	bytes  int
}

func newDocument(d *Doc) *document {
	doc := &document{id: string(d.Path)}
	doc.text(FieldName, d.Name)
	doc.text(FieldAliases, d.Aliases...)
	doc.text(FieldHeadings, d.Headings...)
	doc.text(FieldTags, d.Tags...)
	doc.text(FieldAnchors, d.Anchors...)
	doc.text(FieldProperties, d.Properties)
	doc.text(FieldPath, string(d.Path.Dir()))
	doc.text(FieldBody, cutBody(d.Body))
	doc.keywords(tagField, tagKeys(d.Tags))
	doc.keywords(flagField, flags(d))
	return doc
}

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

func (d *document) text(f Field, values ...string) {
	joined := strings.Join(values, "\n")
	if joined == "" {
		return
	}
	d.bytes += len(joined)
	d.fields = append(d.fields, &textField{name: f.String(), text: joined})
}

func (d *document) keywords(name string, terms []string) {
	if len(terms) > 0 {
		d.fields = append(d.fields, &keywordField{name: name, terms: terms})
	}
}

func (d *document) ID() string                                 { return d.id }
func (d *document) Size() int                                  { return d.bytes }
func (d *document) NumPlainTextBytes() uint64                  { return uint64(d.bytes) }
func (d *document) StoredFieldsBytes() uint64                  { return uint64(len(d.id)) }
func (d *document) Indexed() bool                              { return true }
func (d *document) HasComposite() bool                         { return false }
func (d *document) VisitComposite(index.CompositeFieldVisitor) {}

func (d *document) VisitFields(visit index.FieldVisitor) {
	for _, f := range d.fields {
		visit(f)
	}
}

// AddIDField adds the path, the only field that is stored.
func (d *document) AddIDField() {
	d.fields = append(d.fields, &keywordField{name: idField, terms: []string{d.id}, stored: true})
}

// textField is analysed text.
type textField struct {
	name   string
	text   string
	length int
	freqs  index.TokenFrequencies
}

// Analyze counts the terms. Folded forms do not lengthen the field.
func (f *textField) Analyze() {
	f.freqs = make(index.TokenFrequencies, len(f.text)/12+4)
	var slab []index.TokenFreq
	scan([]byte(f.text), func(_, _ int, term []byte) {
		if term[0] != FoldMark[0] {
			f.length++
		}
		if tf, ok := f.freqs[string(term)]; ok {
			tf.SetFrequency(tf.Frequency() + 1)
			return
		}
		if len(slab) == 0 {
			slab = make([]index.TokenFreq, 64)
		}
		tf := &slab[0]
		slab = slab[1:]
		key := string(term)
		tf.Term = []byte(key)
		tf.SetFrequency(1)
		f.freqs[key] = tf
	})
	f.text = "" // counted; the batch may hold the document for a while
}

func (f *textField) Name() string                                     { return f.name }
func (f *textField) Value() []byte                                    { return nil }
func (f *textField) ArrayPositions() []uint64                         { return nil }
func (f *textField) EncodedFieldType() byte                           { return 't' }
func (f *textField) Options() index.FieldIndexingOptions              { return index.IndexField }
func (f *textField) AnalyzedLength() int                              { return f.length }
func (f *textField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }
func (f *textField) NumPlainTextBytes() uint64                        { return uint64(len(f.text)) }

// keywordField holds terms as they are.
type keywordField struct {
	name   string
	terms  []string
	stored bool
	freqs  index.TokenFrequencies
}

// Analyze makes one term of each value.
func (f *keywordField) Analyze() {
	f.freqs = make(index.TokenFrequencies, len(f.terms))
	for _, term := range f.terms {
		tf := &index.TokenFreq{Term: []byte(term)}
		tf.SetFrequency(1)
		f.freqs[term] = tf
	}
}

func (f *keywordField) Name() string             { return f.name }
func (f *keywordField) Value() []byte            { return []byte(f.terms[0]) }
func (f *keywordField) ArrayPositions() []uint64 { return nil }
func (f *keywordField) EncodedFieldType() byte   { return 't' }

func (f *keywordField) Options() index.FieldIndexingOptions {
	if f.stored {
		return index.IndexField | index.StoreField
	}
	return index.IndexField
}

func (f *keywordField) AnalyzedLength() int                              { return len(f.freqs) }
func (f *keywordField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }
func (f *keywordField) NumPlainTextBytes() uint64                        { return 0 }
