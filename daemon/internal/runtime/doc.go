// Package runtime is the runtime layer: sessions, their append-only event log
// and the state folded from it, and the daemon's own clock.
//
// The log is the truth. State is a fold of it and is never written anywhere
// else, so a crash at any point loses at most the record being written.
package runtime
