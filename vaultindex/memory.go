package vaultindex

import (
	"os"
	"runtime/debug"
	"sync"
)

// smallHeap is by how many percent the heap may grow between two collections.
// Most of what an index holds is text without pointers, which costs a collection
// next to nothing.
const smallHeap = 50

// roomyHeap is the same while a vault is read for the first time, or taken up from
// what was saved: collecting would take a fifth of the time until links are
// known, and what is in memory then stays far below what the full text takes.
const roomyHeap = 100

// heap is how the garbage collector is set, for the whole process.
var heap struct {
	sync.Mutex
	small bool // KeepSmall was called
	roomy int  // users of roomyHeap
}

// KeepSmall has the garbage collector keep this process small, as suits one that
// stands beside an editor all day: a vault's first index then takes about two
// thirds of the memory, for a few percent more time. It changes the whole
// process, so it is for its main program to call, and GOGC in the environment
// overrules it. It returns what undoes it.
func KeepSmall() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	heap.Lock()
	defer heap.Unlock()
	heap.small = true
	before := debug.SetGCPercent(percent())
	return func() {
		heap.Lock()
		defer heap.Unlock()
		heap.small = false
		debug.SetGCPercent(before)
	}
}

// percent is what KeepSmall sets. The lock is held.
func percent() int {
	if heap.roomy > 0 {
		return roomyHeap
	}
	return smallHeap
}

// growFreely lets the heap of a process that is kept small grow more until done
// is called, once.
func growFreely() (done func()) {
	users(1)
	return func() { users(-1) }
}

func users(more int) {
	heap.Lock()
	defer heap.Unlock()
	before := percent()
	heap.roomy += more
	if now := percent(); heap.small && now != before {
		debug.SetGCPercent(now)
	}
}
