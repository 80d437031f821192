package protocol

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

var (
	marshalerType = reflect.TypeFor[json.Marshaler]()
	// fillable caches, by reflect.Type, whether a value of the type may hold a
	// nil slice or map that would be written as null.
	fillable sync.Map
)

// filled returns v, or a copy of it in which no required slice or map is nil.
// What v points at is never changed: it may be shared.
func filled(v any) any {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() || !mayFill(rv.Type()) {
		return v
	}
	if out, changed := fill(rv); changed {
		return out.Interface()
	}
	return v
}

// mayFill reports whether fill has anything to look for in values of type t.
func mayFill(t reflect.Type) bool {
	if known, ok := fillable.Load(t); ok {
		return known.(bool)
	}
	fillable.Store(t, true) // for a type that holds itself
	may := false
	switch {
	case t.Implements(marshalerType):
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Map, t.Kind() == reflect.Interface:
		may = true
	case t.Kind() == reflect.Pointer, t.Kind() == reflect.Array:
		may = mayFill(t.Elem())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			may = may || mayFill(t.Field(i).Type)
		}
	}
	fillable.Store(t, may)
	return may
}

// fill returns v itself, or a changed copy and true.
func fill(v reflect.Value) (reflect.Value, bool) {
	if !mayFill(v.Type()) {
		return v, false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return fillPointer(v)
	case reflect.Struct:
		return fillStruct(v)
	case reflect.Slice:
		return fillSlice(v)
	case reflect.Map:
		return fillMap(v)
	}
	return v, false
}

func fillPointer(v reflect.Value) (reflect.Value, bool) {
	if v.IsNil() {
		return v, false
	}
	elem, changed := fill(v.Elem())
	if !changed {
		return v, false
	}
	if v.Kind() == reflect.Interface {
		return elem, true
	}
	out := reflect.New(v.Type().Elem())
	out.Elem().Set(elem)
	return out, true
}

func fillStruct(v reflect.Value) (reflect.Value, bool) {
	out, changed := v, false
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || skipsNil(field, v.Field(i)) {
			continue
		}
		filledField, fieldChanged := fill(v.Field(i))
		if !fieldChanged {
			continue
		}
		if !changed {
			out, changed = reflect.New(v.Type()).Elem(), true
			out.Set(v)
		}
		out.Field(i).Set(filledField)
	}
	return out, changed
}

// skipsNil reports whether encoding leaves out the field as it is.
func skipsNil(field reflect.StructField, v reflect.Value) bool {
	tag := field.Tag.Get("json")
	return tag == "-" || v.IsZero() && strings.Contains(tag, ",omit")
}

func fillSlice(v reflect.Value) (reflect.Value, bool) {
	if v.IsNil() {
		return reflect.MakeSlice(v.Type(), 0, 0), true
	}
	if !mayFill(v.Type().Elem()) {
		return v, false
	}
	out, changed := v, false
	for i := range v.Len() {
		elem, elemChanged := fill(v.Index(i))
		if !elemChanged {
			continue
		}
		if !changed {
			out, changed = reflect.MakeSlice(v.Type(), v.Len(), v.Len()), true
			reflect.Copy(out, v)
		}
		out.Index(i).Set(elem)
	}
	return out, changed
}

func fillMap(v reflect.Value) (reflect.Value, bool) {
	if v.IsNil() {
		return reflect.MakeMap(v.Type()), true
	}
	if !mayFill(v.Type().Elem()) {
		return v, false
	}
	out, changed := v, false
	for iter := v.MapRange(); iter.Next(); {
		elem, elemChanged := fill(iter.Value())
		if !elemChanged {
			continue
		}
		if !changed {
			out, changed = reflect.MakeMapWithSize(v.Type(), v.Len()), true
			for all := v.MapRange(); all.Next(); {
				out.SetMapIndex(all.Key(), all.Value())
			}
		}
		out.SetMapIndex(iter.Key(), elem)
	}
	return out, changed
}
