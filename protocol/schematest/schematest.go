// Package schematest checks messages against the official schema of the Agent Client
// Protocol, which comes with the npm package @agentclientprotocol/sdk. It is for
// tests only.
package schematest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaFile is where the npm package keeps the schema of ACP v1.
const schemaFile = "node_modules/@agentclientprotocol/sdk/schema/v1/schema.json"

// Schema is the compiled schema: a validator for the params and one for the result
// of each method.
type Schema struct {
	params, results map[string]*jsonschema.Schema
	fault           *jsonschema.Schema // the object of a response's error
}

// Open finds the schema beside or above the package under test, or in plugin/ there.
// It skips the test when the npm package is not installed.
func Open(tb testing.TB) *Schema {
	tb.Helper()
	path, err := find()
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skip("the schema of ACP is not installed: run `npm install` at the root of the repository")
	}
	if err != nil {
		tb.Fatal(err)
	}
	s, err := load(path)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// find looks for the schema from the working directory upwards.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		for _, sub := range []string{"", "plugin"} {
			path := filepath.Join(dir, sub, filepath.FromSlash(schemaFile))
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fs.ErrNotExist
		}
		dir = up
	}
}

// load compiles the definitions that carry a method. The schema names them
// XRequest and XNotification for params, XResponse for results.
func load(path string) (*Schema, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("acp.json", doc); err != nil {
		return nil, err
	}
	var defs struct {
		Defs map[string]struct {
			Method string `json:"x-method"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(raw, &defs); err != nil {
		return nil, err
	}
	s := &Schema{params: map[string]*jsonschema.Schema{}, results: map[string]*jsonschema.Schema{}}
	for name, def := range defs.Defs {
		if err := s.add(compiler, name, def.Method); err != nil {
			return nil, err
		}
	}
	if s.fault == nil || len(s.params) == 0 || len(s.results) == 0 {
		return nil, fmt.Errorf("%s is no schema of ACP", path)
	}
	return s, nil
}

func (s *Schema) add(compiler *jsonschema.Compiler, name, method string) error {
	if method == "" && name != "Error" {
		return nil
	}
	compiled, err := compiler.Compile("acp.json#/$defs/" + name)
	if err != nil {
		return err
	}
	switch {
	case name == "Error":
		s.fault = compiled
	case strings.HasSuffix(name, "Response"):
		s.results[method] = compiled
	default:
		s.params[method] = compiled
	}
	return nil
}

// Params checks the params of a request or notification of ACP.
func (s *Schema) Params(method string, raw json.RawMessage) error {
	return check("params of "+method, s.params[method], raw)
}

// Result checks the result of a request of ACP.
func (s *Schema) Result(method string, raw json.RawMessage) error {
	return check("result of "+method, s.results[method], raw)
}

func check(what string, schema *jsonschema.Schema, raw json.RawMessage) error {
	if schema == nil {
		return fmt.Errorf("%s: not in the schema", what)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s: %w\nin %s", what, err, raw)
	}
	return nil
}
