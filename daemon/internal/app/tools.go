package app

import (
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
)

// resident are the tools that a model is shown: those that change notes where there is
// a gate to take their changes.
func resident(canWrite bool) []tools.Tool {
	if !canWrite {
		return builtin.Reading()
	}
	return append(builtin.Reading(), builtin.Writing()...)
}

// registry holds all tools: those, and the ones that workflows without a model and
// people use.
func registry() *tools.Registry {
	return tools.New(append(append(resident(true), builtin.Extra()...), builtin.WritingExtra()...)...)
}

// ToolSpecs describes the tools that can be run, for help texts.
func ToolSpecs() []tools.Spec { return registry().Specs() }
