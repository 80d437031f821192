package tools

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestDefaultsAreFilledIn(t *testing.T) { // R092
	got := accepted(t, `{"path":"a.md"}`)
	want := sampleArgs{Path: "a.md", Limit: 20, Mode: "files"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestEveryKindOfValueIsTaken(t *testing.T) { // R173, R224
	got := accepted(t, `{"path":"a.md","limit":3,"context_before":2,"output_mode":"count","force":true,
		"tags":["x","y"],"expected":{"a.md":"00"},"threshold":0.5,"edits":[{"old":"a","new":"b"}]}`)
	want := sampleArgs{"a.md", 3, 2, "count", true, []string{"x", "y"}, map[string]string{"a.md": "00"}, 0.5, []sampleEdit{{"a", "b"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestWrongTypesAreRefused(t *testing.T) { // R173, R224, R086
	for args, parts := range map[string][]string{
		`{"path":7}`:                         {`"path"`, "7", "string"},
		`{"path":null}`:                      {`"path"`, "null", "leave it out"},
		`{"path":"a","limit":"5"}`:           {`"limit"`, `"5"`, "integer", "without quotes", "from 1 to 100", "default 20"},
		`{"path":"a","limit":1.5}`:           {`"limit"`, "1.5", "integer"},
		`{"path":"a","limit":true}`:          {`"limit"`, "true"},
		`{"path":"a","force":"true"}`:        {`"force"`, "boolean", "without quotes"},
		`{"path":"a","force":1}`:             {`"force"`, "boolean"},
		`{"path":"a","tags":"x"}`:            {`"tags"`, "array"},
		`{"path":"a","tags":null}`:           {`"tags"`, "null"},
		`{"path":"a","tags":[1]}`:            {`"tags"`},
		`{"path":"a","expected":[]}`:         {`"expected"`, "object"},
		`{"path":"a","threshold":"x"}`:       {`"threshold"`, "number"},
		`{"path":"a","edits":[{"was":"x"}]}`: {`"edits"`, "was"},
		`[]`:                                 {"JSON object"},
		`"a.md"`:                             {"JSON object"},
		`null`:                               {"JSON object"},
	} {
		refused(t, args, parts...)
	}
}

func TestMissingRequiredIsNamed(t *testing.T) { // R092
	for _, args := range []string{``, `{}`, `{"limit":3}`} {
		if got := refused(t, args, `"path"`, "missing").Argument; got != "path" {
			t.Errorf("%q: argument %q", args, got)
		}
	}
	refused(t, `{"path":" "}`, `"path"`, "empty")
	refused(t, `{"path":"`+strings.Repeat("字", 21)+`"}`, "21 characters", "at most 20")
	accepted(t, `{"path":"`+strings.Repeat("字", 20)+`"}`)
}

func TestUnknownArgumentIsNamedWithTheNearest(t *testing.T) { // contracts 2.1.1 rule 1
	for wrong, near := range map[string]string{"pth": "path", "limits": "limit", "max_limit": "limit", "outputmode": "output_mode", "Force": "force"} {
		f := refused(t, `{"path":"a","`+wrong+`":1}`, wrong, "did you mean", near)
		if len(f.Suggestions) != 1 || f.Suggestions[0] != near || f.Argument != wrong {
			t.Errorf("%s: %+v", wrong, f)
		}
	}
	if f := refused(t, `{"path":"a","zzzzzzzz":1}`, "zzzzzzzz", "path, limit"); f.Suggestions != nil {
		t.Errorf("suggested %v", f.Suggestions)
	}
}

func TestNumbersBelowTheMinimumAreRefused(t *testing.T) { // R226, design 5 Numbers
	for _, n := range []string{"0", "-1", "-1e300", "-9223372036854775809"} {
		refused(t, `{"path":"a","limit":`+n+`}`, `"limit"`, n, "from 1 to 100")
	}
	refused(t, `{"path":"a","context_before":-1}`, "from 0 to 20")
}

func TestNumbersAboveTheMaximum(t *testing.T) { // R226, design 5 Numbers
	refused(t, `{"path":"a","context_before":21}`, `"context_before"`, "21", "from 0 to 20")
	for _, n := range []string{"101", "1e3", "1e400", "99999999999999999999"} {
		res := call(t, `{"path":"a","limit":`+n+`}`)
		data := res.Data.(*sampleData)
		if res.Status != StatusOK || data.Args.Limit != 100 {
			t.Errorf("%s: %s, limit %d", n, res.Status, data.Args.Limit)
		}
		if want := (Clamp{Got: n, Used: 100}); data.Clamped.Clamped["limit"] != want {
			t.Errorf("%s: clamped %+v", n, data.Clamped)
		}
		if !strings.Contains(res.Summary, "limit was "+n+"; the most is 100") {
			t.Errorf("%s: summary %q", n, res.Summary)
		}
	}
	if got := accepted(t, `{"path":"a","limit":100}`).Limit; got != 100 {
		t.Errorf("the maximum itself became %d", got)
	}
}

func TestWholeNumbersMayBeWrittenAsFloats(t *testing.T) { // JSON Schema: 2.0 is an integer
	for text, want := range map[string]int{"2.0": 2, "1e1": 10, "20": 20} {
		if got := accepted(t, `{"path":"a","limit":`+text+`}`).Limit; got != want {
			t.Errorf("%s: got %d", text, got)
		}
	}
	if n, ok := wholeNumber(json.RawMessage("-1e999")); !ok || n != math.MinInt64 {
		t.Errorf("-1e999: %d %v", n, ok)
	}
}

func TestEnumsListTheirValues(t *testing.T) { // R225
	f := refused(t, `{"path":"a","output_mode":"content"}`, `"output_mode"`, `"content"`, "files, count")
	if f.Got != "content" || !strings.Contains(f.Allowed, "files, count") {
		t.Errorf("%+v", f)
	}
}

func TestCamelCaseIsAnAlias(t *testing.T) { // X24
	if got := accepted(t, `{"path":"a","contextBefore":3}`).Context; got != 3 {
		t.Errorf("contextBefore: %d", got)
	}
	if got := accepted(t, `{"path":"a","contextBefore":3,"context_before":3.0}`).Context; got != 3 {
		t.Errorf("both, equal: %d", got)
	}
	refused(t, `{"path":"a","contextBefore":3,"context_before":4}`, `"context_before"`, "twice")
	refused(t, `{"path":"a","path":"b"}`, `"path"`, "twice")
}

func TestBrokenJSONIsSaid(t *testing.T) { // R086
	for _, args := range []string{`{`, `{"path"`, `{"path":`, `{"path":"a"`, `{"path":"a"}}`, `{"path":"a"} {}`, `{path:1}`, `{"path":"a",}`, "\x00"} {
		refused(t, args)
	}
	refused(t, `{"path":"`+strings.Repeat("x", maxArgs)+`"}`, "at most")
}

func TestDeepNestingIsRefused(t *testing.T) {
	refused(t, `{"path":"a","tags":`+strings.Repeat("[", 200_000)+`}`)
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{``, `{}`, `{"path":"a","limit":1e400}`, `{"path":"a","edits":[{"old":1}]}`, `[[`, `{"":1}`,
		`{"contextBefore":0,"context_before":-0}`, `{"path":"\ud800"}`, `{"limit":--1}`} {
		f.Add([]byte(seed))
	}
	registry := New(sample())
	f.Fuzz(func(t *testing.T, raw []byte) {
		res := registry.Call(t.Context(), &Env{}, "sample", raw)
		if res.Status != StatusOK && (res.Code != InvalidArgument || res.Summary == "") {
			t.Fatalf("%q: %+v", raw, res)
		}
		if res.Status != StatusOK {
			return
		}
		a := res.Data.(*sampleData).Args
		if a.Path == "" || a.Limit < 1 || a.Limit > 100 || a.Context < 0 || a.Context > 20 {
			t.Fatalf("%q was taken as %+v", raw, a)
		}
		canonical := registry.Canonical("sample", raw)
		if again := registry.Canonical("sample", canonical); string(again) != string(canonical) {
			t.Fatalf("canonical form of %q is not stable: %s, %s", raw, canonical, again)
		}
	})
}
