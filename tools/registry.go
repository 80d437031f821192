package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Registry holds the tools of a run. It never changes after New and is safe for
// use by several goroutines.
type Registry struct {
	tools map[string]Tool
	names []string // in the order given
}

// New collects tools. Two of one name are a programming error and panic.
func New(tools ...Tool) *Registry {
	r := &Registry{tools: make(map[string]Tool, len(tools))}
	for _, t := range tools {
		name := t.Spec().Name
		if _, twice := r.tools[name]; twice {
			panic("tools: two tools are named " + name)
		}
		r.tools[name] = t
		r.names = append(r.names, name)
	}
	return r
}

// Specs describes the tools in the order they were given.
func (r *Registry) Specs() []Spec {
	specs := make([]Spec, len(r.names))
	for i, name := range r.names {
		specs[i] = r.tools[name].Spec()
	}
	return specs
}

// Lookup finds a tool by its exact name.
func (r *Registry) Lookup(name string) (Tool, bool) {
	t, ok := r.tools[name]
	return t, ok
}

// Call runs a tool. Whatever happens is a Result: an unknown name, arguments
// that do not fit, a panic, a passed deadline, a cancelled context.
func (r *Registry) Call(ctx context.Context, env *Env, name string, args json.RawMessage) Result {
	if t, ok := r.tools[name]; ok {
		return t.Call(ctx, env, args)
	}
	return r.unknown(env, name)
}

func (r *Registry) unknown(env *Env, name string) Result {
	near := Nearest(name, r.names)
	hint, call := "", "any of them with its required arguments"
	data := Failure{Got: clip(name, 60), Allowed: strings.Join(r.names, ", ")}
	if near != "" {
		hint, call = fmt.Sprintf("; did you mean %s?", near), r.tools[near].Spec().smallest()
		data.Suggestions = []string{near}
	}
	e := Errorf(UnknownTool, "There is no tool %q%s The tools are %s", clip(name, 60), endOf(hint), data.Allowed)
	e.Data = data
	res := e.result(call)
	res.finish(env.forCall().evidence)
	return res
}

// Canonical returns arguments in the one form that equal calls share, for
// hashes and the detection of repeated calls (X05). It never fails: arguments
// the tool would refuse are canonical as JSON, and what is no JSON stays as it
// is.
func (r *Registry) Canonical(name string, args json.RawMessage) []byte {
	if t, ok := r.tools[name]; ok {
		if c, err := t.Canonical(args); err == nil {
			return c
		}
	}
	if c, err := Canonical(args); err == nil {
		return c
	}
	return args
}
