package vaultindex

import (
	"os"
	"runtime/debug"
)

// smallHeap is by how many percent the heap may grow between two collections.
// Most of what an index holds is text without pointers, which costs a collection
// next to nothing.
const smallHeap = 50

// KeepSmall has the garbage collector keep this process small, as suits one that
// stands beside an editor all day: a vault's first index then takes about two
// thirds of the memory, for a few percent more time. It changes the whole
// process, so it is for its main program to call, and GOGC in the environment
// overrules it. It returns what undoes it.
func KeepSmall() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(smallHeap)
	return func() { debug.SetGCPercent(before) }
}
