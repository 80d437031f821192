package builtin

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ibid-notes/ibid/tools"
)

// parameters is the ledger: every argument of the reading tools with its type,
// default and range (R093–R135, X13).
var parameters = map[string]map[string]string{
	"read_file": {
		"path":   `{"type":"string"}`,                                             // R094
		"offset": `{"type":"integer","default":1,"minimum":1}`,                    // R095
		"limit":  `{"type":"integer","default":2000,"minimum":1,"maximum":10000}`, // R096
		"force":  `{"type":"boolean","default":false}`,                            // R097
	},
	"read_note": {
		"slug":      `{"type":"string"}`,                                               // R101
		"max_chars": `{"type":"integer","default":6000,"minimum":100,"maximum":20000}`, // R102, X11
		"section":   `{"type":"string"}`,                                               // X13
		"cursor":    `{"type":"string"}`,                                               // X13
	},
	"find_files": {
		"path":         `{"type":"string","default":"."}`,                               // R105
		"query":        `{"type":"string"}`,                                             // R106
		"glob":         `{"type":"string"}`,                                             // R107
		"type":         `{"type":"string"}`,                                             // R108
		"include_dirs": `{"type":"boolean","default":false}`,                            // R109
		"sort":         `{"type":"string","default":"path","enum":["path","modified"]}`, // R110, R225
		"head_limit":   `{"type":"integer","default":200,"minimum":1,"maximum":1000}`,   // R111, R028
		"offset":       `{"type":"integer","default":0,"minimum":0}`,                    // R112
	},
	"grep": {
		"pattern":          `{"type":"string"}`,                                                                                // R116
		"path":             `{"type":"string","default":"."}`,                                                                  // R117
		"glob":             `{"type":"string"}`,                                                                                // R118
		"type":             `{"type":"string"}`,                                                                                // R119
		"case_insensitive": `{"type":"boolean","default":false}`,                                                               // R120
		"fixed_strings":    `{"type":"boolean","default":false}`,                                                               // R121
		"output_mode":      `{"type":"string","default":"files_with_matches","enum":["content","files_with_matches","count"]}`, // R122
		"context_before":   `{"type":"integer","default":0,"minimum":0,"maximum":20}`,                                          // R123
		"context_after":    `{"type":"integer","default":0,"minimum":0,"maximum":20}`,                                          // R123
		"head_limit":       `{"type":"integer","default":250,"minimum":1,"maximum":1000}`,                                      // R124, R029
	},
	"list_dir": {
		"path":        `{"type":"string"}`,                                           // R127
		"recursive":   `{"type":"boolean","default":false}`,                          // R128
		"max_entries": `{"type":"integer","default":200,"minimum":1,"maximum":5000}`, // R129
	},
	"knowledge_search": {
		"query":           `{"type":"string"}`,                                       // R132
		"limit":           `{"type":"integer","default":5,"minimum":1,"maximum":20}`, // R133, R030
		"include_private": `{"type":"boolean","default":false}`,                      // R134
	},
}

var required = map[string]string{"read_file": "path", "read_note": "slug", "find_files": "", "grep": "pattern", "list_dir": "path", "knowledge_search": "query"}

func TestParametersAreThoseOfTheLedger(t *testing.T) { // R092
	checkParameters(t, tools.New(Reading()...).Specs(), parameters, required)
}

// checkParameters holds the schemas of tools to what each must require and take.
func checkParameters(t *testing.T, specs []tools.Spec, want map[string]map[string]string, required map[string]string) {
	t.Helper()
	if len(specs) != len(want) {
		t.Fatalf("%d tools", len(specs))
	}
	for _, spec := range specs {
		var schema struct {
			Properties           map[string]map[string]any
			Required             []string
			AdditionalProperties any
		}
		if err := json.Unmarshal(spec.Schema, &schema); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(schema.Required, " "); got != required[spec.Name] {
			t.Errorf("%s requires %q", spec.Name, got)
		}
		if len(schema.Properties) != len(want[spec.Name]) {
			t.Errorf("%s has %d arguments", spec.Name, len(schema.Properties))
		}
		for name, got := range schema.Properties {
			checkParameter(t, spec.Name+"."+name, got, want[spec.Name][name])
		}
	}
}

func checkParameter(t *testing.T, name string, got map[string]any, want string) {
	t.Helper()
	if got["description"] == "" {
		t.Errorf("%s has no description", name)
	}
	for _, beside := range []string{"description", "minLength", "maxLength"} {
		delete(got, beside)
	}
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	a, errA := tools.Canonical(raw)
	b, errB := tools.Canonical(json.RawMessage(want))
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s is %s, want %s", name, a, b)
	}
}

