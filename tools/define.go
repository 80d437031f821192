package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
)

// Clamped is embedded in the data of tools with clamped arguments; Define fills
// it, so that the result says which maximum was used (contracts 2.1.1 rule 1).
type Clamped struct {
	Clamped map[string]Clamp `json:"clamped,omitempty"`
}

func (c *Clamped) setClamped(m map[string]Clamp) { c.Clamped = m }

// Define makes a tool of its description and its function. T is the struct of
// its arguments, see field for its tags. The function gets arguments that were
// checked; it returns an *Error for what the caller can act on, the context's
// error when that ended, and any other error for a fault of Ibid's own.
//
// A mistake in the struct or the description is a programming error and panics.
func Define[T any](spec Spec, run func(ctx context.Context, env *Env, args T) (Result, error)) Tool {
	t := reflect.TypeFor[T]()
	fields, err := fieldsOf(t)
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", spec.Name, err))
	}
	if spec.Schema, err = schemaFor[T](fields); err != nil {
		panic(fmt.Sprintf("tools: %s: %v", spec.Name, err))
	}
	if spec.Timeout == 0 {
		spec.Timeout = DefaultTimeout
	}
	spec.Description = strings.TrimSpace(spec.Description)
	spec.Examples = examplesIn(spec.Description)
	spec.Tokens = (len(spec.Name) + len(spec.Description) + len(spec.Schema)) / bytesPerToken
	return &defined[T]{spec: spec, dec: decoder{tool: spec.Name, fields: fields}, run: run}
}

// bytesPerToken is the usual rough measure for English and JSON.
const bytesPerToken = 4

// examplesIn collects the ```json blocks of a description, each one call.
func examplesIn(description string) []json.RawMessage {
	var examples []json.RawMessage
	for rest := description; ; {
		_, after, found := strings.Cut(rest, "```json\n")
		if !found {
			return examples
		}
		block, tail, _ := strings.Cut(after, "\n```")
		examples = append(examples, compact(block))
		rest = tail
	}
}

// compact puts JSON on one line; what is no JSON stays, for a test to find.
func compact(block string) json.RawMessage {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(block)); err != nil {
		return json.RawMessage(block)
	}
	return b.Bytes()
}

// defined is a Tool made by Define.
type defined[T any] struct {
	spec Spec
	dec  decoder
	run  func(context.Context, *Env, T) (Result, error)
}

func (d *defined[T]) Spec() Spec { return d.spec }

// Call checks the arguments, bounds the time, and makes a Result of whatever
// happens.
func (d *defined[T]) Call(ctx context.Context, env *Env, raw json.RawMessage) (res Result) {
	env = env.forCall()
	if d.spec.Effect == EffectNone {
		env.Whole = nil // who changes nothing has no business with what is not shown
	}
	defer func() {
		if p := recover(); p != nil {
			env.Logger.Error("Tool panicked", "tool", d.spec.Name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			res = failure(fmt.Errorf("panic"), d.spec.smallest())
		}
		res.finish(env.evidence)
	}()
	var args T
	clamps, bad := d.dec.decode(raw, reflect.ValueOf(&args).Elem())
	if bad != nil {
		return bad.result(d.spec.smallest())
	}
	ctx, cancel := context.WithTimeout(ctx, d.spec.Timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return failure(err, d.spec.smallest())
	}
	res, err := d.run(ctx, env, args)
	if err != nil {
		d.logUnexpected(env.Logger, err)
		return failure(err, d.spec.smallest())
	}
	res.sayClamped(clamps)
	return res
}

// logUnexpected tells the log of errors that are nobody's but ours. Their text
// may hold absolute paths, so it is for debugging only.
func (d *defined[T]) logUnexpected(log *slog.Logger, err error) {
	var known *Error
	if errors.As(FromEdit(err), &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return
	}
	log.Error("Tool failed unexpectedly", "tool", d.spec.Name)
	log.Debug("Tool failed unexpectedly", "tool", d.spec.Name, "error", err)
}

func (d *defined[T]) Canonical(raw json.RawMessage) ([]byte, error) {
	var args T
	if _, bad := d.dec.decode(raw, reflect.ValueOf(&args).Elem()); bad != nil {
		return nil, bad
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return nil, err
	}
	return Canonical(b.Bytes())
}

// finish names the result. A not_modified result keeps the name of the earlier
// one it stands for.
func (r *Result) finish(evidence string) {
	if r.EvidenceID == "" {
		r.EvidenceID = evidence
	}
	if r.Status == "" {
		r.Status = StatusOK
	}
	if r.Labels == (Labels{}) {
		r.Labels = VaultLabels(false)
	}
}

// sayClamped puts what was clamped into the data and the summary.
func (r *Result) sayClamped(clamps map[string]Clamp) {
	if len(clamps) == 0 {
		return
	}
	if data, ok := r.Data.(interface{ setClamped(map[string]Clamp) }); ok {
		data.setClamped(clamps)
	}
	names := make([]string, 0, len(clamps))
	for name := range clamps {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c := clamps[name]
		r.Summary = sentence(r.Summary) + fmt.Sprintf(" %s was %s; the most is %d, which was used.", name, c.Got, c.Used)
	}
}
