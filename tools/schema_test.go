package tools

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileSchema compiles a tool's schema with a second implementation, as a
// check of the first.
func compileSchema(t *testing.T, spec Spec) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:tool", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:tool")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaSaysWhatIsChecked(t *testing.T) { // R092, R173
	schema := compileSchema(t, sample().Spec())
	for args, valid := range map[string]bool{
		`{"path":"a"}`:                           true,
		`{"path":"a","limit":20,"tags":["x"]}`:   true,
		`{}`:                                     false,
		`{"path":""}`:                            false,
		`{"path":"a","limit":0}`:                 false,
		`{"path":"a","limit":"5"}`:               false,
		`{"path":"a","context_before":21}`:       false,
		`{"path":"a","output_mode":"x"}`:         false,
		`{"path":"a","tags":null}`:               false,
		`{"path":"a","nope":1}`:                  false,
		`{"path":"a","edits":[{"old":"a"}]}`:     false,
		`{"path":"aaaaaaaaaaaaaaaaaaaaaaaaaaa"}`: false,
	} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(args)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); (err == nil) != valid {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestSchemaCarriesDefaults(t *testing.T) { // R092
	var s struct {
		Schema     string `json:"$schema"`
		Properties map[string]struct {
			Default     json.RawMessage
			Description string
		}
		AdditionalProperties any
		Required             []string
	}
	if err := json.Unmarshal(sample().Spec().Schema, &s); err != nil {
		t.Fatal(err)
	}
	if s.Schema != dialect || len(s.Required) != 1 || s.Required[0] != "path" {
		t.Errorf("%+v", s)
	}
	for name, want := range map[string]string{"limit": "20", "output_mode": `"files"`, "force": "false", "path": ""} {
		if got := string(s.Properties[name].Default); got != want {
			t.Errorf("default of %s: %s", name, got)
		}
	}
}

func TestSpecIsFilled(t *testing.T) { // R322, R323
	spec := sample().Spec()
	if len(spec.Examples) != 2 || string(spec.Examples[0]) != `{"path":"a.md"}` || spec.Timeout != DefaultTimeout || spec.Tokens == 0 {
		t.Errorf("%+v", spec)
	}
}

func TestBadStructsPanic(t *testing.T) {
	for name, define := range map[string]func(){
		"no json name": func() { defineEmpty[struct{ A string }]() },
		"no description": func() {
			defineEmpty[struct {
				A string `json:"a"`
			}]()
		},
		"unknown rule": func() {
			defineEmpty[struct {
				A string `json:"a" jsonschema:"x" arg:"most=3"`
			}]()
		},
		"broken default": func() {
			defineEmpty[struct {
				A int `json:"a,omitempty" jsonschema:"x" arg:"default=one"`
			}]()
		},
		"no struct": func() { defineEmpty[string]() },
	} {
		if !panics(define) {
			t.Errorf("%s: accepted", name)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