func TestExamplesInDescriptionsAreCorrect(t *testing.T) { // R323
	for _, spec := range registry.Specs() {
		if len(spec.Examples) < 2 {
			t.Errorf("%s has %d examples", spec.Name, len(spec.Examples))
		}
		schema := compile(t, spec)
		tool, _ := registry.Lookup(spec.Name)
		for _, example := range spec.Examples {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example))
			if err != nil {
				t.Fatalf("%s: %s: %v", spec.Name, example, err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s: %s: %v", spec.Name, example, err)
			}
			if _, err := tool.Canonical(example); err != nil {
				t.Errorf("%s: %s: %v", spec.Name, example, err)
			}
		}
		if !strings.Contains(spec.Description, "Use it") {
			t.Errorf("%s does not say when to use it", spec.Name)
		}
	}
}

func compile(t *testing.T, spec tools.Spec) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:"+spec.Name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:" + spec.Name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadingToolsOnlyRead(t *testing.T) { // R322, contracts 2.4
	for _, spec := range tools.New(append(Reading(), Extra()...)...).Specs() {
		if spec.Effect != tools.EffectNone || spec.Sensitive || !spec.Parallel || spec.Version == "" || spec.Timeout <= 0 || spec.MaxOutTokens <= 0 {
			t.Errorf("%s: %+v", spec.Name, spec)
		}
	}
}

// minimal are the smallest correct arguments of each tool.
var minimal = map[string]string{
	"read_file": `"path":"a.md"`, "read_note": `"slug":"a"`, "find_files": `"path":"."`,
	"grep": `"pattern":"x"`, "list_dir": `"path":"."`, "knowledge_search": `"query":"x"`,
}

func TestArgumentsOutOfRange(t *testing.T) { // R226, R233, design 5 Numbers
	v := newVault(t, map[string]string{"a.md": "x\n"})
	for _, c := range []struct{ tool, arg, below, above, most string }{
		{"read_file", "offset", "0", "", ""},               // R095
		{"read_file", "limit", "0", "10001", "10000"},      // R096
		{"read_note", "max_chars", "99", "20001", "20000"}, // R102, X11
		{"find_files", "head_limit", "0", "1001", "1000"},  // R111
		{"find_files", "offset", "-1", "", ""},             // R112
		{"grep", "head_limit", "0", "1001", "1000"},        // R124
		{"grep", "context_before", "-1", "21", "20"},       // R123
		{"grep", "context_after", "-1", "21", "20"},        // R123
		{"list_dir", "max_entries", "0", "5001", "5000"},   // R129
		{"knowledge_search", "limit", "0", "21", "20"},     // R133
	} {
		with := func(n string) string { return "{" + minimal[c.tool] + `,"` + c.arg + `":` + n + "}" }
		v.bad(c.tool, with(c.below), tools.InvalidArgument, `"`+c.arg+`"`, c.below)
		v.bad(c.tool, with(`"1"`), tools.InvalidArgument, `"`+c.arg+`"`, "without quotes")
		if c.above == "" {
			continue
		}
		res := v.call(c.tool, with(c.above))
		if !res.Status.Success() || !strings.Contains(res.Summary, c.arg+" was "+c.above+"; the most is "+c.most) {
			t.Errorf("%s.%s=%s: %s %s", c.tool, c.arg, c.above, res.Status, res.Summary)
		}
		raw, err := json.Marshal(res.Data)
		if want := `"clamped":{"` + c.arg + `":{"got":"` + c.above + `","used":` + c.most + `}}`; err != nil || !strings.Contains(string(raw), want) {
			t.Errorf("%s.%s=%s: data %s does not hold %s", c.tool, c.arg, c.above, raw, want)
		}
		if res := v.call(c.tool, with(c.most)); strings.Contains(res.Summary, "the most is") {
			t.Errorf("%s.%s=%s was clamped", c.tool, c.arg, c.most)
		}
	}
}

func TestArgumentsOfTheWrongKind(t *testing.T) { // R173, R224, R225
	v := newVault(t, map[string]string{"a.md": "x\n"})
	for _, c := range []struct{ tool, extra, part string }{
		{"read_file", `"force":"yes"`, "boolean"},                               // R097
		{"find_files", `"include_dirs":1`, "boolean"},                           // R109
		{"find_files", `"sort":"size"`, "path, modified"},                       // R110
		{"grep", `"output_mode":"lines"`, "content, files_with_matches, count"}, // R122
		{"grep", `"case_insensitive":"true"`, "boolean"},                        // R120
		{"grep", `"fixed_strings":"true"`, "boolean"},                           // R121
		{"list_dir", `"recursive":"true"`, "boolean"},                           // R128
		{"knowledge_search", `"include_private":0`, "boolean"},                  // R134
		{"read_note", `"section":7`, "string"},                                  // X13
		{"read_note", `"maxchars":7`, "max_chars"},
		{"find_files", `"headlimit":7,"pattern":"x"`, "head_limit"},
	} {
		v.bad(c.tool, "{"+minimal[c.tool]+","+c.extra+"}", tools.InvalidArgument, c.part)
	}
	for name, arg := range required {
		if arg != "" {
			v.bad(name, `{}`, tools.InvalidArgument, `"`+arg+`"`, "missing")
			v.bad(name, `{"`+arg+`":7}`, tools.InvalidArgument, `"`+arg+`"`, "string")
		}
	}
}

