package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGenerated: the committed files are those the source gives.
func TestGenerated(t *testing.T) {
	dir := filepath.Join("..", "..")
	files, err := Generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 {
		t.Errorf("%d files", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		// A checkout on Windows may have its own line breaks.
		if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("%s is out of date: run `go run ./protocol/gen`", name)
		}
	}
}

// generate runs the generator over one file.
func generate(t *testing.T, source string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ibid.go"), []byte("package p\n"+source), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := Generate(dir)
	return string(files["ts/protocol.gen.ts"]), err
}

// TestTypes: what each Go form becomes.
func TestTypes(t *testing.T) {
	got, err := generate(t, `
const MethodDoIt = "_ibid/do/it"
const NotifyDone = "_ibid/done"
// CodeBig is big.
const CodeBig = -7
// Mode is a mode.
type Mode string
const (
	ModeA Mode = "a"
	ModeB Mode = "b"
)
// DoItParams asks.
// In two lines. */
type DoItParams struct {
	A string            `+"`json:\"a\"`"+` // the a
	B []int             `+"`json:\"b,omitempty\"`"+`
	C map[string][]Mode `+"`json:\"c\"`"+`
	D *DoneEvent        `+"`json:\"d,omitempty\"`"+`
	E json.RawMessage   `+"`json:\"e\"`"+`
	F bool              `+"`json:\"f\"`"+`
}
// DoItResult is another's.
type DoItResult = DoneEvent
// DoneEvent is empty.
type DoneEvent struct{}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := tsHeader + `/** Mode is a mode. */
export type Mode = "a" | "b";

/**
 * DoItParams asks.
 * In two lines. * /
 */
export interface DoItParams {
	/** the a */
	a: string;
	b?: number[];
	c: Record<string, Mode[]>;
	d?: DoneEvent;
	e: unknown;
	f: boolean;
}

/** DoneEvent is empty. */
export type DoneEvent = Record<string, never>;

/** DoItResult is another's. */
export type DoItResult = DoneEvent;

/** Requests of the client, by method. */
export interface Requests {
	"_ibid/do/it": { params: DoItParams; result: DoItResult };
}

/** Notifications to the client, by method. */
export interface Notifications {
	"_ibid/done": DoneEvent;
}

/** Names of the requests. */
export const METHODS = {
	doIt: "_ibid/do/it",
} as const satisfies Record<string, keyof Requests>;

/** Names of the notifications. */
export const NOTIFICATIONS = {
	done: "_ibid/done",
} as const satisfies Record<string, keyof Notifications>;

/** CodeBig is big. */
export const CODE_BIG = -7;
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRefused: what does not travel is named, with what to use instead.
func TestRefused(t *testing.T) {
	for declaration, want := range map[string]string{
		field1("time.Time", "a"):                                    "T.A: time.Time does not travel",
		field1("any", "a"):                                          "T.A: any does not travel: use json.RawMessage",
		field1("interface{}", "a"):                                  "T.A: *ast.InterfaceType does not travel",
		field1("int64", "a"):                                        "T.A: int64 does not travel: use int",
		field1("[]uint64", "a"):                                     "T.A: uint64 does not travel: use int",
		field1("*int", "a"):                                         "T.A: a pointer needs omitempty",
		field1("[]*int", "a"):                                       "T.A: *ast.StarExpr does not travel",
		field1("map[int]string", "a"):                               "T.A: a map needs string keys",
		field1("func()", "a"):                                       "T.A: *ast.FuncType does not travel",
		field1("string", "snake_case"):                              `T.A: json tag "snake_case": want a camelCase name`,
		field1("string", ""):                                        "T.A: json tag",
		field1("string", "Upper"):                                   "T.A: json tag",
		field1("Other", "a"):                                        "T.a: Other is not declared in ibid*.go",
		"// T t.\ntype T struct { A string }":                       "T.A: has no json tag",
		"// T t.\ntype T struct { A, B string }":                    "want one named field a line",
		"// T t.\ntype T struct { Other }":                          "nothing embedded",
		"type T struct{}":                                           "T: has no comment",
		"// T t.\ntype T string":                                    "T: has no values",
		"// T t.\ntype T chan int":                                  "T: *ast.ChanType does not travel",
		"// C c.\nconst C = 1 + 2":                                  "C: want a string or a whole number",
		"// C c.\nconst C, D = 1, 2":                                "C: want one name and one value a line",
		"// C c.\nconst C T = \"x\"":                                "C: T is no string type declared above it",
		`const MethodX = "_ibid/x"`:                                 "XParams is not declared",
		"const NotifyX = \"x\"\n// XEvent x.\ntype XEvent struct{}": `method "x": want a name that begins with _ibid/`,
		"// XParams x.\ntype XParams struct{}":                      "XParams: no method carries it",
		"// R r.\ntype R = []Other":                                 "R: Other is not declared",
		"func {":                                                    "expected",
	} {
		if _, err := generate(t, declaration); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v, want %s", declaration, err, want)
		}
	}
}

// field1 declares a struct of one field.
func field1(typ, tag string) string {
	return "// T t.\ntype T struct {\n\tA " + typ + " `json:\"" + tag + "\"`\n}"
}
