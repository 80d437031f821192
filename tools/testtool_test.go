package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// sampleArgs has one argument of every kind the decoder knows.
type sampleArgs struct {
	Path      string            `json:"path" jsonschema:"a path" arg:"nonempty,maxlen=20"`
	Limit     int               `json:"limit,omitempty" jsonschema:"lines" arg:"default=20,min=1,max=100,clamp"`
	Context   int               `json:"context_before,omitempty" jsonschema:"lines before" arg:"default=0,min=0,max=20"`
	Mode      string            `json:"output_mode,omitempty" jsonschema:"what to show" arg:"default=files,enum=files|count"`
	Force     bool              `json:"force,omitempty" jsonschema:"again" arg:"default=false"`
	Tags      []string          `json:"tags,omitempty" jsonschema:"tags"`
	Expected  map[string]string `json:"expected,omitempty" jsonschema:"hashes by path"`
	Threshold float64           `json:"threshold,omitempty" jsonschema:"a share"`
	Edits     []sampleEdit      `json:"edits,omitempty" jsonschema:"edits"`
}

type sampleEdit struct {
	Old string `json:"old" jsonschema:"old text"`
	New string `json:"new" jsonschema:"new text"`
}

type sampleData struct {
	Clamped
	Args sampleArgs `json:"args"`
}

const sampleDescription = "Does nothing.\n\n```json\n{\"path\": \"a.md\"}\n```\n\n```json\n{\"path\": \"a.md\", \"limit\": 5}\n```\n"

// sample is a tool that answers with its arguments.
func sample() Tool {
	return sampleWith(func(_ context.Context, _ *Env, a sampleArgs) (Result, error) {
		return Result{Summary: "Done", Data: &sampleData{Args: a}}, nil
	})
}

func sampleWith(run func(context.Context, *Env, sampleArgs) (Result, error)) Tool {
	return Define(Spec{Name: "sample", Version: "1", Kind: KindRead, Effect: EffectNone, Description: sampleDescription}, run)
}

func call(t *testing.T, args string) Result {
	t.Helper()
	return New(sample()).Call(context.Background(), &Env{}, "sample", json.RawMessage(args))
}

// accepted calls the sample tool with arguments it must take and returns them
// as the tool saw them.
func accepted(t *testing.T, args string) sampleArgs {
	t.Helper()
	res := call(t, args)
	if res.Status != StatusOK {
		t.Fatalf("%s: %s %s: %s", args, res.Status, res.Code, res.Summary)
	}
	return res.Data.(*sampleData).Args
}

// refused calls the sample tool with arguments it must refuse, checks the code
// and that every text holds the parts and a correct call, and returns the
// particulars.
func refused(t *testing.T, args string, parts ...string) Failure {
	t.Helper()
	res := call(t, args)
	if res.Status != StatusError || res.Code != InvalidArgument {
		t.Fatalf("%s: got %s %s, want error INVALID_ARGUMENT", args, res.Status, res.Code)
	}
	for _, part := range append(parts, `sample {"path":"a.md"}`) {
		if !strings.Contains(res.Summary, part) {
			t.Errorf("%s: %q does not say %q", args, res.Summary, part)
		}
	}
	return *res.Data.(*Failure)
}

var errBroken = errors.New("open /home/someone/secret: input/output error")

// defineEmpty defines a tool of the arguments T that does nothing.
func defineEmpty[T any]() {
	Define(Spec{Name: "empty"}, func(context.Context, *Env, T) (Result, error) { return Result{}, nil })
}
