package tools

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// field is one argument of a tool, read from a struct field:
//
//	Limit int `json:"limit,omitempty" jsonschema:"lines at most" arg:"default=2000,min=1,max=10000,clamp"`
//
// An argument is required unless its json tag says omitempty. The arg tag knows
//
//	default=V   the value when the argument is left out
//	min=N       smallest number allowed; below it the call is refused
//	max=N       largest number allowed; above it the call is refused, or with
//	clamp       the maximum is used and the result says so (output sizes only)
//	enum=A|B    the only strings allowed
//	nonempty    a string of more than white space
//	maxlen=N    longest string allowed, in characters
//
// A name in snake_case is also taken in camelCase (X24).
type field struct {
	name     string // canonical, snake_case
	alias    string // camelCase, "" when it is the same
	index    int    // in the struct
	typ      reflect.Type
	required bool
	rules
}

// rules are what the arg tag says.
type rules struct {
	def      string
	hasDef   bool
	min, max *int64
	clamp    bool
	enum     []string
	nonempty bool
	maxlen   int
}

// fieldsOf reads the arguments from the struct type t, in field order.
func fieldsOf(t reflect.Type) ([]field, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("arguments must be a struct, not %s", t)
	}
	fields := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f, err := fieldOf(t.Field(i), i)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", t.Field(i).Name, err)
		}
		fields = append(fields, f)
	}
	return fields, nil
}

func fieldOf(sf reflect.StructField, index int) (field, error) {
	name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
	if name == "" || name == "-" {
		return field{}, fmt.Errorf("needs a json name")
	}
	f := field{name: name, index: index, typ: sf.Type, required: !strings.Contains(options, "omitempty")}
	if c := camel(name); c != name {
		f.alias = c
	}
	r, err := parseRules(sf.Tag.Get("arg"))
	f.rules = r
	return f, err
}

func parseRules(tag string) (rules, error) {
	var r rules
	if tag == "" {
		return r, nil
	}
	for part := range strings.SplitSeq(tag, ",") {
		key, value, _ := strings.Cut(part, "=")
		if err := r.set(key, value); err != nil {
			return r, fmt.Errorf("arg tag %q: %w", part, err)
		}
	}
	return r, nil
}

func (r *rules) set(key, value string) (err error) {
	switch key {
	case "default":
		r.def, r.hasDef = value, true
	case "min":
		r.min, err = parseBound(value)
	case "max":
		r.max, err = parseBound(value)
	case "clamp":
		r.clamp = true
	case "enum":
		r.enum = strings.Split(value, "|")
	case "nonempty":
		r.nonempty = true
	case "maxlen":
		r.maxlen, err = strconv.Atoi(value)
	default:
		err = fmt.Errorf("unknown rule")
	}
	return err
}

func parseBound(s string) (*int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	return &n, err
}

// allowed says in words what the argument may be, for error texts.
func (f *field) allowed() string {
	var b strings.Builder
	b.WriteString(typeName(f.typ))
	switch {
	case len(f.enum) > 0:
		b.WriteString(", one of " + strings.Join(f.enum, ", "))
	case f.min != nil && f.max != nil:
		fmt.Fprintf(&b, " from %d to %d", *f.min, *f.max)
	case f.min != nil:
		fmt.Fprintf(&b, ", at least %d", *f.min)
	case f.nonempty:
		b.WriteString(", not empty")
	}
	if f.hasDef {
		b.WriteString("; default " + f.def)
	}
	return b.String()
}

// typeName is the JSON type a Go type takes.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "array"
	default:
		return "object"
	}
}

// camel turns head_limit into headLimit.
func camel(snake string) string {
	parts := strings.Split(snake, "_")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}
