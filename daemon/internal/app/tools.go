package app

import (
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
)

// resident are the tools that a model is shown.
func resident() []tools.Tool { return builtin.Reading() }

// registry holds all tools: those, and the ones that workflows without a model use.
func registry() *tools.Registry { return tools.New(append(resident(), builtin.Extra()...)...) }

// ToolSpecs describes the tools that can be run, for help texts.
func ToolSpecs() []tools.Spec { return registry().Specs() }
