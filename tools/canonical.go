package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// Canonical rewrites JSON so that equal values have equal bytes: no white
// space, members sorted by name, numbers in their shortest form, no escapes
// that are not needed. Of a member given twice the last counts. Hashes of
// calls and the detection of repeated ones rest on it; see Registry.Canonical
// for arguments.
func Canonical(raw json.RawMessage) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // sorts the keys of maps
	enc.SetEscapeHTML(false)
	if err := enc.Encode(plainNumbers(v)); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// plainNumbers replaces every number in v by its shortest form.
func plainNumbers(v any) any {
	switch x := v.(type) {
	case json.Number:
		return plainNumber(x)
	case []any:
		for i := range x {
			x[i] = plainNumbers(x[i])
		}
	case map[string]any:
		for k := range x {
			x[k] = plainNumbers(x[k])
		}
	}
	return v
}

func plainNumber(n json.Number) json.Number {
	if n == "-0" {
		return "0"
	}
	if !strings.ContainsAny(n.String(), ".eE") {
		return n // JSON allows one way to write an integer
	}
	f, err := n.Float64()
	if err != nil {
		return n
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return json.Number(strconv.FormatInt(int64(f), 10))
	}
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}
