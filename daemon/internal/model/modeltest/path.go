package modeltest

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// find evaluates a path over decoded JSON and returns every value it names.
// The language is a small part of JSONPath: .name, [n] (negative from the
// end), [*], ..name (any depth), and [?name=text] for items with that field.
func find(root any, path string) ([]any, error) {
	steps, err := parsePath(path)
	if err != nil {
		return nil, err
	}
	values := []any{root}
	for _, s := range steps {
		var next []any
		for _, v := range values {
			next = append(next, s(v)...)
		}
		values = next
	}
	return values, nil
}

type step func(any) []any

func parsePath(path string) ([]step, error) {
	var steps []step
	rest := path
	for rest != "" {
		var s step
		var err error
		switch {
		case strings.HasPrefix(rest, ".."):
			name, after := cutName(rest[2:])
			s, rest = deep(name), after
		case rest[0] == '.':
			name, after := cutName(rest[1:])
			s, rest = field(name), after
		case rest[0] == '[':
			inside, after, ok := strings.Cut(rest[1:], "]")
			if !ok {
				return nil, fmt.Errorf("path %q: [ without ]", path)
			}
			rest = after
			s, err = bracket(inside)
		default:
			err = fmt.Errorf("unexpected %q", rest)
		}
		if err != nil {
			return nil, fmt.Errorf("path %q: %w", path, err)
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func cutName(s string) (name, rest string) {
	i := strings.IndexAny(s, ".[")
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i:]
}

func field(name string) step {
	return func(v any) []any {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		if x, ok := m[name]; ok {
			return []any{x}
		}
		return nil
	}
}

func deep(name string) step {
	return func(v any) []any {
		out := field(name)(v)
		for _, child := range children(v) {
			out = append(out, deep(name)(child)...)
		}
		return out
	}
}

// children lists what v holds, in a stable order.
func children(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		out := make([]any, 0, len(v))
		for _, k := range keys {
			out = append(out, v[k])
		}
		return out
	}
	return nil
}

func bracket(inside string) (step, error) {
	if inside == "*" {
		return children, nil
	}
	if cond, ok := strings.CutPrefix(inside, "?"); ok {
		name, want, ok := strings.Cut(cond, "=")
		if !ok {
			return nil, fmt.Errorf("condition %q needs name=text", cond)
		}
		return where(name, want), nil
	}
	n, err := strconv.Atoi(inside)
	if err != nil {
		return nil, fmt.Errorf("index %q is not a number", inside)
	}
	return item(n), nil
}

func item(n int) step {
	return func(v any) []any {
		list, ok := v.([]any)
		if !ok {
			return nil
		}
		i := n
		if i < 0 {
			i += len(list)
		}
		if i < 0 || i >= len(list) {
			return nil
		}
		return []any{list[i]}
	}
}

func where(name, want string) step {
	return func(v any) []any {
		var out []any
		for _, child := range children(v) {
			for _, x := range field(name)(child) {
				if fmt.Sprint(x) == want {
					out = append(out, child)
				}
			}
		}
		return out
	}
}
