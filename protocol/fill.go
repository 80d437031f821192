package protocol

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// filler returns a value itself, or a changed copy and true. A nil filler stands for
// types that hold no slice or map of their own.
type filler func(reflect.Value) (reflect.Value, bool)

var (
	marshalerType = reflect.TypeFor[json.Marshaler]()
	// fillers caches the filler of a reflect.Type: looking at struct tags anew for
	// every hit of a result costs as much as encoding it.
	fillers sync.Map
)

// filled returns v, or a copy of it in which no required slice or map is nil. What v
// points at is never changed: it may be shared.
func filled(v any) any {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() {
		return v
	}
	if fill := fillerOf(rv.Type()); fill != nil {
		if out, changed := fill(rv); changed {
			return out.Interface()
		}
	}
	return v
}

// fillerOf returns the filler of a type from the cache.
func fillerOf(t reflect.Type) filler {
	if known, ok := fillers.Load(t); ok {
		return known.(filler)
	}
	fill := newFiller(t, map[reflect.Type]bool{})
	fillers.Store(t, fill)
	return fill
}

// newFiller makes the filler of a type; open are the types around it, which a type
// that holds itself comes back to.
func newFiller(t reflect.Type, open map[reflect.Type]bool) filler {
	if t.Implements(marshalerType) {
		return nil // it sees to its own
	}
	if open[t] {
		return lateFiller(t)
	}
	open[t] = true
	defer delete(open, t)
	switch t.Kind() {
	case reflect.Interface:
		return fillInterface
	case reflect.Pointer:
		return pointerFiller(newFiller(t.Elem(), open))
	case reflect.Struct:
		return structFiller(t, open)
	case reflect.Slice:
		return sliceFiller(newFiller(t.Elem(), open))
	case reflect.Map:
		return mapFiller(newFiller(t.Elem(), open))
	}
	return nil
}

// lateFiller looks a type up when its filler is complete.
func lateFiller(t reflect.Type) filler {
	return func(v reflect.Value) (reflect.Value, bool) {
		if fill := fillerOf(t); fill != nil {
			return fill(v)
		}
		return v, false
	}
}

func fillInterface(v reflect.Value) (reflect.Value, bool) {
	if v.IsNil() {
		return v, false
	}
	elem, changed := lateFiller(v.Elem().Type())(v.Elem())
	if !changed {
		return v, false
	}
	return elem, true
}

func pointerFiller(elem filler) filler {
	if elem == nil {
		return nil
	}
	return func(v reflect.Value) (reflect.Value, bool) {
		if v.IsNil() {
			return v, false
		}
		filled, changed := elem(v.Elem())
		if !changed {
			return v, false
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(filled)
		return out, true
	}
}

// fieldFiller is a field that may hold something to fill.
type fieldFiller struct {
	index    int
	omitZero bool // encoding leaves it out when it is zero
	fill     filler
}

func structFiller(t reflect.Type, open map[reflect.Type]bool) filler {
	var fields []fieldFiller
	for i := range t.NumField() {
		field := t.Field(i)
		tag := field.Tag.Get("json")
		if !field.IsExported() || tag == "-" {
			continue
		}
		if fill := newFiller(field.Type, open); fill != nil {
			fields = append(fields, fieldFiller{i, strings.Contains(tag, ",omit"), fill})
		}
	}
	if fields == nil {
		return nil
	}
	return func(v reflect.Value) (reflect.Value, bool) { return fillFields(v, fields) }
}

func fillFields(v reflect.Value, fields []fieldFiller) (reflect.Value, bool) {
	out, changed := v, false
	for _, field := range fields {
		old := v.Field(field.index)
		if field.omitZero && old.IsZero() {
			continue
		}
		filled, fieldChanged := field.fill(old)
		if !fieldChanged {
			continue
		}
		if !changed {
			out, changed = reflect.New(v.Type()).Elem(), true
			out.Set(v)
		}
		out.Field(field.index).Set(filled)
	}
	return out, changed
}

func sliceFiller(elem filler) filler {
	return func(v reflect.Value) (reflect.Value, bool) {
		if v.IsNil() {
			return reflect.MakeSlice(v.Type(), 0, 0), true
		}
		if elem == nil {
			return v, false
		}
		out, changed := v, false
		for i := range v.Len() {
			filled, elemChanged := elem(v.Index(i))
			if !elemChanged {
				continue
			}
			if !changed {
				out, changed = reflect.MakeSlice(v.Type(), v.Len(), v.Len()), true
				reflect.Copy(out, v)
			}
			out.Index(i).Set(filled)
		}
		return out, changed
	}
}

func mapFiller(elem filler) filler {
	return func(v reflect.Value) (reflect.Value, bool) {
		if v.IsNil() {
			return reflect.MakeMap(v.Type()), true
		}
		if elem == nil {
			return v, false
		}
		out, changed := v, false
		for key, old := range v.Seq2() {
			filled, elemChanged := elem(old)
			if !elemChanged {
				continue
			}
			if !changed {
				out, changed = copyMap(v), true
			}
			out.SetMapIndex(key, filled)
		}
		return out, changed
	}
}

func copyMap(v reflect.Value) reflect.Value {
	out := reflect.MakeMapWithSize(v.Type(), v.Len())
	for key, value := range v.Seq2() {
		out.SetMapIndex(key, value)
	}
	return out
}
