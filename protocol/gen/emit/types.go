package emit

import (
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// structFields converts the fields of a struct.
func structFields(body *ast.StructType) ([]field, error) {
	var fields []field
	for _, f := range body.Fields.List {
		if len(f.Names) != 1 {
			return nil, fmt.Errorf("%v: want one named field a line, nothing embedded", f.Type)
		}
		converted, err := structField(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Names[0].Name, err)
		}
		fields = append(fields, converted)
	}
	return fields, nil
}

// structField converts one field. Optional in TypeScript is what Go may leave out.
func structField(f *ast.Field) (field, error) {
	name, options, err := jsonTag(f.Tag)
	if err != nil {
		return field{}, err
	}
	optional := strings.Contains(options, "omit")
	typ := f.Type
	if star, ok := typ.(*ast.StarExpr); ok {
		if !optional {
			return field{}, fmt.Errorf("a pointer needs omitempty, or null goes out")
		}
		typ = star.X
	}
	ts, uses, err := tsType(typ)
	if err != nil {
		return field{}, err
	}
	return field{name, docOf(f.Doc, f.Comment), ts, optional, uses}, nil
}

// jsonTag returns the name and options of a field's json tag.
func jsonTag(tag *ast.BasicLit) (name, options string, err error) {
	if tag == nil {
		return "", "", fmt.Errorf("has no json tag")
	}
	text, err := strconv.Unquote(tag.Value)
	if err != nil {
		return "", "", err
	}
	name, options, _ = strings.Cut(reflect.StructTag(text).Get("json"), ",")
	if name == "" || name == "-" || strings.ContainsAny(name, "_-") || strings.ToLower(name[:1]) != name[:1] {
		return "", "", fmt.Errorf("json tag %q: want a camelCase name", name)
	}
	return name, options, nil
}

// refusals says of types that do not travel what to use instead.
var refusals = map[string]string{
	"any": "use json.RawMessage or a struct", "error": "use a string", "rune": "use a string", "byte": "use a string",
	"int64": "use int: JavaScript has 53 bits", "uint64": "use int: JavaScript has 53 bits", "uint": "use int",
	"int8": "use int", "int16": "use int", "int32": "use int", "uint8": "use int", "uint16": "use int", "uint32": "use int",
	"float32": "use float64", "uintptr": "use int", "complex64": "use two numbers", "complex128": "use two numbers",
}

// tsType converts a type and lists the named types in it.
func tsType(expr ast.Expr) (ts string, uses []string, err error) {
	switch t := expr.(type) {
	case *ast.Ident:
		return namedType(t.Name)
	case *ast.SelectorExpr:
		if name := fmt.Sprintf("%v.%s", t.X, t.Sel.Name); name != "json.RawMessage" {
			return "", nil, fmt.Errorf("%s does not travel: use a string or a type of this package", name)
		}
		return "unknown", nil, nil
	case *ast.ArrayType:
		ts, uses, err = tsType(t.Elt)
		return ts + "[]", uses, err
	case *ast.MapType:
		if key, ok := t.Key.(*ast.Ident); !ok || key.Name != "string" {
			return "", nil, fmt.Errorf("a map needs string keys")
		}
		ts, uses, err = tsType(t.Value)
		return "Record<string, " + ts + ">", uses, err
	}
	return "", nil, fmt.Errorf("%T does not travel", expr)
}

func namedType(name string) (string, []string, error) {
	switch name {
	case "string":
		return "string", nil, nil
	case "bool":
		return "boolean", nil, nil
	case "int", "float64":
		return "number", nil, nil
	}
	if instead, bad := refusals[name]; bad {
		return "", nil, fmt.Errorf("%s does not travel: %s", name, instead)
	}
	return name, []string{name}, nil
}
