package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// validator is implemented by params that check more than types.
type validator interface {
	// Validate names the field and the rule, as InvalidParams does.
	Validate() error
}

// decodeParams decodes into a fresh P. Its error is always an *Error.
func decodeParams[P any](raw json.RawMessage) (P, error) {
	var params P
	if len(raw) == 0 || bytes.Equal(raw, nullID) {
		raw = json.RawMessage("{}")
	}
	if raw[0] != '{' {
		return params, InvalidParams("params", "want an object")
	}
	if name := missingField(raw, reflect.TypeFor[P]()); name != "" {
		return params, InvalidParams(name, "is missing")
	}
	if err := json.Unmarshal(raw, &params); err != nil {
		return params, paramsError(err)
	}
	if v, ok := any(params).(validator); ok {
		if err := v.Validate(); err != nil {
			return params, paramsError(err)
		}
	}
	return params, nil
}

// missingField returns the first field that t requires and an object lacks or has
// as null. Required are the fields not marked omitempty or omitzero, nor by the tag
// protocol:"lenient", which is for what ACP requires and some clients leave out.
func missingField(object json.RawMessage, t reflect.Type) string {
	if t.Kind() != reflect.Struct {
		return ""
	}
	present := map[string]bool{}
	for name, value := range members(object) {
		present[name] = !bytes.Equal(value, nullID)
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		optional := strings.Contains(options, "omit") || field.Tag.Get("protocol") == "lenient"
		if name != "" && name != "-" && !optional && !present[name] {
			return name
		}
	}
	return ""
}

// paramsError names the field that does not fit and the form it should have.
func paramsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := e.Field
		if field == "" {
			field = "params"
		}
		return InvalidParams(field, "want "+wireType(e.Type)+", not "+e.Value)
	}
	return InvalidParams("params", err.Error())
}

// wireType names a type as a reader of JSON would.
func wireType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer, reflect.Interface:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
