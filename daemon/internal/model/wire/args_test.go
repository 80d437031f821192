package wire

import (
	"encoding/json"
	"strings"
	"testing"
)

// R357, contracts 2.21.5 and 4.3 "call content": what is mended, what is not.
func TestParseArgs(t *testing.T) {
	tests := []struct{ name, in, object, repaired string }{
		{"nothing", "", `{}`, ""},
		{"space", " \n", `{}`, ""},
		{"null", "null", `{}`, ""},
		{"object", `{"a":1}`, `{"a":1}`, ""},
		{"lone surrogate", `{"a":"\ud800"}`, `{"a":"\ud800"}`, ""},
		{"seed", `{}{"a":1}`, `{"a":1}`, "seed"},
		{"double-encoded", `"{\"a\":\"b\\\"c\"}"`, `{"a":"b\"c"}`, "string"},
		{"fence", "```json\n{\"a\":1}\n```", `{"a":1}`, "fence"},
		{"talk", `Here you are: {"a":{"b":2}} as asked.`, `{"a":{"b":2}}`, "fence"},
		{"trailing comma", `{"a":[1,2,],"b":"x,}",}`, `{"a":[1,2],"b":"x,}"}`, "trailing_comma"},
	}
	for _, tt := range tests {
		a := ParseArgs(tt.in)
		if a.Bad != "" || string(a.Object) != tt.object || a.Repaired != tt.repaired {
			t.Errorf("%s: got %+v", tt.name, a)
		}
	}
}

// Contracts 2.21.3: text that stops is never completed, at whatever byte.
func TestParseArgsNeverCompletes(t *testing.T) {
	whole := `{"path":"笔记/a.md","content":"{\"x\":1}","n":[1,2]}`
	for i := 1; i < len(whole); i++ {
		if a := ParseArgs(whole[:i]); a.Bad == "" || string(a.Object) != "{}" || !a.Cut {
			t.Errorf("%q gives %+v", whole[:i], a)
		}
	}
}

func TestParseArgsBad(t *testing.T) {
	for _, in := range []string{`[1,2]`, `7`, `"text"`, `{"a" 1}`, `{'a':1}`, `{"a":1}{"b":2}`, "\x00"} {
		if a := ParseArgs(in); a.Bad == "" || a.Cut || string(a.Object) != "{}" {
			t.Errorf("%q gives %+v", in, a)
		}
	}
}

// Whatever comes, the object is one, and Bad never stands beside arguments.
func FuzzParseArgs(f *testing.F) {
	f.Add(`{}{"a":1}`)
	f.Add("```{,}```")
	f.Add(`"\"{}\""`)
	f.Fuzz(func(t *testing.T, in string) {
		a := ParseArgs(in)
		var m map[string]json.RawMessage
		if json.Unmarshal(a.Object, &m) != nil || m == nil {
			t.Fatalf("%q gives %q", in, a.Object)
		}
		if a.Bad != "" && len(m) > 0 || a.Cut && a.Bad == "" {
			t.Fatalf("%q gives %+v", in, a)
		}
	})
}

func TestScrub(t *testing.T) {
	key := "AIzaSyD-very-secret"
	tests := map[string]string{
		"Incorrect API key provided: sk-proj-****abcd1234.": "Incorrect API key provided: [key]",
		"the key " + key + " is bad":                        "the key [key] is bad",
		"Authorization: Bearer abc.def-123456":              "Authorization: [key]",
		"  two\n lines ":                                    "two lines",
		"\xff\xfe":                                          "�",
	}
	for in, want := range tests {
		if got := Scrub(in, key, 300); got != want {
			t.Errorf("%q gives %q", in, got)
		}
	}
	if got := Scrub(strings.Repeat("字", 200), key, 10); got != "字字字…" {
		t.Errorf("cut to %q", got)
	}
}
