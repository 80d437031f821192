package fulltext

import (
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// candidate is a document on its way into the result.
type candidate struct {
	doc      uint32
	score    float32
	coverage float32
}

// placed is a candidate whose path is known.
type placed struct {
	candidate
	path vaultpath.Path
}

// top returns the n best candidates in order. Among equal scores the path
// decides, so that two indexes with the same documents give the same answer.
func (r *Reader) top(all []candidate, n int) ([]placed, error) {
	floor := floorOf(all, n)
	var above, at []placed
	for _, c := range all {
		if c.score < floor {
			continue
		}
		path, err := r.path(c.doc)
		switch {
		case err != nil:
			return nil, err
		case c.score > floor:
			above = append(above, placed{c, path})
		default:
			at = append(at, placed{c, path})
		}
	}
	slices.SortFunc(above, func(a, b placed) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.path, b.path))
	})
	slices.SortFunc(at, func(a, b placed) int { return cmp.Compare(a.path, b.path) })
	above = append(above, at...)
	return above[:min(len(above), n)], nil
}

// floorOf is the score of the n-th best candidate, found with a heap of the n
// best, worst first. Of fewer than n it is the least.
func floorOf(all []candidate, n int) float32 {
	n = min(n, len(all))
	if n == 0 {
		return 0
	}
	heap := make([]float32, n)
	for i := range heap {
		heap[i] = all[i].score
	}
	for i := n/2 - 1; i >= 0; i-- {
		siftDown(heap, i)
	}
	for _, c := range all[n:] {
		if c.score > heap[0] {
			heap[0] = c.score
			siftDown(heap, 0)
		}
	}
	return heap[0]
}

func siftDown(heap []float32, i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if heap[child] < heap[least] {
				least = child
			}
		}
		if least == i {
			return
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}
