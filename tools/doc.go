// Package tools is the contract between the agent and what it can do: how a
// tool is described, how its arguments are checked, what it answers and which
// error codes exist.
//
// A tool is one Go struct for its arguments, one embedded Markdown file for
// its description, and one function. Define derives the JSON Schema from the
// struct, so that what the model is told and what is checked are one thing.
// A Registry calls tools by name and always answers with a Result: a bad
// argument, a panic and a passed deadline are results like any other.
//
// Tools read. A tool that means to change the vault says so in its result and
// leaves the writing to the gate.
package tools
