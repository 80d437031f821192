// Package emit turns the Go source of the _ibid extension into TypeScript and a
// reference for readers.
//
// It reads protocol/ibid*.go, and nothing else: ACP's own types come from the npm
// package of the protocol. It refuses what does not mean the same in both languages
// (see fieldType), so that such a thing never gets onto the wire.
//
// Names say what belongs together: a constant MethodX is a request of the client with
// XParams and XResult, CallX one of the daemon, and NotifyX is a notification to the
// client with XEvent.
package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Generate reads the package in dir and returns the generated files, by their path
// within it.
func Generate(dir string) (map[string][]byte, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "ibid*.go"))
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	var s source
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if err := s.read(file); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return map[string][]byte{"ts/protocol.gen.ts": s.typeScript(), "METHODS.md": s.markdown()}, nil
}

// source is what the Go files declare, in their order.
type source struct {
	structs       []structType
	enums         []enumType
	aliases       []aliasType
	requests      []method
	calls         []method // requests of the daemon
	notifications []method
	constants     []constant
}

type structType struct {
	name, doc string
	fields    []field
}

type field struct {
	name, doc string
	typ       string // in TypeScript
	optional  bool
	uses      []string // named types in typ
}

// enumType is a string type with constants.
type enumType struct {
	name, doc string
	values    []string
}

// aliasType is another name of a type.
type aliasType struct {
	name, doc, typ string
	uses           []string
}

// method is a request or a notification.
type method struct{ name, wire string }

type constant struct{ name, doc, value string }

// read adds the declarations of a file.
func (s *source) read(file *ast.File) error {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			var err error
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				err = s.typeSpec(spec, gen.Doc.Text())
			case *ast.ValueSpec:
				err = s.valueSpec(spec, gen)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// typeSpec adds a struct, an enumeration or an alias.
func (s *source) typeSpec(spec *ast.TypeSpec, doc string) error {
	name := spec.Name.Name
	if !spec.Name.IsExported() {
		return nil
	}
	if doc == "" {
		return fmt.Errorf("%s: has no comment", name)
	}
	if body, ok := spec.Type.(*ast.StructType); ok {
		fields, err := structFields(body)
		if err != nil {
			return fmt.Errorf("%s.%w", name, err)
		}
		s.structs = append(s.structs, structType{name, doc, fields})
		return nil
	}
	if ident, ok := spec.Type.(*ast.Ident); ok && ident.Name == "string" && !spec.Assign.IsValid() {
		s.enums = append(s.enums, enumType{name: name, doc: doc})
		return nil
	}
	typ, uses, err := tsType(spec.Type)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.aliases = append(s.aliases, aliasType{name, doc, typ, uses})
	return nil
}

// valueSpec adds a method, a value of an enumeration or a constant.
func (s *source) valueSpec(spec *ast.ValueSpec, decl *ast.GenDecl) error {
	if decl.Tok != token.CONST || !spec.Names[0].IsExported() {
		return nil
	}
	name := spec.Names[0].Name
	if len(spec.Names) != 1 || len(spec.Values) != 1 {
		return fmt.Errorf("%s: want one name and one value a line", name)
	}
	value, err := literal(spec.Values[0])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if typ, ok := spec.Type.(*ast.Ident); ok {
		return s.enumValue(typ.Name, name, value)
	}
	wire, _ := strconv.Unquote(value)
	switch short, isMethod := strings.CutPrefix(name, "Method"); {
	case isMethod:
		s.requests = append(s.requests, method{short, wire})
	case strings.HasPrefix(name, "Call"):
		s.calls = append(s.calls, method{strings.TrimPrefix(name, "Call"), wire})
	case strings.HasPrefix(name, "Notify"):
		s.notifications = append(s.notifications, method{strings.TrimPrefix(name, "Notify"), wire})
	default:
		s.constants = append(s.constants, constant{name, docOf(spec.Doc, decl.Doc), value})
	}
	return nil
}

// enumValue adds a value to its enumeration, which is declared before it.
func (s *source) enumValue(enum, name, value string) error {
	for i := range s.enums {
		if s.enums[i].name == enum {
			s.enums[i].values = append(s.enums[i].values, value)
			return nil
		}
	}
	return fmt.Errorf("%s: %s is no string type declared above it", name, enum)
}

// literal returns a string or number as both languages write it.
func literal(expr ast.Expr) (string, error) {
	if minus, ok := expr.(*ast.UnaryExpr); ok && minus.Op == token.SUB {
		value, err := literal(minus.X)
		return "-" + value, err
	}
	basic, ok := expr.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING && basic.Kind != token.INT {
		return "", fmt.Errorf("want a string or a whole number")
	}
	if basic.Kind == token.INT {
		return basic.Value, nil
	}
	text, err := strconv.Unquote(basic.Value)
	return strconv.Quote(text), err
}

func docOf(own, group *ast.CommentGroup) string {
	if own != nil {
		return own.Text()
	}
	return group.Text()
}

// names returns all declared types.
func (s *source) names() []string {
	var names []string
	for _, t := range s.structs {
		names = append(names, t.name)
	}
	for _, t := range s.enums {
		names = append(names, t.name)
	}
	for _, t := range s.aliases {
		names = append(names, t.name)
	}
	return names
}

// check finds types that are missing and messages that no method carries.
func (s *source) check() error {
	known := s.names()
	for _, t := range s.structs {
		for _, f := range t.fields {
			if err := declared(known, f.uses); err != nil {
				return fmt.Errorf("%s.%s: %w", t.name, f.name, err)
			}
		}
	}
	for _, t := range s.aliases {
		if err := declared(known, t.uses); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	for _, t := range s.enums {
		if len(t.values) == 0 {
			return fmt.Errorf("%s: has no values", t.name)
		}
	}
	return s.checkMethods(known)
}

func declared(known, uses []string) error {
	for _, name := range uses {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s is not declared in ibid*.go", name)
		}
	}
	return nil
}

// checkMethods holds methods and messages to each other.
func (s *source) checkMethods(known []string) error {
	var wanted []string
	for _, m := range slices.Concat(s.requests, s.calls) {
		wanted = append(wanted, m.name+"Params", m.name+"Result")
	}
	for _, m := range s.notifications {
		wanted = append(wanted, m.name+"Event")
	}
	for _, m := range slices.Concat(s.requests, s.calls, s.notifications) {
		if !strings.HasPrefix(m.wire, "_ibid/") {
			return fmt.Errorf("method %q: want a name that begins with _ibid/", m.wire)
		}
	}
	if err := declared(known, wanted); err != nil {
		return err
	}
	for _, name := range known {
		message := strings.HasSuffix(name, "Params") || strings.HasSuffix(name, "Result") || strings.HasSuffix(name, "Event")
		if message && !slices.Contains(wanted, name) {
			return fmt.Errorf("%s: no method carries it", name)
		}
	}
	return nil
}
