package edit

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// normalValue gives a value the types a parsed property has: nil, bool, int64,
// float64, string, []any of these.
func normalValue(key string, value any) (any, error) {
	if list := reflect.ValueOf(value); list.Kind() == reflect.Slice {
		out := make([]any, 0, list.Len())
		for i := range list.Len() {
			item, err := normalScalar(key, list.Index(i).Interface())
			if err != nil {
				return nil, err
			}
			out = append(out, item)
		}
		return out, nil
	}
	return normalScalar(key, value)
}

func normalScalar(key string, value any) (any, error) {
	switch v := value.(type) {
	case nil, bool:
		return v, nil
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i, nil
		}
		f, err := v.Float64()
		if err != nil {
			return nil, refuse(InvalidArgument, "The property %s cannot be %s; give a number that fits 64 bits", quote(key), quote(v.String()))
		}
		return normalFloat(key, f)
	}
	switch v := reflect.ValueOf(value); {
	case v.Kind() == reflect.String:
		return normalString(key, v.String())
	case v.CanInt():
		return v.Int(), nil
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return int64(v.Uint()), nil
	case v.CanFloat():
		return normalFloat(key, v.Float())
	}
	return nil, refuse(InvalidArgument, "The property %s cannot be a %T; give a text, a number, true or false, or a list of these", quote(key), value)
}

func normalString(key, s string) (any, error) {
	if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return nil, refuse(InvalidArgument, "The text of the property %s must be valid UTF-8 without NUL", quote(key))
	}
	return s, nil
}

// normalFloat makes whole numbers integers, as YAML reads them.
func normalFloat(key string, f float64) (any, error) {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return nil, refuse(InvalidArgument, "The property %s cannot be %v; give a finite number", quote(key), f)
	case f == math.Trunc(f) && math.Abs(f) < 1e15:
		return int64(f), nil
	}
	return f, nil
}

func equalValue(a, b any) bool { return reflect.DeepEqual(a, b) }

// fit refuses a value that is not of the type its property has in the vault.
func (t PropertyTypes) fit(key string, value any) error {
	typ := ""
	for name, assigned := range t {
		if strings.EqualFold(name, key) {
			typ = assigned
		}
	}
	if typ == "" {
		if typ = note.InferType(key, nil); typ == "" {
			return nil
		}
	}
	if note.FitsType(typ, value) {
		return nil
	}
	return refuse(InvalidArgument, "The property %s is a %s in this vault, and %s is none; give %s", quote(key), typeNames[typ], quote(fmt.Sprint(value)), typeForms[typ])
}

var typeNames = map[string]string{
	note.TypeText: "text", note.TypeList: "list", note.TypeNumber: "number", note.TypeCheckbox: "checkbox",
	note.TypeDate: "date", note.TypeDateTime: "date with time", note.TypeTags: "list of tags", note.TypeAliases: "list of aliases",
}

var typeForms = map[string]string{
	note.TypeText: "a text", note.TypeList: "a list of texts", note.TypeNumber: "a number such as 4", note.TypeCheckbox: "true or false",
	note.TypeDate: "a date such as 2026-01-31", note.TypeDateTime: "a date and time such as 2026-01-31T09:30",
	note.TypeTags: "a list of tags", note.TypeAliases: "a list of texts",
}
