package graph

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is how many files a goroutine takes at a time: enough that a change of
// a few notes starts none.
const chunk = 256

// inParallel calls do with every number below n, on as many processors as there
// are, and returns when all is done. Which of them is first is open.
func inParallel(n int, do func(i int)) {
	if n <= 1 {
		if n == 1 {
			do(0)
		}
		return
	}
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
