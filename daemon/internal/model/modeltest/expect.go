package modeltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// ops are the checks by name. values are what the path found.
var ops = map[string]func(values []any, want any) error{
	"eq":       opEq,
	"contains": opContains,
	"absent":   opAbsent,
	"count":    opCount,
	"matches":  opMatches,
	"lt":       opLt,
}

func (e Expect) check() error {
	if ops[e.Op] == nil {
		return fmt.Errorf("expectation of %q: op %q is none of eq, contains, absent, count, matches, lt", e.Path, e.Op)
	}
	if e.Path == "" || e.Path[0] != '$' && e.Path[0] != '@' {
		return fmt.Errorf("path %q begins with neither $ nor @", e.Path)
	}
	if e.Op == "matches" {
		if _, err := regexp.Compile(fmt.Sprint(e.Value)); err != nil {
			return fmt.Errorf("expectation of %q: %w", e.Path, err)
		}
	}
	_, err := parsePath(e.Path[1:])
	return err
}

// test checks one request.
func (e Expect) test(req *Request) error {
	if e.Face != "" && e.Face != req.Face {
		return nil
	}
	var root any = req.Body
	if e.Path[0] == '@' {
		root = toTree(req.Canonical)
	}
	values, err := find(root, e.Path[1:])
	if err != nil {
		return err
	}
	if err := ops[e.Op](values, normal(e.Value)); err != nil {
		return fmt.Errorf("%s %s %v: %w", e.Path, e.Op, e.Value, err)
	}
	return nil
}

// normal gives a value the types that decoded JSON has.
func normal(v any) any {
	return toTree(v)
}

func toTree(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var tree any
	if json.Unmarshal(data, &tree) != nil {
		return nil
	}
	return tree
}

func opEq(values []any, want any) error {
	if len(values) == 1 && reflect.DeepEqual(values[0], want) {
		return nil
	}
	return fmt.Errorf("found %s", brief(values))
}

// opContains holds when a text contains the wanted text, a list the wanted
// item, or one of several values either.
func opContains(values []any, want any) error {
	for _, v := range values {
		if contains(v, want) {
			return nil
		}
	}
	return fmt.Errorf("found %s", brief(values))
}

func contains(v, want any) bool {
	if text, ok := v.(string); ok {
		return strings.Contains(text, fmt.Sprint(want))
	}
	if list, ok := v.([]any); ok {
		for _, x := range list {
			if contains(x, want) {
				return true
			}
		}
	}
	return reflect.DeepEqual(v, want)
}

// opAbsent without a value wants nothing at the path; with one it wants the
// value in nothing that is there.
func opAbsent(values []any, want any) error {
	if want == nil && len(values) > 0 {
		return fmt.Errorf("found %s", brief(values))
	}
	if want != nil && opContains(values, want) == nil {
		return fmt.Errorf("found in %s", brief(values))
	}
	return nil
}

// opCount counts the items of the one list found, else the values found.
func opCount(values []any, want any) error {
	n := len(values)
	if n == 1 {
		if list, ok := values[0].([]any); ok {
			n = len(list)
		}
	}
	if reflect.DeepEqual(float64(n), want) {
		return nil
	}
	return fmt.Errorf("counted %d", n)
}

func opMatches(values []any, want any) error {
	re, err := regexp.Compile(fmt.Sprint(want))
	if err != nil {
		return err
	}
	for _, v := range values {
		if text, ok := v.(string); ok && re.MatchString(text) {
			return nil
		}
	}
	return fmt.Errorf("found %s", brief(values))
}

func opLt(values []any, want any) error {
	limit, ok := want.(float64)
	if !ok || len(values) == 0 {
		return errors.New("needs a number, and something to compare")
	}
	for _, v := range values {
		if n, ok := v.(float64); !ok || n >= limit {
			return fmt.Errorf("found %s", brief(values))
		}
	}
	return nil
}

// brief shows values in a failure, at most 400 bytes.
func brief(values []any) string {
	data, err := json.Marshal(values)
	if err != nil {
		return fmt.Sprint(values)
	}
	if len(data) > 400 {
		return string(data[:400]) + "…"
	}
	return string(data)
}
