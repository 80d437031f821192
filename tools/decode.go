package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Clamp is a number that was above the most a tool puts out: Used was taken in
// its place.
type Clamp struct {
	Got  string `json:"got"`
	Used int64  `json:"used"`
}

// maxArgs bounds the arguments of one call, in bytes: the largest patch and
// room to quote it.
const maxArgs = 8 << 20

// decoder checks the arguments of one tool and fills its struct.
type decoder struct {
	tool   string
	fields []field
}

// decode fills the struct v, an addressable zero value, from raw. It returns
// the numbers it had to clamp, by argument.
func (d *decoder) decode(raw json.RawMessage, v reflect.Value) (map[string]Clamp, *Error) {
	given, err := d.collect(raw)
	if err != nil {
		return nil, err
	}
	var clamps map[string]Clamp
	for i := range d.fields {
		f := &d.fields[i]
		value, ok := given[f.name]
		if !ok && f.required {
			return nil, f.refuse("", "The argument %q of %s is missing", f.name, d.tool)
		}
		if !ok {
			if err := f.setDefault(v.Field(f.index)); err != nil {
				return nil, err
			}
			continue
		}
		clamp, err := f.set(v.Field(f.index), value)
		if err != nil {
			return nil, err
		}
		if clamp != nil {
			if clamps == nil {
				clamps = map[string]Clamp{}
			}
			clamps[f.name] = *clamp
		}
	}
	return clamps, nil
}

// collect reads the members of the argument object under their canonical names.
func (d *decoder) collect(raw json.RawMessage) (map[string]json.RawMessage, *Error) {
	members, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	given := make(map[string]json.RawMessage, len(members))
	for _, m := range members {
		f := d.find(m.name)
		if f == nil {
			return nil, d.unknown(m.name)
		}
		if old, twice := given[f.name]; twice && !sameJSON(old, m.value) {
			return nil, f.refuse(string(m.value), "The argument %q of %s is given twice with different values, %s and %s; give it once, as %q",
				f.name, d.tool, short(old), short(m.value), f.name)
		}
		given[f.name] = m.value
	}
	return given, nil
}

func (d *decoder) find(name string) *field {
	for i := range d.fields {
		if f := &d.fields[i]; f.name == name || f.alias == name && name != "" {
			return f
		}
	}
	return nil
}

// unknown refuses an argument by name, with the nearest known one.
func (d *decoder) unknown(name string) *Error {
	names := make([]string, len(d.fields))
	for i, f := range d.fields {
		names[i] = f.name
	}
	hint := ""
	near := Nearest(name, names)
	if near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	e := Errorf(InvalidArgument, "%s has no argument %q%s Its arguments are %s", d.tool, clip(name, 60), endOf(hint), strings.Join(names, ", "))
	e.Data = Failure{Argument: clip(name, 60), Allowed: strings.Join(names, ", ")}
	if near != "" {
		e.Data.Suggestions = []string{near}
	}
	return e
}

// endOf ends the clause before the next sentence.
func endOf(hint string) string {
	if hint == "" {
		return "."
	}
	return hint
}

// member is one name and value of an object.
type member struct {
	name  string
	value json.RawMessage
}

// parseObject splits a JSON object. Absent arguments are an empty object.
func parseObject(raw json.RawMessage) ([]member, *Error) {
	if len(raw) > maxArgs {
		return nil, Errorf(InvalidArgument, "The arguments have %d bytes; at most %d are taken", len(raw), maxArgs)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, brokenJSON(err)
	}
	if open != json.Delim('{') {
		return nil, Errorf(InvalidArgument, "The arguments must be a JSON object, not %s", short(raw))
	}
	var members []member
	for dec.More() {
		m, err := nextMember(dec)
		if err != nil {
			return nil, brokenJSON(err)
		}
		members = append(members, m)
	}
	if _, err := dec.Token(); err != nil {
		return nil, brokenJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, Errorf(InvalidArgument, "Something follows the argument object; send one JSON object only")
	}
	return members, nil
}

func nextMember(dec *json.Decoder) (member, error) {
	key, err := dec.Token()
	if err != nil {
		return member{}, err
	}
	name, _ := key.(string) // a key of an object is always a string
	m := member{name: name}
	return m, dec.Decode(&m.value)
}

func brokenJSON(err error) *Error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return Errorf(InvalidArgument, "The arguments are not valid JSON: %s at byte %d", syntax.Error(), syntax.Offset)
	}
	return Errorf(InvalidArgument, "The arguments are not valid JSON: they end too early")
}

