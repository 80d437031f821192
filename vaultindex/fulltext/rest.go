package fulltext

import (
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Scorch looks for something to merge as soon as it is open. That takes all of
// a processor for seconds, at the very moment when somebody waits for a first
// answer. A store that was opened resting merges nothing until it is woken; it
// can be read and written all the same.

// beforeMerge names the function that scorch calls before it plans merges.
const beforeMerge = "ibid"

// resting are the stores that merge nothing yet (*scorch.Scorch to chan
// struct{}, which is closed when one is woken).
var resting sync.Map

// holdMerges is called once, before any index is opened.
func holdMerges() {
	scorch.RegistryEventCallbacks[beforeMerge] = func(e scorch.Event) bool {
		if woken, rests := resting.Load(e.Scorch); rests && e.Kind == scorch.EventKindPreMergeCheck {
			<-woken.(chan struct{})
		}
		return true
	}
}

// rest has the index merge nothing; it is not open yet.
func rest(index *scorch.Scorch) { resting.Store(index, make(chan struct{})) }

// Wake lets a store merge that was opened with OpenResting. It may be called
// several times, and of any store.
func (s *Store) Wake() { wake(s.index) }

func wake(index *scorch.Scorch) {
	if woken, rests := resting.LoadAndDelete(index); rests {
		close(woken.(chan struct{}))
	}
}
