// Package agent is the agent core: the loop that turns a prompt into typed
// decisions, carries them out and ends in exactly one outcome.
//
// The model proposes; this package decides what is executed, in which state,
// within which budget, and whether an answer may leave as final. It knows no
// wire: what a client sees goes through a Sink.
package agent