// setDefault gives an argument that was left out its default.
func (f *field) setDefault(v reflect.Value) *Error {
	if !f.hasDef {
		return nil
	}
	raw, err := f.defaultJSON()
	if err != nil {
		return Errorf(Internal, "The default of %q is broken", f.name)
	}
	_, e := f.set(v, raw)
	return e
}

// set checks one value and stores it.
func (f *field) set(v reflect.Value, raw json.RawMessage) (*Clamp, *Error) {
	switch f.typ.Kind() {
	case reflect.String:
		return nil, f.setString(v, raw)
	case reflect.Int, reflect.Int64:
		return f.setInt(v, raw)
	default:
		return nil, f.setOther(v, raw)
	}
}

func (f *field) setString(v reflect.Value, raw json.RawMessage) *Error {
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return f.wrongType(raw)
	}
	if f.nonempty && strings.TrimSpace(s) == "" {
		return f.refuse(s, "The argument %q must not be empty", f.name)
	}
	if n := utf8.RuneCountInString(s); f.maxlen > 0 && n > f.maxlen {
		return f.refuse(strconv.Itoa(n)+" characters", "The argument %q has %d characters; at most %d are taken", f.name, n, f.maxlen)
	}
	if len(f.enum) > 0 && !slices.Contains(f.enum, s) {
		return f.refuse(s, "The argument %q is %s; it must be one of %s", f.name, short(raw), strings.Join(f.enum, ", "))
	}
	v.SetString(s)
	return nil
}

func (f *field) setInt(v reflect.Value, raw json.RawMessage) (*Clamp, *Error) {
	n, ok := wholeNumber(raw)
	if !ok {
		return nil, f.wrongType(raw)
	}
	if f.min != nil && n < *f.min {
		return nil, f.outOfRange(raw)
	}
	if f.max == nil || n <= *f.max {
		v.SetInt(n)
		return nil, nil
	}
	if !f.clamp {
		return nil, f.outOfRange(raw)
	}
	v.SetInt(*f.max)
	return &Clamp{Got: short(raw), Used: *f.max}, nil
}

// wholeNumber reads a JSON number without a fraction; one too large for an
// int64 becomes the nearest there is, which then is out of every range.
func wholeNumber(raw json.RawMessage) (int64, bool) {
	s := string(raw)
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return 0, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) || x != math.Trunc(x) && !math.IsInf(x, 0) {
		return 0, false
	}
	switch {
	case x >= math.MaxInt64:
		return math.MaxInt64, true
	case x <= math.MinInt64:
		return math.MinInt64, true
	}
	return int64(x), true
}

// setOther takes booleans, floats, arrays and objects; members of objects must
// be known.
func (f *field) setOther(v reflect.Value, raw json.RawMessage) *Error {
	if string(raw) == "null" {
		return f.wrongType(raw)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v.Addr().Interface()); err == nil {
		return nil
	} else if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return f.refuse(short(raw), "The argument %q has no member %s", f.name, clip(name, 60))
	}
	return f.wrongType(raw)
}

func (f *field) wrongType(raw json.RawMessage) *Error {
	got := short(raw)
	switch {
	case got == "null":
		return f.refuse(got, "The argument %q is null; it must be of type %s; leave it out for its default", f.name, f.allowed())
	case raw[0] == '"' && typeName(f.typ) != "string":
		return f.refuse(got, "The argument %q is the string %s; it must be of type %s, written without quotes", f.name, got, f.allowed())
	}
	return f.refuse(got, "The argument %q is %s; it must be of type %s", f.name, got, f.allowed())
}

func (f *field) outOfRange(raw json.RawMessage) *Error {
	return f.refuse(short(raw), "The argument %q is %s, which is out of range; it must be of type %s", f.name, short(raw), f.allowed())
}

func (f *field) refuse(got, format string, args ...any) *Error {
	e := Errorf(InvalidArgument, format, args...)
	e.Data = Failure{Argument: f.name, Got: clip(got, 60), Allowed: f.allowed()}
	return e
}

func sameJSON(a, b json.RawMessage) bool {
	x, errA := Canonical(a)
	y, errB := Canonical(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

// short shows a value in an error text.
func short(raw json.RawMessage) string { return clip(string(bytes.TrimSpace(raw)), 60) }

// clip cuts s to n characters.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}
