package fulltext

// Field is a part of a note that is searched and weighted on its own.
type Field uint8

// The fields, in the order in which reasons are told.
const (
	FieldName Field = iota
	FieldAliases
	FieldHeadings
	FieldTags
	FieldAnchors
	FieldProperties
	FieldPath
	FieldBody
	numFields
)

// FieldSet is a set of fields; the zero value stands for all of them.
type FieldSet uint16

// Only makes the set of the given fields.
func Only(fields ...Field) FieldSet {
	var s FieldSet
	for _, f := range fields {
		s |= 1 << f
	}
	return s
}

// Has reports whether f is in the set.
func (s FieldSet) Has(f Field) bool { return s == 0 || s&(1<<f) != 0 }

// String names the field as people read it in the reasons of a hit.
func (f Field) String() string { return fieldTable[f].name }

// fieldTable holds what differs between fields. Names are those in the index
// too. A pivot is the length (in tokens) at which a field is taken as average:
// constants instead of the vault's own averages, so that one new note does not
// move the scores of all others. b is BM25's length normalisation.
var fieldTable = [numFields]struct {
	name  string
	boost float32
	pivot float32
	b     float32
}{
	FieldName:       {"name", 5, 5, 0.5},
	FieldAliases:    {"aliases", 4.5, 5, 0.4},
	FieldHeadings:   {"headings", 1.6, 30, 0.6},
	FieldTags:       {"tags", 2, 5, 0.4},
	FieldAnchors:    {"anchors", 3, 10, 0.5},
	FieldProperties: {"properties", 0.8, 20, 0.6},
	FieldPath:       {"path", 0.5, 8, 0.5},
	FieldBody:       {"body", 1, 500, 0.6},
}

// restField holds what ranks nothing. Filters find it where they look in bodies.
const restField = "rest"

// Fields of the index that hold keywords instead of text.
const (
	tagField  = "tag"  // folded tags with all their parents
	flagField = "flag" // flagPrivate, flagExcluded
	idField   = "_id"  // the path; scorch's own name

	flagPrivate  = "private"
	flagExcluded = "excluded"
)