// pathOf is how each tool is given a path.
var pathOf = map[string]string{
	"read_file": `{"path":%s}`, "read_note": `{"slug":%s}`, "find_files": `{"path":%s}`,
	"grep": `{"pattern":"x","path":%s}`, "list_dir": `{"path":%s}`,
	"get_backlinks": `{"slug":%s}`, "list_tags": `{"slug":%s}`, "related_notes": `{"slug":%s}`, "read_passages": `{"query":"x","from":%s}`,
}

func TestPathsOutsideAreDenied(t *testing.T) { // R020, R021, R024, R088, R171, R223
	v := newVault(t, map[string]string{"a.md": "x\n", "Notes/b.md": "y\n", ".obsidian/app.json": "{}", ".trash/c.md": "z\n"})
	for _, bad := range []string{"/etc/passwd", "../a.md", "Notes/../../a.md", "..", `..\a.md`, `C:\a.md`, "C:/a.md", `\\host\a.md`, "/", "~/../../x",
		".obsidian/app.json", ".obsidian", ".git/config", ".trash/c.md", "Notes/.hidden/x.md"} {
		for name, form := range pathOf {
			f := v.bad(name, strings.Replace(form, "%s", quote(bad), 1), tools.WorkspacePathDenied)
			if f.Suggestions != nil {
				t.Errorf("%s %q suggests %v for an escape (X07)", name, bad, f.Suggestions)
			}
		}
	}
	for name, form := range pathOf {
		v.bad(name, strings.Replace(form, "%s", quote("a\x00b"), 1), tools.InvalidArgument)
	}
}

func TestAbsolutePathInsideNamesItsRelativeForm(t *testing.T) { // X07, R088
	v := newVault(t, map[string]string{"Notes/b.md": "y\n"})
	for _, given := range []string{v.dir + "/Notes/b.md", v.dir + "/./Notes//b.md", v.dir + "/x/../Notes/b.md", "/Notes/b.md", "Notes/x/../b.md", `Notes\b.md`} {
		f := v.bad("read_file", `{"path":`+quote(given)+`}`, tools.WorkspacePathDenied, `"Notes/b.md"`, `read_file {"path":"Notes/b.md"}`)
		if len(f.Suggestions) != 1 || f.Suggestions[0] != "Notes/b.md" {
			t.Errorf("%s: %v", given, f.Suggestions)
		}
	}
	v.bad("list_dir", `{"path":`+quote(v.dir)+`}`, tools.WorkspacePathDenied, `list_dir {"path":"."}`)
	v.bad("list_dir", `{"path":`+quote(v.dir+"/Notes/")+`}`, tools.WorkspacePathDenied, `list_dir {"path":"Notes"}`)
	v.bad("read_note", `{"slug":`+quote(v.dir+"/Notes/b.md")+`}`, tools.WorkspacePathDenied, `read_note {"slug":"Notes/b"}`)
	v.bad("grep", `{"pattern":"x","path":`+quote(v.dir+"/Notes")+`}`, tools.WorkspacePathDenied, `"Notes"`)
	if f := v.bad("read_file", `{"path":`+quote(v.dir+"-other/b.md")+`}`, tools.WorkspacePathDenied); f.Suggestions != nil {
		t.Errorf("a neighbour of the vault: %v", f.Suggestions)
	}
}

func TestPrivateNotesAreAbsent(t *testing.T) { // design 5 Private
	v := newVault(t, map[string]string{
		"open.md": "garden [[secret]]\n", "secret.md": "---\nprivate: true\n---\ngarden gate\n", "Box/tagged.md": "garden #private/health\n",
	})
	v.bad("read_file", `{"path":"secret.md"}`, tools.FileNotFound)
	v.bad("read_note", `{"slug":"secret"}`, tools.NoteNotFound)
	for name, args := range map[string]string{
		"find_files": `{"include_dirs":true}`, "grep": `{"pattern":"gate|health|private"}`, "list_dir": `{"path":".","recursive":true}`,
		"knowledge_search": `{"query":"garden"}`, "read_file": `{"path":"secrett.md"}`, "read_note": `{"slug":"secrett"}`,
	} {
		raw, err := json.Marshal(v.call(name, args))
		if err != nil {
			t.Fatal(err)
		}
		for _, leak := range []string{"secret.md", `"secret"`, "tagged", "gate\"", "health\""} {
			if strings.Contains(string(raw), leak) {
				t.Errorf("%s %s: %s holds %s", name, args, raw, leak)
			}
		}
	}
	v.allowPrivate()
	_, res := good[fileText](v, "read_file", `{"path":"secret.md"}`)
	if res.Labels != tools.VaultLabels(true) {
		t.Errorf("labels %+v", res.Labels)
	}
	if _, res := good[fileText](v, "read_file", `{"path":"open.md"}`); res.Labels != tools.VaultLabels(false) {
		t.Errorf("labels %+v", res.Labels)
	}
}
