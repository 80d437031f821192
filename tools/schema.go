package tools

import (
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// dialect is the version of JSON Schema every tool's schema is written in.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// schemaFor derives the JSON Schema of the argument struct T. What the arg tags
// say goes into it, so that the model is told exactly what is checked.
func schemaFor[T any](fields []field) (json.RawMessage, error) {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, err
	}
	s.Schema = dialect
	for i := range fields {
		f := &fields[i]
		if err := f.refine(s.Properties[f.name]); err != nil {
			return nil, fmt.Errorf("argument %s: %w", f.name, err)
		}
	}
	return json.Marshal(s)
}

// refine writes the field's rules into its schema p.
func (f *field) refine(p *jsonschema.Schema) error {
	if p.Description == "" {
		return fmt.Errorf("needs a description")
	}
	p.Minimum, p.Maximum = float(f.min), float(f.max)
	for _, value := range f.enum {
		p.Enum = append(p.Enum, value)
	}
	if f.nonempty {
		p.MinLength = jsonschema.Ptr(1)
	}
	if f.maxlen > 0 {
		p.MaxLength = &f.maxlen
	}
	if len(p.Types) > 0 { // slices and maps: null is not offered, as it is not taken
		p.Types, p.Type = nil, typeName(f.typ)
	}
	if !f.hasDef {
		return nil
	}
	var err error
	p.Default, err = f.defaultJSON()
	return err
}

// defaultJSON is the default as JSON: strings quoted, the rest as written.
func (f *field) defaultJSON() (json.RawMessage, error) {
	if typeName(f.typ) == "string" {
		return json.Marshal(f.def)
	}
	if !json.Valid([]byte(f.def)) {
		return nil, fmt.Errorf("default %q is not JSON", f.def)
	}
	return json.RawMessage(f.def), nil
}

func float(n *int64) *float64 {
	if n == nil {
		return nil
	}
	return jsonschema.Ptr(float64(*n))
}
