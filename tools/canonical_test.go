package tools

import (
	"encoding/json"
	"testing"
)

func TestCanonicalJSON(t *testing.T) { // X05, X24
	for in, want := range map[string]string{
		`{ "b":1, "a":[1.0, 1e2, 0.5, -0] }`: `{"a":[1,100,0.5,0],"b":1}`,
		`{"a":"<>&é"}`:                       `{"a":"<>&é"}`,
		`{"a":{"d":null,"c":true}}`:          `{"a":{"c":true,"d":null}}`,
		`12345678901234567890`:               `12345678901234567890`,
		`1e999`:                              `1e999`,
		`"\u0061"`:                           `"a"`,
	} {
		got, err := Canonical(json.RawMessage(in))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{``, `{`, `{} {}`} {
		if got, err := Canonical(json.RawMessage(in)); err == nil {
			t.Errorf("%q: got %s", in, got)
		}
	}
}

func TestEqualCallsShareOneForm(t *testing.T) { // X05b, X24
	r := New(sample())
	want := string(r.Canonical("sample", json.RawMessage(`{"path":"a"}`)))
	for _, args := range []string{`{ "limit": 20, "path": "a" }`, `{"path":"a","contextBefore":0}`, `{"path":"a","output_mode":"files","limit":2e1}`} {
		if got := string(r.Canonical("sample", json.RawMessage(args))); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
	if got := string(r.Canonical("sample", json.RawMessage(`{"path":"a","limit":5}`))); got == want {
		t.Error("another limit has the same form")
	}
	for args, form := range map[string]string{`{"x": 1}`: `{"x":1}`, `{x`: `{x`} {
		if got := string(r.Canonical("sample", json.RawMessage(args))); got != form {
			t.Errorf("%s: got %s", args, got)
		}
	}
}
